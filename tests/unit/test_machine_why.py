"""Why and why not: the first requirement that fails, each modifier that applied; nothing that is hidden."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.explain import Reason
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import block, const, function, local, modifier, require, site, slot, then_choose, value
from tests.unit.conftest import make_box
from tests.unit.programs import MY_CARDS, card_game, duel, tic_tac_toe

WORTH = 1


def test_each_candidate_that_is_not_offered_has_its_reason() -> None:
    game = Rulebook(tic_tac_toe()).start()
    game.apply("anna", "b2")
    assert game.why_not("ben") == (Reason("place", "b2", "that square is taken", "B-1", "tic_tac_toe.rules:1"),)
    assert game.why_not("ben", "b2")[0].reason == "that square is taken"
    assert game.why_not("ben", "a1") == ()
    assert game.why_not("anna") == ()
    assert game.why_not("ben", "nothing") == ()


def menu_game(*prefix: ir.PrefixItem, wheres: tuple[ir.Where, ...] = (), **choice: Any) -> Game:
    """Anna has three cards and a menu of two actions: `show`, which has these requirements, and `rest`."""
    made = card_game()
    game = function(
        "game",
        "phase",
        block(("event", 1, (const(0), const(3)), -1, 1)),
        block(("event", 1, (const(1), const(3)), -1, 2)),
        block(("set", 0, const(0)), ("offer", 1, 3, 3)),
        block(("finish",)),
    )
    show = function(
        "show", "action", block(("choose", 0, 1, 1)), block(("return",)), lets=("card",), prefix=prefix, cite="M-1"
    )
    rest = function("rest", "action", block(("return",)))
    at = next((i + 1 for i, item in enumerate(prefix) if item.form == "choose"), -1)
    fields: dict[str, Any] = {"domain": MY_CARDS, "secret": True, **choice}
    card = site("card", "choose", 3, local=1, wheres=wheres, slot=1, prefix_at=at, cite="M-2", **fields)
    made = evolve(
        made,
        functions=(game, *made.functions[1:3], show, rest),
        sites=(card, site("turn", "offer", 0, menu=(ir.MenuItem(3, ()), ir.MenuItem(4, ())))),
    )
    assert verify(made) == []
    return Rulebook(made).start()


def test_an_action_says_which_requirement_fails() -> None:
    game = menu_game(require(("gt", ("count", MY_CARDS), const(5)), "you need six cards", "M-3"), then_choose(0))
    assert game.decisions()[0].ids == ("rest",)
    assert game.why_not("anna", "show") == (Reason("show", "", "you need six cards", "M-3", "card_game.rules:1"),)
    with pytest.raises(IllegalAnswer) as refused:
        game.apply("anna", "show")
    assert (refused.value.reason, refused.value.cite) == ("you need six cards", "M-3")


def test_a_requirement_without_words_reads_as_it_is_written() -> None:
    game = menu_game(require(("gt", ("count", MY_CARDS), const(5))), then_choose(0))
    assert game.why_not("anna", "show")[0].reason == "it must hold that hand(Anna).size > 5"


def test_an_action_without_a_candidate_says_so_and_why_each_one_fails() -> None:
    high = ir.Where(("gt", ("prop", WORTH, local(1)), const(7)), "that card is too low", "M-4", 2)
    game = menu_game(then_choose(0), wheres=(high,))
    assert game.why_not("anna") == (
        Reason("show", "", "there is nothing to choose for it", "M-2", "card_game.rules:1"),
        *(Reason("show", c, "that card is too low", "M-4", "card_game.rules:3") for c in ("three", "two", "one")),
    )


def test_a_candidate_that_later_steps_rule_out_names_the_later_requirement() -> None:
    later = require(("gt", ("prop", WORTH, slot(1)), const(1)), "ones are never shown", "M-5")
    game = menu_game(then_choose(0), later)
    assert game.decisions()[0].ids == ("show", "rest")
    assert game.why_not("anna", "one") == (Reason("show", "one", "ones are never shown", "M-5", "card_game.rules:1"),)


def test_no_reason_tells_what_lies_in_a_hand_that_the_seat_cannot_see() -> None:
    """Whether Ben holds the six is not for Anna to learn from an explanation."""
    ben_has_six = ("in", const(7), ("contents", ("place", 1, const(1))))
    game = menu_game(require(ben_has_six, "Ben must hold the six", "M-6"), then_choose(0))
    assert game.decisions()[0].ids == ("show", "rest") or game.why_not("anna", "show") == ()
    game = menu_game(require(("not", ben_has_six), "Ben must not hold the six", "M-6"), then_choose(0))
    assert game.why_not("anna", "show") == ()


def test_reasons_are_the_same_in_every_game_that_the_seat_could_be_in() -> None:
    top = ("prop", WORTH, ("top", ("place", 1, const(1))))
    higher = ir.Where(("gt", ("prop", WORTH, local(1)), top), "Ben's card is higher", "M-7", 2)
    game = menu_game(then_choose(0), wheres=(higher,))
    reasons = {game.imagine("anna", seed).why_not("anna") for seed in range(20)}
    assert reasons == {game.why_not("anna")} == {()}


# --- values -----------------------------------------------------------------------------------------------------------


def valued(*modifiers: ir.Modifier, **of_value: Any) -> Game:
    """A value of a player, 3 as printed, with these modifiers."""
    made = duel(starts={2: 7, 3: 8})
    worth = value(
        "worth", const(3), "p", param_types=("player",), modifiers=tuple(range(len(modifiers))), cite="V-1", **of_value
    )
    made = evolve(made, values=(worth,), modifiers=modifiers)
    assert verify(made) == []
    return Rulebook(made).start()


def test_a_value_says_what_each_modifier_did() -> None:
    game = valued(
        modifier("ward", 0, "add", const(2), pieces=(2,), works=(7, 8), guard=("eq", ("owner", local(0)), local(1))),
        modifier("double", 0, "multiply", const(2), cite="V-2", span=4),
        modifier("capped", 0, "at_most", const(9), cite="V-3"),
        modifier("never", 0, "add", const(100), guard=const(0)),
    )
    found = game.why_value("anna", "worth", ["anna"])
    assert found is not None
    assert (found.name, found.args, found.printed, found.value, found.cite) == ("worth", ("Anna",), "3", "9", "V-1")
    assert [(c.name, c.on, c.op, c.amount, c.result, c.cite) for c in found.changes] == [
        ("ward", "Ward", "add", "2", "5", ""),
        ("double", "", "multiply", "2", "10", "V-2"),
        ("capped", "", "at_most", "9", "9", "V-3"),
    ]
    assert found.changes[1].where == "duel.rules:5"
    of_ben = game.why_value(None, "worth", [1])
    assert of_ben is not None
    assert of_ben.value == "6"


def test_of_several_sets_a_piece_beats_the_rulebook_and_then_the_later_wins() -> None:
    game = valued(
        modifier("of_ward", 0, "set", const(10), pieces=(2,)),
        modifier("of_echo", 0, "set", const(20), pieces=(3,), works=(8,)),
        modifier("of_the_book", 0, "set", const(30)),
    )
    found = game.why_value("anna", "worth", ["anna"])
    assert found is not None
    assert (found.value, [change.name for change in found.changes]) == ("20", ["of_echo"])


def test_a_value_that_reads_hidden_cards_is_not_explained_to_who_cannot_see_them() -> None:
    made = card_game()
    total = ("sum", 1, ("contents", ("place", 1, local(0))), ("prop", WORTH, local(1)))
    made = evolve(
        made,
        values=(
            value("total", total, "p", param_types=("player",)),
            value("number", ("count", ("contents", ("place", 1, local(0)))), "p", param_types=("player",)),
        ),
    )
    game = Rulebook(made).start()
    assert game.why_value("anna", "total", ["anna"]) is not None
    assert game.why_value("ben", "total", ["anna"]) is None
    assert game.why_value(None, "total", ["anna"]) is None
    counted = game.why_value("ben", "number", ["anna"])
    assert counted is not None
    assert counted.value == "3"


def worth_of_hands(*modifiers: ir.Modifier) -> Game:
    """Every card is worth 1, and more by these modifiers of `worth`; a player's total is that of the hand."""
    total = ("sum", 1, ("contents", ("place", 1, local(0))), ("value", 0, local(1)))
    worth = value("worth", const(1), "c", param_types=("Card",), modifiers=tuple(range(len(modifiers))))
    values = (worth, value("total", total, "p", param_types=("player",)))
    made = evolve(card_game(), values=values, modifiers=modifiers)
    assert verify(made) == []
    return Rulebook(made).start()


