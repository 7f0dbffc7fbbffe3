"""`{name}` and `{name.property}` in texts: what they mean, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes

PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*)\}")
BRACES = re.compile(r"\{[^{}]*\}?|\}")


def placeholder(match: re.Match[str], within: Span) -> nodes.Expr:
    """The expression that a placeholder in a text means; `within` is the line that holds the text."""
    names = match.group(1).split(".")
    place = written(match.group(), within)
    start = place.column + 1 if place is not within else 0

    def part(name: str, at: int) -> Span:
        if place is within:
            return within
        return within.source.span(within.line, start + at, within.line, start + at + len(name))

    expr: nodes.Expr = nodes.Ref(names[0], span=part(names[0], 0))
    at = len(names[0]) + 1
    for name in names[1:]:
        expr = nodes.Attribute(expr, nodes.Name(name, part(name, at)), span=part(match.group(1), 0))
        at += len(name) + 1
    return expr


def written(text: str, within: Span) -> Span:
    """Where a part of a text stands in its line; the line, where it goes on below."""
    column = within.source.line(within.line).find(text, within.column - 1) + 1
    return within.source.span(within.line, column, within.line, column + len(text)) if column else within


def check_braces(text: str, within: Span, findings: Findings) -> None:
    """Braces that hold no name would be printed as they are."""
    for match in BRACES.finditer(text):
        if not PLACEHOLDER.fullmatch(match.group()):
            findings.error(
                "unknown-name",
                written(match.group(), within),
                f"`{match.group()}` is not the name of something.",
                "Between braces stands a name, or a name and what it has: {me}, {card.rank}",
            )


def check_template(text: str, names: Iterable[str], within: Span, findings: Findings) -> None:
    """How an effect or value reads in a sentence: only its parameters may be filled in."""
    known = tuple(names)
    check_braces(text, within, findings)
    for match in PLACEHOLDER.finditer(text):
        name = match.group(1)
        if name not in known:
            place = written(match.group(), within)
            if place is not within:
                place = within.source.span(place.line, place.column + 1, place.line, place.end_column - 1)
            findings.unknown(
                "unknown-name",
                name,
                place,
                f"There is no parameter `{name}` that could be filled in here.",
                known,
                f"There {'is' if len(known) == 1 else 'are'} {', '.join(f'`{each}`' for each in known)}."
                if known
                else "This has no parameters.",
            )
