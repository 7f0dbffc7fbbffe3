"""Many games of one rulebook, counted."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from rulewright.interpreter.bots.seats import let_bot_answer
from rulewright.interpreter.runtime.chance import derive
from rulewright.interpreter.runtime.faults import RulesFault
from rulewright.interpreter.runtime.rulebook import Rulebook
from rulewright.interpreter.statistics.intervals import mean_interval, share_interval

Interval = tuple[float, float, float]  # what was seen, and the ends of its 95 % interval


@define
class Series:
    """What came out of some games. A victory that is shared counts for each winner by its share."""

    players: int
    games: int = 0  # that came to an end
    wins: dict[str, float] = field(factory=dict)
    lengths: list[int] = field(factory=list)
    scores: dict[str, list[int]] = field(factory=dict)
    broken: int = 0  # games in which the rules came to a point where they could not go on

    def win_rate(self, seat: str) -> Interval:
        wins = self.wins.get(seat, 0.0)
        return (wins / self.games if self.games else 0.0, *share_interval(wins, self.games))

    @property
    def length(self) -> Interval:
        return mean_interval(self.lengths)

    def score(self, seat: str) -> Interval | None:
        return mean_interval(self.scores[seat]) if self.scores.get(seat) else None


def play_series(
    book: Rulebook, players: int, games: int, seed: int, bot: str = "random", tell: Callable[[], None] = lambda: None
) -> Series:
    """Plays games with the same bot on all seats; `tell` is called after each."""
    series = Series(players)
    for number in range(games):
        _play(book, series, derive(seed, number), bot)
        tell()
    return series


def _play(book: Rulebook, series: Series, seed: int, bot: str) -> None:
    length = 0
    try:
        game = book.start(series.players, seed)
        while not game.over:
            let_bot_answer(game, game.decisions()[0], bot, seed)
            length += 1
        result = game.result
    except RulesFault:
        series.broken += 1
        return
    assert result is not None
    series.games += 1
    series.lengths.append(length)
    for seat in result["winners"]:
        series.wins[seat] = series.wins.get(seat, 0.0) + 1 / len(result["winners"])
    for seat, score in (result["scores"] or {}).items():
        series.scores.setdefault(seat, []).append(score)
