"""A document as Markdown."""

import re
from collections.abc import Iterator

from rulewright.cli.explaining.document import Block, Bullet, Bullets, Card, Document, Heading, Paragraph, Table
from rulewright.interpreter.diagnostics import escape

_SPECIAL = re.compile(r"([\\*_<>\[\]|#])")
_CODE = re.compile(r"(`[^`]*`)")


def as_markdown(document: Document) -> str:
    lines = [f"# {_plain(document.title)}"]
    for block in document.blocks:
        told = list(_block(block))
        lines += ["", *told] if told else []
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Letters that Markdown would take for its own are marked; code stays as it is."""
    parts = _CODE.split(escape(text))
    return "".join(part if at % 2 else _SPECIAL.sub(r"\\\1", part) for at, part in enumerate(parts))


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"{'#' * block.level} {_plain(block.text)}{_cite(block.cite)}"
    elif isinstance(block, Paragraph):
        yield f"{_plain(block.text)}{_cite(block.cite)}".strip()
    elif isinstance(block, Bullets):
        yield from (_item(item) for item in block.bullets)
    elif isinstance(block, Table):
        yield f"| {' | '.join(_plain(cell) for cell in block.head)} |"
        yield f"|{' --- |' * len(block.head)}"
        yield from (f"| {' | '.join(_plain(cell) for cell in row)} |" for row in block.rows)
    else:
        yield from _card(block)


def _item(item: Bullet) -> str:
    return f"{'  ' * item.depth}- {_plain(item.text)}{_cite(item.cite)}"


def _card(card: Card) -> Iterator[str]:
    copies = f", {card.count} of them" if card.count > 1 else ""
    facts = "".join(f"; {_plain(name)} {_plain(value)}" for name, value in card.facts)
    yield f"**{_plain(card.label)}** ({_plain(card.kind)}{copies}{facts})"
    if card.lines:
        yield ""
        yield from (_item(line) for line in card.lines)
    if card.flavour:
        yield ""
        yield f"*{_plain(card.flavour)}*"


def _cite(cite: str) -> str:
    return f" <sub>{_plain(cite)}</sub>" if cite else ""
