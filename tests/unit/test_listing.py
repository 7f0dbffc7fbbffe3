"""The listing: readable, the same in every process, and possible for every program that keeps its promises."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.ir.infix import Infix
from rulewright.interpreter.ir.listing import listing
from rulewright.interpreter.ir.meaning import Context
from rulewright.interpreter.ir.operations import EXPRESSIONS
from rulewright.interpreter.ir.program import Block, Expr, Place, Program
from rulewright.interpreter.ir.store import StoreProblem, digest, from_json, to_json
from rulewright.interpreter.ir.verify import verify

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def test_the_box_reads_like_its_golden_file(box: Program) -> None:
    golden = HERE / "box.listing"
    if os.environ.get("RULEWRIGHT_GOLDEN"):
        golden.write_text(listing(box), encoding="utf-8")
    assert listing(box) == golden.read_text(encoding="utf-8")


def test_a_program_built_in_another_process_is_the_same_to_the_byte(box: Program) -> None:
    code = (
        "from tests.unit.conftest import make_box\n"
        "from rulewright.interpreter.ir.listing import listing\n"
        "from rulewright.interpreter.ir.store import digest, to_json\n"
        "print(to_json(make_box()), digest(make_box()), listing(make_box()), sep='\\n', end='')\n"
    )
    for seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            check=True,
            text=True,
        )
        assert ran.stdout == f"{to_json(box)}\n{digest(box)}\n{listing(box)}"


def test_a_program_read_back_has_the_same_listing(box: Program) -> None:
    assert listing(from_json(to_json(box))) == listing(box)


def test_where_things_were_written_does_not_change_the_listing(box: Program) -> None:
    assert listing(evolve(box, spans=(Place("other.rules", 3, 1, ""), *box.spans[1:]))) == listing(box)


ONE, LIST = ("const", 1), ("players",)
CARD, HANDS = ("local", 1), ("places", 1, ("any",))
SHOWN: list[tuple[Expr, str]] = [
    (("const", -3), "-3"),
    (("slot", 1), "card"),
    (CARD, "c"),
    (("outer", 2, 3), "draw.worth"),
    (("global", 1), "round"),
    (("prop", 3, CARD), "c.worth"),
    (("add", ONE, ("add", ONE, ONE)), "1 + (1 + 1)"),
    (("sub", ("sub", ONE, ONE), ONE), "1 - 1 - 1"),
    (("mul", ("add", ONE, ONE), ONE), "(1 + 1) * 1"),
    (("div", ONE, ONE), "1 / 1"),
    (("mod", ONE, ONE), "1 mod 1"),
    (("min", ONE, ONE), "min(1, 1)"),
    (("max", ONE, ONE), "max(1, 1)"),
    (("neg", ("add", ONE, ONE)), "-(1 + 1)"),
    (("not", ("or", ("is", CARD, 2, 3), ("running", 2))), "not (c is Card or draw is running)"),
    (("eq", ("prop", 4, CARD), ONE), "c.colour = blue"),
    (("ne", CARD, ("const", -1)), "c != none"),
    (("lt", ONE, ONE), "1 < 1"),
    (("le", ONE, ONE), "1 <= 1"),
    (("gt", ONE, ONE), "1 > 1"),
    (("ge", ONE, ONE), "1 >= 1"),
    (("and", ("tagged", 0), ("tagged", 1)), "event is tag 0 and event is tag 1"),
    (("or", ("tagged", 0), ("tagged", 1)), "event is tag 0 or event is tag 1"),
    (("if", ("running", 2), CARD, ("const", -1)), "if draw is running then c else none"),
    (("value", 0, CARD, ("place", 0)), "worth_of(c, deck)"),
    (("printed", 0, CARD, ("place", 0)), "printed worth_of(c, deck)"),
    (("table", 0, ONE), "prizes(1)"),
    (("is", CARD, 3, 2), "c is Bird"),
    (("in", CARD, ("list", ("const", 2), ("const", 3))), "c in [fox, owl]"),
    (("lies", ("const", 2), ("const", 5)), "fox lies in deck"),
    (("at", CARD), "at(c)"),
    (("owner", CARD), "owner(c)"),
    (("controller", CARD), "controller(c)"),
    (("top", ("place", 0)), "top(deck)"),
    (("bottom", ("place", 0)), "bottom(deck)"),
    (("place", 1, ("const", 0)), "hand(anna)"),
    (("key", 2, 0, ("const", 8)), "x of city(c1)"),
    (("room", ("place", 0)), "room(deck)"),
    (("face", ("slot", 2), ("local", 2)), "face(pool, x2)"),
    (("marked", ("slot", 2), ("local", 2)), "marked(pool, x2)"),
    (("can", 1, ("slot", 0)), "can take(me)"),
    (("tagged", 4), "event is tag 4"),
    (("running", 2), "draw is running"),
    (("fizzled", 2), "draw fizzled"),
    (("range", ONE, ("const", 3)), "1..3"),
    (("entities", 2, 3), "Card"),
    (LIST, "players"),
    (("winners",), "winners"),
    (("list", CARD, ("const", -1)), "[c, none]"),
    (("contents", ("place", 0)), "contents(deck)"),
    (("relation", 0, ("const", 8)), "beside(c1)"),
    (HANDS, "hand(_)"),
    (("indices", ("slot", 2)), "indices(pool)"),
    (("filter", 7, LIST, ("eq", ("local", 7), ("const", 1))), "list x7 in players where x7 = ben"),
    (("map", 7, LIST, ("place", 1, ("local", 7))), "list of hand(x7) for x7 in players"),
    (
        ("sort", 7, LIST, ((("prop", 2, ("local", 7)), True), (("local", 7), False))),
        "list x7 in players by x7.points descending then by x7",
    ),
    (("concat", LIST, LIST), "concat(players, players)"),
    (("distinct", LIST), "distinct(players)"),
    (("reverse", LIST), "reverse(players)"),
    (("take", LIST, ONE), "take(players, 1)"),
    (("without", LIST, ("const", 1)), "without(players, ben)"),
    (("count", LIST), "count(players)"),
    (("nth", LIST, ONE), "nth(players, 1)"),
    (("member", LIST, ONE), "member(players, 1)"),
    (("sum", 7, LIST, ("prop", 2, ("local", 7))), "sum of x7.points for x7 in players"),
    (("most", 7, LIST, ("prop", 2, ("local", 7))), "most of x7.points for x7 in players"),
    (("least", 7, LIST, ("prop", 2, ("local", 7))), "least of x7.points for x7 in players"),
    (("some", 7, LIST, ("eq", ("local", 7), ("const", 0))), "some x7 in players where x7 = anna"),
    (("every", 7, LIST, ("eq", ("local", 7), ("const", 0))), "every x7 in players has x7 = anna"),
    (("first", 7, LIST, ("eq", ("local", 7), ("const", 0))), "first x7 in players where x7 = anna"),
]
CONTEXT = Context(("me", "card", "pool"), ("entity", "entity", "list of die"), {1: "c"}, {1: "entity"})


@pytest.mark.parametrize(("node", "text"), SHOWN, ids=[node[0] for node, _ in SHOWN])
def test_an_expression_reads_as_a_person_writes_it(box: Program, node: Expr, text: str) -> None:
    assert Infix(box, CONTEXT).show(node) == text


def test_every_expression_has_such_a_case() -> None:
    assert set(EXPRESSIONS) == {node[0] for node, _ in SHOWN}


def test_known_values_and_labels_stand_in_for_names(box: Program) -> None:
    infix = Infix(box, CONTEXT, {("local", 1): 2}, labels=True)
    assert infix.show(("eq", ("prop", 4, CARD), ("const", 0))) == "Fox.colour = Red"


INSTRUCTIONS: list[tuple[Expr, str]] = [
    (("set_outer", 2, 3, ("const", 4)), "draw.worth := 4"),
    (("move_all", ("contents", ("place", 0)), ("const", -1), "bottom"), "move all contents(deck) to bottom of none"),
    (("swap", ("const", 2), ("const", 3)), "swap fox owl"),
    (("roll", 0, ("const", 2), 0), "roll me 2 coin"),
    (("reroll", 0, ("range", ONE, ONE)), "reroll me 1..1"),
    (("set_die", 0, ONE, ONE), "set_die me 1 1"),
    (("pick", 0, ("players",)), "pick me players"),
    (("reveal", ("const", 2), ("const", 1)), "reveal fox ben"),
    (("reveal", ("const", 2), ("any",)), "reveal fox all"),
]
ENDS: list[tuple[Expr, str]] = [
    (("win", ("list", ("const", 1))), "win [ben]"),
    (("lose", ("players",)), "lose players"),
    (("finish",), "finish"),
    (("stop", 2), "stop draw"),
    (("call", 1, (("slot", 0),), 0), "call take(me) -> b0"),
    (("event", 1, (("slot", 0),), 2, 0), "event take(me) as tag 2 -> b0"),
    (("window", "boosts", 0), 'window "boosts" -> b0'),
    (("proceed", None, 0), "proceed the same -> b0"),
    (("together", 0, ("players",), 0, 0), "together me players -> b0 then b0"),
    (("fail", "no room\nleft", 0), 'fail "no room left" -> b0'),
]


@pytest.mark.parametrize(("node", "text"), INSTRUCTIONS + ENDS, ids=[node[0] for node, _ in INSTRUCTIONS + ENDS])
def test_what_a_block_does_is_one_line(box: Program, node: Expr, text: str) -> None:
    block = Block((), node, (0,)) if (node, text) in ENDS else Block((node,), ("return",), (0, 0))
    game = evolve(box.functions[0], blocks=(block,))
    lines = listing(evolve(box, functions=(game, *box.functions[1:]))).splitlines()
    assert f"            {text}" in lines


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_whatever_keeps_its_promises_can_be_listed(box: Program, data: st.DataObject) -> None:
    """Small numbers put in place of others often leave a sound program: another index, another entity."""
    tree = json.loads(to_json(box))
    at: Any = tree
    while True:
        keys = sorted(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or not at[key]:
            at[key] = data.draw(st.integers(-1, 6) if type(at[key]) is int else st.just("other\ntext"))
            break
        at = at[key]
    try:
        program = from_json(json.dumps(tree))
    except StoreProblem:
        return
    if not verify(program):
        assert "text" not in {line[:4] for line in listing(program).splitlines()}, "a text runs over its line"
