"""A document: headings, paragraphs, lists, tables and cards, whatever it is rendered as.

In a text `backticks` mark code; everything else is plain.
"""

from collections.abc import Iterable

from attrs import frozen

from rulewright.interpreter import Rulebook


@frozen
class Heading:
    level: int
    text: str
    anchor: str = ""  # a name to link to, unique in its document


@frozen
class Paragraph:
    text: str
    cite: str = ""


@frozen
class Item:
    """`target` is the anchor of what it speaks of."""

    depth: int
    text: str
    cite: str = ""
    target: str = ""


@frozen
class Items:
    items: tuple[Item, ...]
    numbered: bool = False


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
    lines: tuple[Item, ...]
    flavour: str


Block = Heading | Paragraph | Items | Table | Card


@frozen
class Document:
    title: str
    blocks: tuple[Block, ...]


def lines_of(book: Rulebook, lines: Iterable[object]) -> tuple[Item, ...]:
    """The lines of an outline or a card."""
    program = book.program
    found = []
    for line in lines:
        runs = getattr(line, "runs", -1)
        target = anchor_of("function", program.functions[runs].name) if runs >= 0 else ""
        found.append(Item(line.depth, line.words, line.cite, target))  # type: ignore[attr-defined]
    return tuple(found)


def anchor_of(sort: str, name: str) -> str:
    return f"{sort}-{name}"