def test_a_modifier_on_a_card_that_cannot_be_seen_is_not_passed_over() -> None:
    first, count = card_game().pieces
    game = worth_of_hands(modifier("star", 0, "add", const(3), pieces=tuple(range(first, first + count)), this_arg=0))
    found = game.why_value("anna", "total", ["anna"])
    assert found is not None
    assert found.value == "12"
    assert game.why_value("ben", "total", ["anna"]) is None
    assert game.why_value(None, "total", ["anna"]) is None


def test_a_modifier_that_works_only_where_all_can_see_does_not_hide_a_value() -> None:
    made = card_game()
    open_places = tuple(
        place for zone in made.zones if zone.seen == "all" for place in range(zone.first, zone.first + zone.count)
    )
    assert open_places
    pieces = tuple(range(made.pieces[0], sum(made.pieces)))
    game = worth_of_hands(modifier("star", 0, "add", const(3), pieces=pieces, this_arg=0, works=open_places))
    found = game.why_value("ben", "total", ["anna"])
    assert found is not None
    assert found.value == "3"


def test_an_argument_has_to_be_what_the_value_wants() -> None:
    game = worth_of_hands()
    card = game._machine.code.program.names[card_game().pieces[0]]
    for name, args in (
        ("total", [card]),
        ("total", [99]),
        ("total", ["0"]),
        ("worth", ["anna"]),
        ("worth", [0]),
        ("worth", ["²"]),
    ):
        with pytest.raises(ValueError, match=r"there is no (player|Card)"):
            game.why_value("anna", name, args)
    found = game.why_value("anna", "worth", [card])
    assert found is not None
    assert found.value == "1"


