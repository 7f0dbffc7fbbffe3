"""Enums, dice, kinds, pieces, zones, boards, tables, states, types."""

from __future__ import annotations

from typing import Any

from lark import Token

from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.building.reductions import (
    Children,
    Reductions,
    of_class,
    tokens_of,
)

TRAITS = {
    "ordered": "ordered",
    "face_up": "face",
    "face_down": "face",
    "top_seen": "face",
    "capacity": "at most",
    "seen_by": "seen by",
}  # of a zone, in words


class Things(Reductions):
    def enum(self, c: Children) -> nodes.Enum:
        return nodes.Enum(self.first_name(c, "KIND"), tuple(of_class(c, nodes.Labelled)), **self.head(c))

    def die(self, c: Children) -> nodes.Die:
        return nodes.Die(self.first_name(c), self.label(c), tuple(of_class(c, nodes.Labelled)), **self.head(c))

    def face(self, c: Children) -> nodes.Labelled:
        numbers = tokens_of(c, "NUMBER")
        return nodes.Labelled(self.first_name(c), self.label(c), int(numbers[0]) if numbers else 1)

    def kind(self, c: Children) -> nodes.Kind:
        names = [self.name_of(t) for t in tokens_of(c, "KIND")]
        sides = [line[1] for line in c if isinstance(line, tuple) and line[0] == "sides"]
        backs = [line[2] for line in c if isinstance(line, tuple) and line[0] == "sides"]
        works = [line[1] for line in c if isinstance(line, tuple) and line[0] == "works"]
        starts = of_class(c, nodes.Starts)
        self.only_once("kind", ["sides"] * len(sides) + ["works"] * len(works) + ["starts"] * len(starts), c)
        head = self.head(c)
        # Where its pieces start is a line of its own, but no node: its citation is the kind's.
        head["cite"] = (*head["cite"], *(cited for line in starts for cited in line.cite))
        return nodes.Kind(
            names[0],
            self.label(c),
            names[1] if len(names) > 1 else None,
            tuple(of_class(c, nodes.Property)),
            tuple(of_class(c, nodes.State)),
            tuple(of_class(c, nodes.Labelled)),
            sides[0] if sides else (),
            backs[0] if backs else None,
            works[0] if works else None,
            starts[0].zone if starts else None,
            **head,
        )

    def property(self, c: Children) -> nodes.Property:
        default = of_class(c, nodes.Expr)
        return nodes.Property(
            self.first_name(c), of_class(c, nodes.Type)[0], default[0] if default else None, False, **self.head(c)
        )

    def back_property(self, c: Children) -> nodes.Property:
        default = of_class(c, nodes.Expr)
        return nodes.Property(
            self.first_name(c), of_class(c, nodes.Type)[0], default[0] if default else None, True, **self.head(c)
        )

    def part_line(self, c: Children) -> nodes.Labelled:
        return nodes.Labelled(self.first_name(c), self.label(c))

    def sides(self, c: Children) -> tuple[Any, ...]:
        sides = tuple(of_class(c, nodes.Labelled))
        return ("sides", sides, sides[-1].name if tokens_of(c, "K_BACK") else None)

    def works(self, c: Children) -> tuple[Any, ...]:
        return ("works", tuple(self.name_of(t) for t in tokens_of(c, "NAME")))

    def starts(self, c: Children) -> nodes.Starts:
        return nodes.Starts(of_class(c, nodes.Expr)[0], **self.head(c))

    def state(self, c: Children) -> nodes.State:
        initial = of_class(c, nodes.Expr)
        return nodes.State(
            self.first_name(c), self.label(c), self.owner_of(c), of_class(c, nodes.Type)[0],
            initial[0] if initial else None, self.seen_of(c), **self.head(c),
        )  # fmt: skip

    def owner_of(self, c: Children) -> nodes.Name | None:
        for index, child in enumerate(c):
            if isinstance(child, Token) and child.type == "K_OF":
                return self.name_of(c[index + 1])
        return None

    def seen_of(self, c: Children) -> tuple[nodes.Name, ...]:
        return next((line[1] for line in c if isinstance(line, tuple) and line[0] == "seen"), ())

    def seen(self, c: Children) -> tuple[Any, ...]:
        return ("seen", tuple(self.name_of(t) for t in tokens_of(c, "NAME")))

    def ordered(self, c: Children) -> tuple[Any, ...]:
        return ("ordered",)

    def face_down(self, c: Children) -> tuple[Any, ...]:
        return ("face_down",)

    def top_seen(self, c: Children) -> tuple[Any, ...]:
        return ("top_seen",)

    def face_up(self, c: Children) -> tuple[Any, ...]:
        return ("face_up",)

    def capacity(self, c: Children) -> tuple[Any, ...]:
        return ("capacity", int(tokens_of(c, "NUMBER")[0]))

    def seen_by(self, c: Children) -> tuple[Any, ...]:
        return ("seen_by", self.first_name(c))

    def zone(self, c: Children) -> nodes.Zone:
        return self.make_zone(c, next((x for x in c if isinstance(x, list)), []))

    def make_zone(self, c: Children, params: list[nodes.Param]) -> nodes.Zone:
        traits = {line[0]: line for line in c if isinstance(line, tuple)}
        self.only_once("zone", [TRAITS[line[0]] for line in c if isinstance(line, tuple)], c)
        return nodes.Zone(
            self.first_name(c),
            self.label(c),
            tuple(params),
            tuple(self.name_of(t) for t in tokens_of(c, "KIND")),
            "ordered" in traits,
            "face_down" in traits,
            "top_seen" in traits,
            traits["seen_by"][1] if "seen_by" in traits else None,
            traits["capacity"][1] if "capacity" in traits else None,
            **self.head(c),
        )

    def board(self, c: Children) -> nodes.Board:
        numbers = [int(t) for t in tokens_of(c, "NUMBER")]
        return nodes.Board(
            self.make_zone(c, []),
            numbers[0],
            numbers[1],
            tuple(of_class(c, nodes.State)),
            tuple(of_class(c, nodes.Lines)),
            **self.head(c),
        )

    def lines(self, c: Children) -> nodes.Lines:
        numbers = tokens_of(c, "NUMBER")
        forms = [t for t in c if isinstance(t, Token) and t.type in ("K_VERTICAL", "K_HORIZONTAL", "K_DIAGONAL")]
        return nodes.Lines(
            self.first_name(c),
            self.label(c),
            str(forms[0]) if forms else "",
            int(numbers[0]) if numbers else 0,
            **self.head(c),
        )

    def table(self, c: Children) -> nodes.Table:
        rows = tuple(line[1] for line in c if isinstance(line, tuple) and line[0] == "row")
        params = next(x for x in c if isinstance(x, list))
        return nodes.Table(
            self.first_name(c), self.label(c), tuple(params), of_class(c, nodes.Type)[0], rows, **self.head(c)
        )

    def row(self, c: Children) -> tuple[Any, ...]:
        cells = of_class(c, nodes.Expr)
        return ("row", (cells[0], tuple(cells[1:])))

    def piece(self, c: Children) -> nodes.Piece:
        numbers = tokens_of(c, "NUMBER")
        return nodes.Piece(
            self.first_name(c, "KIND"),
            self.first_name(c),
            self.label(c),
            int(numbers[0]) if numbers else 1,
            tuple(of_class(c, nodes.Declaration)),
            **self.head(c),
        )

    def short_property(self, c: Children) -> nodes.GivenProperty:
        return nodes.GivenProperty(self.first_name(c), of_class(c, nodes.Expr)[0], span=self.span(c))

    def given_property(self, c: Children) -> nodes.GivenProperty:
        return nodes.GivenProperty(self.first_name(c), of_class(c, nodes.Expr)[0], **self.head(c))

    def part_body(self, c: Children) -> nodes.PartBody:
        return nodes.PartBody(self.first_name(c), c[-1], **self.head(c))

    def side_block(self, c: Children) -> nodes.SideBlock:
        return nodes.SideBlock(self.first_name(c), tuple(of_class(c, nodes.Declaration)), **self.head(c))

    def flavour(self, c: Children) -> nodes.Flavour:
        return nodes.Flavour(self.label(c), **self.head(c))

    def type(self, c: Children, optional: bool = False, many: bool = False) -> nodes.Type:
        inner = next(x for x in c if not (isinstance(x, Token) and x.type.startswith("K_")))
        if isinstance(inner, nodes.Type):
            return nodes.Type(inner.name, optional, many, inner.bounds, self.span(c))
        return nodes.Type(str(inner), optional, many, None, self.span(c))

    def optional_type(self, c: Children) -> nodes.Type:
        return self.type(c, optional=True)

    def list_type(self, c: Children) -> nodes.Type:
        return self.type(c, many=True)

    def bounds(self, c: Children) -> nodes.Type:
        low, high = (x for x in c if isinstance(x, nodes.Number))
        return nodes.Type("number", False, False, (low.value, high.value), self.span(c))

    def sign_number(self, c: Children) -> nodes.Number:
        value = int(tokens_of(c, "NUMBER")[0])
        return nodes.Number(-value if tokens_of(c, "MINUS") else value, span=self.span(c))

    def params(self, c: Children) -> list[nodes.Param]:
        return of_class(c, nodes.Param)

    def param(self, c: Children) -> nodes.Param:
        return nodes.Param(self.first_name(c, "ARGNAME"), of_class(c, nodes.Type)[0])
