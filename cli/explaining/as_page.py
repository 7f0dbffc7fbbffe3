"""A document as one HTML page that needs nothing else: no scripts, no fonts, no pictures from elsewhere."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from rulewright.cli.explaining.document import Block, Bullet, Bullets, Card, Document, Heading, Paragraph, Table

_CODE = re.compile(r"`([^`]*)`")

STYLE = """
:root { color-scheme: light dark; --ink: #222; --page: #fdfcf8; --line: #cfc8b8; --quiet: #6b6455; --card: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e1d6; --page: #1b1a17; --line: #4a463d; --quiet: #a39b89; --card: #24221e; }
}
body { font: 1rem/1.5 Georgia, serif; color: var(--ink); background: var(--page); max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.5rem 0 .3rem; font-size: 1.05rem; }
nav ul { columns: 2; }
li { margin: .15rem 0; }
a { color: inherit; text-decoration: underline dotted; }
code { font-size: .9em; }
.cite { color: var(--quiet); font-size: .75em; white-space: nowrap; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .8rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .8rem; }
.card header { display: flex; justify-content: space-between; gap: .5rem; font-weight: bold; }
.card .kind { color: var(--quiet); font-weight: normal; font-size: .8em; }
.card p { margin: .3rem 0; font-size: .9em; }
.card .flavour { font-style: italic; color: var(--quiet); }
""".strip()


def as_page(document: Document) -> str:
    anchors = {block.anchor for block in document.blocks if isinstance(block, (Heading, Card)) and block.anchor}
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(document.title)}</title>",
        f"<style>\n{STYLE}\n</style>",
        "</head>",
        "<body>",
        f"<h1>{escape(document.title)}</h1>",
        *_contents(document),
        *_Page(anchors).blocks(document.blocks),
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _contents(document: Document) -> Iterator[str]:
    heads = [block for block in document.blocks if isinstance(block, Heading) and block.level == 2 and block.anchor]
    if len(heads) > 1:
        yield "<nav><ul>"
        yield from (f'<li><a href="#{escape(head.anchor)}">{escape(head.text)}</a></li>' for head in heads)
        yield "</ul></nav>"


class _Page:
    def __init__(self, anchors: set[str]) -> None:
        self.anchors = anchors  # that a link may lead to

    def blocks(self, blocks: Sequence[Block]) -> Iterator[str]:
        among_cards = False
        for block in blocks:
            if isinstance(block, Card) != among_cards:
                among_cards = not among_cards
                yield '<div class="cards">' if among_cards else "</div>"
            yield from self.block(block)
        if among_cards:
            yield "</div>"

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            anchor = f' id="{escape(block.anchor)}"' if block.anchor else ""
            yield f"<h{block.level}{anchor}>{_inline(block.text)}{_cite(block.cite)}</h{block.level}>"
        elif isinstance(block, Paragraph):
            yield f"<p>{_inline(block.text)}{_cite(block.cite)}</p>"
        elif isinstance(block, Bullets):
            yield from self.items(block.bullets)
        elif isinstance(block, Table):
            yield "<table>"
            yield _row("th", block.head)
            yield from (_row("td", row) for row in block.rows)
            yield "</table>"
        else:
            yield from self.card(block)

    def items(self, items: Sequence[Bullet]) -> Iterator[str]:
        """A list with lists inside; an item is closed when the next of its depth comes."""
        depth = -1
        for item in items:
            while depth >= item.depth:
                yield "</li>" if depth == item.depth else "</li></ul>"
                if depth == item.depth:
                    break
                depth -= 1
            while depth < item.depth:
                yield "<ul>"
                depth += 1
            yield f"<li>{self.linked(item)}{_cite(item.cite)}"
        for _ in range(depth + 1):
            yield "</li></ul>"

    def linked(self, item: Bullet) -> str:
        words = _inline(item.text)
        return f'<a href="#{escape(item.target)}">{words}</a>' if item.target in self.anchors else words

    def card(self, card: Card) -> Iterator[str]:
        copies = f" × {card.count}" if card.count > 1 else ""
        yield f'<article class="card" id="{escape(card.anchor)}">'
        yield f'<header>{_inline(card.label)}<span class="kind">{_inline(card.kind)}{copies}</span></header>'
        facts = " · ".join(f"{_inline(name)} {_inline(value)}" for name, value in card.facts)
        yield f"<p>{facts}</p>" if facts else ""
        for line in card.lines:
            indent = f' style="margin-left:{line.depth}rem"' if line.depth else ""
            yield f"<p{indent}>{_inline(line.text)}{_cite(line.cite)}</p>"
        if card.flavour:
            yield f'<p class="flavour">{_inline(card.flavour)}</p>'
        yield "</article>"


def _inline(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escape(text))


def _cite(cite: str) -> str:
    return f' <span class="cite">{escape(cite)}</span>' if cite else ""


def _row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{_inline(cell)}</{tag}>" for cell in cells) + "</tr>"
