"""What single members of a program are called in a comparison."""

from __future__ import annotations

from rulewright.interpreter.ir.infix import Infix
from rulewright.interpreter.ir.program import NONE, Column, Program, Zone

_SEEN = {
    "all": "everybody",
    "top": "everybody, but only the top one",
    "owner": "its owner",
    "none": "nobody",
    "holder": "whoever can identify the piece",
}


def seen_by(program: Program, seen: str) -> str:
    if seen in _SEEN:
        return _SEEN[seen]
    return ", ".join(program.labels[int(seat)] for seat in seen.removeprefix("seats:").split(",") if seat)


def value_words(program: Program, type: str, value: int) -> str:
    return Infix(program, labels=True).constant(value, type)


def bounds(column: Column) -> str:
    if column.low is None and column.high is None:
        return column.type
    low, high = ("" if each is None else str(each) for each in (column.low, column.high))
    return f"{low}..{high}"


def place_name(program: Program, place: int) -> str:
    return "the box" if place == NONE else program.labels[place]


def grid(zone: Zone) -> str:
    return f"{zone.board[0]} columns, {zone.board[1]} rows" if zone.board is not None else ""


def keys(program: Program, zone: Zone) -> str:
    """For whom or what there is one."""
    if zone.board is not None:
        return ""
    kinds = {(kind.first, kind.count): kind.label for kind in program.kinds if kind.sort in ("player", "piece")}
    said = []
    for number, (name, low, count) in enumerate(zone.keys):
        if number == zone.owner_key:
            said.append("each player")
        elif (low, count) in kinds:
            said.append(f"each {kinds[low, count]}")
        else:
            said.append(f"{name.replace('_', ' ')} {low} to {low + count - 1}")
    return " and ".join(said)


def held(program: Program, zone: Zone) -> str:
    """The kinds that may lie there."""
    found = []
    for first, count in zone.holds:
        fits = [k.label for k in program.kinds if k.sort == "piece" and (k.first, k.count) == (first, count)]
        found.append(fits[-1] if fits else "some pieces")
    return ", ".join(found) or "nothing"
