"""Pieces that change places behind everybody's back: for games that only could be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.program import NONE, Column, Program
from rulewright.interpreter.runtime.machine import (
    FUNCTION,
    PC,
    RULE,
    SLOTS,
    STANDING,
    TODO,
    TOGETHER,
    USED,
    Frame,
    Machine,
)
from rulewright.interpreter.runtime.triggers import WINDOW


def outside(program: Program) -> list[Column]:
    """What changes on a card and is seen by everybody, even where the card is not."""
    return [c for c in program.columns if c.owner and not c.constant and c.seen == "all"]


def exchange(M: Machine, became: dict[int, int]) -> None:
    """`became` says which piece from now on lies where another one lay: a permutation of its keys."""
    if became:
        moved = _Exchange(M, became)
        moved.move_pieces()
        moved.rename()


@frozen
class _Exchange:
    M: Machine
    became: dict[int, int]

    @property
    def program(self) -> Program:
        return self.M.code.program

    def move_pieces(self) -> None:
        """Places, masks and whatever can be seen on a card from outside stay with the position."""
        M, code = self.M, self.M.code
        assert code.knowledge is not None
        became = self.became
        columns = outside(self.program)
        old = M.S[:]
        for lay, lies in became.items():
            M.S[code.places_at + lies] = old[code.places_at + lay]
            M.S[code.knowledge.known_at + lies] = old[code.knowledge.known_at + lay]
            for column in columns:
                if all(column.first <= piece < column.first + column.count for piece in (lay, lies)):
                    M.S[column.base + lies] = old[column.base + lay]
        M.Z = [tuple([became.get(piece, piece) for piece in row]) for row in M.Z]

    def rename(self) -> None:
        """What points at a piece points at the position where it lay."""
        M, program = self.M, self.program
        for column in program.columns:
            if column.type == "entity" and not column.constant:
                for at in range(column.base + column.first, column.base + column.first + column.count):
                    M.S[at] = self.became.get(M.S[at], M.S[at])
        for frame in (*M.stack, *(M.branches or ())):
            if frame[FUNCTION] >= 0:
                self._rename_in(frame)

    def _rename_in(self, frame: Frame) -> None:
        code = self.M.code
        types = code.slot_types[frame[FUNCTION]]
        bearer = self._bearer(frame[RULE], frame[SLOTS + 1]) if frame[RULE] >= 0 else NONE
        frame[SLOTS:] = self._renamed(types, frame[SLOTS:])
        if frame[RULE] >= 0:
            frame[SLOTS + 1] = bearer
        frame[USED] = tuple(
            (r, self._bearer(r, this), *self._renamed((code.key_types[r],), (key,))) for r, this, key in frame[USED]
        )
        frame[STANDING] = tuple(
            (r, m, self._bearer(r, this), me, self._captured(r, m, captured))
            for r, m, this, me, captured in frame[STANDING]
        )
        if frame[PC] == TOGETHER:
            slot, elements, body = frame[TODO]
            kind = types[slot - SLOTS]
            frame[TODO] = (slot, self._renamed([kind] * len(elements), elements), body)
        elif isinstance(frame[TODO], tuple):
            frame[TODO] = tuple((r, self._bearer(r, this), *self._rest(r, rest)) for r, this, *rest in frame[TODO])

    def _rest(self, r: int, rest: list[Any]) -> list[Any]:
        """What stands behind rule and piece: with a rule that waits, also what it has kept."""
        if len(rest) < len(("me", "captured", "settled")):
            return rest  # a replacement that was offered already
        me, captured, settled = rest
        return [me, self._captured(r, NONE, captured), settled]

    def _captured(self, r: int, m: int, captured: tuple[Any, ...]) -> tuple[Any, ...]:
        return self._renamed(self.M.code.captured_types[r, m], captured) if captured else ()

    def _renamed(self, types: Sequence[str], values: Sequence[Any]) -> tuple[Any, ...]:
        new = self.became
        found = list(values)
        for i, (kind, value) in enumerate(zip(types, values, strict=False)):
            if kind == "entity":
                found[i] = new.get(value, value)
            elif kind == "list of entity" and isinstance(value, tuple):
                found[i] = tuple([new.get(each, each) for each in value])
        return tuple(found)

    def _bearer(self, r: int, this: int) -> int:
        """The piece of a rule that runs, waits or was used: another one only if the rule is printed on that too."""
        if r == WINDOW:
            return this  # no piece, but a rule
        piece = self.became.get(this, this)
        printed_on = self.M.code.rules[r].piece_set if r >= 0 else ()
        return this if printed_on and piece not in printed_on else piece
