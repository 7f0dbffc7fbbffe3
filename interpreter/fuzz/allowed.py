"""What an observer may know of a game: made from its state and a witness, not by the machine's own views and logs.

Two games in which this is the same are the same to the observer. Where the rules themselves let something be known (a
card is turned over, a hidden number decides who wins), this differs, and then everything may.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.fuzz.witness import Witness, reads
from rulewright.interpreter.ir.program import NONE
from rulewright.interpreter.runtime.machine import Machine

Allowed = tuple[Any, ...]


def allowed(M: Machine, witness: Witness, result: Any = None) -> Allowed:
    return (result, tuple(witness.told), _others(M, witness), _places(M, witness))


def same_answers(one: Witness, other: Witness) -> bool:
    """Whether others were seen to answer alike. That somebody was not asked at all is no answer."""
    return len(one.answered) != len(other.answered) or one.answered == other.answered


def _others(M: Machine, witness: Witness) -> list[Any]:
    """Readable properties of all but pieces."""
    first, count = M.code.program.pieces
    found = []
    for column in M.code.program.columns:
        if column.constant or (first <= column.first < first + count and column.owner):
            continue
        for entity in range(column.first, column.first + column.count):
            if reads(M, witness, column, entity):
                found.append(_value(witness, column.type, M.S[column.base + entity]))
    return found


def _places(M: Machine, witness: Witness) -> list[Any]:
    program = M.code.program
    first = program.pieces[0]
    box = [piece for piece, place in enumerate(witness.place, first) if place == NONE]
    rows = [(place, M.Z[place - program.places[0]]) for place in range(program.places[0], sum(program.places))]
    found: list[Any] = [sorted(_piece(M, witness, piece) for piece in box)]
    for place, row in rows:
        shown = [_piece(M, witness, piece) for piece in row]
        found.append(shown if place in witness.ordered else sorted(shown))
    return found


def _piece(M: Machine, witness: Witness, piece: int) -> tuple[Any, ...]:
    """The piece itself, or its back; and what can be read on it."""
    program = M.code.program
    states = tuple(
        str(_value(witness, column.type, M.S[column.base + piece]))
        for column in program.columns
        if column.owner and not column.constant and column.first <= piece < column.first + column.count
        if reads(M, witness, column, piece)
    )
    known = piece in witness.known
    return (known, piece if known else program.backs[piece - program.pieces[0]], states)


def _value(witness: Witness, kind: str, value: int) -> Any:
    first, count = witness.program.pieces
    hidden = kind == "entity" and first <= value < first + count and value not in witness.known
    return "?" if hidden else value
