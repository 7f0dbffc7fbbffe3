"""Expressions."""

from __future__ import annotations

from typing import Any

from lark import Token

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.reductions import (
    Arguments,
    Child,
    Children,
    Reductions,
    of_class,
)


class Expressions(Reductions):
    def binary(self, c: Children) -> nodes.Expr:
        return nodes.Binary(str(c[1]), c[0], c[2], span=self.span(c))

    or_ = and_ = compare = member = arithmetic = binary

    def not_(self, c: Children) -> nodes.Expr:
        return nodes.Unary("not", c[1], span=self.span(c))

    def negative(self, c: Children) -> nodes.Expr:
        return nodes.Unary("-", c[1], span=self.span(c))

    def is_a(self, c: Children) -> nodes.Expr:
        return nodes.IsA(c[0], self.name_of(c[2]), False, span=self.span(c))

    def is_not(self, c: Children) -> nodes.Expr:
        return nodes.IsA(c[0], self.name_of(c[3]), True, span=self.span(c))

    def over(self, word: str, c: Children) -> nodes.Expr:
        """A quantifier whose binder comes first: `count m in hand(me) where …`."""
        body = (
            c[c.index(next(x for x in c if isinstance(x, Token) and x.type == "K_HAS")) + 1]
            if word == "every"
            else None
        )
        return nodes.Quantifier(
            word, self.first_name(c), c[3], self.where_of(c), body, self.order_of(c), span=self.span(c)
        )

    def of(self, word: str, c: Children) -> nodes.Expr:
        """A quantifier whose result comes first: `sum of f.weight for f in …`."""
        return nodes.Quantifier(word, self.first_name(c), c[6], self.where_of(c), c[2], (), span=self.span(c))

    def count(self, c: Children) -> nodes.Expr:
        return self.over("count", c)

    def some(self, c: Children) -> nodes.Expr:
        return self.over("some", c)

    def every(self, c: Children) -> nodes.Expr:
        return self.over("every", c)

    def first(self, c: Children) -> nodes.Expr:
        return self.over("first", c)

    def last(self, c: Children) -> nodes.Expr:
        return self.over("last", c)

    def list_of(self, c: Children) -> nodes.Expr:
        return self.over("list", c)

    def sum_of(self, c: Children) -> nodes.Expr:
        return self.of("sum", c)

    def most_of(self, c: Children) -> nodes.Expr:
        return self.of("most", c)

    def least_of(self, c: Children) -> nodes.Expr:
        return self.of("least", c)

    def map_of(self, c: Children) -> nodes.Expr:
        return self.of("map", c)

    def if_then(self, c: Children) -> nodes.Expr:
        return nodes.IfThen(c[1], c[3], c[5], span=self.span(c))

    def ordering(self, c: Children) -> tuple[Any, ...]:
        keys: list[nodes.OrderKey] = []
        for child in c:
            if isinstance(child, nodes.Expr):
                keys.append(nodes.OrderKey(child, False))
            elif child.type == "K_DESCENDING":
                keys[-1] = nodes.OrderKey(keys[-1].by, True)
        return ("by", tuple(keys))

    def order_of(self, c: Children) -> tuple[nodes.OrderKey, ...]:
        found = [x[1] for x in c if isinstance(x, tuple) and x and x[0] == "by"]
        return found[0] if found else ()

    def range(self, c: Children) -> nodes.Expr:
        return nodes.Range(c[0], c[2], span=self.span(c))

    def attribute(self, c: Children) -> nodes.Expr:
        return nodes.Attribute(c[0], self.name_of(c[2]), span=self.span(c))

    def number(self, c: Children) -> nodes.Expr:
        return nodes.Number(int(c[0]), span=self.token_span(c[0]))

    def name(self, c: Children) -> nodes.Expr:
        return nodes.Ref(str(c[0]), span=self.token_span(c[0]))

    kind_name = name

    def literal(self, c: Children) -> nodes.Expr:
        return nodes.Literal(str(c[0]), span=self.token_span(c[0]))

    none = yes = no = literal

    def call(self, c: Children) -> nodes.Expr:
        return nodes.Call(self.first_name(c), tuple(c[-1]), c[0].type == "K_PRINTED", span=self.span(c))

    printed = call

    def parenthesis(self, c: Children) -> nodes.Expr:
        return c[1]  # type: ignore[no-any-return]

    def list_literal(self, c: Children) -> nodes.Expr:
        return nodes.ListLiteral(tuple(of_class(c, nodes.Expr)), span=self.span(c))

    def call_args(self, c: Children) -> Arguments:
        args = [self.as_arg(x) for x in c if not isinstance(x, Token) or x.type == "ANYTHING"]
        return Arguments(args, self.span(c))

    def as_arg(self, child: Child) -> nodes.Arg:
        if isinstance(child, nodes.Arg):
            return child
        return nodes.Arg(None, "expr", child, None, child.span)

    def named_arg(self, c: Children) -> nodes.Arg:
        return nodes.Arg(str(c[0]), "expr", c[2], None, self.span(c))

    def binder(self, c: Children) -> nodes.Arg:
        return nodes.Arg(None, "binder", None, self.name_of(c[1]), self.span(c))

    def anything(self, c: Children) -> nodes.Arg:
        return nodes.Arg(None, "anything", None, None, self.token_span(c[0]))

    def where_of(self, c: Children) -> nodes.Expr | None:
        found = [x[1] for x in c if isinstance(x, tuple) and x and x[0] == "where"]
        return found[0] if found else None
