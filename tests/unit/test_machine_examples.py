"""A rulebook's own examples: steps, loaded dice, stacked decks, and what a failing one says."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.examples import ExampleResult
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import ask_step, block, const, function, slot
from tests.unit.programs import card_game, dice_game, tic_tac_toe

CELL = 2  # a1; b1 is 5


def run(made: ir.Program, *steps: ir.Step, scripts: tuple[ir.Function, ...] = ()) -> ExampleResult:
    example = ir.Example("one", 2, steps, "X-1", 20)
    made = evolve(made, functions=(*made.functions, *scripts), examples=(example,))
    assert verify(made) == []
    return Rulebook(made).run_examples()[0]


def script(*blocks: ir.Block, **other: Any) -> ir.Function:
    return function("script", "script", *blocks, **other)


def cross_on_a1(then: str) -> ExampleResult:
    """Given a mark of Anna's on a1, Anna takes her turn; then b1 is hers, it is said."""
    given = script(block(("set_prop", 1, const(CELL), const(0)), ("return",)))
    turn = script(block(("event", 1, (const(0),), -1, 1)), block(("return",)))
    mark = ("prop", 1, const(5))
    tests = {
        "hers": ("eq", mark, const(0)),
        "his": ("eq", mark, const(1)),
        "flag": ("is", mark, 1, 1),
        "turned": ("eq", const(1), mark),
    }
    return run(
        tic_tac_toe(),
        ask_step("run", function=2),
        ask_step("run", function=3),
        ask_step("refused", seat=0, ids=("a1",)),
        ask_step("offered", seat=0, ids=("b1", "c3")),
        ask_step("answer", seat=0, ids=("b1",)),
        ask_step("expect", test=tests[then], text="b1.mark\n    = ben", span=7),
        scripts=(given, turn),
    )


def test_an_example_that_holds() -> None:
    assert cross_on_a1("hers") == ExampleResult("one", True, cite="X-1", span=20)


def test_an_example_that_does_not_hold_says_what_was_found() -> None:
    result = cross_on_a1("his")
    assert not result.passed
    assert (result.found, result.expected) == ("Anna", "Ben")
    assert result.where == "tic_tac_toe.rules:8"
    assert result.message == "it does not hold that b1.mark = ben"  # as its author wrote it
    assert result.span == 7
    assert (cross_on_a1("turned").found, cross_on_a1("turned").expected) == ("Anna", "Ben")
    assert (cross_on_a1("flag").found, cross_on_a1("flag").expected) == ("no", "yes")


@pytest.mark.parametrize(
    ("step", "message", "found"),
    [
        (ask_step("offered", seat=0, ids=("z9",)), "z9 is not offered to anna", "a1, a2, a3, b1, b2, b3, c1, c2, c3"),
        (ask_step("refused", seat=0, ids=("a1",)), "a1 is offered to anna", "a1, a2, a3, b1, b2, b3, c1, c2, c3"),
        (ask_step("answer", seat=1, ids=("a1",)), "ben is not asked anything here", "anna is asked"),
        (ask_step("answer", seat=0, ids=("z9",)), "anna is asked “Where?”, and z9 is none of the options", "z9"),
        (ask_step("run", function=2), "anna is still asked 'Where?'", ""),
    ],
)
def test_a_step_that_cannot_be_taken_fails_the_example(step: ir.Step, message: str, found: str) -> None:
    turn = script(block(("event", 1, (const(0),), -1, 1)), block(("return",)))
    result = run(tic_tac_toe(), ask_step("run", function=2), evolve(step, span=4), scripts=(turn,))
    assert not result.passed
    assert (result.message, result.found, result.where) == (message, found, "tic_tac_toe.rules:5")


def test_loaded_dice_show_what_they_were_told() -> None:
    roll = script(
        block(("roll", 1, const(2), 0), ("set_global", 0, ("face", slot(1), const(1))), ("return",)), lets=("pool",)
    )
    rolled = (ask_step("run", function=1), ask_step("expect", test=("eq", ("global", 0), const(5))))
    assert run(dice_game(), ask_step("dice", ids=("3", "6")), *rolled, scripts=(roll,)).passed
    assert (
        "1 of the loaded dice were never rolled"
        in run(dice_game(), ask_step("dice", ids=("3", "6", "1")), *rolled, scripts=(roll,)).message
    )
    assert (
        "which is not one of its faces"
        in run(dice_game(), ask_step("dice", ids=("9",)), *rolled, scripts=(roll,)).message
    )


def test_a_stacked_deck_lies_as_it_was_told_also_after_a_shuffle() -> None:
    shuffle = script(block(("shuffle", ("place", 0)), ("return",)))
    top = ("eq", ("top", ("place", 0)), const(6))
    stack = ask_step("stack", ids=("deck", "five", "two"))
    steps = (ask_step("expect", test=top), ask_step("run", function=5), ask_step("expect", test=top))
    assert run(card_game(), stack, *steps, scripts=(shuffle,)).passed
    assert not run(card_game(), *steps, scripts=(shuffle,)).passed


def test_a_fault_fails_the_example_and_an_invariant_is_looked_at() -> None:
    bad = script(block(("set_prop", 1, const(CELL), ("div", const(1), const(0))), ("return",)))
    assert "this divides by zero" in run(tic_tac_toe(), ask_step("run", function=2), scripts=(bad,)).message
    made = evolve(tic_tac_toe(), invariants=(ir.Invariant("never", const(0), 0),))
    assert run(made).message == "the invariant never does not hold any more"
    game = Rulebook(made).start()
    assert game.broken_invariants() == ("never",)
