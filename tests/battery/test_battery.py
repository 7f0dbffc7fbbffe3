"""What holds of every rulebook, whatever it is about. The properties are the product's own (`interpreter/fuzz`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from attrs import frozen

from rulewright.interpreter import Game, Rulebook
from rulewright.interpreter.fuzz.leaks import leaks
from rulewright.interpreter.fuzz.play import Luck, Step, random_step
from rulewright.interpreter.fuzz.properties import AT_A_POINT, Wrong, replay_repeats, save_restores
from rulewright.interpreter.fuzz.search import search
from tests.battery.books import BOOKS, book

BOUND = 1500  # answers
POINTS = 5  # of each game, at which it is looked at closely
TWINS = 14  # games that are compared with each


@frozen
class Played:
    rulebook: Rulebook
    seed: int
    games: list[Game]  # before each step, and the last
    steps: list[Step]


def play(rulebook: Rulebook, seed: int) -> Played:
    span = rulebook.most_players - rulebook.least_players + 1
    luck, game = Luck.of(seed), rulebook.start(rulebook.least_players + seed % span, seed)
    games = [game.copy()]
    steps: list[Step] = []
    while not game.over and len(steps) < BOUND:
        step = random_step(game, luck)
        assert step is not None, f"nobody can answer: {game.decisions()}"
        steps.append(step)
        games.append(game.copy())
    return Played(rulebook, seed, games, steps)


@pytest.fixture(scope="module", params=BOOKS)
def played(request: pytest.FixtureRequest) -> Iterator[Played]:
    """One game of every rulebook; the tests below look at the same one."""
    yield play(book(request.param), seed=len(request.param))


def test_a_game_ends(played: Played) -> None:
    assert played.games[-1].over
    assert played.games[-1].result is not None
    assert not played.games[-1].decisions()


@pytest.mark.parametrize("holds", AT_A_POINT, ids=lambda check: str(check.__name__))
def test_at_any_point_of_a_game(played: Played, holds: Callable[[Game, Luck], Iterator[Wrong]]) -> None:
    luck = Luck.of(played.seed, 1)
    last = len(played.games) - 1
    for at in sorted({0, last, *(luck.below(last + 1) for _ in range(POINTS))}):
        wrong: list[Wrong] = list(holds(played.games[at].copy(), luck))
        assert not wrong, f"after {at} answers"


def test_a_save_is_the_same_game(played: Played) -> None:
    for game in (played.games[0], played.games[len(played.games) // 2], played.games[-1]):
        assert not list(save_restores(played.rulebook, game))


def test_the_same_answers_are_the_same_game(played: Played) -> None:
    assert not list(replay_repeats(played.rulebook, played.games[-1], played.seed, played.steps))


def test_no_seat_is_told_what_it_may_not_know(played: Played) -> None:
    found = [str(leak) for leak in leaks(played.games, played.steps, Luck.of(played.seed, 2), TWINS)]
    assert not found


@pytest.mark.parametrize("name", [each for each in BOOKS if each.startswith("rules/classics/")])
def test_the_search_finds_nothing_in_the_classics(name: str) -> None:
    """The same, through the door that the command line uses, with more games."""
    assert not list(search(book(name), games=4, looks=2, leak_tries=5))
