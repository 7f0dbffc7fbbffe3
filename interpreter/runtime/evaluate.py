"""The second evaluator: slow, over the trees themselves, and it remembers how it came to each value.

It means exactly what generated code means (a property test compares the two) and is what `why` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from attrs import evolve, field, frozen

from rulewright.interpreter.ir.program import NONE, Column, Expr, Program, Zone
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.world import PLENTY, World

LEAST, MOST = -(2**31), 2**31 - 1

Result = Any  # a number, or a tuple of numbers


@frozen
class Trace:
    """An expression, what it came to, and the same for what was evaluated inside it, in order."""

    expression: Expr
    value: Result
    inside: tuple[Trace, ...] = ()
    bound: tuple[int, int] | None = None  # inside a list operation: the local and the element it stood for


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


def evaluate(world: World, node: Expr, view: View | None = None) -> Trace:
    return _Evaluator(world).trace(node, view or View())


def fit(number: int) -> int:
    if LEAST <= number <= MOST:
        return number
    raise Fault(f"the number {number} is too large (numbers have 32 bits)")


class _Evaluator:
    def __init__(self, world: World) -> None:
        self.world = world
        self.program: Program = world.program

    def trace(self, node: Expr, view: View, bound: tuple[int, int] | None = None) -> Trace:
        inside: list[Trace] = []
        value = _HANDLERS[node[0]](self, node, view, inside)
        return Trace(node, value if isinstance(value, tuple) else int(value), tuple(inside), bound)

    # --- parts that many operations share --------------------------------------------------------------------------

    def value(self, node: Expr, view: View, inside: list[Trace]) -> Any:
        found = self.trace(node, view)
        inside.append(found)
        return found.value

    def kept(self, node: Expr, view: View, inside: list[Trace]) -> Any:
        """As it is stored, handed over or put into a list."""
        return checked(node, self.value(node, view, inside))

    def elements(self, node: Expr, view: View, inside: list[Trace]) -> list[int]:
        return list(self.value(node, view, inside))

    def entity(self, node: Expr, first: int, count: int, view: View, inside: list[Trace]) -> int:
        found: int = self.value(node, view, inside)
        if first <= found < first + count:
            return found
        if found == NONE:
            raise Fault("this asks something of none")
        names = self.program.names
        called = names[found] if 0 <= found < len(names) else str(found)
        raise Fault(f"this asks something of {called} that it does not have")

    def column(self, column: Column, entity: int) -> int:
        index = column.base + entity
        return self.program.constants[index] if column.constant else self.world.state(index)

    def owner(self, entity: int) -> int:
        program = self.program
        if 0 <= entity < program.most_players:
            return entity
        if program.pieces[0] <= entity < sum(program.pieces):
            entity = self.world.place_of(entity)
        zone = zone_of(program, entity)
        return keys_of(zone, entity)[zone.owner_key] if zone is not None and zone.owner_key >= 0 else NONE


def checked(node: Expr, value: Any) -> Any:
    """A number that an operator may have made too large is looked at where it is kept, and not before."""
    return fit(value) if not isinstance(value, tuple) and _grows(node) else value


def _grows(node: Expr) -> bool:
    operation = node[0]
    if operation in ("add", "sub", "mul", "neg", "sum"):
        return True
    if operation == "if":
        return _grows(node[2]) or _grows(node[3])
    if operation in ("min", "max", "div"):
        return _grows(node[1]) or _grows(node[2])
    return operation in ("most", "least") and _grows(node[3])


def zone_of(program: Program, place: int) -> Zone | None:
    return next((zone for zone in program.zones if zone.first <= place < zone.first + zone.count), None)


def keys_of(zone: Zone, place: int) -> tuple[int, ...]:
    at = place - zone.first
    keys: list[int] = []
    for _, low, count in reversed(zone.keys):
        at, key = divmod(at, count)
        keys.append(key + low)
    return tuple(reversed(keys))


# --- the operations ----------------------------------------------------------------------------------------------------

_Handler = Callable[[_Evaluator, Expr, View, list[Trace]], Any]
_HANDLERS: dict[str, _Handler] = {}


def _for(*names: str) -> Callable[[_Handler], _Handler]:
    def register(handler: _Handler) -> _Handler:
        _HANDLERS.update(dict.fromkeys(names, handler))
        return handler

    return register


@_for("const")
def _const(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return node[1]


@_for("slot")
def _slot(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return view.slots[node[1]]


@_for("local")
def _local(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return view.locals[node[1]]


@_for("outer")
def _outer(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    slots = self.world.frame(node[1])
    if slots is None:
        raise Fault(f"this reads {self.program.functions[node[1]].name}, and none is running")
    return slots[node[2]]


@_for("running")
def _running(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.world.frame(node[1]) is not None


@_for("tagged")
def _tagged(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return view.tag == node[1]


@_for("global")
def _global(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.column(self.program.columns[node[1]], 0)


@_for("prop")
def _prop(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    column = self.program.columns[node[1]]
    return self.column(column, self.entity(node[2], column.first, column.count, view, inside))


@_for("add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge")
def _binary(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    a, b = self.value(node[1], view, inside), self.value(node[2], view, inside)
    if node[0] in ("div", "mod") and b == 0:
        raise Fault("this divides by zero")
    return _BINARY[node[0]](a, b)


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % abs(b),
    "min": min,
    "max": max,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


@_for("neg")
def _neg(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return -self.value(node[1], view, inside)


@_for("not")
def _not(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return not self.value(node[1], view, inside)


@_for("and")
def _and(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.value(node[1], view, inside) and self.value(node[2], view, inside)


@_for("or")
def _or(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.value(node[1], view, inside) or self.value(node[2], view, inside)


@_for("if")
def _if(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.value(node[2] if self.value(node[1], view, inside) else node[3], view, inside)


@_for("table")
def _table(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    table = self.program.tables[node[1]]
    keys = [self.value(key, view, inside) for key in node[2:]]
    at = 0
    for key, low, size in zip(keys, table.lows, table.sizes, strict=True):
        if not low <= key < low + size:
            raise Fault(f"the table {table.name} has no row or column {key}")
        at = at * size + key - low
    return table.cells[at]


@_for("is")
def _is(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return node[2] <= self.value(node[1], view, inside) < node[2] + node[3]


@_for("in")
def _in(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    sought = self.value(node[1], view, inside)
    return sought in self.elements(node[2], view, inside)


@_for("lies")
def _lies(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    piece = self.entity(node[1], *self.program.pieces, view, inside)
    return self.world.place_of(piece) == self.value(node[2], view, inside)


@_for("at")
def _at(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.world.place_of(self.entity(node[1], *self.program.pieces, view, inside))


@_for("owner")
def _owner(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return self.owner(self.value(node[1], view, inside))


@_for("controller")
def _controller(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    owner = self.owner(self.value(node[1], view, inside))
    return owner if owner >= 0 else self.column(self.program.columns[self.program.active], 0)


@_for("top", "bottom", "contents")
def _contents(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    pieces = self.world.contents(self.entity(node[1], *self.program.places, view, inside))
    if node[0] == "contents":
        return pieces
    return (pieces or (NONE,))[0 if node[0] == "top" else -1]


@_for("room")
def _room(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    place = self.value(node[1], view, inside)
    zone = zone_of(self.program, place)
    if zone is None:
        raise Fault("this asks for the room in none")
    return PLENTY if zone.capacity < 0 else max(0, zone.capacity - len(self.world.contents(place)))


@_for("place")
def _place(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    zone = self.program.zones[node[1]]
    keys = [self.value(key, view, inside) for key in node[2:]]
    at = 0
    for key, (name, low, count) in zip(keys, zone.keys, strict=True):
        if not low <= key < low + count:
            raise Fault(f"there is no {zone.name} with {name} {key}")
        at = at * count + key - low
    return zone.first + at


@_for("places")
def _places(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    zone = self.program.zones[node[1]]
    wanted = [None if key == ("any",) else self.value(key, view, inside) for key in node[2:]]
    ranges = [range(low, low + count) for _, low, count in zone.keys]
    return tuple(
        zone.first + at
        for at, keys in enumerate(product(*ranges))
        if all(want is None or want == key for want, key in zip(wanted, keys, strict=True))
    )


@_for("key")
def _key(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    zone = self.program.zones[node[1]]
    return keys_of(zone, self.entity(node[3], zone.first, zone.count, view, inside))[node[2]]


@_for("face", "marked")
def _die(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    pool = self.elements(node[1], view, inside)
    index = self.value(node[2], view, inside)
    if not 0 <= index < len(pool):
        raise Fault("there is no such die in the pool")
    return pool[index] & 255 if node[0] == "face" else pool[index] >> 8


# --- lists -------------------------------------------------------------------------------------------------------------


@_for("range")
def _range(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    low, high = self.value(node[1], view, inside), self.value(node[2], view, inside)
    return tuple(range(low, high + 1))


@_for("entities")
def _entities(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return tuple(range(node[1], node[1] + node[2]))


@_for("players")
def _players(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return tuple(range(self.world.players))


@_for("list")
def _list(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return tuple(self.kept(item, view, inside) for item in node[1:])


@_for("relation")
def _relation(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    relation = self.program.relations[node[1]]
    return relation.rows[self.entity(node[2], relation.first, len(relation.rows), view, inside) - relation.first]


@_for("indices")
def _indices(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return tuple(range(len(self.elements(node[1], view, inside))))


@_for("concat")
def _concat(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return (*self.elements(node[1], view, inside), *self.elements(node[2], view, inside))


@_for("distinct")
def _distinct(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return tuple(dict.fromkeys(self.elements(node[1], view, inside)))


@_for("reverse")
def _reverse(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return tuple(reversed(self.elements(node[1], view, inside)))


@_for("take")
def _take(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    items = self.elements(node[1], view, inside)
    return tuple(items[: max(0, self.value(node[2], view, inside))])


@_for("without")
def _without(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    items = self.elements(node[1], view, inside)
    left_out = self.value(node[2], view, inside)
    return tuple(item for item in items if item != left_out)


@_for("count")
def _count(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    return len(self.elements(node[1], view, inside))


@_for("nth")
def _nth(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    items = self.elements(node[1], view, inside)
    number = self.value(node[2], view, inside)
    return items[number - 1] if 1 <= number <= len(items) else NONE


@_for("filter", "map", "sum", "most", "least")
def _each(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    operation, local, domain, inner = node
    items = self.elements(domain, view, inside)
    found = [self.trace(inner, view.bind(local, item), (local, item)) for item in items]
    inside.extend(found)
    if operation == "filter":
        return tuple(item for item, test in zip(items, found, strict=True) if test.value)
    if operation == "map":
        return tuple(checked(inner, one.value) for one in found)
    values = [one.value for one in found]
    if operation == "sum":
        return sum(values)
    return max(values, default=0) if operation == "most" else min(values, default=0)


@_for("some", "every", "first")
def _until(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    """These stop at the element that decides."""
    operation, local, domain, inner = node
    for item in self.elements(domain, view, inside):
        found = self.trace(inner, view.bind(local, item), (local, item))
        inside.append(found)
        if bool(found.value) != (operation == "every"):
            return item if operation == "first" else operation == "some"
    return NONE if operation == "first" else operation == "every"


@_for("sort")
def _sort(self: _Evaluator, node: Expr, view: View, inside: list[Trace]) -> Any:
    _, local, domain, keys = node
    items = self.elements(domain, view, inside)
    ranks = []
    for item in items:
        found = [self.trace(key, view.bind(local, item), (local, item)) for key, _ in keys]
        inside.extend(found)
        ranks.append([-one.value if down else one.value for one, (_, down) in zip(found, keys, strict=True)])
    return tuple(items[at] for at in sorted(range(len(items)), key=lambda at: ranks[at]))
