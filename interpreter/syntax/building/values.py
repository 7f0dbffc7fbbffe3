"""Values and what modifies them."""

from __future__ import annotations

from typing import Any

from lark import Token

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.expressions import Expressions
from rulewright.interpreter.syntax.building.reductions import (
    Children,
    of_class,
    tokens_of,
)


class Values(Expressions):
    def value(self, c: Children) -> nodes.Value:
        params = next((x for x in c if isinstance(x, list)), [])
        return nodes.Value(
            self.first_name(c), self.label(c), tuple(params), of_class(c, nodes.Type)[0], self.text_of(c),
            of_class(c, nodes.Expr)[-1], **self.head(c),
        )  # fmt: skip

    def text(self, c: Children) -> tuple[Any, ...]:
        return ("text", self.label(c))

    def text_of(self, c: Children) -> str:
        found = [x[1] for x in c if isinstance(x, tuple) and x and x[0] == "text"]
        return str(found[0]) if found else ""

    def modify_rule(self, c: Children) -> nodes.Modify:
        return of_class(c, nodes.Modify)[0]  # type: ignore[no-any-return]

    def modify(self, c: Children) -> nodes.Modify:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        patterns = [x for x in c if isinstance(x, list)]
        tests = of_class(c, nodes.Expr)
        op, amount = next(x for x in c if isinstance(x, tuple))
        return nodes.Modify(
            names[0], tuple(patterns[0]) if patterns else None, tests[0] if tests else None, op, amount,
            names[1] if len(names) > 1 else None, **self.head(c),
        )  # fmt: skip

    def change_set(self, c: Children) -> tuple[str, nodes.Expr]:
        return "set", c[-1]

    def change_add(self, c: Children) -> tuple[str, nodes.Expr]:
        return "add", c[-1]

    def change_multiply(self, c: Children) -> tuple[str, nodes.Expr]:
        return "multiply", c[-1]

    def change_least(self, c: Children) -> tuple[str, nodes.Expr]:
        return "at_least", c[-1]

    def change_most(self, c: Children) -> tuple[str, nodes.Expr]:
        return "at_most", c[-1]

    def pattern(self, c: Children) -> list[nodes.Arg]:
        return [self.as_arg(x) for x in c if not isinstance(x, Token)]
