"""`rulewright replay`: a saved game again, answer by answer."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import click

from rulewright.cli import saves
from rulewright.cli.files import write_whole
from rulewright.cli.plain import PlainScreen
from rulewright.cli.stepping import Stepping, answered, as_known
from rulewright.cli.varied import with_variants
from rulewright.interpreter import Game, Rulebook, RulebookError, RulesFault, SaveProblem, SourceProblem, load
from rulewright.interpreter.diagnostics import escape

_FILE = click.Path(path_type=Path)


@click.command("replay")
@click.argument("file", type=_FILE)
@click.option("--book", help="The rulebook, where it is not found by the name in the save.")
@click.option("--at", type=click.IntRange(0), help="Jump to the moment after this many answers.")
@click.option("--seat", help="Show what this seat could see; what is open to everybody, if not said.")
@click.option("--all", "everything", is_flag=True, help="Show every answer, those that were secret as well.")
@click.option("--view", "show_view", is_flag=True, help="Show the table at that moment.")
@click.option("--step", is_flag=True, help="Go through it step by step, forwards and backwards.")
@click.option("--to-example", is_flag=True, help="Write the situation as an `example`.")
@click.option("--migrate", type=_FILE, help="Where the rules have changed: keep what still fits in this file.")
@click.option("--log", type=_FILE, help="Write the log to this file, as text.")
@click.option("--json", "as_json", is_flag=True, help="For programs: JSON, one object with answers and log.")
@with_variants
def command(
    file: Path,
    book: str | None,
    at: int | None,
    seat: str | None,
    everything: bool,
    show_view: bool,
    step: bool,
    to_example: bool,
    migrate: Path | None,
    log: Path | None,
    as_json: bool,
    variants: tuple[str, ...],
    options: dict[str, str],
) -> int:
    """Tell a saved game again: who answered what, and what came of it.

    A seat is told what it could know then, and nothing else. A save knows its variants and options; --variant puts
    others in the place of these variants, --option settles another value.

    Example:  rulewright replay my_game.json --at 12 --view
    """
    kept = saves.read(file)
    played, settled = kept.form
    rulebook, gone = _loaded(book or kept.book, variants or played, {**settled, **options})
    if gone:
        click.echo(escape(f"Left out, since it is gone or does not fit any more: {', '.join(gone)}."), err=True)
    if migrate is not None:
        return _migrate(rulebook, kept, migrate)
    if seat is not None and seat not in rulebook.seat_names(rulebook.most_players):
        raise click.UsageError(f"There is no seat {seat}: {', '.join(rulebook.seat_names(rulebook.most_players))}.")
    moments, told = _played(rulebook, kept.game, None if step else at, seat)
    game = moments[-1]
    if changed := saves.told_changes(rulebook, kept):
        click.echo(escape(changed), err=True)
    if step:
        begin = min(at or 0, len(told))
        Stepping(told, moments, seat, everything, lambda shown, by: _show(rulebook, shown, by), begin).run()
        return 0
    if at is not None and at > len(told):
        raise click.UsageError(f"There is no moment {at}: this game has {len(told)} answers.")
    told = [each if everything else as_known(each, seat) for each in told]
    if log is not None:
        write_whole(log, "".join(f"{escape(entry['text'])}\n" for entry in game.log(seat)))
    elif as_json:
        click.echo(json.dumps({"answers": told, "log": game.log(seat), "result": game.result}, ensure_ascii=False))
    elif to_example:
        click.echo(_example(rulebook, game, len(told)))
    elif show_view or at is not None:
        _show(rulebook, game, seat)
    else:
        if not told:
            click.echo("Nobody has answered anything yet.")
        for number, each in enumerate(told, 1):
            click.echo(escape(answered(number, each)))
            for line in each["log"]:
                click.echo(escape(f"        {line}"))
        if kept.breaks is not None and at is None:
            _break(rulebook, kept.game, kept.breaks)
        if kept.finding and at is None:
            click.echo(escape(f"This game was kept by `check --play`: {kept.finding}"))
    return 0


def _loaded(book: str, variants: tuple[str, ...], options: dict[str, str]) -> tuple[Rulebook, list[str]]:
    """The rulebook as it was played; and what of it is left out, since it is gone or does not fit any more."""
    try:
        return load(book, variants=variants, options=options), []
    except (RulebookError, SourceProblem):
        rulebook = load(book)  # what is wrong with the rulebook itself is told
    laid: tuple[str, ...] = ()
    settled: dict[str, str] = {}
    gone = []
    for variant in variants:
        try:
            rulebook, laid = load(book, variants=(*laid, variant)), (*laid, variant)
        except (RulebookError, SourceProblem):
            gone.append(f"the variant {variant}")
    for name, value in options.items():
        try:
            rulebook = load(book, variants=laid, options={**settled, name: value})
            settled[name] = value
        except (RulebookError, SourceProblem):
            gone.append(f"{name}={value}")
    return rulebook, gone


def _break(rulebook: Rulebook, save: dict[str, Any], answer: dict[str, Any]) -> None:
    """The answer on which the rules broke when the game was kept."""
    question, words = "", "the rules no longer break on this"
    try:
        for moment in rulebook.retold({**save, "answers": [*save["answers"], answer]}):
            question = moment.question
    except SaveProblem as problem:
        if problem.__cause__ is None:
            raise
        fault = isinstance(problem.__cause__, RulesFault)
        question, words = "the rules break here" if fault else "no longer fits", str(problem.__cause__)
    given = ", ".join(answer.get("answer", [answer.get("interject")]))
    click.echo(escape(f"then  {answer['seat']}: {question}: {given}"))
    for line in words.split("\n"):
        click.echo(escape(f"        {line}"))


def _played(
    rulebook: Rulebook, save: dict[str, Any], answers: int | None, seat: str | None
) -> tuple[list[Game], list[dict[str, Any]]]:
    """The game before the first answer and after each of so many, and what each of them was and did."""
    told: list[dict[str, Any]] = []
    moments: list[Game] = []
    lines = 0
    try:
        for moment in islice(rulebook.retold(save), None if answers is None else answers + 1):
            fresh = [entry["text"] for entry in moment.game.log(seat, lines)]
            lines += len(fresh)
            if moments:
                question, given = moment.question or "interjects", list(moment.answer)
                told.append({"seat": moment.seat, "question": question, "answer": given, "log": fresh})
            moments.append(moment.game)
    except SaveProblem as problem:
        if problem.game is None:
            raise
        raise SaveProblem(f"{_sentence(problem)}. `--migrate FILE` keeps what comes before it.") from None
    return moments, told


def _sentence(problem: SaveProblem) -> str:
    return f"{problem.message[:1].upper()}{problem.message[1:]}"


def _show(rulebook: Rulebook, game: Game, seat: str | None) -> None:
    screen = PlainScreen(rulebook)
    screen.view(game, seat)
    for decision in game.decisions():
        shown = ", ".join(decision.ids) if seat in (None, decision.seat) else "…"
        if seat is None and decision.ids:
            shown = f"{len(decision.ids)} options"
        click.echo()
        click.echo(escape(f"{decision.seat} is asked: {decision.prompt} ({shown})"))
    if game.over:
        screen.result(game)


def _example(rulebook: Rulebook, game: Game, number: int) -> str:
    result = game.result
    scores = (result or {}).get("scores") if game.over else game.scores()
    laid = game.situation()
    rows = [f'example "the table after {number} answers"', f"    players {len(game.seats)}"]
    rows += ["    given", *(f"        {line}" for line in laid)] if laid else []
    rows.append("    then")
    rows += [f"        score({seat}) = {score}" for seat, score in (scores or {}).items()] or ["        yes"]
    return "\n".join(rows)


def _migrate(rulebook: Rulebook, kept: saves.Kept, target: Path) -> int:
    try:
        game = rulebook.restore(kept.game)
        words = "The whole game still fits."
    except SaveProblem as problem:
        if problem.game is None:
            raise
        game = problem.game
        words = f"{_sentence(problem)}; what comes before it is kept."
    saves.refuse_other_files(target)
    saves.write(target, game, kept.seats, kept.luck)
    click.echo(escape(words))
    return 0
