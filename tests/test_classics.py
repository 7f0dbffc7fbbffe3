"""The classics against numbers that others have counted."""

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from rulewright.interpreter import Game, IllegalAnswer, Rulebook, check, load

FOLDER = Path(__file__).resolve().parents[1] / "rules" / "classics"
BOOKS = sorted(path.stem for path in FOLDER.glob("*.rules"))


@cache
def book(name: str) -> Rulebook:
    return load(name)


def choices(game: Game) -> Iterator[tuple[str, str]]:
    """Who may answer what, where one seat is asked for one thing."""
    (decision,) = game.decisions()
    for option in decision.ids:
        yield decision.seat, option


def after(game: Game, seat: str, answer: str) -> Game:
    """A copy in which the answer is given, and a menu of a single action that follows is opened."""
    later = game.copy()
    later.apply(seat, answer)
    return opened(later)


def opened(game: Game) -> Game:
    while not game.over:
        (decision,) = game.decisions()
        if decision.form != "offer" or len(decision.ids) > 1:
            break
        game.apply(decision.seat, decision.ids[0])
    return game


def seen_by(game: Game, seat: str | None) -> str:
    """All that a view shows, but for who is asked just now."""
    return as_text({key: value for key, value in game.view(seat).items() if key != "asked"})


def as_text(data: object) -> str:
    return json.dumps(data, sort_keys=True)


@pytest.mark.parametrize("name", BOOKS)
def test_a_classic_is_short_and_its_examples_hold(name: str) -> None:
    text = (FOLDER / f"{name}.rules").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    results = book(name).run_examples()
    assert len(results) >= 2
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize("name", BOOKS)
def test_a_classic_has_nothing_to_be_warned_about(name: str) -> None:
    assert check(FOLDER / f"{name}.rules") == ()


def test_tic_tac_toe_has_255168_games_and_5478_positions() -> None:
    games: dict[str, int] = {}

    def count(game: Game) -> int:
        key = game.hash()
        if key not in games:
            games[key] = 1 if game.over else sum(count(after(game, *each)) for each in choices(game))
        return games[key]

    assert count(opened(book("tic_tac_toe").start())) == 255_168
    assert len(games) == 5_478


def test_tic_tac_toe_games_end_as_they_should() -> None:
    """The same walk by results: 131,184 games are won by cross, 77,904 by nought, 46,080 by nobody."""
    tallies: dict[str, tuple[int, int, int]] = {}

    def tally(game: Game) -> tuple[int, int, int]:
        key = game.hash()
        if key not in tallies:
            if game.over:
                winners = winners_of(game)
                tallies[key] = (int(winners == ["cross"]), int(winners == ["nought"]), int(not winners))
            else:
                parts = [tally(after(game, *each)) for each in choices(game)]
                tallies[key] = (sum(p[0] for p in parts), sum(p[1] for p in parts), sum(p[2] for p in parts))
        return tallies[key]

    assert tally(opened(book("tic_tac_toe").start())) == (131_184, 77_904, 46_080)


def winners_of(game: Game) -> list[str]:
    assert game.result is not None
    return list(game.result["winners"])


def test_connect_four_has_the_known_number_of_lines() -> None:
    lines = []
    level = [opened(book("connect_four").start())]
    for _ in range(5):
        level = [after(game, *each) for game in level for each in choices(game)]
        lines.append(len(level))
    lines.append(sum(len(list(choices(game))) for game in level if not game.over))
    assert lines == [7, 49, 343, 2_401, 16_807, 117_649]


def test_connect_four_fills_no_column_beyond_its_top() -> None:
    game = opened(book("connect_four").start())
    for _ in range(6):
        game = after(game, game.decisions()[0].seat, "3")
    with pytest.raises(IllegalAnswer, match="that column is full"):
        game.apply(game.decisions()[0].seat, "3")


# --- Kuhn poker -----------------------------------------------------------------------------------------------------


