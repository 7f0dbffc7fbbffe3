"""The tracing evaluator's operations on single numbers and entities."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.primitives import PLENTY
from rulewright.interpreter.runtime.tracing import Applied, Evaluator, Trace, View, keys_of, operation, zone_of


@operation("const")
def _const(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return node[1]


@operation("slot")
def _slot(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return view.slots[node[1]]


@operation("local")
def _local(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return view.locals[node[1]]


@operation("outer")
def _outer(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    slots = self.world.frame(node[1])
    if slots is None:
        raise Fault(f"this reads {self.program.functions[node[1]].name}, and none is running")
    return slots[node[2]]


@operation("running")
def _running(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.world.frame(node[1]) is not None


@operation("fizzled")
def _fizzled(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.world.fizzled(node[1])


@operation("tagged")
def _tagged(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return view.tag == node[1]


@operation("global")
def _global(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.world.column(self.program.columns[node[1]], 0)


@operation("prop")
def _prop(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    column = self.program.columns[node[1]]
    return self.world.column(column, self.entity(node[2], column.first, column.count, view, inside))


@operation("add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge")
def _binary(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    a, b = self.number(node[1], view, inside), self.number(node[2], view, inside)
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


@operation("neg")
def _neg(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return -self.number(node[1], view, inside)


@operation("not")
def _not(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return not self.value(node[1], view, inside)


@operation("and")
def _and(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.value(node[1], view, inside) and self.value(node[2], view, inside)


@operation("or")
def _or(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.value(node[1], view, inside) or self.value(node[2], view, inside)


@operation("if")
def _if(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.value(node[2] if self.value(node[1], view, inside) else node[3], view, inside)


@operation("table")
def _table(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    table = self.program.tables[node[1]]
    keys = [self.number(key, view, inside) for key in node[2:]]
    at = 0
    for key, low, size in zip(keys, table.lows, table.sizes, strict=True):
        if not low <= key < low + size:
            raise Fault(f"the table {table.name} has no row or column {key}")
        at = at * size + key - low
    return table.cells[at]


@operation("is")
def _is(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return node[2] <= self.number(node[1], view, inside) < node[2] + node[3]


@operation("in")
def _in(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    sought = self.number(node[1], view, inside)
    elements = self.elements(node[2], view, inside)
    self.can_tell(sought, elements)
    return sought in elements


@operation("lies")
def _lies(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    piece = self.entity(node[1], *self.program.pieces, view, inside)
    return self.world.place_of(piece) == self.value(node[2], view, inside)


@operation("at")
def _at(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.world.place_of(self.entity(node[1], *self.program.pieces, view, inside))


@operation("owner")
def _owner(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.owner(self.number(node[1], view, inside))


@operation("controller")
def _controller(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    owner = self.owner(self.number(node[1], view, inside))
    return owner if owner >= 0 else self.world.column(self.program.columns[self.program.active], 0)


@operation("top", "bottom", "contents")
def _contents(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    pieces = self.world.contents(self.entity(node[1], *self.program.places, view, inside))
    if node[0] == "contents":
        return pieces
    return (pieces or (NONE,))[0 if node[0] == "top" else -1]


@operation("room")
def _room(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    place = self.number(node[1], view, inside)
    zone = zone_of(self.program, place)
    if zone is None:
        raise Fault("this asks for the room in none")
    return PLENTY if zone.capacity < 0 else max(0, zone.capacity - len(self.world.contents(place)))


@operation("place")
def _place(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    zone = self.program.zones[node[1]]
    keys = [self.number(key, view, inside) for key in node[2:]]
    at = 0
    for key, (name, low, count) in zip(keys, zone.keys, strict=True):
        if not low <= key < low + count:
            raise Fault(f"there is no {zone.name} with {name} {key}")
        at = at * count + key - low
    return zone.first + at


@operation("places")
def _places(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    zone = self.program.zones[node[1]]
    self.spend(zone.count)
    wanted = [None if key == ("any",) else self.number(key, view, inside) for key in node[2:]]
    ranges = [range(low, low + count) for _, low, count in zone.keys]
    by_seats = zone.owner_key >= 0 and wanted[zone.owner_key] is None
    return tuple(
        zone.first + at
        for at, keys in enumerate(product(*ranges))
        if not (by_seats and keys[zone.owner_key] >= self.world.players)
        and all(want is None or want == key for want, key in zip(wanted, keys, strict=True))
    )


@operation("key")
def _key(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    zone = self.program.zones[node[1]]
    return keys_of(zone, self.entity(node[3], zone.first, zone.count, view, inside))[node[2]]


@operation("face", "marked")
def _die(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    pool = self.elements(node[1], view, inside)
    index = self.number(node[2], view, inside)
    if not 0 <= index < len(pool):
        raise Fault("there is no such die in the pool")
    return pool[index] & 255 if node[0] == "face" else pool[index] >> 8
