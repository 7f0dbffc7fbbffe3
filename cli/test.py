"""`rulewright test`: do the rules do what their examples say?"""

import json
import sys
from typing import Any

import attrs
import click

from rulewright.cli import trouble
from rulewright.cli.terminal import colour
from rulewright.cli.varied import with_variants
from rulewright.interpreter import load
from rulewright.interpreter.diagnostics import escape


@click.command("test")
@click.argument("books", metavar="BOOK...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="For programs: a JSON list, one entry for each example.")
@click.option("--coverage", "cover", is_flag=True, help="Also tell what neither examples nor random games reach.")
@click.option("--mutate", is_flag=True, help="Also tell what the rulebook could lose without anything failing.")
@click.option("--games", type=click.IntRange(0, 1000), default=3, show_default=True, help="Random games for these two.")
@with_variants
def command(
    books: tuple[str, ...],
    as_json: bool,
    cover: bool,
    mutate: bool,
    games: int,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Run the examples that stand in rulebooks. The exit code is 1 when one of them fails, or when with --mutate a
    change goes unnoticed and no reason is given.

    Example:  rulewright test my_game.rules
    """
    rows: list[dict[str, Any]] = []
    failed = False
    for book in books:
        try:
            results = [attrs.asdict(each) for each in load(book, variants=variants, options=options).run_examples()]
        except trouble.EXPECTED as problem:
            failed = True
            if as_json:
                rows.append({"book": book, "passed": False, "problems": trouble.as_data(problem, book)})
            else:
                click.echo(trouble.words(problem, colour(sys.stderr)), nl=False, err=True)
            continue
        broken = [each for each in results if not each["passed"]]
        failed = failed or bool(broken)
        rows += [{"book": book, **each} for each in results]
        if not as_json:
            for each in broken:
                _tell(each)
            _count(book, len(results), len(broken))
        if cover or mutate:
            found, enough = _proved(book, cover, mutate, games, variants, options, as_json)
            rows += found
            failed = failed or not enough
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    return 1 if failed else 0


def _proved(
    book: str, cover: bool, mutate: bool, games: int, variants: tuple[str, ...], options: dict[str, str], quiet: bool
) -> tuple[list[dict[str, Any]], bool]:
    """What was found, and whether the rulebook proves enough of itself."""
    from rulewright.cli import proof  # only who asks for it waits for it

    rows: list[dict[str, Any]] = []
    enough = True
    if cover:
        rows.append(proof.covered(book, variants, options, games))
        if not quiet:
            proof.tell_coverage(rows[-1])
    if mutate:
        found = proof.mutated(book, variants, options, games)
        rows += found
        enough = not proof.unproved(found)
        if not quiet:
            proof.tell_mutants(book, found)
    return rows, enough


def _tell(result: dict[str, Any]) -> None:
    cited = f" [{result['cite']}]" if result["cite"] else ""
    click.echo(escape(f'{result["where"]}: the example "{result["name"]}"{cited} fails.'))
    click.echo(escape(f"    {result['message']}"))
    for word in ("expected", "found"):
        if result[word]:
            click.echo(escape(f"    {word + ':':<9} {result[word]}"))
    click.echo()


def _count(book: str, number: int, broken: int) -> None:
    if not number:
        words = "no examples. An `example` block shows what a rule does, and proves it."
    elif broken:
        words = f"{broken} of {number} example{'' if number == 1 else 's'} failed."
    else:
        words = "the only example holds." if number == 1 else f"all {number} examples hold."
    click.echo(f"{escape(book)}: {words}")