@cache
def deals() -> dict[tuple[str, str], Game]:
    """A game for each of the six deals, by the cards of the elder and the dealer."""
    found: dict[tuple[str, str], Game] = {}
    for seed in range(1000):
        game = book("kuhn_poker").start(seed=seed)
        held = [card_of(game, seat) for seat in ("elder", "dealer")]
        found.setdefault((held[0], held[1]), game)
        if len(found) == 6:
            return found
    raise AssertionError(f"only {sorted(found)} were dealt")


def card_of(game: Game, seat: str) -> str:
    (card,) = [name for name in ("jack", "queen", "king") if f'"{name}"' in seen_by(game, seat)]
    return card


def walk(game: Game) -> Iterator[Game]:
    yield game
    if not game.over:
        for each in choices(game):
            yield from walk(after(game, *each))


def test_kuhn_poker_is_dealt_in_six_ways() -> None:
    assert set(deals()) == set(permutations(("jack", "queen", "king"), 2))


def test_kuhn_poker_has_twelve_information_sets_by_views_alone() -> None:
    sets = {
        (game.decisions()[0].seat, seen_by(game, game.decisions()[0].seat))
        for deal in deals().values()
        for game in walk(deal)
        if not game.over
    }
    assert len(sets) == 12


def test_kuhn_poker_has_thirty_endings_and_pays_them_out() -> None:
    endings = [(cards, game) for cards, deal in deals().items() for game in walk(deal) if game.over]
    assert len(endings) == 30
    strength = {"jack": 1, "queen": 2, "king": 3}
    for (elder, dealer), game in endings:
        purse = {player["id"]: player["state"]["purse"] for player in game.view(None)["players"]}
        assert purse["elder"] == -purse["dealer"] != 0
        (winner,) = winners_of(game)
        assert purse[winner] > 0
        if abs(purse["elder"]) == 2:
            assert winner == ("elder" if strength[elder] > strength[dealer] else "dealer")


# --- rock paper scissors --------------------------------------------------------------------------------------------

SIGNS = ("rock", "paper", "scissors")


@pytest.mark.parametrize("early, late", [("left", "right"), ("right", "left")])
def test_nobody_learns_a_sign_before_both_have_shown(early: str, late: str) -> None:
    game = book("rock_paper_scissors").start()
    assert sorted(decision.seat for decision in game.decisions()) == ["left", "right"]
    before = {seat: (seen_by(game, seat), as_text(game.log(seat))) for seat in ("left", "right", None)}
    for sign in SIGNS:
        half = game.copy()
        half.apply(early, sign)
        (decision,) = half.decisions()
        assert (decision.seat, decision.ids) == (late, SIGNS)
        for seat in (late, None):
            assert (seen_by(half, seat), as_text(half.log(seat))) == before[seat]


def test_who_answers_first_leaves_no_trace() -> None:
    for left in SIGNS:
        for right in SIGNS:
            one, other = book("rock_paper_scissors").start(), book("rock_paper_scissors").start()
            one.apply("left", left)
            one.apply("right", right)
            other.apply("right", right)
            other.apply("left", left)
            assert one.hash() == other.hash()
            assert as_text(one.log(None)) == as_text(other.log(None))


def test_of_nine_throws_three_are_even() -> None:
    points = []
    for left in SIGNS:
        for right in SIGNS:
            game = book("rock_paper_scissors").start()
            game.apply("left", left)
            game.apply("right", right)
            left_player, right_player = game.view(None)["players"]
            points.append((left_player["state"]["points"], right_player["state"]["points"]))
    assert {pair: points.count(pair) for pair in points} == {(0, 0): 3, (1, 0): 3, (0, 1): 3}


# --- lantern mine ---------------------------------------------------------------------------------------------------


def test_lantern_mine_ends_with_a_ranking_and_all_its_pieces() -> None:
    rng = random.Random(7)
    saved_by_a_lantern = 0
    for seed in range(40):
        game = book("lantern_mine").start(seed=seed)
        answers = 0
        while not game.over:
            (decision,) = game.decisions()
            saved_by_a_lantern += decision.form == "may"
            bold = decision.form == "offer" and rng.random() < 0.7
            game.apply(decision.seat, "dig" if bold else rng.choice(decision.ids))
            answers += 1
            assert answers < 500
        assert winners_of(game)
    assert saved_by_a_lantern > 0
