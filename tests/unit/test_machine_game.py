"""The door: decisions, answers, refusals, copies, several decisions at once, dice, faults, budgets."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.faults import IllegalAnswer, RulesFault
from rulewright.interpreter.runtime.game import Game
from rulewright.interpreter.runtime.rulebook import Rulebook
from tests.unit.building import TRUE, block, column, const, function, program, site, slot
from tests.unit.conftest import make_box
from tests.unit.programs import card_game, connect_four, dice_game, duel, rock_paper_scissors, tic_tac_toe

ALL = (tic_tac_toe, connect_four, card_game, rock_paper_scissors, dice_game, duel, make_box)


def play_on(game: Game, luck: random.Random, most: int = 500) -> Game:
    """Random answers to the end."""
    for _ in range(most):
        if game.over:
            return game
        decision = luck.choice(game.decisions())
        number = luck.randint(decision.least, decision.most)
        game.apply(decision.seat, luck.sample(decision.ids, number), decision.id)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("make", ALL)
def test_every_program_is_sound_and_ends(make: Callable[[], ir.Program]) -> None:
    assert verify(make()) == []
    book = Rulebook(make())
    for seed in range(20):
        game = play_on(book.start(seed=seed), random.Random(seed))
        assert game.result is not None
        assert game.decisions() == ()


def count(game: Game, depth: int) -> int:
    """How many lines of play there are, so many answers deep."""
    if depth == 0 or game.over:
        return int(depth == 0)
    found = 0
    decision = game.decisions()[0]
    for option in decision.ids:
        after = game.copy()
        after.apply(decision.seat, option)
        found += count(after, depth - 1)
    return found


def test_tic_tac_toe_has_as_many_lines_as_it_should() -> None:
    game = Rulebook(tic_tac_toe()).start()
    assert [count(game, depth) for depth in range(1, 6)] == [9, 72, 504, 3024, 15120]


def test_connect_four_has_as_many_lines_as_it_should() -> None:
    game = Rulebook(connect_four()).start()
    assert [count(game, depth) for depth in range(1, 6)] == [7, 49, 343, 2401, 16807]


def test_a_finished_game_has_a_result_and_takes_no_answer() -> None:
    game = Rulebook(tic_tac_toe()).start()
    for seat, cell in zip("anna ben anna ben anna".split(), "a1 b1 a2 b2 a3".split(), strict=True):
        assert game.result is None
        game.apply(seat, cell)
    assert game.result == {"winners": ["anna"], "losers": ["ben"], "ranking": [["anna"], ["ben"]], "scores": None}
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.apply("ben", "b3")


def test_a_decision_says_all_about_itself() -> None:
    decision = Rulebook(tic_tac_toe()).start().decisions()[0]
    assert decision.seat == "anna"
    assert decision.form == "choose"
    assert decision.prompt == "Where?"
    assert decision.ids == ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
    assert (decision.options[0].id, decision.options[0].label) == ("a1", "A1")
    assert (decision.least, decision.most, decision.ordered) == (1, 1, False)
    assert decision.rule == "place"


@pytest.mark.parametrize(
    ("seat", "answer", "reason", "cite"),
    [
        ("anna", "a1", "that square is taken", "B-1"),
        ("anna", "d9", "d9 cannot be chosen here", ""),
        ("anna", "anna", "anna cannot be chosen here", ""),
        ("anna", [], "0 chosen, and it must be exactly 1", ""),
        ("anna", ["a2", "a3"], "2 chosen, and it must be exactly 1", ""),
        ("anna", ["a2", "a2"], "the same option is named twice", ""),
        ("anna", 5, "an answer is the id of an option, or a list of ids", ""),
        ("anna", [None], "an answer is the id of an option, or a list of ids", ""),
        ("anna", [["a2"]], "an answer is the id of an option, or a list of ids", ""),
        ("ben", "a2", "ben is not asked anything now", ""),
        ("carl", "a2", "there is no seat 'carl' in this game; there are anna, ben", ""),
        ("a1", "a2", "there is no seat 'a1' in this game; there are anna, ben", ""),
    ],
)
def test_an_illegal_answer_is_refused_with_its_reason_and_changes_nothing(
    seat: str, answer: str, reason: str, cite: str
) -> None:
    game = Rulebook(tic_tac_toe()).start()
    game.apply("anna", "a1")
    game.apply("ben", "b2")
    before = game.hash(), game.log(), game.decisions()
    with pytest.raises(IllegalAnswer) as refused:
        game.apply(seat, answer)
    assert (refused.value.reason, refused.value.cite) == (reason, cite)
    assert (game.hash(), game.log(), game.decisions()) == before


def test_a_refusal_names_the_nearest_option() -> None:
    game = Rulebook(rock_paper_scissors()).start()
    with pytest.raises(IllegalAnswer) as refused:
        game.apply("anna", "scisors")
    assert refused.value.nearest == "scissors"


def test_an_answer_to_a_question_that_is_no_longer_open_is_refused() -> None:
    game = Rulebook(tic_tac_toe()).start()
    old = game.decisions()[0].id
    game.apply("anna", "a1", old)
    with pytest.raises(IllegalAnswer, match="is not open to ben"):
        game.apply("ben", "a2", old)


def test_a_copy_goes_its_own_way() -> None:
    game = Rulebook(card_game()).start(seed=3)
    before = game.hash()
    play_on(game.copy(), random.Random(1))
    assert game.hash() == before
    assert play_on(game.copy(), random.Random(5)).hash() == play_on(game, random.Random(5)).hash()


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    for make in ALL:
        first, second = (play_on(Rulebook(make()).start(seed=11), random.Random(4)) for _ in range(2))
        assert first.hash() == second.hash()
        assert first.log() == second.log()
        assert first.log("anna") == second.log("anna")


# --- several decisions at once ----------------------------------------------------------------------------------------


def test_the_order_of_simultaneous_answers_leaves_no_trace() -> None:
    book = Rulebook(rock_paper_scissors())
    one, other = book.start(), book.start()
    assert [(d.seat, d.ids) for d in one.decisions()] == [
        ("anna", ("rock", "paper", "scissors")),
        ("ben", ("rock", "paper", "scissors")),
    ]
    one.apply("anna", "paper")
    assert [d.seat for d in one.decisions()] == ["ben"]
    one.apply("ben", "rock")
    other.apply("ben", "rock")
    other.apply("anna", "paper")
    assert one.hash() == other.hash()
    assert one.log() == other.log()
    assert one.result is not None
    assert one.result["winners"] == ["anna"]


def test_a_decision_keeps_its_id_while_others_answer() -> None:
    game = Rulebook(rock_paper_scissors()).start()
    of_anna, of_ben = (decision.id for decision in game.decisions())
    game.apply("ben", "rock", of_ben)
    game.apply("anna", "rock", of_anna)
    again = [decision.id for decision in game.decisions()]
    assert len({of_anna, of_ben, *again}) == 4


def test_a_simultaneous_choice_tells_nothing_before_all_have_chosen() -> None:
    game = Rulebook(rock_paper_scissors()).start()
    game.apply("anna", "paper")
    other = Rulebook(rock_paper_scissors()).start()
    other.apply("anna", "rock")
    for seat in ("ben", None):
        assert game.view(seat) == other.view(seat)
        assert game.log(seat) == other.log(seat)


# --- dice -------------------------------------------------------------------------------------------------------------


def test_dice_are_named_and_rolled_again() -> None:
    game = Rulebook(dice_game()).start(seed=1)
    decision = game.decisions()[0]
    assert decision.ids == ("die_1", "die_2", "die_3")
    assert (decision.least, decision.most) == (0, 2)
    game.apply("anna", ["die_3", "die_1"])
    first, second = (entry["args"] for entry in game.log() if entry["form"] in ("roll", "reroll"))
    assert len(first) == len(second) == 3
    assert first[1] == second[1]


def test_no_more_dice_than_the_pool_holds() -> None:
    broken = function("game", "phase", block(("roll", 1, const(6), 0), ("finish",)), lets=("pool",))
    with pytest.raises(RulesFault, match="6 d6 are more than the 5 that a pool can hold"):
        Rulebook(dice_game(functions=(broken,), sites=())).start()


# --- faults and budgets -----------------------------------------------------------------------------------------------


def number_game(*blocks: ir.Block, **other: object) -> ir.Program:
    """Anna names a number from 0 to 9; it lies in slot 1, and block 1 begins."""
    return program(
        "numbers",
        columns=(
            column("active", "", 0, 1, 0, type="entity"),
            column("sum", "", 0, 1, 1),
            column("track", "", 0, 1, 2, low=0, high=5),
        ),
        functions=(
            function("game", "phase", block(("set", 0, const(0)), ("choose", 0, 1, 1)), *blocks, lets=("n", "m")),
        ),
        sites=(site("n", "choose", 0, type="number", domain=("range", const(0), const(9)), slot=1, **other),),
    )


N = slot(1)
AGAIN = ("jump", 0)


@pytest.mark.parametrize(
    ("instr", "bad", "good", "words"),
    [
        (("set_global", 1, ("div", const(8), N)), "0", "2", "this divides by zero"),
        (("set_global", 1, ("mod", const(8), N)), "0", "3", "this divides by zero"),
        (("set_global", 2, N), "6", "5", "track cannot be 6: it goes from 0 to 5"),
        (("set_global", 1, ("mul", ("add", N, const(2**31 - 8)), TRUE)), "9", "7", "too large"),
        (("set_global", 1, ("prop", 3, ("if", ("eq", N, TRUE), const(-1), const(0)))), "1", "0", "something of none"),
    ],
)
def test_a_fault_says_where_and_the_game_is_as_before(instr: ir.Instr, bad: str, good: str, words: str) -> None:
    made = number_game(ir.Block((instr,), AGAIN, (6, 7)))
    columns = (*made.columns, column("worth", "player", 0, 2, 3))
    made = evolve(made, columns=columns, state_size=5)
    assert verify(made) == []
    game = Rulebook(made).start()
    game.apply("anna", good)
    before = game.hash(), game.log(), [d.id for d in game.decisions()]
    with pytest.raises(RulesFault, match=words) as fault:
        game.apply("anna", bad)
    assert fault.value.where == "numbers.rules:7"
    assert [link.name for link in fault.value.chain] == ["game"]
    assert (game.hash(), game.log(), [d.id for d in game.decisions()]) == before
    game.apply("anna", good)


def test_an_endless_loop_is_stopped() -> None:
    made = number_game(block(("jump", 2)), block(("branch", ("ge", N, const(5)), 1, 0)))
    game = Rulebook(made).start()
    game.apply("anna", "3")
    with pytest.raises(RulesFault, match="does not end"):
        game.apply("anna", "7")
    assert game.decisions()[0].seat == "anna"


def test_effects_that_set_off_one_another_are_stopped() -> None:
    made = program(
        "recursion",
        functions=(
            function("game", "phase", block(("event", 1, (const(0),), -1, 1)), block(("finish",))),
            function("more", "effect", block(("event", 1, (slot(0),), -1, 1)), block(("return",))),
        ),
    )
    with pytest.raises(RulesFault, match="rules set off rules without end") as fault:
        Rulebook(made).start()
    assert fault.value.chain[0].name == "more"


def counted(*domains: ir.Expr) -> ir.Expr:
    """How many combinations of these there are, counted one by one."""
    found: ir.Expr = TRUE
    for number, domain in enumerate(domains):
        found = ("sum", number, domain, found)
    return found


THOUSAND = ("range", TRUE, const(1000))


@pytest.mark.parametrize(
    ("instr", "words"),
    [
        (("set_global", 1, ("count", ("range", TRUE, ("mul", N, const(10**8))))), "more numbers than a list can hold"),
        (("set", 2, ("count", ("range", const(0), const(2**31 - 1)))), "more numbers than a list can hold"),
        (("set_global", 1, counted(THOUSAND, THOUSAND, THOUSAND)), "this computes without end"),
    ],
)
def test_an_expression_that_would_take_for_ever_is_stopped(instr: ir.Instr, words: str) -> None:
    game = Rulebook(number_game(block(instr, AGAIN))).start()
    with pytest.raises(RulesFault, match=words):
        game.apply("anna", "7")
    assert game.decisions()[0].seat == "anna"


def test_a_long_expression_that_ends_is_not_stopped() -> None:
    game = Rulebook(number_game(block(("set_global", 1, counted(THOUSAND, THOUSAND)), AGAIN))).start()
    game.apply("anna", "7")
    assert game.view()["state"]["sum"] == 1_000_000


def test_a_list_that_doubles_for_ever_is_stopped() -> None:
    made = number_game(
        block(("set", 2, ("list", N)), ("jump", 2)), block(("set", 2, ("concat", slot(2), slot(2))), ("jump", 2))
    )
    with pytest.raises(RulesFault, match="longer than a list can be"):
        Rulebook(made).start().apply("anna", "7")


def test_effects_that_call_many_others_are_stopped() -> None:
    """Each of forty effects runs the next one twice: a trillion steps without a loop."""
    effects = [
        function(
            f"e{i}",
            "effect",
            block(("event", i + 2, (slot(0),), -1, 1)),
            block(("event", i + 2, (slot(0),), -1, 2)),
            block(("return",)),
        )
        for i in range(40)
    ]
    made = program(
        "doubling",
        functions=(
            function("game", "phase", block(("event", 1, (const(0),), -1, 1)), block(("finish",))),
            *effects,
            function("last", "effect", block(("return",))),
        ),
    )
    with pytest.raises(RulesFault, match=r"without end|does not end"):
        Rulebook(made).start()


def test_an_interruption_in_the_middle_of_an_answer_changes_nothing() -> None:
    book = Rulebook(card_game())
    game = book.start(seed=1)
    before = game.hash()
    table = book.code.table
    kept = table[:]

    def interrupted(*_: object) -> None:
        table[:] = kept
        raise KeyboardInterrupt

    table[16:] = [interrupted] * (len(table) - 16)
    with pytest.raises(KeyboardInterrupt):
        game.apply(game.decisions()[0].seat, game.decisions()[0].ids[0])
    assert game.hash() == before
    play_on(game, random.Random(1))


def test_a_loop_that_only_fills_the_log_is_stopped() -> None:
    made = number_game(block(("say", "and on", ()), ("branch", ("ge", N, const(5)), 1, 0)))
    game = Rulebook(made).start()
    game.apply("anna", "3")
    with pytest.raises(RulesFault, match="lines into the log"):
        game.apply("anna", "7")
    assert len(game.log()) == 2


def test_an_expression_that_is_nested_too_deeply_to_run_is_a_fault_of_the_rulebook() -> None:
    deep: ir.Expr = N
    for _ in range(140):
        deep = ("count", ("filter", 0, ("players",), ("gt", deep, const(0))))
    with pytest.raises(RulesFault, match="nested too deeply"):
        Rulebook(number_game(ir.Block((("set_global", 1, deep),), AGAIN, (6, 7)))).start()
