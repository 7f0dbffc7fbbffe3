"""`rulewright explain`: what a rulebook says, in words."""

import json
import sys
from pathlib import Path

import attrs
import click

from rulewright.cli.explaining.as_markdown import as_markdown
from rulewright.cli.explaining.as_page import as_page
from rulewright.cli.explaining.as_text import as_text
from rulewright.cli.explaining.document import Document
from rulewright.cli.explaining.find import find
from rulewright.cli.explaining.things import Things
from rulewright.cli.explaining.whole import order_of_play, whole
from rulewright.cli.files import write_whole
from rulewright.cli.terminal import colour, width
from rulewright.cli.varied import with_language, with_variants
from rulewright.interpreter import Rulebook, load
from rulewright.interpreter.diagnostics import did_you_mean, escape


@click.command("explain")
@click.argument("book", metavar="BOOK")
@click.argument("thing", metavar="[THING]", required=False)
@click.option("--order", is_flag=True, help="The order of play as a tree.")
@click.option("--rulings", is_flag=True, help="How unclear passages are read.")
@click.option("--markdown", is_flag=True, help="As Markdown; without THING the whole rulebook.")
@click.option("--html", type=click.Path(path_type=Path), help="As one HTML page, written to this file.")
@click.option("--json", "as_json", is_flag=True, help="For programs: the same as JSON.")
@with_variants
@with_language
def command(
    book: str,
    thing: str | None,
    order: bool,
    rulings: bool,
    markdown: bool,
    html: Path | None,
    as_json: bool,
    variants: tuple[str, ...],
    options: dict[str, str],
    language: str | None,
) -> int:
    """Tell what a rulebook says about a THING: a card, a kind of pieces, a phase, an effect, an action, a value and
    what changes it, a place, a rule, or a printed rule by its number. Without one, all of it.

    Example:  rulewright explain my_game.rules "Red Queen"
    """
    if sum([thing is not None, order, rulings]) > 1:
        raise click.UsageError("One at a time: a THING, --order or --rulings.")
    if sum([markdown, html is not None, as_json]) > 1:
        raise click.UsageError("One form at a time: --markdown, --html or --json.")
    rulebook = load(book, variants=variants, options=options, language=language)
    document = _document(rulebook, thing, order, rulings)
    if html is not None:
        write_whole(html, as_page(document))
    elif as_json:
        click.echo(json.dumps(_as_data(document), indent=2, ensure_ascii=False))
    else:
        click.echo(as_markdown(document) if markdown else as_text(document, width(), colour(sys.stdout)), nl=False)
    return 0


def _document(book: Rulebook, thing: str | None, order: bool, rulings: bool) -> Document:
    if order:
        return order_of_play(book)
    if rulings:
        return Document(f"{book.title}: rulings", tuple(Things(book).notes("ruling")))
    if thing is None:
        return whole(book)
    found = find(book, thing)
    if not found.blocks:
        hint = did_you_mean(thing, found.known)
        raise click.UsageError(f"{book.title} has nothing called `{escape(thing)}`.{f' {hint}' if hint else ''}")
    return Document(book.title, found.blocks)


def _as_data(document: Document) -> dict[str, object]:
    """Each block says of what form it is."""
    return {
        "title": document.title,
        "blocks": [{"form": type(block).__name__.lower(), **attrs.asdict(block)} for block in document.blocks],
    }
