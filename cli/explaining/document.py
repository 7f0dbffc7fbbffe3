"""A document: headings, paragraphs, lists, tables and cards, whatever it is rendered as.

In a text `backticks` mark code; everything else is plain.
"""

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from rulewright.interpreter import Rulebook


@frozen
class Heading:
    level: int
    text: str
    anchor: str = ""  # a name to link to, unique in its document
    cite: str = ""


@frozen
class Paragraph:
    text: str
    cite: str = ""


@frozen
class Bullet:
    """`target` is the anchor of what it speaks of."""

    depth: int
    text: str
    cite: str = ""
    target: str = ""


@frozen
class Bullets:
    bullets: tuple[Bullet, ...]


@frozen
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Card:
    """A piece: what it is, what is printed on it, and its flavour."""

    label: str
    anchor: str
    kind: str
    count: int
    facts: tuple[tuple[str, str], ...]
    lines: tuple[Bullet, ...]
    flavour: str


Block = Heading | Paragraph | Bullets | Table | Card


@frozen
class Document:
    title: str
    blocks: tuple[Block, ...]


def lines_of(book: Rulebook, lines: Iterable[Any]) -> tuple[Bullet, ...]:
    """The lines of an outline or of a card."""
    functions = book.program.functions
    return tuple(
        Bullet(
            line.depth,
            line.words,
            line.cite,
            anchor_of("function", functions[line.runs].name) if line.runs >= 0 else "",
        )
        for line in lines
    )


def anchor_of(sort: str, name: str) -> str:
    return f"{sort}-{name}"
