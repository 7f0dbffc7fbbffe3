"""Effects, actions, phases, and the rules that wait for them."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.reductions import (
    Children,
    of_class,
    tokens_of,
)
from rulewright.interpreter.syntax.building.values import Values


class Deeds(Values):
    def callable_(self, c: Children) -> nodes.Callable:
        word = str(c[0])
        params = next((x for x in c if isinstance(x, list)), [])
        body = c[-1]
        names = tokens_of(c, "NAME")
        name = self.name_of(names[0]) if names else nodes.Name("game", self.token_span(c[0]))
        return nodes.Callable(word, name, self.label(c), tuple(params), self.text_of(c[:-1]), body, **self.head(c))

    effect = action = phase = game = callable_

    def rule_(self, stage: str, c: Children, phase: bool = False) -> nodes.Rule:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        patterns = [x for x in c if isinstance(x, list)]
        clauses: dict[str, Any] = {x[0]: x[1] for x in c[:-1] if isinstance(x, tuple)}
        offer, asking = clauses.get("may", (None, None))
        self.only_once("rule", [x[0] for x in c[:-1] if isinstance(x, tuple)], c)
        expressions = of_class(c[:-1], nodes.Expr)
        window = names[0] if stage == "during" else None
        target = None if stage == "whenever" else names[1] if stage == "during" else names[0]
        return nodes.Rule(
            stage, phase, target, window, tuple(patterns[0]) if patterns else None,
            expressions[0] if stage == "whenever" else None, clauses.get("if"), clauses.get("from"),
            clauses.get("once"), offer, asking, clauses.get("printed", ()), "again" in clauses, clauses.get("as"),
            c[-1], **self.head(c),
        )  # fmt: skip

    def before(self, c: Children) -> nodes.Rule:
        return self.rule_("before", c)

    def after(self, c: Children) -> nodes.Rule:
        return self.rule_("after", c)

    def instead(self, c: Children) -> nodes.Rule:
        return self.rule_("instead", c)

    def during(self, c: Children) -> nodes.Rule:
        return self.rule_("during", c)

    def at_start(self, c: Children) -> nodes.Rule:
        return self.rule_("before", c, phase=True)

    def at_end(self, c: Children) -> nodes.Rule:
        return self.rule_("after", c, phase=True)

    def whenever(self, c: Children) -> nodes.Rule:
        return self.rule_("whenever", c)

    def rule_if(self, c: Children) -> tuple[Any, ...]:
        return ("if", c[-1])

    def rule_from(self, c: Children) -> tuple[Any, ...]:
        return ("from", self.first_name(c))

    def rule_once(self, c: Children) -> tuple[Any, ...]:
        keys = of_class(c, nodes.Expr)
        return ("once", nodes.Once(self.first_name(c), keys[0] if keys else None))

    def rule_may(self, c: Children) -> tuple[Any, ...]:
        return ("may", (self.label(c), next((x[1] for x in c if isinstance(x, tuple)), None)))

    def rule_printed(self, c: Children) -> tuple[Any, ...]:
        return ("printed", tuple(self.name_of(token) for token in tokens_of(c, "NAME")))

    def rule_again(self, c: Children) -> tuple[Any, ...]:
        return ("again", True)

    def rule_name(self, c: Children) -> tuple[Any, ...]:
        return ("as", self.first_name(c))

    def body(self, c: Children) -> nodes.Body:
        return tuple(of_class(c, nodes.Statement))
