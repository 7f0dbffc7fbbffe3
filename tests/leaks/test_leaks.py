"""The leak check finds every leak that was planted, and none where none was."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import Game, Rulebook, load
from rulewright.interpreter.fuzz.search import search
from rulewright.interpreter.fuzz.shrink import shrunk
from rulewright.interpreter.ir.program import Modifier
from rulewright.interpreter.runtime import evaluate_values, tracing
from rulewright.interpreter.runtime.faults import Fault
from tests.leaks.faults import PLANTED

HERE = Path(__file__).parent
GAMES, TRIES = 24, 40


@pytest.fixture(scope="session")
def parlour() -> Rulebook:
    return load(str(HERE / "parlour.rules"))


def test_the_machine_as_it_is_tells_nothing(parlour: Rulebook) -> None:
    assert not list(search(parlour, 3, looks=2, leak_tries=TRIES))


@pytest.mark.parametrize("name", ["modified_from_a_hand", "modified_itself", "offered_from_a_hand"])
def test_no_question_depends_on_what_is_hidden(name: str) -> None:
    """Rules and modifiers on pieces that work where others do not see them, and values of such pieces."""
    assert not list(search(load(str(HERE / f"{name}.rules")), 8, looks=0, leak_tries=TRIES))


def test_nobody_can_imagine_which_card_of_a_hand_another_knows() -> None:
    assert not list(search(load(str(HERE / "known_to_a_third.rules")), 8, looks=0, leak_tries=TRIES))


def test_every_hand_can_be_imagined_from_which_somebody_may_react() -> None:
    game = load(str(HERE / "window.rules")).start(seed=3)
    assert [(each.seat, each.form) for each in game.decisions()] == [("north", "react")]
    hands = {_hand(game.imagine("south", seed), "north") for seed in range(80)}
    assert hands == {frozenset(pair) for pair in combinations(("ace", "king", "queen", "jack"), 2)}


@pytest.mark.parametrize("card", ["ace", "king_1"])
def test_the_card_whose_rule_is_running_is_imagined_where_it_lies(card: str) -> None:
    game = load(str(HERE / "acting.rules")).start(seed=3)
    game.apply("north", card)
    for seed in range(40):
        possible = game.imagine("south", seed)
        before = _hand(possible, "north")
        possible.apply("north", "1")
        assert len(before - _hand(possible, "north")) == 1


def _hand(game: Game, seat: str) -> frozenset[str]:
    zone = next(zone for zone in game.view(seat)["zones"] if zone["id"] == "hand")
    place = next(place for place in zone["places"] if place["owner"] == seat)
    return frozenset(piece["id"] for piece in place["pieces"])


def test_what_is_kept_for_later_is_imagined_with_the_card_that_it_was_kept_for() -> None:
    """By a modifier, by a rule, also one that waits, and by a count of uses."""
    game = load(str(HERE / "captured.rules")).start(seed=3)
    game.apply("north", game.decisions()[0].ids[0])
    hands, played = set(), set()
    for seed in range(20):
        possible = game.imagine("south", seed)
        hands.add(_hand(possible, "north"))
        possible.apply("south", "sure")
        possible = possible.imagine("south", seed + 1)  # now the first of two rules asks, and the other one waits
        possible.apply("south", "sure")
        said = [entry["text"] for entry in possible.log() if entry["form"] in ("say", "move")]
        assert said.count("for the first time") == said.count("it is dear") == 1
        assert said[-1].endswith("North's hand → Pile")
        played.add(said[-1])
    assert len(hands) > 5
    assert len(played) > 3


def test_the_leak_check_sees_what_is_kept_for_later() -> None:
    assert not list(search(load(str(HERE / "captured.rules")), 8, looks=0, leak_tries=TRIES))


def test_there_are_at_least_twelve() -> None:
    assert len(PLANTED) >= 12


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_reported(name: str, parlour: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = PLANTED[name]
    fault.inject(monkeypatch)
    book = Rulebook(fault.program(parlour.program))
    for finding in search(book, GAMES, looks=0, leak_tries=TRIES):
        assert finding.kind == "leak", finding
        if finding.where in fault.parts:
            return
    raise AssertionError(f"{name} was not noticed")


def test_a_leak_is_shortened(parlour: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = PLANTED[next(iter(PLANTED))]
    fault.inject(monkeypatch)
    book = Rulebook(fault.program(parlour.program))
    found = max(search(book, 6, looks=0, leak_tries=TRIES), key=lambda finding: finding.answers)
    short = shrunk(book, found)
    assert short.same == found.same and short.answers == len(short.save["answers"]) < found.answers


# --- what is told is true ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def stars() -> Rulebook:
    return load(str(HERE / "stars.rules"))


def test_a_seat_is_told_its_own_score_and_not_one_that_it_cannot_know(stars: Rulebook) -> None:
    game = stars.start()
    assert game.scores() == {"a": 0, "b": 8}
    assert game.why_value("a", "score", ["b"]) is None
    own = game.why_value("b", "score", ["b"])
    assert own is not None
    assert own.value == "8"


def test_no_value_that_is_told_is_false(stars: Rulebook) -> None:
    assert not list(search(stars, 3, looks=3, leak_tries=TRIES))


def test_a_value_that_is_told_and_false_is_reported(stars: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """A modifier on a card that the seat cannot identify is passed over."""

    def careless(self: Any, mod: Modifier, argument: Any) -> tuple[int, ...]:
        return (argument,) if argument in mod.pieces else ()

    monkeypatch.setattr(evaluate_values, "_standing_on", careless)
    found = [finding for finding in search(stars, 1, looks=2, leak_tries=0) if finding.kind == "false-value"]
    assert any(finding.where == "score" for finding in found)


def test_a_value_that_only_the_explanation_cannot_find_is_reported(
    stars: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise Fault("this asks something of none")

    monkeypatch.setitem(tracing.HANDLERS, "sum", broken)
    found = list(search(stars, 1, looks=2, leak_tries=0))
    assert {(finding.kind, finding.where) for finding in found} == {("false-value", "score")}
