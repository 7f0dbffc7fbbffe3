"""What the building of every node needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lark import Token, Transformer

from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes

Child = Any
Children = Sequence[Any]
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


class Reductions(Transformer):  # type: ignore[type-arg]
    """What the methods of every part share: where a node stands, what it cites, its first name and its label."""

    def __init__(self, source: Source, citations: dict[int, tuple[str, ...]]) -> None:
        super().__init__()
        self.begin(source, citations)

    def begin(self, source: Source, citations: dict[int, tuple[str, ...]]) -> None:
        self.source = source
        self.citations = citations
        self.cited: set[int] = set()  # lines whose citation has found its node
        self.twice: list[tuple[Span, str, str]] = []  # what is said twice where it may be said once

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
