"""What `make bench` measures against plays the same game: every question, every option, every score."""

from __future__ import annotations

import random

import pytest

from bench.hemloch import Hemloch, in_order
from rulewright.interpreter import load
from rulewright.interpreter.runtime import chance

GAMES = 150


class SameLuck:
    """The generator of a Rulewright game, for the hand-written one."""

    def __init__(self, seed: int) -> None:
        self.state = chance.seed_state(seed)

    def shuffle(self, x: list[str], /) -> None:
        self.state, x[:] = chance.shuffled(self.state, tuple(x))

    def randrange(self, stop: int, /) -> int:
        self.state, found = chance.below(self.state, stop)
        return found


@pytest.mark.parametrize("part", range(3))
def test_the_hand_written_hemloch_plays_as_the_rulebook_does(part: int) -> None:
    book = load("hemloch")
    for seed in range(part * GAMES // 3, (part + 1) * GAMES // 3):
        rng = random.Random(seed)
        game = book.start(seed=seed)

        def choose(seat: int, options: list[str], count: int) -> list[str]:
            (decision,) = game.decisions()  # noqa: B023: called back before the next game begins
            assert decision.seat == game.seats[seat]  # noqa: B023
            assert (list(decision.ids), decision.least, decision.most) == (options, count, count), decision
            chosen = rng.sample(options, count)  # noqa: B023
            game.apply(decision.seat, chosen)  # noqa: B023
            return in_order(options, chosen)

        by_hand = Hemloch(SameLuck(seed), choose)
        scores = by_hand.play()
        assert game.over and game.result is not None
        assert game.result["scores"] == dict(zip(game.seats, scores, strict=True))
        assert game.result["winners"] == [game.seats[seat] for seat in by_hand.winners()]