def test_a_number_has_to_fit_as_well() -> None:
    made = evolve(tic_tac_toe(), values=(value("twice", ("mul", local(0), const(2)), "n", param_types=("number",)),))
    game = Rulebook(made).start()
    found = game.why_value("anna", "twice", ["-4"])
    assert found is not None
    assert found.value == "-8"
    for wrong in ("9999999999", "four", "--4", 2**40):
        with pytest.raises(ValueError, match="there is no number"):
            game.why_value("anna", "twice", [wrong])


def test_a_value_that_there_is_not_is_a_fault_of_the_rules() -> None:
    shared = value("shared", ("div", const(6), ("sub", local(0), const(1))), "n", param_types=("number",), cite="V-9")
    game = Rulebook(evolve(tic_tac_toe(), values=(shared,))).start()
    with pytest.raises(RulesFault, match="divides by zero") as caught:
        game.why_value("anna", "shared", [1])
    assert (caught.value.where, caught.value.cite) == ("tic_tac_toe.rules:1", "V-9")


@pytest.mark.parametrize(
    ("grows", "high", "words"),
    [
        (lambda n: ("add", ("value", n), ("value", n)), 30, "too long"),
        (lambda n: ("add", ("value", n), const(0)), 300, "too deep"),
    ],
    ids=["twice over", "one by one"],
)
def test_nobody_waits_for_an_explanation(grows: Any, high: int, words: str) -> None:
    values = (value("v0", const(0)), *(value(f"v{n + 1}", grows(n)) for n in range(high)))
    game = Rulebook(evolve(tic_tac_toe(), values=values)).start()
    with pytest.raises(RulesFault, match=words):
        game.why_value("anna", f"v{high}")
    found = game.why_value("anna", "v9")
    assert found is not None
    assert found.value == "0"


def test_asking_for_what_there_is_not() -> None:
    game = Rulebook(make_box()).start()
    for name, args in (("nothing", ()), ("score", ()), ("score", ("carl",))):
        with pytest.raises(ValueError, match=r"there is no|takes"):
            game.why_value("anna", name, args)
    with pytest.raises(ValueError, match="there is no seat"):
        game.why_not("carl")
