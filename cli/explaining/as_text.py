"""A document for the terminal: plain lines, no wider than the window."""

import textwrap
from collections.abc import Iterable, Iterator

import click

from rulewright.cli.explaining.document import Block, Bullet, Bullets, Card, Document, Heading, Paragraph, Table
from rulewright.interpreter.diagnostics import escape

STEP = 3


def as_text(document: Document, width: int, colour: bool) -> str:
    return blocks_as_text((Heading(1, document.title), *document.blocks), width, colour)


def blocks_as_text(blocks: Iterable[Block], width: int, colour: bool) -> str:
    writer = _Writer(width, colour)
    lines: list[str] = []
    for block in blocks:
        told = list(writer.block(block))
        apart = isinstance(block, (Heading, Card, Table, Paragraph))
        lines += ["", *told] if told and apart and lines else told
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, width: int, colour: bool) -> None:
        self.width = width
        self.colour = colour

    def styled(self, text: str, **style: bool) -> str:
        return click.style(text, **style) if self.colour and text else text

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            yield from self.heading(block)
        elif isinstance(block, Paragraph):
            yield from self.wrapped(_cited(block.text, block.cite), 0, "")
        elif isinstance(block, Bullets):
            for item in block.bullets:
                yield from self.item(item, "- ")
        elif isinstance(block, Table):
            yield from self.table(block)
        else:
            yield from self.card(block)

    def heading(self, heading: Heading) -> Iterator[str]:
        text = escape(heading.text)
        yield self.styled(text, bold=True) + (f" [{heading.cite}]" if heading.cite else "")
        if heading.level <= 2:
            yield ("=" if heading.level == 1 else "-") * min(len(text), self.width)

    def wrapped(self, text: str, indent: int, lead: str) -> list[str]:
        first = " " * indent + lead
        return textwrap.wrap(
            escape(text),
            max(self.width, indent + 20),
            initial_indent=first,
            subsequent_indent=" " * len(first),
            break_long_words=False,
            break_on_hyphens=False,
        )

    def item(self, item: Bullet, lead: str) -> list[str]:
        return self.wrapped(_cited(item.text, item.cite), STEP * item.depth, lead)

    def table(self, table: Table) -> Iterator[str]:
        rows = [table.head, *table.rows]
        wide = [max(len(escape(row[column])) for row in rows) for column in range(len(table.head))]
        if sum(wide) + 2 * len(wide) > self.width:
            for row in table.rows:
                said = [f"{head}: {cell}" if head else cell for head, cell in zip(table.head, row, strict=True) if cell]
                yield from self.wrapped("; ".join(said), 0, "- ")
            return
        for number, row in enumerate(rows):
            cells = [f"{escape(cell):<{width}}" for cell, width in zip(row, wide, strict=True)]
            line = "  ".join(cells).rstrip()
            yield self.styled(line, dim=True) if number == 0 else line

    def card(self, card: Card) -> Iterator[str]:
        copies = f", {card.count} of them" if card.count > 1 else ""
        yield self.styled(escape(card.label), bold=True) + escape(f" ({card.kind}{copies})")
        for name, value in card.facts:
            yield from self.wrapped(f"{name}: {value}", STEP, "")
        for line in card.lines:
            yield from self.item(Bullet(line.depth + 1, line.text, line.cite), "")
        if card.flavour:
            yield from self.wrapped(f"“{card.flavour}”", STEP, "")


def _cited(text: str, cite: str) -> str:
    return f"{text} [{cite}]".strip() if cite else text
