"""From the parser's reductions to nodes: one method for each rule of the grammar, in the grammar's order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lark import Token, Transformer

from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes

Child = Any
Children = Sequence[Any]
TRAITS = {
    "ordered": "ordered",
    "face_up": "face",
    "face_down": "face",
    "capacity": "at most",
    "seen_by": "seen by",
}  # of a zone, in words
BEFORE_COMMENT = re.compile(r'(?:[^"#]|"[^"]*")*')


def tokens_of(children: Children, kind: str) -> list[Token]:
    return [child for child in children if isinstance(child, Token) and child.type == kind]


def of_class(children: Children, *classes: type) -> list[Any]:
    return [child for child in children if isinstance(child, classes)]


def words(token: Token | None) -> str:
    return str(token)[1:-1] if token is not None else ""


class Arguments(list[nodes.Arg]):
    """From parenthesis to parenthesis."""

    def __init__(self, args: Sequence[nodes.Arg], span: Span) -> None:
        super().__init__(args)
        self.span = span


class Build(Transformer):  # type: ignore[type-arg]
    """The parser calls it while it reduces; `begin` before each declaration."""

    def __init__(self, source: Source, citations: dict[int, tuple[str, ...]]) -> None:
        super().__init__()
        self.begin(source, citations)

    def begin(self, source: Source, citations: dict[int, tuple[str, ...]]) -> None:
        self.source = source
        self.citations = citations
        self.cited: set[int] = set()  # lines whose citation has found its node
        self.twice: list[tuple[Span, str, str]] = []  # what is said twice where it may be said once

    # --- places -----------------------------------------------------------------------------------------------------

    def token_span(self, token: Token) -> Span:
        return Span(self.source, token.line or 1, token.column or 1, token.line or 1, token.end_column or 1)

    def span(self, children: Children) -> Span:
        spans = [found for child in children if (found := self.span_of(child)) is not None]
        return spans[0].to(spans[-1]) if len(spans) > 1 else spans[0]

    def span_of(self, child: Child) -> Span | None:
        if isinstance(child, Token):
            return self.token_span(child) if not child.type.startswith("_") else None
        if isinstance(child, (list, tuple)) and not isinstance(child, Arguments):
            found = [each for each in map(self.span_of, child) if each is not None]
            return found[0].to(found[-1]) if found else None
        if isinstance(child, nodes.Labelled):
            return child.name.span
        return getattr(child, "span", None)

    def head(self, children: Children) -> dict[str, Any]:
        """The span of a declaration or statement is its first line's, and so is its citation."""
        span = self.head_span(children)
        return {"span": span, "cite": self.cite(span.line)}

    def head_span(self, children: Children) -> Span:
        whole = self.span(children)
        first = next(found for child in children if (found := self.span_of(child)) is not None)
        if whole.end_line != first.line:
            line = BEFORE_COMMENT.match(self.source.line(first.line))
            end = len(line.group().rstrip()) + 1 if line else 0
            whole = Span(self.source, first.line, first.column, first.line, max(end, first.column + 1))
        return whole

    def cite(self, line: int) -> tuple[str, ...]:
        self.cited.add(line)
        return self.citations.get(line, ())

    def only_once(self, where: str, said: Sequence[str], children: Children) -> None:
        for word in sorted({word for word in said if said.count(word) > 1}):
            self.twice.append((self.head_span(children), f"`{word}`", where))

    def name_of(self, token: Token) -> nodes.Name:
        return nodes.Name(str(token), self.token_span(token))

    def first_name(self, children: Children, kind: str = "NAME") -> nodes.Name:
        return self.name_of(tokens_of(children, kind)[0])

    def label(self, children: Children) -> str:
        found = tokens_of(children, "STRING")
        return words(found[0]) if found else ""

    # --- the book ---------------------------------------------------------------------------------------------------

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

    # --- variants ---------------------------------------------------------------------------------------------------

    def variant(self, c: Children) -> nodes.Variant:
        players, uses, includes, others, prefers = None, [], [], [], []
        for line in c:
            if isinstance(line, tuple):
                if line[0] == "players":
                    players = line[1:]
                elif line[0] == "use":
                    uses.extend(line[1])
                elif line[0] == "include":
                    includes.append(line[1])
                elif line[0] == "with":
                    others.extend(line[1])
            elif isinstance(line, nodes.Prefer):
                prefers.append(line)
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        return nodes.Variant(
            names[0],
            names[1],
            self.label(c),
            players,
            tuple(uses),
            tuple(includes),
            tuple(others),
            tuple(prefers),
            **self.head(c),
        )

    def with_line(self, c: Children) -> tuple[Any, ...]:
        return ("with", [self.name_of(t) for t in tokens_of(c, "NAME")])

    def prefer(self, c: Children) -> nodes.Prefer:
        winner, loser = (self.name_of(t) for t in tokens_of(c, "NAME"))
        return nodes.Prefer(winner, loser)

    def replace(self, c: Children) -> nodes.Replace:
        return nodes.Replace(c[1], **self.head(c))

    def addition(self, c: Children) -> nodes.Addition:
        return nodes.Addition(c[1], **self.head(c))

    def remove(self, c: Children) -> nodes.Remove:
        name = c[2]
        text = words(name) if name.type == "STRING" else str(name)
        return nodes.Remove(str(c[1]), nodes.Name(text, self.token_span(name)), **self.head(c))

    def removed(self, c: Children) -> tuple[Any, ...]:
        return ("removed", self.first_name(c))

    def removed_of(self, c: Children) -> tuple[nodes.Name, ...]:
        return tuple(line[1] for line in c if isinstance(line, tuple) and line and line[0] == "removed")

    def change_piece(self, c: Children) -> nodes.ChangePiece:
        numbers = tokens_of(c, "NUMBER")
        return nodes.ChangePiece(
            self.first_name(c, "KIND"),
            self.first_name(c),
            self.label(c),
            int(numbers[0]) if numbers else None,
            tuple(of_class(c, nodes.Declaration)),
            self.removed_of(c),
            **self.head(c),
        )

    def change_kind(self, c: Children) -> nodes.ChangeKind:
        return nodes.ChangeKind(self.kind(c), **self.head(c))

    def added(self, c: Children) -> nodes.Added:
        return nodes.Added(self.name_of(c[3]), c[1], **self.head(c))

    def change_zone(self, c: Children) -> nodes.ChangeZone:
        said = tuple(TRAITS[line[0]] for line in c if isinstance(line, tuple))
        return nodes.ChangeZone(self.zone(c), said, False, None, (), (), **self.head(c))

    def change_board(self, c: Children) -> nodes.ChangeZone:
        said = tuple(TRAITS[line[0]] for line in c if isinstance(line, tuple))
        numbers = [int(t) for t in tokens_of(c, "NUMBER")]
        return nodes.ChangeZone(
            self.make_zone(c, []),
            said,
            True,
            (numbers[0], numbers[1]) if numbers else None,
            tuple(of_class(c, nodes.State)),
            tuple(of_class(c, nodes.Lines)),
            **self.head(c),
        )

    def change_state(self, c: Children) -> nodes.ChangeState:
        initial = of_class(c, nodes.Expr)
        return nodes.ChangeState(
            self.first_name(c),
            self.owner_of(c),
            self.label(c),
            next(iter(of_class(c, nodes.Type)), None),
            initial[0] if initial else None,
            self.seen_of(c),
            **self.head(c),
        )

    def change_value(self, c: Children) -> nodes.ChangeValue:
        body = of_class(c, nodes.Expr)
        return nodes.ChangeValue(
            self.first_name(c), self.label(c), self.text_of(c), body[0] if body else None, **self.head(c)
        )

    def change_option(self, c: Children) -> nodes.ChangeOption:
        default = of_class(c, nodes.Expr)
        return nodes.ChangeOption(
            self.first_name(c),
            self.label(c),
            next(iter(of_class(c, nodes.Type)), None),
            default[-1] if default else None,
            **self.head(c),
        )

    def change_enum(self, c: Children) -> nodes.ChangeEnum:
        return nodes.ChangeEnum(self.enum(c), **self.head(c))

    def change_die(self, c: Children) -> nodes.ChangeDie:
        return nodes.ChangeDie(self.die(c), **self.head(c))

    def change_words(self, c: Children) -> nodes.ChangeWords:
        old, new = tokens_of(c, "STRING")
        return nodes.ChangeWords(nodes.Name(words(old), self.token_span(old)), words(new), **self.head(c))

    def change_table(self, c: Children) -> nodes.ChangeTable:
        rows = tuple(line[1] for line in c if isinstance(line, tuple) and line[0] == "row")
        return nodes.ChangeTable(self.first_name(c), rows, **self.head(c))

    def changed_body(self, c: Children) -> tuple[Any, ...]:
        names = tokens_of(c, "NAME")
        name = self.name_of(names[0]) if names else nodes.Name("game", self.token_span(c[0]))
        return ("body", str(c[0]), name)

    def change_body(self, c: Children) -> nodes.ChangeBody:
        _, word, name = next(line for line in c if isinstance(line, tuple) and line[0] == "body")
        texts = [line[1] for line in c if isinstance(line, tuple) and line[0] == "text"]
        labels = [line[1] for line in c if isinstance(line, tuple) and line[0] == "label"]
        span = self.token_span(c[0]).to(name.span)
        return nodes.ChangeBody(
            word,
            name,
            texts[0] if texts else None,
            labels[0] if labels else None,
            tuple(of_class(c, nodes.Times)),
            tuple(of_class(c, nodes.Statement)),
            self.removed_of(c),
            span=span,
            cite=self.cite(span.line),
        )

    def change_times(self, c: Children) -> nodes.Times:
        return nodes.Times(self.first_name(c), c[3])

    def change_text(self, c: Children) -> tuple[Any, ...]:
        return ("text", self.label(c))

    def change_label(self, c: Children) -> tuple[Any, ...]:
        return ("label", self.label(c))

    def option_line(self, c: Children) -> nodes.OptionLine:
        return nodes.OptionLine(
            self.first_name(c),
            self.label(c),
            of_class(c, nodes.Type)[0],
            of_class(c, nodes.Expr)[-1],
            **self.head(c),
        )

    # --- things -----------------------------------------------------------------------------------------------------

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
        return ("sides", tuple(of_class(c, nodes.Labelled)))

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
        lines = tuple(of_class(c, nodes.Declaration))
        names = tokens_of(c, "NAME")
        if len(names) > 1:  # Kind name: property value
            value = of_class(c, nodes.Expr)[0]
            lines = (nodes.GivenProperty(self.name_of(names[1]), value, span=self.token_span(names[1]).to(value.span)),)
        return nodes.Piece(
            self.first_name(c, "KIND"),
            self.first_name(c),
            self.label(c),
            int(numbers[0]) if numbers else 1,
            lines,
            **self.head(c),
        )

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

    # --- values -----------------------------------------------------------------------------------------------------

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

    # --- what happens -----------------------------------------------------------------------------------------------

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
        self.only_once("rule", [x[0] for x in c[:-1] if isinstance(x, tuple)], c)
        expressions = of_class(c[:-1], nodes.Expr)
        window = names[0] if stage == "during" else None
        target = None if stage == "whenever" else names[1] if stage == "during" else names[0]
        return nodes.Rule(
            stage, phase, target, window, tuple(patterns[0]) if patterns else None,
            expressions[0] if stage == "whenever" else None, clauses.get("if"), clauses.get("from"),
            clauses.get("once"), clauses.get("may"), "again" in clauses, clauses.get("as"), c[-1], **self.head(c),
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
        return ("may", self.label(c))

    def rule_again(self, c: Children) -> tuple[Any, ...]:
        return ("again", True)

    def rule_name(self, c: Children) -> tuple[Any, ...]:
        return ("as", self.first_name(c))

    def body(self, c: Children) -> nodes.Body:
        return tuple(of_class(c, nodes.Statement))

    # --- statements -------------------------------------------------------------------------------------------------

    def line(self, c: Children) -> nodes.Statement:
        return c[0]  # type: ignore[no-any-return]

    def let(self, c: Children) -> nodes.Let:
        return nodes.Let(self.first_name(c), c[-1], **self.head(c))

    def field(self, c: Children) -> nodes.Field:
        types = of_class(c, nodes.Type)
        return nodes.Field(self.first_name(c), types[0] if types else None, c[-1], **self.head(c))

    def set(self, c: Children) -> nodes.Assign:
        return nodes.Assign("set", c[1], c[3], **self.head(c))

    def add(self, c: Children) -> nodes.Assign:
        return nodes.Assign("add", c[3], c[1], **self.head(c))

    def take(self, c: Children) -> nodes.Assign:
        return nodes.Assign("take", c[3], c[1], **self.head(c))

    def move(self, c: Children) -> nodes.Move:
        what, to = of_class(c, nodes.Expr)
        ends = [x[0] for x in c if isinstance(x, tuple)]
        return nodes.Move(bool(tokens_of(c, "K_ALL")), what, ends[0] if ends else "", to, **self.head(c))

    def top_of(self, c: Children) -> tuple[str]:
        return ("top",)

    def bottom_of(self, c: Children) -> tuple[str]:
        return ("bottom",)

    def swap(self, c: Children) -> nodes.Swap:
        return nodes.Swap(c[1], c[3], **self.head(c))

    def shuffle(self, c: Children) -> nodes.Shuffle:
        return nodes.Shuffle(c[1], **self.head(c))

    def roll(self, c: Children) -> nodes.Roll:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        return nodes.Roll(c[1], names[0], names[1], **self.head(c))

    def reroll(self, c: Children) -> nodes.Reroll:
        return nodes.Reroll(c[1], self.first_name(c), **self.head(c))

    def pick(self, c: Children) -> nodes.Pick:
        return nodes.Pick(self.first_name(c), c[3], self.where_of(c), **self.head(c))

    def flip(self, c: Children) -> nodes.Flip:
        return nodes.Flip(c[1], self.first_name(c), **self.head(c))

    def reveal(self, c: Children) -> nodes.Reveal:
        return nodes.Reveal(c[1], c[3], **self.head(c))

    def say(self, c: Children) -> nodes.Say:
        return nodes.Say(self.label(c), **self.head(c))

    def require(self, c: Children) -> nodes.Require:
        return nodes.Require(c[1], self.label(c), **self.head(c))

    def win(self, c: Children) -> nodes.Win:
        return nodes.Win(c[1], **self.head(c))

    def lose(self, c: Children) -> nodes.Lose:
        return nodes.Lose(c[1], **self.head(c))

    def rank(self, c: Children) -> nodes.Rank:
        return nodes.Rank(self.first_name(c), c[3], self.order_of(c), self.where_of(c), **self.head(c))

    def stop(self, c: Children) -> nodes.Stop:
        return nodes.Stop(self.first_name(c), **self.head(c))

    def end(self, c: Children) -> nodes.End:
        return nodes.End(**self.head(c))

    def proceed(self, c: Children) -> nodes.Proceed:
        args = [x for x in c if isinstance(x, list)]
        return nodes.Proceed(tuple(args[0]) if args else None, **self.head(c))

    def do(self, c: Children) -> nodes.Do:
        return nodes.Do(self.first_name(c), c[3], **self.head(c))

    def window(self, c: Children) -> nodes.Window:
        return nodes.Window(self.first_name(c), **self.head(c))

    def perform(self, c: Children) -> nodes.Perform:
        names = [self.name_of(t) for t in tokens_of(c, "NAME")]
        args = next((x for x in c if isinstance(x, list)), [])
        return nodes.Perform(names[0], tuple(args), names[1] if len(names) > 1 else None, **self.head(c))

    def answers(self, c: Children) -> nodes.Answers:
        return nodes.Answers(self.first_name(c), tuple(of_class(c, nodes.Expr)), **self.head(c))

    def stack(self, c: Children) -> nodes.Stack:
        expressions = of_class(c, nodes.Expr)
        return nodes.Stack(expressions[0], tuple(expressions[1:]), **self.head(c))

    def dice(self, c: Children) -> nodes.Dice:
        return nodes.Dice(tuple(self.name_of(t) for t in tokens_of(c, "NAME")), **self.head(c))

    def condition(self, c: Children) -> nodes.Condition:
        span = self.span(c[1:2])
        return nodes.Condition(c[1], self.label(c), self.cite(self.token_span(c[0]).line), span)

    also = reasoned = condition

    def provided(self, c: Children) -> tuple[str, nodes.Condition]:
        return ("provided", self.condition(c))

    def where(self, c: Children) -> tuple[str, nodes.Expr]:
        return ("where", c[1])

    def where_of(self, c: Children) -> nodes.Expr | None:
        found = [x[1] for x in c if isinstance(x, tuple) and x and x[0] == "where"]
        return found[0] if found else None

    def choose(self, c: Children) -> dict[str, Any]:
        quantity = next((x for x in c if isinstance(x, tuple) and x[0] == "quantity"), ("quantity", "one", None))
        chooser = self.asked(c)
        wheres = tuple(of_class(c, nodes.Condition))
        provided = tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "provided")
        name = self.first_name(c)
        domain = c[[isinstance(x, Token) and x.type == "K_IN" for x in c].index(True) + 1]
        return {
            "quantity": quantity[1], "number": quantity[2], "name": name, "domain": domain, "wheres": wheres,
            "prompt": self.label(c), "asking": chooser, "provided": provided, **self.head(c),
        }  # fmt: skip

    def up_to(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "up_to", c[2])

    def exactly(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "exactly", c[1])

    def any_number(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "any_number", None)

    def every_one(self, c: Children) -> tuple[Any, ...]:
        return ("quantity", "every", None)

    def chooser(self, c: Children) -> tuple[Any, ...]:
        return ("asking", c[1])

    def else_body(self, c: Children) -> tuple[str, nodes.Body]:
        return ("else", c[1])

    def choose_line(self, c: Children) -> nodes.Choose:
        return nodes.Choose(otherwise=self.else_of(c), **c[0])

    def else_of(self, c: Children) -> nodes.Body:
        found = [x[1] for x in c if isinstance(x, tuple) and x and x[0] == "else"]
        return found[0] if found else ()

    def offer(self, c: Children) -> dict[str, Any]:
        passing = (self.label(c) or "Pass") if tokens_of(c, "K_PASS") else None
        chooser = self.asked(c)
        actions = tuple(x[1] for x in c if isinstance(x, tuple) and x[0] == "offered")
        return {"actions": actions, "passing": passing, "asking": chooser, **self.head(c)}

    def offered(self, c: Children) -> tuple[Any, ...]:
        args = next((x for x in c if isinstance(x, list)), [])
        return ("offered", (self.first_name(c), tuple(args)))

    def offer_line(self, c: Children) -> nodes.Offer:
        return nodes.Offer(otherwise=self.else_of(c), **c[0])

    def if_statement(self, c: Children) -> nodes.If:
        branches = [(c[1], c[2])]
        branches += [x[1] for x in c[3:] if x[0] == "else_if"]
        return nodes.If(tuple(branches), self.else_of(c[3:]), **self.head(c))

    def else_if(self, c: Children) -> tuple[Any, ...]:
        return ("else_if", (c[1], c[2]))

    def for_statement(self, c: Children) -> nodes.For:
        return nodes.For(self.first_name(c), c[3], self.order_of(c[:-1]), self.where_of(c[:-1]), c[-1], **self.head(c))

    def repeat_times(self, c: Children) -> nodes.Repeat:
        names = tokens_of(c, "NAME")
        return nodes.Repeat(c[1], None, self.name_of(names[0]) if names else None, c[-1], **self.head(c))

    def repeat_until(self, c: Children) -> nodes.Repeat:
        return nodes.Repeat(None, c[2], None, c[-1], **self.head(c))

    def may_pay(self, c: Children) -> nodes.May:
        name = self.first_name(c)
        cost = nodes.Perform(name, tuple(c[2]), None, span=name.span.to(c[2].span))
        return nodes.May(cost, "", self.asked(c), c[-1], **self.head(c))

    def may_do(self, c: Children) -> nodes.May:
        return nodes.May(None, self.label(c), self.asked(c), c[-1], **self.head(c))

    def asked(self, c: Children) -> nodes.Expr | None:
        return next((x[1] for x in c if isinstance(x, tuple) and x and x[0] == "asking"), None)

    def ask(self, c: Children) -> nodes.Ask:
        return nodes.Ask(c[1], self.label(c), tuple(of_class(c, nodes.Option)), **self.head(c))

    def option(self, c: Children) -> nodes.Option:
        names = tokens_of(c, "NAME")
        if not isinstance(c[-1], tuple):  # an option that does nothing
            c = [*c, ()]
        tests = of_class(c[:-1], nodes.Expr)
        return nodes.Option(
            self.label(c),
            self.name_of(names[0]) if names else None,
            tests[0] if tests else None,
            c[-1],
            self.head_span(c),
        )

    def together(self, c: Children) -> nodes.Together:
        return nodes.Together(self.first_name(c), c[4], self.where_of(c[:-1]), c[-1], **self.head(c))

    def alternate(self, c: Children) -> nodes.Alternate:
        return nodes.Alternate(c[2], c[4], c[-1], **self.head(c))

    def each(self, c: Children) -> nodes.Each:
        return nodes.Each(c[3], c[-1], **self.head(c))

    def turn(self, c: Children) -> nodes.Turn:
        return nodes.Turn(c[2], c[-1], **self.head(c))

    def step(self, c: Children) -> nodes.Step:
        return nodes.Step(self.first_name(c), c[-1], **self.head(c))

    def until(self, c: Children) -> nodes.Until:
        return nodes.Until(self.first_name(c), tuple(of_class(c, nodes.Modify)), **self.head(c))

    def delayed(self, c: Children) -> nodes.Delayed:
        return nodes.Delayed(self.first_name(c), c[-1], **self.head(c))

    # --- expressions ------------------------------------------------------------------------------------------------

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

    # --- what is said about the rules -------------------------------------------------------------------------------

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
