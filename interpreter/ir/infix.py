"""Expressions of the IR as a person writes them: names for numbers, operators between their operands.

`Infix` is shared by the listing, which wants the names of the source, and by `why`, which wants labels and puts known
values where the expression reads a slot or a local.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from rulewright.interpreter.ir.meaning import Context, element, plain_type, type_of
from rulewright.interpreter.ir.program import NONE, Expr, Program

Known = Mapping[tuple[str, int], Any]  # ("slot", i) or ("local", i) and its value

# How tightly an operation binds. What binds less than its place wants stands in parentheses.
OPEN, OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, ATOM = range(9)

_BINARY = {
    "or": ("or", OR, AND, OR),
    "and": ("and", AND, NOT, AND),
    "eq": ("=", COMPARISON, SUM, SUM),
    "ne": ("!=", COMPARISON, SUM, SUM),
    "lt": ("<", COMPARISON, SUM, SUM),
    "le": ("<=", COMPARISON, SUM, SUM),
    "gt": (">", COMPARISON, SUM, SUM),
    "ge": (">=", COMPARISON, SUM, SUM),
    "in": ("in", COMPARISON, SUM, SUM),
    "lies": ("lies in", COMPARISON, SUM, SUM),
    "add": ("+", SUM, SUM, PRODUCT),
    "sub": ("-", SUM, SUM, PRODUCT),
    "mul": ("*", PRODUCT, PRODUCT, UNARY),
    "div": ("/", PRODUCT, PRODUCT, UNARY),
    "mod": ("mod", PRODUCT, PRODUCT, UNARY),
}
_CALLS = frozenset(
    "min max at owner controller top bottom room face marked contents indices concat distinct reverse take without "
    "count nth member".split()
)
# How the author writes them, for people: behind a dot, or as a function of another name.
_ATTRIBUTES = {"at": "place", "count": "size"} | {word: word for word in "owner controller top bottom room".split()}
_FUNCTIONS = {"concat": "joined", "reverse": "reversed", "member": "nth"}
_OF_ENTITIES = frozenset("at owner controller top bottom room contents".split())
_TYPED_PAIRS = frozenset("eq ne lt le gt ge min max if".split())


@frozen
class Infix:
    program: Program
    context: Context = field(factory=Context)
    known: Known = field(factory=dict)
    labels: bool = False  # labels for people instead of names

    def show(self, node: Expr, wanted: str = "", level: int = OPEN) -> str:
        """The expression in words; `wanted` is the type that its place wants, for constants."""
        text, binds = self._show(node, wanted)
        return text if binds >= level else f"({text})"

    def constant(self, value: Any, kind: str) -> str:
        if isinstance(value, tuple):
            return f"[{', '.join(self.constant(item, element(kind)) for item in value)}]"
        if kind == "flag":
            return {0: "no", 1: "yes"}.get(value, str(value))
        if kind == "entity":
            return "none" if value == NONE else self._entity(value)
        for enum in self.program.enums:
            if enum.name == kind and 0 <= value < len(enum.members):
                words = enum.labels if self.labels else enum.members
                return words[int(value)]
        return str(value)

    def type_of(self, node: Expr) -> str:
        return type_of(self.program, node, self.context)

    def binding(self, local: int, domain: Expr) -> tuple[Infix, str]:
        """Inside a list operation: with a name for what it binds."""
        name = f"x{local}"
        kind = element(self.type_of(domain))
        return Infix(self.program, self.context.bind(local, name, kind), self.known, self.labels), name

    def range_name(self, first: int, count: int) -> str:
        kinds = [(kind.first, kind.count, kind.name) for kind in self.program.kinds]
        zones = [(zone.first, zone.count, zone.name) for zone in self.program.zones]
        for start, length, name in (*kinds, *zones):
            if (start, length) == (first, count):
                return name
        if (first, count) == self.program.pieces:
            return "pieces"
        if (first, count) == self.program.places:
            return "places"
        return "nothing" if not count else f"{self._entity(first)}..{self._entity(first + count - 1)}"

    def _entity(self, number: int) -> str:
        names = self.program.labels if self.labels else self.program.names
        return names[number] if 0 <= number < len(names) else f"entity {number}"

    def _read(self, node: Expr, name: str) -> str:
        if (node[0], node[1]) in self.known:
            return self.constant(self.known[node[0], node[1]], self.type_of(node))
        return name

    def _list(self, nodes: tuple[Expr, ...], types: tuple[str, ...] = ()) -> str:
        kinds = (*types, *([""] * len(nodes)))
        shown = ["_" if node == ("any",) else self.show(node, kind) for node, kind in zip(nodes, kinds, strict=False)]
        return ", ".join(shown)

    def call(self, name: str, nodes: tuple[Expr, ...], types: tuple[str, ...] = ()) -> str:
        """A name with its arguments; `types` are those of its parameters."""
        plain = tuple(plain_type(self.program, kind) for kind in types)
        return f"{name}({self._list(nodes, plain)})"

    def _show(self, node: Expr, wanted: str) -> tuple[str, int]:
        operation = node[0]
        if operation == "const":
            text = self.constant(node[1], wanted)
            return text, UNARY if text.startswith("-") else ATOM
        if operation in _BINARY:
            return self._binary(node)
        if self.labels and operation in ("contents", "indices"):
            return self._show(node[1], "entity" if operation == "contents" else "")
        if self.labels and operation in _ATTRIBUTES:
            kind = "entity" if operation in _OF_ENTITIES else ""
            return f"{self.show(node[1], kind, ATOM)}.{_ATTRIBUTES[operation]}", ATOM
        if self.labels and operation in _FUNCTIONS:
            return f"{_FUNCTIONS[operation]}({self._pairwise(node)})", ATOM
        if operation in _CALLS:
            return f"{operation}({self._pairwise(node)})", ATOM
        method = getattr(self, f"_show_{operation}", None)
        if method is not None:
            found: tuple[str, int] = method(node, wanted)
            return found
        return self._comprehension(node)

    def _binary(self, node: Expr) -> tuple[str, int]:
        sign, binds, left, right = _BINARY[node[0]]
        if self.labels and node[0] == "lies":
            sign = "in"
        first, second = self._kinds(node[1], node[2]) if node[0] in _TYPED_PAIRS else ("", "")
        if node[0] == "lies":
            first = second = "entity"
        if node[0] == "in":
            first, second = element(self.type_of(node[2])), f"list of {self.type_of(node[1])}"
        return f"{self.show(node[1], first, left)} {sign} {self.show(node[2], second, right)}", binds

    def _kinds(self, left: Expr, right: Expr) -> tuple[str, str]:
        return self.type_of(right), self.type_of(left)

    def _pairwise(self, node: Expr) -> str:
        if node[0] in _TYPED_PAIRS:
            return self._list(node[1:], self._kinds(node[1], node[2]))
        if node[0] == "without":
            return self._list(node[1:], ("", element(self.type_of(node[1]))))
        return self._list(node[1:], ("entity",) if node[0] in _OF_ENTITIES else ())

    def _show_slot(self, node: Expr, wanted: str) -> tuple[str, int]:
        slots = self.context.slots
        return self._read(node, slots[node[1]] if node[1] < len(slots) else f"slot{node[1]}"), ATOM

    def _show_local(self, node: Expr, wanted: str) -> tuple[str, int]:
        return self._read(node, self.context.locals.get(node[1], f"x{node[1]}")), ATOM

    def _show_outer(self, node: Expr, wanted: str) -> tuple[str, int]:
        function = self.program.functions[node[1]]
        return f"{function.name}.{function.slots[node[2]]}", ATOM

    def _show_global(self, node: Expr, wanted: str) -> tuple[str, int]:
        return self.program.columns[node[1]].name, ATOM

    def _show_prop(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"{self.show(node[2], 'entity', ATOM)}.{self.program.columns[node[1]].name}", ATOM

    def _show_neg(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"-{self.show(node[1], '', ATOM)}", UNARY

    def _show_not(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"not {self.show(node[1], 'flag', NOT)}", NOT

    def _show_if(self, node: Expr, wanted: str) -> tuple[str, int]:
        first, second = self._kinds(node[2], node[3])
        test = self.show(node[1], "flag")
        return f"if {test} then {self.show(node[2], wanted or first)} else {self.show(node[3], wanted or second)}", OPEN

    def _show_value(self, node: Expr, wanted: str) -> tuple[str, int]:
        value = self.program.values[node[1]]
        return (self.call(value.name, node[2:], value.param_types) if node[2:] else value.name), ATOM

    def _show_printed(self, node: Expr, wanted: str) -> tuple[str, int]:
        value = self.program.values[node[1]]
        return f"printed {self.call(value.name, node[2:], value.param_types)}", ATOM

    def _show_table(self, node: Expr, wanted: str) -> tuple[str, int]:
        return self.call(self.program.tables[node[1]].name, node[2:]), ATOM

    def _show_is(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"{self.show(node[1], 'entity', SUM)} is {self.range_name(node[2], node[3])}", COMPARISON

    def _show_place(self, node: Expr, wanted: str) -> tuple[str, int]:
        zone = self.program.zones[node[1]]
        return (f"{zone.name}({self._keys(node)})" if node[2:] else zone.name), ATOM

    _show_places = _show_place

    def _keys(self, node: Expr) -> str:
        zone = self.program.zones[node[1]]
        types = tuple("entity" if at == zone.owner_key else "" for at in range(len(zone.keys)))
        return self._list(node[2:], types)

    def _show_key(self, node: Expr, wanted: str) -> tuple[str, int]:
        zone = self.program.zones[node[1]]
        return f"{zone.keys[node[2]][0]} of {zone.name}({self.show(node[3], 'entity')})", ATOM

    def _show_can(self, node: Expr, wanted: str) -> tuple[str, int]:
        function = self.program.functions[node[1]]
        return f"can {self.call(function.name, node[2:], ('entity', *function.param_types))}", ATOM

    def _show_tagged(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"event is tag {node[1]}", COMPARISON

    def _show_fizzled(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"{self.program.functions[node[1]].name} fizzled", COMPARISON

    def _show_running(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"{self.program.functions[node[1]].name} is running", COMPARISON

    def _show_range(self, node: Expr, wanted: str) -> tuple[str, int]:
        return f"{self.show(node[1], '', SUM)}..{self.show(node[2], '', SUM)}", COMPARISON

    def _show_entities(self, node: Expr, wanted: str) -> tuple[str, int]:
        return self.range_name(node[1], node[2]), ATOM

    def _show_players(self, node: Expr, wanted: str) -> tuple[str, int]:
        return "players", ATOM

    def _show_winners(self, node: Expr, wanted: str) -> tuple[str, int]:
        return "winners", ATOM

    def _show_list(self, node: Expr, wanted: str) -> tuple[str, int]:
        kind = element(self.type_of(node)) or element(wanted)
        return f"[{self._list(node[1:], (kind,) * (len(node) - 1))}]", ATOM

    def _show_relation(self, node: Expr, wanted: str) -> tuple[str, int]:
        return self.call(self.program.relations[node[1]].name, node[2:], ("entity",)), ATOM

    def _comprehension(self, node: Expr) -> tuple[str, int]:
        """The operations that bind a local."""
        operation, local, domain, inner = node
        inside, name = self.binding(local, domain)
        over = f"{name} in {self.show(domain, '', SUM)}"
        if operation == "sort":
            return f"list {over} by {inside.ordering(inner)}", OPEN
        text = inside.show(inner)
        if operation == "filter":
            return f"list {over} where {text}", OPEN
        if operation == "map":
            return f"list of {text} for {over}", OPEN
        if operation in ("sum", "most", "least"):
            return f"{operation} of {text} for {over}", OPEN
        return f"{operation} {over} {'has' if operation == 'every' else 'where'} {text}", OPEN

    def ordering(self, keys: tuple[tuple[Expr, Any], ...]) -> str:
        shown = [self.show(key, "", SUM) + (" descending" if descending else "") for key, descending in keys]
        return " then by ".join(shown) or "nothing"
