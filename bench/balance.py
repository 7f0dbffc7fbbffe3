"""Is each published game fair, and is every part of it worth playing?

    python -m bench.balance [--games 2000] [BOOK ...]

Bots play each game with `rulewright simulate`, and what comes out is held against what was promised. The seed is the
hash of the commit, so that nobody can look for lucky games: every commit is judged by games that were not known when it
was made. The exit code is 1 where a promise is broken.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.measure import ROOT

MOST_OF_A_SEAT = 0.56  # the upper end of the 95 % interval of each seat's wins, when the same bot sits everywhere
LEAST_OF_GREEDY = 0.70  # the share of the games that the greedy bot wins against the random one

Report = dict[str, Any]


@dataclass(frozen=True)
class Book:
    name: str
    rivalled: str = ""  # the action whose cards must all be chosen, each at least so often beside the average:
    least_of_a_card: float = 0.25
    least_of_an_action: float = 0.0  # the share of all actions that each of them must have
    against_random: bool = False


BOOKS = (
    Book("hemloch", rivalled="play_minion", against_random=True),
    Book("city_of_hemloch", least_of_an_action=0.10),
)


@dataclass(frozen=True)
class Promise:
    what: str
    found: float
    limit: float
    at_most: bool = False

    @property
    def kept(self) -> bool:
        return self.found < self.limit if self.at_most else self.found >= self.limit

    def __str__(self) -> str:
        verdict = "kept  " if self.kept else "BROKEN"
        bound = "under" if self.at_most else "at least"
        return f"{verdict}  {self.what}: {self.found:.3f}, promised {bound} {self.limit:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("books", metavar="BOOK", nargs="*", help="which of them (default: all)")
    parser.add_argument("--games", type=int, default=2000, help="games in each series (default 2000)")
    options = parser.parse_args()
    unknown = set(options.books) - {book.name for book in BOOKS}
    if unknown:
        parser.error(f"nothing is promised of {', '.join(sorted(unknown))}")

    seed = commit()
    print(f"{options.games} games in each series, seed {seed}")
    broken = False
    for book in BOOKS:
        if options.books and book.name not in options.books:
            continue
        print(f"\n{book.name}", flush=True)
        for promise in promises(book, options.games, seed):
            print(f"  {promise}", flush=True)
            broken |= not promise.kept
    sys.exit(broken)


def commit() -> str:
    found = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    if found.returncode:
        sys.exit("The seed is the hash of a commit, and this is no git checkout.")
    return found.stdout.strip()


def promises(book: Book, games: int, seed: str) -> Iterator[Promise]:
    report = simulate(book.name, games, seed)
    yield Promise("games that came to their end", report["finished"] / games, 1.0)
    for seat in report["seats"]:
        yield Promise(f"wins of {seat['label']}, upper end", seat["wins"]["high"], MOST_OF_A_SEAT, at_most=True)
    if book.rivalled:
        cards = next(q for q in report["questions"] if q["rule"] == book.rivalled and q["cards"])["options"]
        rarest = min(cards, key=lambda card: float(card["to_average"]))
        what = f"{rarest['label']}, chosen least of {len(cards)}, beside the average"
        yield Promise(what, rarest["to_average"], book.least_of_a_card)
    if book.least_of_an_action:
        for action in report["actions"]:
            yield Promise(f"{action['label']}, share of all actions", action["share"], book.least_of_an_action)
    if book.against_random:
        mixed = simulate(book.name, games, seed, "--seat", "greedy", "--seat", "random", "--rotate")
        greedy = next(bot for bot in mixed["bots"] if bot["bot"] == "greedy")
        yield Promise("wins of greedy against random", greedy["wins"]["rate"], LEAST_OF_GREEDY)


def simulate(book: str, games: int, seed: str, *more: str) -> Report:
    command = [sys.executable, "-m", "rulewright.cli.main", "simulate", book, "--json", "-"]
    command += ["--games", str(games), "--seed", seed, *more]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"rulewright simulate {book} failed.")
    report: Report = json.loads(done.stdout)
    return report


if __name__ == "__main__":
    main()
