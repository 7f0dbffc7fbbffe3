"""Invariants, rulings and examples."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.reductions import (
    Children,
    Reductions,
    of_class,
    tokens_of,
    words,
)


class Notes(Reductions):
    def invariant(self, c: Children) -> nodes.Invariant:
        return nodes.Invariant(self.label(c), of_class(c, nodes.Expr)[0], **self.head(c))

    def note(self, c: Children) -> nodes.Note:
        text = " ".join(words(t) for t in tokens_of(c, "STRING"))
        return nodes.Note(str(c[0]), tuple(str(t) for t in tokens_of(c, "CITATION")), text, **self.head(c))

    def example(self, c: Children) -> nodes.Example:
        players = [x[1] for x in c if isinstance(x, tuple) and x[0] == "players"]
        self.only_once("example", ["players"] * len(players), c)
        return nodes.Example(
            self.label(c), players[0] if players else None, tuple(of_class(c, nodes.Section)), **self.head(c)
        )

    def example_players(self, c: Children) -> tuple[Any, ...]:
        return ("players", int(c[1]))

    def section(self, c: Children) -> nodes.Section:
        return nodes.Section(str(c[0]), tuple(of_class(c, nodes.Statement)), tuple(of_class(c, nodes.Expectation)))

    given = when = then = section

    def expect(self, c: Children) -> nodes.Expectation:
        return nodes.Expectation("expect", c[0], None, (), self.span(c))

    def may_choose(self, c: Children) -> nodes.Expectation:
        return nodes.Expectation("may_choose", None, self.first_name(c), tuple(of_class(c, nodes.Expr)), self.span(c))

    def may_not_choose(self, c: Children) -> nodes.Expectation:
        return nodes.Expectation(
            "may_not_choose", None, self.first_name(c), tuple(of_class(c, nodes.Expr)), self.span(c)
        )

    def sees(self, c: Children) -> nodes.Expectation:
        form = "sees_not" if tokens_of(c, "K_NOT") else "sees"
        return nodes.Expectation(form, of_class(c, nodes.Expr)[0], self.first_name(c), (), self.span(c))
