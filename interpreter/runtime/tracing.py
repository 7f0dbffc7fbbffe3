"""The second evaluator: slow, over the trees themselves, and it remembers how it came to each value.

It means exactly what generated code means (a property test compares the two) and is what `why` reads. This module is
its core; `evaluate.py` names the modules that bring the operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, field, frozen

from rulewright.interpreter.ir.program import NONE, Expr, Program, Zone
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.foresight import grows
from rulewright.interpreter.runtime.primitives import fit, owner_columns
from rulewright.interpreter.runtime.world import Unknown, Unseen, World, unseen

STEPS = 100_000  # expressions, and elements of lists, that one explanation may look at

Result = Any  # a number, or a tuple of numbers


@frozen
class Applied:
    """A modifier that changed a value while it was computed: on which piece, by how much, from what to what."""

    modifier: int
    this: int
    amount: Result
    before: Result
    after: Result


@frozen
class Trace:
    """An expression, what it came to, and the same for what was evaluated inside it, in order."""

    expression: Expr
    value: Result
    inside: tuple[Trace, ...] = ()
    bound: tuple[int, int] | None = None  # inside a list operation: the local and the element it stood for
    applied: tuple[Applied, ...] = ()


@frozen
class View:
    """What an expression reads besides the world: slots of its frame, bound locals, the tag of its event."""

    slots: tuple[Any, ...] = ()
    locals: Mapping[int, Any] = field(factory=dict)
    tag: int = NONE

    def bind(self, local: int, value: Any) -> View:
        return evolve(self, locals={**self.locals, local: value})

    def put(self, slot: int, value: Any) -> View:
        return evolve(self, slots=(*self.slots[:slot], value, *self.slots[slot + 1 :]))


class TooMuch(Fault):
    """The machine may well compute this, but nobody waits for its explanation."""


class Evaluator:
    """For one explanation: whatever is asked of it is paid out of the same budget."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.program: Program = world.program
        self._left = STEPS

    def spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooMuch("this takes too long to explain")

    def trace(self, node: Expr, view: View, bound: tuple[int, int] | None = None) -> Trace:
        self.spend(1)
        inside: list[Trace] = []
        applied: list[Applied] = []
        try:
            value = HANDLERS[node[0]](self, node, view, inside, applied)
        except RecursionError:
            raise TooMuch("this goes too deep to explain") from None
        if isinstance(value, tuple):
            self.spend(len(value))
        kept = value if isinstance(value, tuple | Unseen) else int(value)
        return Trace(node, kept, tuple(inside), bound, tuple(applied))

    def value(self, node: Expr, view: View, inside: list[Trace]) -> Any:
        found = self.trace(node, view)
        inside.append(found)
        return found.value

    def kept(self, node: Expr, view: View, inside: list[Trace]) -> Any:
        """As it is stored, handed over or put into a list."""
        return checked(node, self.value(node, view, inside))

    def elements(self, node: Expr, view: View, inside: list[Trace]) -> list[int]:
        return list(self.value(node, view, inside))

    def number(self, node: Expr, view: View, inside: list[Trace]) -> Any:
        """A value that is looked at and not only handed on."""
        return known(self.value(node, view, inside))

    def entity(self, node: Expr, first: int, count: int, view: View, inside: list[Trace]) -> int:
        found: int = self.number(node, view, inside)
        if first <= found < first + count:
            return found
        if found == NONE:
            raise Fault("this asks something of none")
        names = self.program.names
        called = names[found] if 0 <= found < len(names) else str(found)
        raise Fault(f"this asks something of {called} that it does not have")

    def can_tell(self, sought: int, elements: list[int]) -> None:
        """Whether a piece is in a list cannot be told where both it and something in the list are hidden."""
        if unseen(tuple(elements)) and self.world.hidden(sought):
            raise Unknown

    def owner(self, entity: int) -> int:
        program = self.program
        if 0 <= entity < program.most_players:
            return entity
        if program.pieces[0] <= entity < sum(program.pieces):
            printed = owner_columns(program).get(entity)
            if printed is not None:
                return self.world.column(printed, entity)
            entity = self.world.place_of(entity)
        zone = zone_of(program, entity)
        return keys_of(zone, entity)[zone.owner_key] if zone is not None and zone.owner_key >= 0 else NONE


def known(value: Any) -> Any:
    """A piece that the asking seat cannot identify may be handed on and counted, and nothing else."""
    if unseen(value):
        raise Unknown
    return value


def checked(node: Expr, value: Any) -> Any:
    """A number that an operator may have made too large is looked at where it is kept, and not before."""
    return fit(value) if not isinstance(value, tuple) and grows(node) else value


def zone_of(program: Program, place: int) -> Zone | None:
    return next((zone for zone in program.zones if zone.first <= place < zone.first + zone.count), None)


def keys_of(zone: Zone, place: int) -> tuple[int, ...]:
    at = place - zone.first
    keys: list[int] = []
    for _, low, count in reversed(zone.keys):
        at, key = divmod(at, count)
        keys.append(key + low)
    return tuple(reversed(keys))


# --- the operations -------------------------------------------------------------------------------------------------

Handler = Callable[[Evaluator, Expr, View, list[Trace], list[Applied]], Any]
HANDLERS: dict[str, Handler] = {}


def operation(*names: str) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register
