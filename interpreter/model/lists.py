"""What can be gone through: lists, ranges, places, kinds; with a filter and an order, and what is asked of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import SPOKEN_FOR
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import FLAG, NUMBER, UNKNOWN, Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from rulewright.interpreter.model.expressions import Expressions, Typed


class Lists:
    def __init__(self, expressions: Expressions) -> None:
        self.ex = expressions
        self.model = expressions.model
        self.findings = expressions.findings

    def literal(self, node: nodes.ListLiteral, scope: Scope, wanted: Type | None) -> Typed:
        items: list[Expr] = []
        element = UNKNOWN
        for item in node.items:
            ir, type = self.ex.expr(
                item,
                scope,
                self.ex.enum_of(element) or (wanted.one if wanted is not None and wanted.base == "enum" else None),
            )
            if type.base == element.base == "piece" and not type.many:
                element = Type("piece", self.model.common_kind(type.name, element.name), optional=element.optional)
            elif type.many or not self.model.comparable(type, element):
                self.ex.wrong_type(item.span, type, element)
            element = type if element.base in ("unknown", "none") else element
            items.append(ir)
        if not items and wanted is not None:
            element = wanted.one
        return ("list", *items), element.list

    def range(self, node: nodes.Range, scope: Scope) -> Typed:
        return ("range", self.ex.number(node.low, scope), self.ex.number(node.high, scope)), Type("number", many=True)

    def listed(self, ir: Expr, type: Type, span: Span) -> Typed:
        """What can be gone through, and what it holds: a list, a place's pieces, a line's cells, a pool's dice."""
        if type.base == "die" and type.many and type.pool is None:
            return ("indices", ir), Type("die", type.name, pool=ir)
        if type.many or type.base == "unknown":
            return ir, type.one
        if type.base == "place":
            return ("contents", ir), Type("piece", self.held(type))
        if type.base == "line":
            lines = self.model.names[type.name]
            assert isinstance(lines, things.Lines)
            return ("relation", lines.cells, ir), Type("place", lines.board.name)
        self.findings.error(
            "wrong-type",
            span,
            f"I need something with several members here, but this is {self.ex.described(type)}.",
            "A zone, a board, a kind, an enum, `players`, a list or a range such as 1..3 will do.",
        )
        return ("list",), UNKNOWN

    def held(self, type: Type) -> str:
        """The kind of the pieces in a place, "" where several or any."""
        zone = self.model.names.get(type.name)
        if isinstance(zone, things.Zone) and len(zone.node.holds) == 1:
            return zone.node.holds[0].text if zone.node.holds[0].text in self.model.kinds else ""
        return ""

    def domain(self, node: nodes.Expr, scope: Scope) -> Typed:
        """The list that a domain means, and the type of its members."""
        ir, type = self.ex.expr(node, scope)
        return self.listed(ir, type, node.span)

    def filtered(
        self,
        domain: nodes.Expr,
        binder: nodes.Name,
        where: nodes.Expr | None,
        order: tuple[nodes.OrderKey, ...],
        scope: Scope,
    ) -> tuple[Expr, Scope, int, Type]:
        """A domain with its filter and order; a scope in which the binder is bound, its local and its type."""
        listed, element = self.domain(domain, scope)
        inner = scope.child()
        if binder.text in SPOKEN_FOR:
            self.model.built_in_name(binder)
        local = inner.local(binder.text, element, binder.span)
        if where is not None:
            listed = ("filter", local, listed, self.ex.condition(where, inner))
            inner = self.ex.narrowed(where, inner)
            element = (inner.find(binder.text) or things.Variable(("local", local), element)).type
        if order:
            listed = ("sort", local, listed, self.order(order, inner))
        return listed, inner, local, element

    def order(self, keys: tuple[nodes.OrderKey, ...], scope: Scope) -> tuple[tuple[Expr, int], ...]:
        found = []
        for key in keys:
            ir, type = self.ex.expr(key.by, scope)
            if type.many or type.base == "none":
                self.ex.wrong_type(key.by.span, type, NUMBER)
            found.append((ir, int(key.descending)))
        return tuple(found)

    def member(self, listed: Expr, position: Expr, element: Type) -> Typed:
        """One of a list by its position. Where there is none, numbers and flags have nothing to say so: a fault."""
        if element.never_none:
            return ("member", listed, position), element
        return ("nth", listed, position), evolve(element, optional=True)

    def quantified(self, node: nodes.Quantifier, scope: Scope) -> Typed:
        listed, inner, local, element = self.filtered(node.domain, node.binder, node.where, node.order, scope)
        match node.word:
            case "count":
                return ("count", listed), NUMBER
            case "sum" | "most" | "least":
                assert node.result is not None
                return (node.word, local, listed, self.ex.number(node.result, inner)), NUMBER
            case "every":
                assert node.result is not None
                return ("every", local, listed, self.ex.condition(node.result, inner)), FLAG
            case "some":
                if listed[0] == "filter" and listed[1] == local:
                    return ("some", local, listed[2], listed[3]), FLAG
                return ("gt", ("count", listed), ("const", 0)), FLAG
            case "first" | "last":
                if listed[0] == "filter" and listed[1] == local and not element.never_none:
                    walked = ("reverse", listed[2]) if node.word == "last" else listed[2]
                    return ("first", local, walked, listed[3]), evolve(element, optional=True)
                return self.member(("reverse", listed) if node.word == "last" else listed, ("const", 1), element)
            case "map":
                assert node.result is not None
                ir, type = self.ex.expr(node.result, inner)
                if type.many:
                    self.findings.error("wrong-type", node.result.span, "A list of lists cannot be.")
                return ("map", local, listed, ir), type.list
        return listed, element.list
