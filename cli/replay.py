"""`rulewright replay`: a saved game again, answer by answer."""

import json
from pathlib import Path
from typing import Any

import click

from rulewright.cli import saves
from rulewright.cli.files import write_whole
from rulewright.cli.plain import PlainScreen
from rulewright.cli.stepping import Stepping, answered, as_known
from rulewright.interpreter import Game, IllegalAnswer, Rulebook, RulesFault, SaveProblem, load
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
) -> int:
    """Tell a saved game again: who answered what, and what came of it.

    A seat is told what it could know then, and nothing else.

    Example:  rulewright replay my_game.json --at 12 --view
    """
    kept = saves.read(file)
    variants, options = kept.form
    rulebook = load(book or str(kept.game.get("rulebook")), variants=variants, options=options)
    if migrate is not None:
        return _migrate(rulebook, kept, migrate)
    answers = kept.game.get("answers")
    if not isinstance(answers, list):
        raise SaveProblem(f"{file} is damaged: its answers are not a list.")
    if seat is not None and seat not in rulebook.seat_names(rulebook.most_players):
        raise click.UsageError(f"There is no seat {seat}: {', '.join(rulebook.seat_names(rulebook.most_players))}.")
    moments, told = _played(rulebook, kept.game, answers if at is None or step else answers[:at], seat)
    game = moments[-1]
    if kept.is_of_other_rules(rulebook.digest):
        click.echo(saves.CHANGED, err=True)
    if step:
        begin = min(at or 0, len(told))
        Stepping(told, moments, seat, everything, lambda shown, by: _show(rulebook, shown, by), begin).run()
        return 0
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
        for number, each in enumerate(told, 1):
            click.echo(escape(answered(number, each)))
            for line in each["log"]:
                click.echo(escape(f"        {line}"))
        if kept.breaks is not None and at is None:
            _break(game, kept.breaks)
    return 0


def _break(game: Game, answer: dict[str, Any]) -> None:
    """The answer on which the rules broke when the game was kept."""
    try:
        question = _take(game, answer)
        words = "the rules no longer break on this"
    except RulesFault as fault:
        question, words = "the rules break here", str(fault)
    except (IllegalAnswer, KeyError, TypeError, ValueError) as problem:
        question, words = "no longer fits", str(problem)
    click.echo(escape(f"then  {answer.get('seat')}: {question}: {', '.join(answer.get('answer', []))}"))
    for line in words.split("\n"):
        click.echo(escape(f"        {line}"))


def _played(
    rulebook: Rulebook, save: dict[str, Any], answers: list[Any], seat: str | None
) -> tuple[list[Game], list[dict[str, Any]]]:
    """The game before these answers and after each, and what each of them was and did."""
    try:
        game = rulebook.start(int(save["players"]), int(save["seed"]))
    except (KeyError, TypeError, ValueError):
        raise SaveProblem("this save is damaged: it does not say how the game began.") from None
    told, moments = [], [game.copy()]
    for number, each in enumerate(answers, 1):
        before = len(game.log(seat))
        try:
            question = _take(game, each)
        except (IllegalAnswer, RulesFault, KeyError, TypeError) as problem:
            raise SaveProblem(
                f"Answer {number} of {len(answers)} no longer fits: {problem}. "
                "The rules have changed, or the file is damaged; `--migrate FILE` keeps what fits."
            ) from None
        lines = [entry["text"] for entry in game.log(seat)[before:]]
        given = each.get("answer", [each.get("interject")])
        told.append({"seat": each["seat"], "question": question, "answer": given, "log": lines})
        moments.append(game.copy())
    return moments, told


def _take(game: Game, answer: dict[str, Any]) -> str:
    if "interject" in answer:
        game.interject(answer["seat"], answer["interject"])
        return "interjects"
    question = next((each.prompt for each in game.decisions() if each.seat == answer["seat"]), "")
    game.apply(answer["seat"], answer["answer"])
    return question


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
        words = f"{str(problem)[:1].upper()}{str(problem)[1:]}; what comes before it is kept."
    saves.refuse_other_files(target)
    saves.write(target, game, kept.seats, kept.luck)
    click.echo(escape(words))
    return 0
