"""Random games on Rulewright: how many decisions in a second, how many games, and what a copy of a game costs.

    python -m bench.engine [games] [seed]

prints, for each of four rulebooks, {"decisions_per_second", "games_per_second", "copy"}, where "copy" is the time of
one `copy()` in units of one random decision. As for every peer, the clock covers starting each game, listing what can
be chosen, choosing at random and making it so; loading the rulebook comes before. It is the clock of this process
(CPU time): what else runs on the machine does not count.
"""

import json
import random
import sys
from time import process_time

from rulewright.interpreter import Rulebook, load

# How many random games of each are about as long as one of tic-tac-toe.
RULEBOOKS = {"tic_tac_toe": 1.0, "connect_four": 0.4, "hemloch": 0.1, "city_of_hemloch": 0.1}
COPIES = 5


def play_games(book: Rulebook, games: int, rng: random.Random) -> int:
    """Play the games and return how many decisions they took."""
    decisions = 0
    for _ in range(games):
        game = book.start(seed=rng.getrandbits(32))
        while not game.over:
            decision = game.decisions()[0]
            if decision.most == 1:
                game.apply(decision.seat, [rng.choice(decision.ids)])
            else:
                number = rng.randint(decision.least, min(decision.most, len(decision.ids)))
                game.apply(decision.seat, rng.sample(decision.ids, number))
            decisions += 1
    return decisions


def seconds_per_copy(book: Rulebook, games: int, rng: random.Random) -> float:
    """The mean over every position of the games, so that short and long histories both count."""
    spent = 0.0
    copies = 0
    for _ in range(games):
        game = book.start(seed=rng.getrandbits(32))
        while not game.over:
            began = process_time()
            for _ in range(COPIES):
                game.copy()
            spent += process_time() - began
            copies += COPIES
            decision = game.decisions()[0]
            game.apply(decision.seat, rng.sample(decision.ids, max(1, decision.least)))
    return spent / copies


def measured(book: Rulebook, games: int, rng: random.Random) -> dict[str, float]:
    play_games(book, games // 10 + 1, rng)
    began = process_time()
    decisions = play_games(book, games, rng)
    seconds = process_time() - began
    return {
        "decisions_per_second": decisions / seconds,
        "games_per_second": games / seconds,
        "copy": seconds_per_copy(book, games // 4 + 1, rng) * decisions / seconds,
    }


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(json.dumps({n: measured(load(n), max(2, int(games * share)), rng) for n, share in RULEBOOKS.items()}))


if __name__ == "__main__":
    main()
