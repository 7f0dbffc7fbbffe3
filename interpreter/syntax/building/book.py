"""The head of a rulebook."""

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


class Book(Reductions):
    def book(self, c: Children) -> nodes.Book:
        self.only_once("rulebook", [line[0] for line in c if isinstance(line, tuple) and line[0] == "players"], c)
        least, most, seats, uses, includes, sides = 2, 2, (), [], [], []
        for line in c:
            if isinstance(line, tuple):
                if line[0] == "players":
                    _, least, most, seats = line
                elif line[0] == "use":
                    uses.extend(line[1])
                elif line[0] == "include":
                    includes.append(line[1])
                elif line[0] == "side":
                    sides.append(line[1:])
        return nodes.Book(
            self.first_name(c),
            self.label(c),
            least,
            most,
            tuple(seats),
            tuple(uses),
            tuple(includes),
            tuple(sides),
            **self.head(c),
        )

    def players(self, c: Children) -> tuple[Any, ...]:
        seats = tuple(of_class(c, nodes.Labelled))
        if seats:
            return ("players", len(seats), len(seats), seats)
        numbers = [int(t) for t in tokens_of(c, "NUMBER")]
        return ("players", numbers[0], numbers[-1], ())

    def seat(self, c: Children) -> nodes.Labelled:
        return nodes.Labelled(self.first_name(c), self.label(c))

    def use(self, c: Children) -> tuple[Any, ...]:
        return ("use", of_class(c, nodes.Name))

    def path(self, c: Children) -> nodes.Name:
        names = tokens_of(c, "NAME")
        return nodes.Name(".".join(str(t) for t in names), self.token_span(names[0]).to(self.token_span(names[-1])))

    def include(self, c: Children) -> tuple[Any, ...]:
        text = tokens_of(c, "STRING")[0]
        return ("include", nodes.Name(words(text), self.token_span(text)))

    def include_line(self, c: Children) -> nodes.Include:
        _, name = c[0]
        return nodes.Include(name, span=name.span, cite=self.cite(name.span.line))

    def side_line(self, c: Children) -> tuple[Any, ...]:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        return ("side", nodes.Labelled(names[0], self.label(c)), tuple(names[1:]))
