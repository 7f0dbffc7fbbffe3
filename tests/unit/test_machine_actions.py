"""Actions and parts: menus, looking ahead, choices of several, alternatives, interjections, parts of pieces."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import (
    ME,
    TRUE,
    block,
    column,
    const,
    function,
    local,
    program,
    require,
    site,
    slot,
    then_choose,
)
from tests.unit.programs import duel, rock_paper_scissors


def started(made: ir.Program) -> Game:
    assert verify(made) == []
    return Rulebook(made).start()


def said(game: Game) -> list[str]:
    return [entry["text"] for entry in game.log() if entry["form"] == "say"]


# --- choices ----------------------------------------------------------------------------------------------------------


def choosing(**choice: Any) -> Game:
    """Anna chooses among the numbers 1 to 5; what she chose is said."""
    fields: dict[str, Any] = {"type": "number", "domain": ("range", const(1), const(5)), "local": 1, "slot": 1}
    return started(
        program(
            "choosing",
            functions=(
                function(
                    "game",
                    "phase",
                    block(("set", 0, const(0)), ("choose", 0, 1, 2)),
                    block(("say", "chose {0}", (slot(1),)), ("finish",)),
                    block(("say", "nothing to choose", ()), ("finish",)),
                    lets=("chosen",),
                ),
            ),
            sites=(site("chosen", "choose", 0, **{**fields, **choice}),),
        )
    )


def test_several_come_in_the_order_of_the_domain_unless_the_order_counts() -> None:
    several = {"many": True, "least": const(2), "most": const(3)}
    game = choosing(**several)
    assert (game.decisions()[0].least, game.decisions()[0].most) == (2, 3)
    game.apply("anna", ["4", "1"])
    assert said(game) == ["chose 1 and 4"]
    ordered = choosing(**several, ordered=True)
    ordered.apply("anna", ["4", "1", "2"])
    assert said(ordered) == ["chose 4, 1 and 2"]


@pytest.mark.parametrize("answer", [[], ["1"], ["1", "2", "3", "4"], ["1", "1"], ["1", "9"]])
def test_a_wrong_number_of_them_is_refused(answer: list[str]) -> None:
    game = choosing(many=True, least=const(2), most=const(3))
    with pytest.raises(IllegalAnswer):
        game.apply("anna", answer)
    assert game.decisions()[0].least == 2


def test_no_more_are_asked_for_than_there_are() -> None:
    few = ir.Where(("gt", local(1), const(3)), "", "", 0)
    game = choosing(many=True, least=const(4), most=const(9), wheres=(few,))
    assert (game.decisions()[0].ids, game.decisions()[0].least, game.decisions()[0].most) == (("4", "5"), 2, 2)


def test_a_condition_on_the_whole_answer() -> None:
    even = ("eq", ("mod", ("sum", 2, slot(1), local(2)), const(2)), const(0))
    game = choosing(many=True, least=const(1), most=const(5), provided=(ir.Where(even, "must be even", "P-1", 0),))
    before = game.hash()
    with pytest.raises(IllegalAnswer) as refused:
        game.apply("anna", ["1", "2"])
    assert (refused.value.reason, refused.value.cite) == ("must be even", "P-1")
    assert game.hash() == before
    game.apply("anna", ["1", "3"])
    assert said(game) == ["chose 1 and 3"]


def test_an_empty_choice_takes_its_else_and_a_secret_one_is_asked_all_the_same() -> None:
    never = ir.Where(const(0), "", "", 0)
    assert said(choosing(wheres=(never,))) == ["nothing to choose"]
    game = choosing(wheres=(never,), secret=True)
    assert (game.decisions()[0].ids, game.decisions()[0].least) == ((), 0)
    game.apply("anna", [])
    assert said(game) == ["nothing to choose"]


# --- looking ahead ----------------------------------------------------------------------------------------------------


def pairs(limit: int) -> ir.Program:
    """An action of two numbers from 1 to 3, the second one larger, whose sum must be `limit`."""
    second = ir.Where(("gt", local(2), slot(1)), "the second must be larger", "", 0)
    pair = function(
        "pair",
        "action",
        block(("choose", 0, 1, 2)),
        block(("choose", 1, 3, 2)),
        block(("return",)),
        block(("say", "{0} and {1}", (slot(1), slot(2))), ("return",)),
        lets=("a", "b"),
        prefix=(then_choose(0), then_choose(1), require(("eq", ("add", slot(1), slot(2)), const(limit)))),
    )
    numbers: dict[str, Any] = {"type": "number", "domain": ("range", const(1), const(3))}
    return program(
        "pairs",
        functions=(
            function(
                "game",
                "phase",
                block(("set", 0, const(0)), ("offer", 2, 1, 2)),
                block(("finish",)),
                block(("lose", ("players",))),
            ),
            pair,
        ),
        sites=(
            site("a", "choose", 1, local=1, slot=1, prefix_at=1, **numbers),
            site("b", "choose", 1, local=2, slot=2, prefix_at=2, wheres=(second,), **numbers),
            site("menu", "offer", 0, menu=(ir.MenuItem(1, (ME,)),), passing="Pass"),
        ),
    )


def test_only_candidates_that_lead_on_are_offered() -> None:
    game = started(pairs(4))
    assert game.decisions()[0].ids == ("pair", "pass")
    game.apply("anna", "pair")
    assert game.decisions()[0].ids == ("1",)
    game.apply("anna", "1")
    assert game.decisions()[0].ids == ("3",)
    game.apply("anna", "3")
    assert said(game) == ["1 and 3"]


def test_an_action_that_cannot_be_completed_is_not_offered_and_a_pass_alone_is_not_asked() -> None:
    game = started(pairs(9))
    assert game.result is not None
    assert game.result["losers"] == ["anna", "ben"]


# --- interjections ----------------------------------------------------------------------------------------------------


def cheering(made: ir.Program, *choices: ir.Site) -> ir.Program:
    """The game with an interjection: a cheer, by whoever is not asked; with choices, for a number."""
    f = len(made.functions)
    blocks = (
        (block(("choose", len(made.sites), 1, 1)), block(("say", "{0} cheers {1}", (ME, slot(1))), ("return",)))
        if choices
        else (block(("say", "{0} cheers", (ME,)), ("return",)),)
    )
    cheer = function("cheer", "action", *blocks, lets=("times",), slot_types=("player", "number"))
    sites = tuple(evolve(each, function=f) for each in choices)
    return evolve(made, functions=(*made.functions, cheer), sites=(*made.sites, *sites), interjections=(f,))


def test_who_is_not_asked_may_interject_and_the_question_stays_open() -> None:
    game = started(cheering(duel()))
    assert game.interjections("anna") == ()
    assert game.interjections("ben") == ("cheer",)
    before = game.decisions()[0].ids
    game.interject("ben", "cheer")
    assert said(game) == ["Ben cheers"]
    assert (game.decisions()[0].seat, game.decisions()[0].ids) == ("anna", before)
    with pytest.raises(IllegalAnswer):
        game.interject("anna", "cheer")
    with pytest.raises(IllegalAnswer):
        game.interject("ben", "leave")
    with pytest.raises(IllegalAnswer):
        game.interject("carl", "cheer")


def test_an_interjection_may_ask_and_is_saved_and_undone_like_an_answer() -> None:
    times = site("times", "choose", 0, type="number", domain=("range", const(1), const(3)), local=1, slot=1)
    made = cheering(duel(), times)
    game = started(made)
    before = game.hash()
    game.interject("ben", "cheer")
    assert [d.seat for d in game.decisions()] == ["ben"]
    game.apply("ben", "2")
    assert said(game) == ["Ben cheers 2"]
    assert [d.seat for d in game.decisions()] == ["anna"]
    assert Rulebook(made).restore(game.save()).hash() == game.hash()
    assert game.undo("ben")
    assert game.undo("ben")
    assert game.hash() == before


def test_an_interjection_in_the_middle_of_a_simultaneous_choice() -> None:
    game = started(cheering(rock_paper_scissors()))
    assert game.interjections("anna") == ()
    game.apply("anna", "rock")
    game.interject("anna", "cheer")
    assert [d.seat for d in game.decisions()] == ["ben"]
    game.apply("ben", "scissors")
    assert game.result is not None
    assert game.result["winners"] == ["anna"]


# --- parts ------------------------------------------------------------------------------------------------------------


def cards_with_sides(turned: int) -> ir.Program:
    """Two cards; the first has a top on both of its sides, the second on none."""
    tops = tuple(
        function(f"top_{i}", "part", block(("say", f"side {i} of {{0}}", (slot(1),)), ("return",)), params=("this",))
        for i in range(2)
    )
    return program(
        "parts",
        names=("fan", "stone"),
        kinds=(ir.Kind("player", "player", 0, 2, "player"), ir.Kind("Card", "card", 2, 2, "piece")),
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("side", "Card", 2, 2, -1, initial=(turned, 0)),
            column("which", "", 0, 1, 3, type="entity", initial=(2,)),
        ),
        pieces=(2, 2),
        places=(4, 0),
        starts=(-1, -1),
        functions=(
            function(
                "game",
                "phase",
                block(("set", 0, const(0)), ("part", 0, ("global", 2), (ME,), 1)),
                block(("ask", 0)),
                block(("set_global", 2, const(3)), ("jump", 0)),
                block(("finish",)),
            ),
            *tops,
        ),
        parts=(ir.Part("top", 2, 1, 2, (1, 2, -1, -1)),),
        sites=(
            site(
                "more",
                "ask",
                0,
                alternatives=(ir.Alternative("yes", "Yes", TRUE, 2), ir.Alternative("no", "No", TRUE, 3)),
            ),
        ),
    )


def test_the_active_side_of_a_piece_says_which_part_is_run() -> None:
    assert said(started(cards_with_sides(0))) == ["side 0 of Fan"]
    assert said(started(cards_with_sides(1))) == ["side 1 of Fan"]


def test_a_piece_without_the_part_is_a_fault() -> None:
    with pytest.raises(RulesFault, match="Stone has no top"):
        started(cards_with_sides(0)).apply("anna", "yes")
