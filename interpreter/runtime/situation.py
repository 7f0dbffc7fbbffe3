"""The table as it lies, as the `given` of an example: where the pieces are, and what has changed."""

from __future__ import annotations

from itertools import product

from rulewright.interpreter.ir.program import NONE, Program, Zone
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.names import in_words


def situation(M: Machine) -> list[str]:
    """Statements that lay the table so, for somebody who may know everything."""
    return [*_moves(M), *_states(M)]


def _moves(M: Machine) -> list[str]:
    program = M.code.program
    lines = []
    lying = {piece: place for zone in program.zones for place in _places(zone) for piece in _in(M, place)}
    for piece in range(program.pieces[0], sum(program.pieces)):
        if piece not in lying and program.starts[piece - program.pieces[0]] != NONE:
            lines.append(f"move {program.names[piece]} to none")
    for zone in program.zones:
        for place in _places(zone):
            now = _in(M, place)
            first = [
                p
                for p in range(program.pieces[0], sum(program.pieces))
                if program.starts[p - program.pieces[0]] == place
            ]
            if list(now) == first:
                continue
            for piece in now:
                end = "bottom of " if zone.ordered else ""
                lines.append(f"move {program.names[piece]} to {end}{place_in_words(program, zone, place)}")
    return lines


def _places(zone: Zone) -> range:
    return range(zone.first, zone.first + zone.count)


def _in(M: Machine, place: int) -> tuple[int, ...]:
    return M.Z[place - M.code.program.places[0]]


def place_in_words(program: Program, zone: Zone, place: int) -> str:
    """`hand(ann)`, `basket(ann, 2)`; a cell has a name of its own."""
    if zone.board is not None:
        return program.names[place]
    values = list(product(*(range(low, low + count) for _, low, count in zone.keys)))[place - zone.first]
    if not values:
        return zone.name
    keys = zip(zone.key_types, values, strict=True)
    return f"{zone.name}({', '.join(in_words(program, kind, value) for kind, value in keys)})"


def _states(M: Machine) -> list[str]:
    program = M.code.program
    loops = {"active", *(column.name for column in program.columns if "." in column.name)}
    lines = []
    for column in program.columns:
        if column.constant or (not column.owner and column.name in loops):
            continue
        for number in range(column.count):
            entity = column.first + number
            value = M.S[column.base + entity]
            if value != column.initial[number]:
                owner = f"{program.names[entity]}." if column.owner else ""
                lines.append(f"set {owner}{column.name} to {in_words(program, column.type, value)}")
    return lines
