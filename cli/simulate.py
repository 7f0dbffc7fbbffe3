"""`rulewright simulate`: many games between bots, and what a designer wants to know about them."""

import json
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rulewright.cli import seats
from rulewright.cli.files import write_whole
from rulewright.cli.simulating.plan import Plan, is_number, seed_number
from rulewright.cli.simulating.progress import interruptible, shown
from rulewright.cli.simulating.report import Reckoner
from rulewright.cli.simulating.workers import cores, play_all
from rulewright.cli.varied import with_variants
from rulewright.interpreter import Rulebook, Watch, load
from rulewright.interpreter.diagnostics import escape

TOLD = 5  # games that went wrong, of which more is said
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("simulate")
@click.argument("book", metavar="BOOK")
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=200, show_default=True, help="How many are played."
)
@click.option("--seed", default="0", metavar="SEED", help="A number or any text: the same seed gives the same result.")
@click.option("--players", type=click.IntRange(1), help="How many play; the fewest that can, if not said.")
@click.option(
    "--seat",
    "given",
    type=click.Choice(seats.BOTS),
    multiple=True,
    help="Who sits in the first seat, the second, and so on; the greedy bot, if not said.",
)
@click.option("--rotate", is_flag=True, help="After each game the bots move on by one seat.")
@click.option(
    "--workers", type=click.IntRange(1, 1024), help="How many processes play; one for each core, if not said."
)
@click.option(
    "--longest",
    type=click.IntRange(1, 100_000),
    default=5000,
    show_default=True,
    help="Decisions after which a game is broken off.",
)
@click.option("--all", "everything", is_flag=True, help="Show every question and every rule that never fired.")
@click.option("--json", "as_json", metavar="FILE", help="Write all numbers as JSON; `-` prints them instead of tables.")
@click.option("--csv", "sheets", type=_FOLDER, metavar="FOLDER", help="Write tables for a spreadsheet.")
@click.option("--plot", "plots", type=_FOLDER, metavar="FOLDER", help="Draw wins, scores and lengths, as SVG.")
@with_variants
def command(
    book: str,
    games: int,
    seed: str,
    players: int | None,
    given: tuple[str, ...],
    rotate: bool,
    workers: int | None,
    longest: int,
    everything: bool,
    as_json: str | None,
    sheets: Path | None,
    plots: Path | None,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Play many games between bots, and tell who wins, how long it takes, what is chosen and what never happens.

    Ctrl-C ends it early, and shows what has been played so far.

    Example:  rulewright simulate my_game --games 2000 --seat greedy --seat random --plot pictures
    """
    rulebook = load(book, variants=variants, options=options)
    names = _seats(rulebook, players)
    if len(given) > len(names):
        raise click.UsageError(f"There are {len(given)} --seat options and only {len(names)} seats.")
    bots = given + (seats.GREEDY,) * (len(names) - len(given))
    plan = Plan(names, bots, games, seed_number(seed), rotate, longest, "" if is_number(seed) else seed)
    for folder in (sheets, plots):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)  # better now than after all the games
    watched = Watch(rulebook).watched
    began = time.monotonic()
    with interruptible() as stopped:
        with shown(games, escape(rulebook.title)) as tell:
            tally = play_all(rulebook, plan, workers or cores(), tell, stopped)
        interrupted = stopped()
    if interrupted and not tally.games:
        click.echo("Stopped before the first game was over.", err=True)
        return 130
    report = Reckoner(rulebook, plan, tally, watched).report()
    _keep(report, as_json, sheets, plots)
    if as_json != "-":
        from rulewright.cli.simulating.screen import printed

        click.echo(printed(report, everything), nl=False)
    _tell_speed(tally.games, time.monotonic() - began)
    form = [
        *(f"--variant={each}" for each in variants),
        *(f"--option={name}={value}" for name, value in options.items()),
    ]
    wrong = _tell_faults(report, shlex.join([book, *form, f"--players={len(names)}"]))
    if interrupted:
        click.echo(f"Stopped early: this is of the {tally.games:,} games that were over, of {games:,}.", err=True)
        return 130
    if tally.games < games:
        words = "The rules broke in each of the first {:,} games, so the others were not played: {:,} were wanted."
        click.echo(words.format(tally.games, games), err=True)
    return wrong


def _seats(rulebook: Rulebook, players: int | None) -> tuple[str, ...]:
    try:
        return rulebook.seat_names(players)
    except ValueError as problem:
        raise click.UsageError(f"{problem}.") from None


def _keep(report: dict[str, Any], as_json: str | None, sheets: Path | None, plots: Path | None) -> None:
    if as_json is not None:
        text = json.dumps(report, indent=2, ensure_ascii=True) + "\n"
        if as_json == "-":
            click.echo(text, nl=False)
        else:
            write_whole(Path(as_json), text)
    if sheets is not None:
        from rulewright.cli.simulating.sheets import written

        _write(sheets, written(report))
    if plots is not None:
        from rulewright.cli.simulating.plots import drawn

        _write(plots, drawn(report))


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        write_whole(folder / name, text)


def _tell_speed(games: int, seconds: float) -> None:
    if sys.stderr.isatty():
        click.echo(f"{games / max(seconds, 0.001):,.1f} games a second.", err=True)


def _tell_faults(report: dict[str, Any], book: str) -> int:
    """What went wrong, and how to see it again. The exit code."""
    broken = [each for each in report["unfinished"] if each["message"]]
    endless = [each for each in report["unfinished"] if not each["message"]]
    for each in broken[:TOLD]:
        whose = "a fault in Rulewright" if each["ours"] else "a fault in the rules"
        answers = f"{each['decisions']:,} answer{'' if each['decisions'] == 1 else 's'}"
        click.echo(f"\nGame {each['number']:,}, after {answers}: {whose}.", err=True)
        click.echo("\n".join(map(escape, each["message"].splitlines())), err=True)
        click.echo(f"    {_again(each, book)}", err=True)
    if len(broken) > TOLD:
        click.echo(f"\n{len(broken) - TOLD:,} more games broke: --json tells of all.", err=True)
    for each in endless[:TOLD]:
        click.echo(f"\nGame {each['number']:,} did not end within {each['decisions']:,} decisions.", err=True)
        click.echo(f"    {_again(each, book)}", err=True)
    for each in report["lost"]:
        click.echo(f"\nGames {each['first']:,} to {each['last']:,} are missing: {each['message']}.", err=True)
    if any(each["ours"] for each in broken):
        return 70
    return 1 if broken or report["lost"] else 0


def _again(game: dict[str, Any], book: str) -> str:
    bots: Sequence[str] = list(game["bots"].values())
    return escape(
        f"rulewright play {book} --plain --no-save --seed {game['seed']} " + " ".join(f"--seat {bot}" for bot in bots)
    )
