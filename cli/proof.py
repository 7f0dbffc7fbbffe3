"""What `rulewright test --coverage` and `--mutate` print."""

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import chain
from typing import Any

import attrs
import click

from rulewright.interpreter import coverage, load, mutation
from rulewright.interpreter.diagnostics import escape

MOST_SURVIVORS = 10  # of a hundred
FIXED = "not mutable"  # what is cited, and cannot be changed


def covered(book: str, variants: tuple[str, ...], options: dict[str, str], games: int) -> dict[str, Any]:
    found = coverage(load(book, variants=variants, options=options), games)
    return {"book": book, "games": games, **attrs.asdict(found)}


def tell_coverage(found: dict[str, Any]) -> None:
    share = 100 * found["reached"] / max(1, found["lines"])
    click.echo(
        f"{escape(found['book'])}: {found['reached']} of {found['lines']} lines of the rules were run ({share:.0f} %), "
        f"by the examples and {found['games']} random games."
    )
    for each in found["missed"]:
        click.echo(escape(f"  never reached: {_named(each)}"))
    for line in found["missed_lines"]:
        click.echo(escape(f"  never run: {line}"))
    for each in found["by_chance"]:
        if each["where"]:
            click.echo(escape(f"  in no example: {_named(each)}"))
    cards = [each["what"].removeprefix("card ") for each in found["by_chance"] if not each["where"]]
    if cards:
        number = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        click.echo(escape(f"  in no example: {number} ({', '.join(cards)})"))


def _named(each: dict[str, Any]) -> str:
    cite = f" [{each['cite']}]" if each["cite"] else ""
    return f"{each['what']}{cite}{', ' if each['where'] else ''}{each['where']}"


def mutated(book: str, variants: tuple[str, ...], options: dict[str, str], games: int) -> list[dict[str, Any]]:
    """Every mutant with what noticed it, in the order of the rulebook."""
    load(book, variants=variants, options=options)  # its mistakes are told before anything is started
    workers = os.cpu_count() or 1
    rows: list[tuple[int, dict[str, Any]]] = []
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        # Many small shares, so that the count on the terminal moves.
        shares = workers * 8
        waiting = [pool.submit(mutation, book, variants, options, games, (number, shares)) for number in range(shares)]
        for done in _counted(waiting):
            rows += [(number, attrs.asdict(verdict)) for number, verdict in done]
    return [{"book": book, **row} for _, row in sorted(rows, key=lambda each: each[0])]


def _counted(waiting: list[Any]) -> Iterator[Any]:
    live = sys.stderr.isatty()
    for number, future in enumerate(as_completed(waiting), 1):
        yield future.result()
        if live:
            click.echo(f"\rmutants: {100 * number // len(waiting)} %", nl=False, err=True)
    if live:
        click.echo("\r" + " " * 20 + "\r", nl=False, err=True)


def unproved(rows: list[dict[str, Any]]) -> bool:
    """Whether a rulebook proves too little of itself: survivors without a reason, or too many."""
    alive = [row for row in rows if not row["by"]]
    tried = [row for row in rows if row["by"] != FIXED]
    return not all(row["reason"] for row in alive) or 100 * len(alive) > MOST_SURVIVORS * len(tried)


def tell_mutants(book: str, rows: list[dict[str, Any]]) -> None:
    count = Counter(row["by"] for row in rows)
    tried = len(rows) - count[FIXED]
    share = 100 * count[""] / max(1, tried)
    click.echo(
        f"{escape(book)}: {tried} changes to the rules: {count['example']} noticed by an example, "
        f"{count['check']} by the check, {count['game']} only by a game; {count['']} ({share:.0f} %) went unnoticed."
    )
    told = {"": list[str](), "proved": list[str](), "game": list[str](), FIXED: list[str]()}
    for row in rows:
        where, what = _placed(row), row["what"]
        if not row["by"]:
            told[""].append(f"{where}, {what}: {row['reason'] or 'no reason is given.'}")
        elif row["by"] == FIXED:
            told[FIXED].append(f"{where}: no change was tried ({what}).")
        elif row["reason"]:
            told["proved"].append(f"{where} is proved after all, by {row['noticed']}.")
        elif row["by"] == "game":
            told["game"].append(f"{where}, {what}: in no example; {row['noticed']} noticed it.")
    for line in chain.from_iterable(told.values()):
        click.echo(escape(f"  {line}"))


def _placed(row: dict[str, Any]) -> str:
    return f"{row['where']} [{row['cite']}]" if row["cite"] else str(row["where"])
