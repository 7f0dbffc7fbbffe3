"""Plays two rulebooks with the same seeds."""

import sys
from typing import Any

import attrs
import click
from attrs import frozen

from rulewright.interpreter import Divergence, Rulebook, Series, common_players, first_divergence, play_series


@frozen
class Behaviour:
    """How two rulebooks play: where they part, and what comes out."""

    one: Rulebook
    other: Rulebook
    games: int
    seed: int
    bot: str
    players: tuple[int, int]
    parted: int  # of the games that were compared answer by answer
    first: Divergence | None  # that of the lowest seed
    series: tuple[Series, Series]

    def data(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "seed": self.seed,
            "bot": self.bot,
            "parted": self.parted,
            "first": attrs.asdict(self.first) if self.first is not None else None,
            "one": _series_data(self.one, self.series[0]),
            "other": _series_data(self.other, self.series[1]),
        }


def _series_data(book: Rulebook, series: Series) -> dict[str, Any]:
    seats = book.seat_names(series.players)
    return {
        "players": series.players,
        "games": series.games,
        "broken": series.broken,
        "wins": {seat: series.win_rate(seat) for seat in seats},
        "length": series.length,
        "scores": {seat: series.score(seat) for seat in seats},
    }


def played(one: Rulebook, other: Rulebook, games: int, players: int | None, seed: int, bot: str) -> Behaviour:
    common = players if players is not None else common_players(one, other)
    numbers = (one.least_players, other.least_players) if common is None else (common, common)
    for book, number in zip((one, other), numbers, strict=True):
        if not book.least_players <= number <= book.most_players:
            raise click.UsageError(f"{book.title} cannot be played by {number}.")
    progress = _Progress(3 * games if common is not None else 2 * games)
    parted, first = 0, None
    for number in range(games if common is not None else 0):
        found = first_divergence(one, other, numbers[0], seed + number, bot)
        if found is not None:
            parted, first = parted + 1, first or found
        progress.step()
    series = (
        play_series(one, numbers[0], games, seed, bot, progress.step),
        play_series(other, numbers[1], games, seed, bot, progress.step),
    )
    progress.done()
    return Behaviour(one, other, games, seed, bot, numbers, parted, first, series)


class _Progress:
    """A count on the terminal, for whoever waits there."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.now = 0
        self.live = sys.stderr.isatty()

    def step(self) -> None:
        self.now += 1
        if self.live:
            click.echo(f"\rgame {self.now} of {self.most}", nl=False, err=True)

    def done(self) -> None:
        if self.live:
            click.echo("\r" + " " * 30 + "\r", nl=False, err=True)
