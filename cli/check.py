"""`rulewright check`: what is wrong with a rulebook."""

import json
import sys
from collections.abc import Sequence

import click

from rulewright.cli import trouble
from rulewright.cli.terminal import colour, width
from rulewright.cli.varied import with_language, with_variants
from rulewright.interpreter import MANIFEST, Loader, check
from rulewright.interpreter.diagnostics import Diagnostic, as_data, escape, render_text


@click.command("check")
@click.argument("books", metavar="BOOK...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="For programs: a JSON list of what is wrong.")
@click.option("--play", "games", type=click.IntRange(0, 100_000), default=0, help="Also play so many random games.")
@click.option("--seed", type=click.IntRange(0), default=0, help="Other games with another seed.")
@with_variants
@with_language
def command(
    books: tuple[str, ...],
    as_json: bool,
    games: int,
    seed: int,
    variants: tuple[str, ...],
    options: dict[str, str],
    language: str | None,
) -> int:
    """Check rulebooks, by name or by file; with --play also for crashes, dead ends, endless games, broken invariants,
    leaks and replays that differ. What is found is shortened and kept as a game that `replay` tells.

    The exit code is 1 when there is an error; a warning alone leaves it at 0.

    Example:  rulewright check my_game.rules
    """
    rows: list[dict[str, object]] = []
    failed = False
    for book in books:
        try:
            found: tuple[Diagnostic, ...] = check(book, variants=variants, options=options, language=language)
        except trouble.EXPECTED as problem:
            failed = True
            if as_json:
                rows += trouble.as_data(problem, book)
            else:
                click.echo(trouble.words(problem, colour(sys.stdout)), nl=False)
            continue
        failed = failed or any(each.severity == "error" for each in found)
        if as_json:
            rows += [as_data(each) for each in found]
        else:
            click.echo(render_text(found, colour(sys.stdout), width()) + ("\n" if found else ""), nl=False)
        played = None
        if games and not any(each.severity == "error" for each in found):
            from rulewright.cli import fuzzing  # only who asks for it waits for it

            played = fuzzing.played(book, variants, options, games, seed, live=sys.stderr.isatty() and not as_json)
            failed = failed or bool(played.findings)
            rows += played.data()
        if not as_json:
            if found or played is None or not played.findings:  # "all good" is no word to put above what went wrong
                click.echo(f"{escape(book)}: {verdict(found)}")
            for line in (*changed_bases(book), *(played.lines(book) if played is not None else ())):
                click.echo(escape(line))
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    return 1 if failed else 0


def changed_bases(book: str) -> list[str]:
    """Where the rulebook is a mod: what it was made for, if that has changed since."""
    if book.endswith(".json"):
        return []
    path = Loader().rulebook(book).path
    if path is None or not (path.parent / MANIFEST).is_file():
        return []
    from rulewright.cli import modding  # only where there is a mod
    from rulewright.interpreter import read_mod

    manifest = read_mod(path.parent).manifest
    lines, changed = modding.since(manifest, path.parent)
    return lines if changed else []


def verdict(found: Sequence[Diagnostic]) -> str:
    """One line about all of them."""
    errors = sum(each.severity == "error" for each in found)
    warnings = len(found) - errors
    if errors and warnings:
        return f"{_number(errors, 'error')} and {_number(warnings, 'warning')}. It cannot be played like this."
    if errors:
        return f"{_number(errors, 'error')}. It cannot be played like this."
    return f"{_number(warnings, 'warning')}. It can be played." if warnings else "all good, ready to play."


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
