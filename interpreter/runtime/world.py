"""What the tracing evaluator asks of a running game, and how the machine answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from attrs import frozen

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.runtime.machine import FUNCTION, SLOTS, STANDING, Machine

PLENTY = 1_000_000  # room in a place without a limit


@frozen
class Registered:
    """A standing modifier that lives in a running frame."""

    modifier: int
    this: int
    captured: tuple[Any, ...]


class World(Protocol):
    @property
    def program(self) -> Program: ...
    @property
    def players(self) -> int: ...
    def state(self, index: int) -> int: ...
    def contents(self, place: int) -> tuple[int, ...]: ...
    def place_of(self, piece: int) -> int: ...
    def frame(self, function: int) -> Sequence[Any] | None:
        """The slots of the innermost running frame of a function."""
        ...

    def registered(self) -> Sequence[Registered]:
        """Standing modifiers, outermost frame first."""
        ...


@frozen
class MachineWorld:
    program: Program
    machine: Machine

    @property
    def players(self) -> int:
        return self.machine.players

    def state(self, index: int) -> int:
        return self.machine.S[index]

    def contents(self, place: int) -> tuple[int, ...]:
        return self.machine.Z[place - self.program.places[0]]

    def place_of(self, piece: int) -> int:
        return self.machine.S[self.program.state_size + piece - self.program.pieces[0]]

    def frame(self, function: int) -> Sequence[Any] | None:
        for frame in reversed(self.machine.stack):
            if frame[FUNCTION] == function:
                return frame[SLOTS:]
        return None

    def registered(self) -> Sequence[Registered]:
        found = []
        for frame in self.machine.stack:
            for _, modifier, this, _, captured in frame[STANDING]:
                if modifier >= 0:
                    found.append(Registered(modifier, this, tuple(captured)))
        return found
