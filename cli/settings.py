"""Before a game: the settings that its rulebook leaves open, shown to a person who may change them."""

from collections.abc import Callable
from typing import Any

import click
from attrs import frozen

from rulewright.cli.list import contents
from rulewright.cli.terminal import typed_line
from rulewright.interpreter import Rulebook, SourceProblem
from rulewright.interpreter.diagnostics import did_you_mean, escape

PLAYERS = "players"  # is settled like an option, unless one has this name
Load = Callable[[dict[str, str]], Rulebook]  # the rulebook with other options


@frozen
class Settled:
    rulebook: Rulebook
    players: int


class Wrong(Exception):
    """What was typed settles nothing; the message says why."""


def any_open(rulebook: Rulebook) -> bool:
    return bool(rulebook.program.options) or rulebook.least_players < rulebook.most_players


def settle(rulebook: Rulebook, players: int, load: Load) -> Settled:
    """Asks until the person is content. EOFError where there is nobody."""
    settled = Settled(rulebook, players)
    chosen: dict[str, str] = {}
    click.echo(escape(f"{rulebook.title} can be played in several ways:"))
    while True:
        rows = _rows(settled)
        for line in _told(rows):
            click.echo(escape(line))
        sample = f"`{rows[-1]['id']}={rows[-1]['value']}`"
        click.echo(f"Press Enter to begin, or change something first, such as {sample}; `quit` leaves.")
        typed = typed_line("Settings> ").replace(",", " ").split()
        if not typed:
            return settled
        if typed[0] in ("quit", "exit"):
            raise EOFError
        try:
            number, options = _meant(typed, rows, settled.players)
            settled = Settled(load({**chosen, **options}), number)
            chosen.update(options)
        except Wrong as wrong:
            click.echo(escape(str(wrong)))
        except SourceProblem as problem:
            click.echo(escape(problem.message))


def _rows(settled: Settled) -> list[dict[str, Any]]:
    book = settled.rulebook
    rows: list[dict[str, Any]] = contents(book)["options"]
    if book.least_players < book.most_players and PLAYERS not in [row["id"] for row in rows]:
        choices = f"{book.least_players} to {book.most_players}"
        rows = [{"id": PLAYERS, "label": "How many play", "choices": choices, "value": settled.players}, *rows]
    return rows


def _told(rows: list[dict[str, Any]]) -> list[str]:
    names = max(len(row["id"]) for row in rows)
    values = max(len(str(row["value"])) for row in rows)
    choices = [row["choices"] if isinstance(row["choices"], str) else ", ".join(row["choices"]) for row in rows]
    return [
        f"  {row['id']:<{names}}  {row['value']!s:<{values}}  {row['label'] or row['id']} ({choice})"
        for row, choice in zip(rows, choices, strict=True)
    ]


def _meant(typed: list[str], rows: list[dict[str, Any]], players: int) -> tuple[int, dict[str, str]]:
    """The number of players, and the options that were named with other settings."""
    names = [row["id"] for row in rows]
    options = {}
    for each in typed:
        name, sign, value = each.partition("=")
        if not sign and not did_you_mean(name, names):
            raise Wrong(f"Type a name and a value, such as `{names[-1]}={rows[-1]['value']}`.")
        if not sign or name not in names:
            hint = did_you_mean(name, names) or f"There is {', '.join(names)}."
            raise Wrong(f"`{each[:60]}` settles nothing. {hint} Type it as {names[-1]}={rows[-1]['value']}.")
        row = rows[names.index(name)]
        if "default" in row:
            options[name] = value
        else:
            players = _players(value, row["choices"])
    return players, options


def _players(value: str, choices: str) -> int:
    least, _, most = choices.partition(" to ")
    if not value.isdecimal() or len(value) > 4 or not int(least) <= int(value) <= int(most):
        raise Wrong(f"`{value[:60]}` is no number of players: it can be {choices}.")
    return int(value)
