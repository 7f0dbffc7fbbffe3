"""Rules that hang on an event: before, instead of, after, during, whenever; their order, their number, their end."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import ME, TRUE, block, const, function, local, require, rule, site, slot
from tests.unit.programs import (
    DAMAGE,
    ECHO,
    EVENT_ARGS,
    FIRST_OWN,
    HAND_ANNA,
    HAND_BEN,
    HANDS,
    HIT,
    POINTS,
    ROUND,
    SAY_HIT,
    STRIKE,
    TABLE_ANNA,
    TABLE_BEN,
    TABLES,
    TRAP,
    TURN,
    TWIN_1,
    TWIN_2,
    WARD,
    body,
    duel,
    says,
)

POINTS_OF_BEN = ("prop", POINTS, const(1))


def started(program: ir.Program) -> Game:
    assert verify(program) == []
    return Rulebook(program).start()


def play(program: ir.Program, answers: Iterable[str]) -> Game:
    """Plays these answers, whoever is asked; several ids in one answer stand with blanks between them."""
    game = started(program)
    for answer in answers:
        decision = game.decisions()[0]
        game.apply(decision.seat, answer.split())
    return game


def lines(game: Game, *forms: str) -> list[str]:
    return [entry["text"] for entry in game.log() if entry["form"] in (forms or ("say", "fizzle"))]


def points(game: Game) -> list[int]:
    return [player["state"]["points"] for player in game.view()["players"]]


def test_without_rules_an_event_just_happens() -> None:
    game = play(duel(), ["strike", "pass", "strike", "strike"])
    assert lines(game) == ["Ben is hit for 2", "Ben is hit for 2", "Anna is hit for 2"]
    assert game.over
    assert game.result == {
        "winners": ["anna"],
        "losers": ["ben"],
        "ranking": [["anna"], ["ben"]],
        "scores": {"anna": 8, "ben": 6},
    }


def test_before_may_change_a_field_and_after_reads_it() -> None:
    stronger = body("stronger", block(("set_outer", HIT, 3, ("add", DAMAGE, const(3))), ("return",)))
    told = says("told", "it was {0}", DAMAGE)
    game = play(
        duel(
            rule("stronger", "before", HIT, FIRST_OWN),
            rule("told", "after", HIT, FIRST_OWN + 1),
            bodies=(stronger, told),
        ),
        ["strike"],
    )
    assert lines(game) == ["Ben is hit for 5", "it was 5"]


def test_the_guard_sees_this_and_the_arguments() -> None:
    only_ben = says("only_ben", "ouch, {0}", slot(2))
    guard = ("eq", local(1), const(1))
    game = play(duel(rule("only_ben", "after", HIT, FIRST_OWN, guard=guard), bodies=(only_ben,)), ["strike", "strike"])
    assert lines(game) == ["Ben is hit for 2", "ouch, Ben", "Anna is hit for 2"]


def test_a_rule_on_a_piece_lives_where_it_works_and_me_is_its_controller() -> None:
    ward = says("ward", "{0} has {1}", ME, slot(1))
    one = rule("ward", "after", HIT, FIRST_OWN, pieces=(WARD,), works=TABLES)
    assert lines(play(duel(one, bodies=(ward,)), ["strike"])) == ["Ben is hit for 2"]
    assert lines(play(duel(one, bodies=(ward,), starts={WARD: HAND_BEN}), ["strike"])) == ["Ben is hit for 2"]
    lying = play(duel(one, bodies=(ward,), starts={WARD: TABLE_BEN}), ["strike"])
    assert lines(lying) == ["Ben is hit for 2", "Ben has Ward"]


def hit_with_a_requirement() -> ir.Function:
    """Nobody is hit below 8 points."""
    return function(
        "hit",
        "effect",
        block(("set", 3, slot(2)), ("header",)),
        block(("set_prop", POINTS, slot(1), ("sub", ("prop", POINTS, slot(1)), slot(3))), SAY_HIT, ("return",)),
        params=EVENT_ARGS,
        param_types=("player", "number"),
        lets=("damage",),
        body=1,
        prefix=(
            ir.PrefixItem("require", ("ge", ("prop", POINTS, slot(1)), const(8)), 0, -1, "already hurt", "D-1", 0),
        ),
    )


def test_an_event_whose_requirement_fails_before_its_body_fizzles() -> None:
    weaken = body("weaken", block(("set_prop", POINTS, slot(2), const(3)), ("return",)))
    program = duel(rule("weaken", "before", HIT, FIRST_OWN), bodies=(weaken,), hit=hit_with_a_requirement())
    game = play(program, ["strike"])
    assert lines(game) == ["Anna: Hit (Ben, 2): nothing happens"]
    assert points(game) == [10, 3]


def test_a_requirement_may_read_what_the_header_computed() -> None:
    """Nobody is hit for more than twice the amount leaves them, with and without a rule that waits for it."""
    hit = function(
        "hit",
        "effect",
        block(("set", 3, ("mul", slot(2), const(2))), ("header",)),
        block(("set_prop", POINTS, slot(1), ("sub", ("prop", POINTS, slot(1)), slot(3))), SAY_HIT, ("return",)),
        params=EVENT_ARGS,
        param_types=("player", "number"),
        lets=("damage",),
        body=1,
        prefix=(
            ir.PrefixItem("let", ("mul", slot(2), const(2)), 3, -1, "", "", 0),
            ir.PrefixItem("require", ("gt", ("prop", POINTS, slot(1)), slot(3)), 0, -1, "", "", 0),
        ),
    )
    expected = ["Ben is hit for 4", "Ben is hit for 4", "Anna: Hit (Ben, 2): nothing happens"]
    turns = ["strike", "pass", "strike", "pass", "strike"]
    assert lines(play(duel(hit=hit, turns=6), turns)) == expected
    waiting = duel(rule("quiet", "before", HIT, FIRST_OWN), bodies=(says("quiet", ""),), hit=hit, turns=6)
    assert [line for line in lines(play(waiting, turns)) if line] == expected


def test_an_event_that_fizzled_settles_nothing() -> None:
    """What has come to hold meanwhile is looked at where the next event ends."""
    soon = says("soon", "soon", event=False)
    made = duel(
        rule("soon", "whenever", -1, FIRST_OWN, guard=("eq", ("global", ROUND), const(1))),
        bodies=(soon,),
        hit=evolve(hit_with_a_requirement(), prefix=(require(const(0)),)),
    )
    strike = function(
        "strike",
        "action",
        block(("event", HIT, (ME, ME, const(1)), -1, 1)),
        block(("say", "fizzled: {0}", (("fizzled", HIT),)), ("return",)),
    )
    made = evolve(made, functions=(*made.functions[:STRIKE], strike, *made.functions[HIT:]))
    assert lines(play(made, ["strike"]))[:2] == ["Anna: Hit (Anna, 1): nothing happens", "fizzled: yes"]


def test_instead_takes_the_place_of_an_event() -> None:
    dodge = says("dodge", "{0} dodges", slot(2))
    after = says("after", "never")
    rules = (rule("dodge", "instead", HIT, FIRST_OWN), rule("after", "after", HIT, FIRST_OWN + 1))
    game = play(duel(*rules, bodies=(dodge, after)), ["strike"])
    assert lines(game) == ["Ben dodges"]
    assert points(game) == [10, 10]


def test_proceed_lets_the_event_happen_with_other_arguments_and_is_not_replaced_again() -> None:
    doubled = body(
        "doubled",
        block(("proceed", (slot(2), ("mul", slot(3), const(2))), 1)),
        block(("say", "that was double", ()), ("return",)),
    )
    after = says("after", "after it")
    rules = (rule("doubled", "instead", HIT, FIRST_OWN), rule("after", "after", HIT, FIRST_OWN + 1))
    game = play(duel(*rules, bodies=(doubled, after)), ["strike"])
    assert lines(game) == ["Ben is hit for 4", "after it", "that was double"]


def test_an_optional_replacement_is_offered_to_its_owner() -> None:
    dodge = says("dodge", "{0} dodges", slot(2))
    one = rule("dodge", "instead", HIT, FIRST_OWN, pieces=(WARD,), works=TABLES, optional="Dodge")
    program = duel(one, bodies=(dodge,), starts={WARD: TABLE_BEN})
    game = play(program, ["strike"])
    decision = game.decisions()[0]
    assert (decision.seat, decision.form, decision.prompt, decision.ids) == ("ben", "may", "Dodge?", ("yes", "no"))
    assert lines(play(program, ["strike", "yes"])) == ["Ben dodges"]
    assert lines(play(program, ["strike", "no"])) == ["Ben is hit for 2"]


def test_of_several_replacements_of_one_player_that_player_chooses() -> None:
    bodies = (says("first", "first"), says("second", "second"))
    rules = tuple(
        rule(name, "instead", HIT, FIRST_OWN + i, pieces=(piece,), works=TABLES)
        for i, (name, piece) in enumerate((("first", WARD), ("second", ECHO)))
    )
    program = duel(*rules, bodies=bodies, starts={WARD: TABLE_BEN, ECHO: TABLE_BEN})
    game = play(program, ["strike"])
    assert (game.decisions()[0].form, game.decisions()[0].seat) == ("replace", "ben")
    assert lines(play(program, ["strike", "second"])) == ["second"]


def test_a_rule_does_not_fire_on_what_its_own_body_raises_unless_it_says_again() -> None:
    echo = body(
        "echo",
        block(("branch", ("gt", POINTS_OF_BEN, const(5)), 1, 2)),
        block(("event", HIT, (ME, slot(2), const(1)), -1, 2)),
        block(("return",)),
    )
    once = play(duel(rule("echo", "after", HIT, FIRST_OWN), bodies=(echo,)), ["strike"])
    assert lines(once) == ["Ben is hit for 2", "Ben is hit for 1"]
    again = play(duel(rule("echo", "after", HIT, FIRST_OWN, again=True), bodies=(echo,)), ["strike"])
    assert lines(again) == ["Ben is hit for 2"] + ["Ben is hit for 1"] * 3


def test_tags_are_told_apart_and_not_inherited() -> None:
    counter = body(
        "counter",
        block(("event", HIT, (slot(2), ME, const(1)), 7, 1)),
        block(("return",)),
    )
    guard = ("not", ("tagged", 7))
    game = play(duel(rule("counter", "after", HIT, FIRST_OWN, guard=guard, again=True), bodies=(counter,)), ["strike"])
    assert lines(game) == ["Ben is hit for 2", "Anna is hit for 1"]


def test_the_rulebooks_rules_come_first_then_the_active_players_pieces() -> None:
    bodies = (says("of_ben", "ben"), says("of_anna", "anna"), says("of_the_book", "book"))
    rules = (
        rule("of_ben", "after", HIT, FIRST_OWN, pieces=(WARD,), works=TABLES),
        rule("of_anna", "after", HIT, FIRST_OWN + 1, pieces=(ECHO,), works=TABLES),
        rule("of_the_book", "after", HIT, FIRST_OWN + 2),
    )
    game = play(duel(*rules, bodies=bodies, starts={WARD: TABLE_BEN, ECHO: TABLE_ANNA}), ["strike", "strike"])
    assert [line for line in lines(game) if "hit" not in line] == ["book", "anna", "ben", "book", "ben", "anna"]


def two_rules_of_ben(pieces: tuple[int, int], same: bool) -> ir.Program:
    bodies = (says("first", "first {0}", slot(1)), says("second", "second {0}", slot(1)))
    rules = (
        (rule("first", "after", HIT, FIRST_OWN, pieces=pieces, works=TABLES),)
        if same
        else (
            rule("first", "after", HIT, FIRST_OWN, pieces=pieces[:1], works=TABLES),
            rule("second", "after", HIT, FIRST_OWN + 1, pieces=pieces[1:], works=TABLES),
        )
    )
    return duel(*rules, bodies=bodies, starts=dict.fromkeys(pieces, TABLE_BEN))


def test_a_player_is_asked_for_the_order_of_several_rules() -> None:
    program = two_rules_of_ben((WARD, ECHO), same=False)
    game = play(program, ["strike"])
    decision = game.decisions()[0]
    assert (decision.form, decision.seat, decision.least, decision.most) == ("order", "ben", 2, 2)
    assert decision.ordered
    assert [option.label for option in decision.options] == ["Ward", "Echo"]
    assert lines(play(program, ["strike", "second first"]))[1:] == ["second Echo", "first Ward"]


def test_the_order_of_copies_is_not_asked() -> None:
    game = play(two_rules_of_ben((TWIN_1, TWIN_2), same=True), ["strike"])
    assert lines(game)[1:] == ["first Twin 1", "first Twin 2"]
    assert game.decisions()[0].form == "offer"


def test_guards_are_tested_just_before_their_rule_starts() -> None:
    bodies = (
        body("first", block(("set_prop", POINTS, const(1), const(0)), ("say", "first", ()), ("return",))),
        says("second", "never"),
    )
    rules = (
        rule("first", "after", HIT, FIRST_OWN),
        rule("second", "after", HIT, FIRST_OWN + 1, guard=("gt", POINTS_OF_BEN, const(0))),
    )
    assert lines(play(duel(*rules, bodies=bodies), ["strike"])) == ["Ben is hit for 2", "first"]


def test_an_optional_rule_is_offered_and_once_per_turn_counts_only_what_was_done() -> None:
    twice = function(
        "strike",
        "action",
        block(("event", HIT, (ME, ("sub", TRUE, ME), const(2)), -1, 1)),
        block(("event", HIT, (ME, ("sub", TRUE, ME), const(1)), -1, 2)),
        block(("return",)),
    )
    program = duel(
        rule("grin", "after", HIT, FIRST_OWN, optional="Grin?", once=ir.Once(TURN, 1, None)),
        bodies=(says("grin", "grins"),),
    )
    program = evolve(program, functions=(*program.functions[:STRIKE], twice, *program.functions[HIT:]))
    assert lines(play(program, ["strike", "yes"])) == ["Ben is hit for 2", "grins", "Ben is hit for 1"]
    declined = play(program, ["strike", "no"])
    assert declined.decisions()[0].prompt == "Grin?"
    next_turn = play(program, ["strike", "yes", "strike"])
    assert next_turn.decisions()[0].prompt == "Grin?"


def test_reactions_are_offered_from_a_hidden_hand_whenever_it_is_not_empty() -> None:
    spring = body(
        "spring",
        block(("move", slot(1), ("place", 0, ME), "top"), ("set_outer", HIT, 3, const(0)), ("return",)),
    )
    reaction = rule(
        "spring", "before", HIT, FIRST_OWN, pieces=(TRAP,), works=HANDS, reaction=True, guard=("eq", local(1), const(1))
    )
    program = duel(reaction, bodies=(spring,), starts={TRAP: HAND_BEN, WARD: HAND_ANNA})
    game = play(program, ["strike"])
    assert [(d.seat, d.form, d.ids, d.rule) for d in game.decisions()] == [("anna", "react", ("pass",), "")]
    game.apply("anna", "pass")
    assert [(d.seat, d.form, d.ids) for d in game.decisions()] == [("ben", "react", ("trap", "pass"))]
    game.apply("ben", "trap")
    assert lines(game) == ["Ben is hit for 0"]
    assert "Trap: Hand Ben → Table Ben" in lines(game, "move")


def test_a_window_lets_rules_in_in_the_middle_of_an_effect() -> None:
    hit = function(
        "hit",
        "effect",
        block(("set", 3, slot(2)), ("say", "before the window", ()), ("window", "boosts", 1)),
        block(SAY_HIT, ("return",)),
        params=EVENT_ARGS,
        param_types=("player", "number"),
        lets=("damage",),
    )
    boost = body("boost", block(("set_outer", HIT, 3, const(9)), ("return",)))
    game = play(duel(rule("boost", "during:boosts", HIT, FIRST_OWN), bodies=(boost,), hit=hit), ["strike"])
    assert lines(game) == ["before the window", "Ben is hit for 9"]


def test_whenever_fires_when_a_state_comes_to_hold_and_not_while_it_holds() -> None:
    hurt = says("hurt", "Ben is hurt", event=False)
    heal = body("heal", block(("set_prop", POINTS, const(1), const(9)), ("return",)))
    rules = (
        rule("hurt", "whenever", -1, FIRST_OWN, guard=("lt", POINTS_OF_BEN, const(9))),
        rule("heal", "after", HIT, FIRST_OWN + 1, guard=("eq", POINTS_OF_BEN, const(6))),
    )
    game = play(duel(*rules, bodies=(hurt, heal), turns=6), ["strike", "pass", "strike", "pass", "strike"])
    # Hurt at 8; at 6 it still holds, then it is healed to 9; at 7 it comes to hold again.
    assert lines(game) == ["Ben is hit for 2", "Ben is hurt", "Ben is hit for 2", "Ben is hit for 2", "Ben is hurt"]


def test_at_end_of_rules_run_when_a_phase_is_stopped_and_the_rest_of_it_does_not() -> None:
    stop = body("stop", block(("say", "stop!", ()), ("stop", TURN)))
    end = says("end", "the turn ends", event=False)
    rules = (
        rule("stop", "before", HIT, FIRST_OWN),
        rule("unheard", "after", HIT, FIRST_OWN + 2),
        rule("end", "after", TURN, FIRST_OWN + 1),
    )
    game = play(duel(*rules, bodies=(stop, end, says("unheard", "never"))), ["strike"])
    assert lines(game) == ["stop!", "the turn ends"]
    assert points(game) == [10, 10]
    assert game.decisions()[0].seat == "ben"


def test_a_standing_rule_lives_as_long_as_its_scope_with_what_it_captured() -> None:
    delay = body("delay", block(("standing", 1, -1, TURN, (slot(3),)), ("return",)))
    late = function(
        "late",
        "rule",
        block(("say", "late: {0}", (slot(2),)), ("return",)),
        params=("this", "kept"),
        param_types=("Charm", "number"),
    )
    rules = (
        rule("delay", "after", HIT, FIRST_OWN),
        rule("late", "after", TURN, FIRST_OWN + 1, standing=True, captured=1),
    )
    game = play(duel(*rules, bodies=(delay, late)), ["strike", "pass", "strike"])
    assert lines(game) == ["Ben is hit for 2", "late: 2", "Ben is hit for 2", "late: 2"]


def test_a_question_in_a_rule_is_asked_and_a_refused_one_gives_its_use_back() -> None:
    pay = body(
        "pay",
        block(("ask", 1)),
        block(("set_outer", HIT, 3, const(0)), ("return",)),
        block(("return",)),
    )
    question = site(
        "pay",
        "ask",
        FIRST_OWN,
        chooser=slot(2),
        prompt="Pay?",
        alternatives=(ir.Alternative("yes", "Pay", TRUE, 1), ir.Alternative("no", "Do not", TRUE, 2)),
    )
    program = duel(rule("pay", "before", HIT, FIRST_OWN, once=ir.Once(0, 1, None)), bodies=(pay,), sites=(question,))
    game = play(program, ["strike"])
    assert [option.label for option in game.decisions()[0].options] == ["Pay", "Do not"]
    assert lines(play(program, ["strike", "yes", "strike"])) == ["Ben is hit for 0", "Anna is hit for 2"]
    assert lines(play(program, ["strike", "no", "strike", "yes"])) == ["Ben is hit for 2", "Anna is hit for 0"]
