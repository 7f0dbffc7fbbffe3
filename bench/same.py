"""Whether the Hemloch that was written by hand is the Hemloch of the rulebook.

    python -m bench.same [games] [seed]

Both play the same games: the same luck, the same random answers. Whoever is asked, what, from which options and in
which order must be the same at every decision, and so must points and winners at the end; the first difference is an
AssertionError. Prints {"games", "decisions"}: how much was compared.
"""

import json
import random
import sys

from bench.hemloch import Hemloch, in_order
from rulewright.interpreter import Rulebook, load
from rulewright.interpreter.runtime import chance


class SameLuck:
    """The generator of a Rulewright game, for the one that was written by hand."""

    def __init__(self, seed: int) -> None:
        self.state = chance.seed_state(seed)

    def shuffle(self, x: list[str], /) -> None:
        self.state, x[:] = chance.shuffled(self.state, tuple(x))

    def randrange(self, stop: int, /) -> int:
        self.state, found = chance.below(self.state, stop)
        return found


def compare(book: Rulebook, seed: int) -> int:
    """Play one game on both, and return how many decisions it took."""
    rng = random.Random(seed)
    game = book.start(seed=seed)
    decisions = 0

    def choose(seat: int, options: list[str], count: int) -> list[str]:
        nonlocal decisions
        decisions += 1
        (decision,) = game.decisions()
        asked = (decision.seat, list(decision.ids), decision.least, decision.most)
        assert asked == (game.seats[seat], options, count, count), f"game {seed}, decision {decisions}: {decision}"
        chosen = rng.sample(options, count)
        game.apply(decision.seat, chosen)
        return in_order(options, chosen)

    by_hand = Hemloch(SameLuck(seed), choose)
    scores = by_hand.play()
    assert game.over and game.result is not None, f"game {seed} goes on"
    assert game.result["scores"] == dict(zip(game.seats, scores, strict=True)), f"game {seed}: {game.result}"
    assert game.result["winners"] == [game.seats[seat] for seat in by_hand.winners()], f"game {seed}: {game.result}"
    return decisions


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    book = load("hemloch")
    print(json.dumps({"games": games, "decisions": sum(compare(book, first + number) for number in range(games))}))


if __name__ == "__main__":
    main()
