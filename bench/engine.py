"""Random games of tic-tac-toe and Connect Four on Rulewright, and the cost of copying a game.

    python bench/engine.py [games] [seed]

prints {"tictactoe": moves_per_second, "connect_four": moves_per_second, "copy": {...}}, where "copy" holds, for each
game, the seconds of one `copy()` in units of one random move. As for every peer, the clock covers starting each game,
listing its legal moves, picking one and making it; loading the rulebook comes before.
"""

import importlib
import json
import random
import sys
from time import perf_counter
from typing import Any, Protocol, cast

RULEBOOKS = {"tictactoe": "tic_tac_toe", "connect_four": "connect_four"}
COPIES = 5


class Decision(Protocol):
    seat: Any
    ids: tuple[str, ...]


class Game(Protocol):
    @property
    def over(self) -> bool: ...

    def decisions(self) -> "tuple[Decision, ...]": ...

    def apply(self, seat: Any, chosen: list[str]) -> object: ...

    def copy(self) -> "Game": ...


class Book(Protocol):
    def start(self, *, seed: int) -> Game: ...


def play_games(book: Book, games: int, rng: random.Random) -> int:
    """Play the games and return how many moves they took."""
    moves = 0
    for _ in range(games):
        game = book.start(seed=rng.getrandbits(32))
        while not game.over:
            decision = game.decisions()[0]
            game.apply(decision.seat, [rng.choice(decision.ids)])
            moves += 1
    return moves


def seconds_per_copy(book: Book, games: int, rng: random.Random) -> float:
    """The mean over every position of the games, so that short and long histories both count."""
    spent = 0.0
    copies = 0
    for _ in range(games):
        game = book.start(seed=rng.getrandbits(32))
        while not game.over:
            began = perf_counter()
            for _ in range(COPIES):
                game.copy()
            spent += perf_counter() - began
            copies += COPIES
            decision = game.decisions()[0]
            game.apply(decision.seat, [rng.choice(decision.ids)])
    return spent / copies


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    try:
        load = importlib.import_module("rulewright").load
    except (ImportError, AttributeError) as error:
        sys.exit(f"Rulewright cannot be loaded ({error}): install it with `pip install -e .` from the root.")
    speeds: dict[str, float] = {}
    copy: dict[str, float] = {}
    for name, rulebook in RULEBOOKS.items():
        try:
            book = cast(Book, load(rulebook))
        except Exception as error:  # whatever is wrong with the rulebook, the other peers can still be measured
            sys.exit(f"Rulewright cannot load the rulebook {rulebook}: {error}")
        play_games(book, games // 10 + 1, rng)
        began = perf_counter()
        moves = play_games(book, games, rng)
        seconds = perf_counter() - began
        speeds[name] = moves / seconds
        copy[name] = seconds_per_copy(book, games // 4 + 1, rng) * speeds[name]
    print(json.dumps({**speeds, "copy": copy}))


if __name__ == "__main__":
    main()
