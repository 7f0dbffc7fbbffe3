"""Which expressions may read something that not everybody knows: found once for a program, before it runs.

Too much may be found, since the audit (audit.py) looks again, at the game as it is; too little never.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import define, field

from rulewright.interpreter.ir.meaning import plain_type, slot_types
from rulewright.interpreter.ir.operations import walk
from rulewright.interpreter.ir.program import Column, Expr, PrefixItem, Program, Site

_OF_A_PIECE = ("is", "in", "lies", "at", "owner", "controller", "relation")  # with where their piece stands
_HANDED_ON = ("local", "top", "bottom", "nth", "first", "if", "min", "max")


@define(eq=False, slots=False)
class HiddenReads:
    program: Program
    _values: dict[int, bool] = field(factory=dict)
    _prefixes: dict[int, bool] = field(factory=dict)

    @cached_property
    def pieces(self) -> bool:
        """Whether any piece can lie where not everybody sees it."""
        return any(zone.seen != "all" for zone in self.program.zones)

    @cached_property
    def anything(self) -> bool:
        return self.pieces or any(self._secret(column) for column in self.program.columns)

    @cached_property
    def _slot_types(self) -> tuple[tuple[str, ...], ...]:
        return tuple(slot_types(self.program, function) for function in self.program.functions)

    def _secret(self, column: Column) -> bool:
        return not column.constant and column.seen not in ("all", "holder")

    def any(self, expressions: Iterable[Expr], function: int) -> bool:
        return self.anything and any(self._reads(node, function) for e in expressions for node in walk(e))

    def question(self, site: Site) -> bool:
        """Whether it may depend on something hidden what can be chosen."""
        if not self.anything:
            return False
        if site.form == "choose":
            function = self.program.functions[site.function]
            rest = function.prefix[site.prefix_at :] if site.prefix_at >= 0 else ()
            return self._chosen(site) or self._items(rest, site.function)
        if site.form == "ask":
            return self.any((option.test for option in site.alternatives), site.function)
        return any(self.any(item.args, site.function) or self._prefix(item.function) for item in site.menu)

    def _chosen(self, site: Site) -> bool:
        counts = (site.least, site.most) if site.many else ()
        return self.any((site.domain, *counts, *(where.test for where in site.wheres)), site.function)

    def _reads(self, node: Expr, function: int) -> bool:
        operation = node[0]
        if operation in ("global", "prop"):
            column = self.program.columns[node[1]]
            return self._secret(column) or (operation == "prop" and self._piece(node[2], function))
        if operation in ("eq", "ne"):
            return self._piece(node[1], function) and self._piece(node[2], function)
        if operation in _OF_A_PIECE:
            return self._piece(node[2] if operation == "relation" else node[1], function)
        if operation == "without":
            return self._piece(node[2], function)
        if operation in ("value", "printed"):
            return self._value(node[1])
        return operation == "can" and self._prefix(node[1])

    def _piece(self, e: Expr, function: int) -> bool:
        """Whether it may stand for a piece that somebody does not know."""
        if not self.pieces:
            return False
        program, operation = self.program, e[0]
        if operation == "const":
            return bool(program.pieces[0] <= e[1] < sum(program.pieces))
        if operation in ("slot", "outer"):
            kind = self._slot_types[function if operation == "slot" else e[1]][e[-1]] if function >= 0 else ""
            return kind in ("", "entity")
        if operation in ("global", "prop"):
            return program.columns[e[1]].type == "entity"
        if operation in ("value", "printed"):
            return plain_type(program, program.values[e[1]].type) in ("", "entity")
        return operation in _HANDED_ON

    def _value(self, number: int) -> bool:
        if number not in self._values:
            self._values[number] = False  # a value that needs itself is an error of its own
            value, modifiers = self.program.values[number], self.program.modifiers
            changing = [modifiers[m] for m in value.modifiers]
            self._values[number] = self.any(
                [value.body, *(e for each in changing for e in (each.guard, each.amount))], -1
            ) or (self.pieces and any(each.pieces for each in changing))
        return self._values[number]

    def _prefix(self, number: int) -> bool:
        if number not in self._prefixes:
            self._prefixes[number] = False
            self._prefixes[number] = self._items(self.program.functions[number].prefix, number)
        return self._prefixes[number]

    def _items(self, items: Iterable[PrefixItem], function: int) -> bool:
        return any(
            self._chosen(self.program.sites[item.site]) if item.form == "choose" else self.any((item.test,), function)
            for item in items
        )
