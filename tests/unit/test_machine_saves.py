"""Going back and going on: undo with its barrier, saves, damaged saves, hashes in other processes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest
from attrs import evolve

from rulewright.interpreter.ir.program import Alternative
from rulewright.interpreter.ir.store import digest, to_json
from rulewright.interpreter.runtime.faults import SaveProblem
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import block, const, function, rule, site
from tests.unit.programs import (
    FIRST_OWN,
    HIT,
    card_game,
    connect_four,
    dice_game,
    duel,
    rock_paper_scissors,
    says,
    tic_tac_toe,
)

ALL = (tic_tac_toe, connect_four, card_game, rock_paper_scissors, dice_game, duel)


def play_some(game: Game, luck: random.Random, answers: int) -> Game:
    for _ in range(answers):
        if game.over:
            break
        decision = luck.choice(game.decisions())
        game.apply(decision.seat, luck.sample(decision.ids, decision.least), decision.id)
    return game


@pytest.mark.parametrize("make", ALL)
def test_a_saved_game_goes_on_as_it_would_have(make: Any) -> None:
    book = Rulebook(make())
    for answers in range(6):
        game = play_some(book.start(seed=answers), random.Random(answers), answers)
        data = json.loads(json.dumps(game.save()))
        again = Rulebook(make()).restore(data)
        assert again.hash() == game.hash()
        assert again.save() == game.save()
        for seat in (*game.seats, None):
            assert again.view(seat) == game.view(seat)
            assert again.log(seat) == game.log(seat)
        assert [(d.id, d.ids) for d in again.decisions()] == [(d.id, d.ids) for d in game.decisions()]
        end = play_some(again, random.Random(1), 100)
        assert end.hash() == play_some(game, random.Random(1), 100).hash()


def test_another_process_comes_to_the_same_hash() -> None:
    game = play_some(Rulebook(card_game()).start(seed=9), random.Random(2), 3)
    code = (
        "import json, sys; from rulewright.interpreter.ir.store import from_json;"
        "from rulewright.interpreter.runtime.rulebook import Rulebook;"
        "program, save = sys.stdin.read().split('\\n');"
        "print(Rulebook(from_json(program)).restore(json.loads(save)).hash())"
    )
    given = to_json(card_game()) + "\n" + json.dumps(game.save())
    for hash_seed in ("0", "77"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=given,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": hash_seed},
        )
        assert done.stdout.strip() == game.hash()


def test_the_same_position_has_the_same_hash_whatever_way_led_to_it() -> None:
    one, other = (Rulebook(tic_tac_toe()).start() for _ in range(2))
    for answers, game in ((("a1", "b2", "c3"), one), (("c3", "b2", "a1"), other)):
        for cell in answers:
            game.apply(game.decisions()[0].seat, cell)
    assert one.hash() == other.hash()


def test_the_digest_names_the_program() -> None:
    assert Rulebook(tic_tac_toe()).digest == digest(tic_tac_toe())


# --- damage -----------------------------------------------------------------------------------------------------------


def damaged(**fields: Any) -> dict[str, Any]:
    game = play_some(Rulebook(card_game()).start(seed=9), random.Random(2), 3)
    return {**game.save(), **fields}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "not a saved game"),
        ([], "not a saved game"),
        ({}, "not a saved game"),
        ({"rulewright_save": 1}, "is damaged"),
        (damaged(rulewright_save=99), "in format '99', and I read 2"),
        (damaged(rulewright_save=[[1]]), "in format"),
        (damaged(extra=1), "extra is missing or too much"),
        (damaged(rulebook="chess"), "a game of chess"),
        (damaged(players=7), "number of players"),
        (damaged(players=True), "number of players"),
        (damaged(seed="x"), "its seed is no number"),
        (damaged(answers=5), "not a list"),
        (damaged(answers=[5]), "answer 1 is no answer"),
        (damaged(answers=[{"seat": "anna"}]), "answer 1 is no answer"),
        (damaged(answers=[{"seat": "anna", "answer": "x"}]), "answer 1 is no answer"),
        (damaged(answers=[{"seat": "anna", "answer": [1]}]), "answer 1 is no answer"),
        (damaged(answers=[{"seat": "anna", "answer": [], "branch": -2}]), "answer 1 is no answer"),
        (damaged(answers=[{"seat": "ben", "answer": ["one"]}]), "answer 1 of 1 does not fit"),
        (damaged(answers=[{"seat": "anna", "answer": ["x"]}]), "answer 1 of 1 does not fit"),
        (damaged(answers=[{"seat": "anna", "answer": ["x"], "branch": 3}]), "answer 1 of 1 does not fit"),
        (damaged(answers=[{"seat": "anna", "interject": "x"}]), "answer 1 of 1 does not fit"),
        (damaged(seed=10), "does not fit|another state"),
        (damaged(hash="0"), "another state"),
        (damaged(answers=[]), "another state"),
    ],
)
def test_a_damaged_save_is_refused_with_a_sentence(data: Any, words: str) -> None:
    with pytest.raises(SaveProblem, match=words):
        Rulebook(card_game()).restore(data)


@pytest.mark.parametrize("data", [None, 1, "x", [], {}, {"rulewright_save": 2}])
def test_what_has_changed_is_not_told_of_what_is_no_save(data: Any) -> None:
    with pytest.raises(SaveProblem):
        Rulebook(tic_tac_toe()).changed_parts(data)


def test_a_save_of_a_changed_rulebook_says_where_it_stops_fitting_and_how_far_it_got() -> None:
    game = Rulebook(tic_tac_toe()).start()
    for cell in ("a1", "b2", "c3", "a2"):
        game.apply(game.decisions()[0].seat, cell)
    changed = connect_four()
    changed = evolve(changed, name="tic_tac_toe")
    with pytest.raises(
        SaveProblem, match="the rules have changed since, and answer 1 of 4 does not fit: anna chose a1"
    ) as problem:
        Rulebook(changed).restore(game.save())
    assert problem.value.at == 0
    assert problem.value.game.decisions()[0].seat == "anna"
    titled = Rulebook(evolve(tic_tac_toe(), title="Noughts and crosses"))
    assert titled.restore(game.save()).hash() == game.hash()


# --- undo -------------------------------------------------------------------------------------------------------------


def test_an_answer_can_be_taken_back() -> None:
    game = Rulebook(tic_tac_toe()).start()
    before, log = game.hash(), game.log()
    game.apply("anna", "a1")
    assert not game.undo("ben")
    assert game.undo("anna")
    assert (game.hash(), game.log()) == (before, log)
    assert not game.undo("anna")
    game.apply("anna", "b2")
    assert game.decisions()[0].seat == "ben"


def test_not_over_another_seats_answer() -> None:
    game = Rulebook(tic_tac_toe()).start()
    game.apply("anna", "a1")
    game.apply("ben", "b1")
    assert not game.undo("anna")
    assert game.undo("ben")
    assert game.undo("anna")


def test_not_over_a_card_that_others_have_seen() -> None:
    game = Rulebook(card_game()).start(seed=1)
    before = game.hash()
    game.apply("anna", game.decisions()[0].ids[0])
    after = game.hash()
    assert not game.undo("anna")
    assert game.hash() == after != before


def test_not_over_dice() -> None:
    game = Rulebook(dice_game()).start(seed=1)
    game.apply("anna", ["die_1"])
    assert not game.undo("anna")
    unrolled = Rulebook(dice_game()).start(seed=1)
    unrolled.apply("anna", [])
    assert unrolled.undo("anna")


def test_not_over_what_was_shown_and_hidden_again() -> None:
    made = card_game()
    asks = tuple(
        site(name, "ask", 0, chooser=const(0), alternatives=_ok(target)) for name, target in (("a", 1), ("b", 2))
    )
    made = evolve(
        made,
        sites=(made.sites[0], *asks),
        functions=(
            function(
                "game",
                "phase",
                block(("ask", 1)),
                block(
                    ("reveal", ("top", ("place", 0)), const(0)),
                    ("move", ("top", ("place", 0)), ("place", 1, const(1)), "top"),
                    ("move", ("bottom", ("place", 0)), ("place", 1, const(1)), "top"),
                    ("move", ("bottom", ("place", 0)), ("place", 1, const(1)), "top"),
                    ("move", ("top", ("place", 1, const(1))), ("place", 0), "top"),
                    ("ask", 2),
                ),
                block(("finish",)),
            ),
            *made.functions[1:],
        ),
    )
    game = Rulebook(made).start()
    game.apply("anna", "ok")
    # Anna cannot tell any more where the card is; but she has seen it.
    assert not game.undo("anna")


def _ok(target: int) -> tuple[Alternative, ...]:
    return (Alternative("ok", "OK", const(1), target),)


def test_a_simultaneous_answer_can_be_taken_back_until_somebody_else_answers() -> None:
    game = Rulebook(rock_paper_scissors()).start()
    before = game.hash()
    game.apply("anna", "rock")
    assert game.undo("anna")
    assert game.hash() == before
    assert [d.seat for d in game.decisions()] == ["anna", "ben"]
    game.apply("anna", "paper")
    game.apply("ben", "paper")
    assert not game.undo("anna")


def test_copies_undo_on_their_own() -> None:
    game = Rulebook(tic_tac_toe()).start()
    game.apply("anna", "a1")
    copy = game.copy()
    assert copy.undo("anna")
    assert game.decisions()[0].seat == "ben"
    assert copy.decisions()[0].seat == "anna"


def test_rules_of_the_test_are_replayed_too() -> None:
    told = rule("told", "after", HIT, FIRST_OWN, optional="Tell?")
    game = Rulebook(duel(told, bodies=(says("told", "told"),))).start()
    game.apply("anna", "strike")
    game.apply("anna", "yes")
    assert game.undo("anna")
    assert game.decisions()[0].prompt == "Tell?"
