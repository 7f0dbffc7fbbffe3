"""What the tracing evaluator asks of a running game, and how the machine answers: as it is, or as one seat knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from attrs import field, frozen

from rulewright.interpreter.ir.program import Column, Program
from rulewright.interpreter.runtime.knowledge import column_seen
from rulewright.interpreter.runtime.machine import FUNCTION, SLOTS, STANDING, Frame, Machine
from rulewright.interpreter.runtime.primitives import fizzled

_HANDLES = 1 << 40
_MAY_BE_PIECES = ("", "entity", "list of entity")


class Unseen(int):
    """A piece that the asking seat cannot identify. It equals no number that is not the same handle."""


class Unknown(Exception):
    """The answer depends on something that the asking seat may not know."""


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
    @property
    def winners(self) -> tuple[int, ...]: ...
    def column(self, column: Column, entity: int) -> int: ...
    def contents(self, place: int) -> tuple[int, ...]: ...
    def place_of(self, piece: int) -> int: ...
    def lies_in(self, piece: int, places: Sequence[int]) -> bool: ...
    def hidden(self, value: int) -> bool:
        """Whether this is a piece that cannot be told from others."""
        ...

    def frame(self, function: int) -> Sequence[Any] | None:
        """The slots of the innermost running frame of a function."""
        ...

    def fizzled(self, function: int) -> bool: ...
    def registered(self) -> Sequence[Registered]:
        """Standing modifiers, outermost frame first."""
        ...


@frozen
class MachineWorld:
    """Everything, as it is."""

    program: Program
    machine: Machine

    @property
    def players(self) -> int:
        return self.machine.players

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.machine.result[0]) if self.machine.result else ()

    def column(self, column: Column, entity: int) -> int:
        return (self.program.constants if column.constant else self.machine.S)[column.base + entity]

    def contents(self, place: int) -> tuple[int, ...]:
        return self.machine.Z[place - self.program.places[0]]

    def place_of(self, piece: int) -> int:
        return self.machine.S[self.program.state_size + piece - self.program.pieces[0]]

    def lies_in(self, piece: int, places: Sequence[int]) -> bool:
        return self.place_of(piece) in places

    def hidden(self, value: int) -> bool:
        return False

    def frame(self, function: int) -> Sequence[Any] | None:
        for frame in reversed(self.machine.stack):
            if frame[FUNCTION] == function:
                return frame[SLOTS:]
        return None

    def fizzled(self, function: int) -> bool:
        return fizzled(self.machine, function)

    def registered(self) -> Sequence[Registered]:
        found = []
        for frame in self.machine.stack:
            for _, modifier, this, _, captured in frame[STANDING]:
                if modifier >= 0:
                    found.append(Registered(modifier, this, tuple(captured)))
        return found


@frozen
class SeatWorld:
    """What one seat may know. Unseen pieces are handles; whatever would need to know more raises Unknown."""

    machine: Machine
    seat: int  # most_players for a spectator
    whole: MachineWorld = field(init=False)

    @whole.default
    def _whole(self) -> MachineWorld:
        return MachineWorld(self.machine.code.program, self.machine)

    @property
    def program(self) -> Program:
        return self.whole.program

    @property
    def players(self) -> int:
        return self.machine.players

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.machine.result[0]) if self.machine.result else ()

    def hidden(self, value: int) -> bool:
        code = self.machine.code
        first, end = code.piece_range
        if code.knowledge is None or not first <= value < end:
            return False
        return not self.machine.S[code.knowledge.known_at + value] >> self.seat & 1

    def seen_as(self, value: Any) -> Any:
        """An entity, or a list of them, as this seat can name it."""
        if isinstance(value, tuple):
            return tuple(self.seen_as(each) for each in value)
        return Unseen(value + _HANDLES) if self.hidden(value) else value

    def column(self, column: Column, entity: int) -> int:
        if not column.constant and (
            (column.owner and self.hidden(entity)) or not column_seen(self.machine, column, entity) >> self.seat & 1
        ):
            raise Unknown
        value = self.whole.column(column, entity)
        seen: int = self.seen_as(value) if column.type == "entity" else value
        return seen

    def contents(self, place: int) -> tuple[int, ...]:
        return tuple(self.seen_as(piece) for piece in self.whole.contents(place))

    def place_of(self, piece: int) -> int:
        if self.hidden(piece):
            raise Unknown
        return self.whole.place_of(piece)

    def lies_in(self, piece: int, places: Sequence[int]) -> bool:
        """A piece that the seat cannot identify lies nowhere where the seat would see it."""
        knowledge = self.machine.code.knowledge
        if knowledge is not None and self.hidden(piece):
            if all(knowledge.seen[place - knowledge.first_place] >> self.seat & 1 for place in places):
                return False
            raise Unknown
        return self.whole.lies_in(piece, places)

    def slots(self, frame: Frame) -> tuple[Any, ...]:
        """The slots of a frame; what is or may be a piece only as this seat can name it."""
        return self.named(frame[FUNCTION], frame[SLOTS:])

    def named(self, function: int, slots: Sequence[Any]) -> tuple[Any, ...]:
        pairs = zip(slots, self.machine.code.slot_types[function], strict=True)
        return tuple(self.seen_as(value) if kind in _MAY_BE_PIECES else value for value, kind in pairs)

    def frame(self, function: int) -> Sequence[Any] | None:
        for frame in reversed(self.machine.stack):
            if frame[FUNCTION] == function:
                return self.slots(frame)
        return None

    def fizzled(self, function: int) -> bool:
        return self.whole.fizzled(function)

    def registered(self) -> Sequence[Registered]:
        return [
            Registered(each.modifier, self.seen_as(each.this), tuple(self.seen_as(value) for value in each.captured))
            for each in self.whole.registered()
        ]


def unseen(value: Any) -> bool:
    """Whether a value is, or a list holds, a piece that cannot be identified."""
    return any(isinstance(each, Unseen) for each in (value if isinstance(value, tuple) else (value,)))
