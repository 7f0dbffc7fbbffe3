"""Every name in a rulebook, where it stands and whether it is declared or used there: what a mutant can mistype."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import nodes

PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_.]*)\}")

# A name in one of these places comes into being there. Everywhere else it speaks of something.
DECLARES = {
    "name": "Enum Die Kind Property State Zone Lines Table Value Callable Param Piece Rule Modify Let Field Choose "
    "Pick Roll Repeat Step Window Option",
    "members": "Enum",
    "faces": "Die",
    "parts": "Kind",
    "sides": "Kind",
    "seats": "Book",
    "binder": "For Rank Quantifier Together Arg",
    "tag": "Perform",
}


@frozen
class Found:
    """A name in the text. `role` is the node and field that it stands in: `Call.name`, `Param.type`."""

    text: str
    line: int
    column: int
    role: str
    declared: bool


def names_of(declarations: tuple[nodes.Declaration, ...], source: Source) -> list[Found]:
    """In the order of the text; once for each place."""
    found = {(each.line, each.column): each for each in _names(declarations, "", False)}
    # `game` is a keyword and the name of what it declares; the name of the book is nobody's.
    kept = [each for each in found.values() if source.line(each.line)[each.column - 1 :].startswith(each.text)]
    return sorted(kept, key=lambda each: (each.line, each.column))


def _names(node: Any, role: str, declared: bool) -> Iterator[Found]:
    if isinstance(node, tuple):
        for each in node:
            yield from _names(each, role, declared)
    elif isinstance(node, nodes.Name):
        yield _at(node.text, node.span, role, declared)
    elif attrs.has(type(node)) and not isinstance(node, (Span, Source)):
        yield from _own(node, role)
        for field in attrs.fields(type(node)):
            if (type(node), field.name) not in ((nodes.Book, "name"), (nodes.Labelled, "label")):
                inner = f"{role}.name" if isinstance(node, nodes.Labelled) else f"{type(node).__name__}.{field.name}"
                is_declared = (
                    declared
                    if isinstance(node, nodes.Labelled)
                    else type(node).__name__ in DECLARES.get(field.name, "").split()
                )
                yield from _names(getattr(node, field.name), inner, is_declared)


def _own(node: Any, role: str) -> Iterator[Found]:
    """Names that a node keeps as plain text."""
    if isinstance(node, nodes.Ref):
        yield _at(node.name, node.span, f"{role}:Ref", False)
    elif isinstance(node, nodes.Type) and node.bounds is None:
        offset = node.span.text.index(node.name)
        yield _at(node.name, node.span, f"{role}:Type", False, offset)
    elif isinstance(node, nodes.Arg) and node.name is not None:
        yield _at(node.name, node.span, "Arg.name", False)
    elif isinstance(node, nodes.Say):
        line = node.span.source.line(node.span.line)
        for match in PLACEHOLDER.finditer(line, node.span.column):
            first = match.group(1).split(".")[0]
            yield Found(first, node.span.line, match.start() + 2, "Say.text", False)


def _at(text: str, span: Span, role: str, declared: bool, offset: int = 0) -> Found:
    return Found(text, span.line, span.column + offset, role, declared)
