"""Generated code and the tracing evaluator mean the same: any expression gives the same in both, or is a fault."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.ir.program import Expr, Function, Relation, Table
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.runtime.evaluate import evaluate
from rulewright.interpreter.runtime.execute import begin
from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.load import load
from rulewright.interpreter.runtime.machine import Machine
from rulewright.interpreter.runtime.tracing import View, checked
from rulewright.interpreter.runtime.world import MachineWorld
from tests.unit.building import block, const, function, local, modifier, require, then_choose, value
from tests.unit.programs import DECK, card_game

SLOTS = (0, 3, 2**31 - 1, (2, 3, 4), (5, 258, 0))  # me, a number, a large one, cards, a pool
FAULT = "fault"


def table_of_cards() -> Any:
    """The card game with a table, a relation, a value, modifiers, and a function to look ahead over."""
    made = card_game()
    look: Function = function(
        "look",
        "effect",
        block(("return",)),
        lets=("card",),
        params=("limit",),
        param_types=("number",),
        prefix=(require(("gt", ("slot", 1), const(0))), then_choose(0)),
    )
    look = evolve(look, prefix=look.prefix[:1])
    worth = value("worth", ("prop", 1, local(0)), "card", "bonus", param_types=("Card", "number"), modifiers=(0, 1, 2))
    # Short ones, which are written out where they are read, and one that no move can change, which is remembered.
    following = value("following", ("mod", ("add", local(0), const(1)), ("count", ("players",))), "n")
    opposite = value("opposite", ("eq", ("owner", local(0)), ("value", 1, ("owner", local(0)))), "n")
    full = value("full", ("eq", ("room", local(0)), const(0)), "n")
    near = value("near", ("in", const(6), ("relation", 0, local(0))), "n")
    modifiers = (
        modifier("more", 0, "add", ("add", local(2), const(1)), pieces=(2, 3, 4), this_arg=0),
        modifier("twice", 0, "multiply", const(2), guard=("gt", local(2), const(2))),
        modifier("fixed", 0, "set", const(40), pieces=(5, 6), works=(DECK,), this_arg=0),
    )
    return evolve(
        made,
        functions=(*made.functions, look),
        tables=(Table("prizes", (1, 0), (2, 3), (5, 4, 3, 2, 1, 0)),),
        relations=(Relation("beside", 2, tuple((n + 3, n + 2) for n in range(8))),),
        values=(worth, following, opposite, full, near),
        modifiers=modifiers,
    )


PROGRAM = table_of_cards()
CODE = load(PROGRAM)
_SMALL = st.integers(-4, 14)


def numbers(depth: int, bound: tuple[int, ...]) -> st.SearchStrategy[Expr]:
    leaves: list[st.SearchStrategy[Any]] = [
        st.tuples(st.just("const"), _SMALL),
        st.sampled_from([("slot", 0), ("slot", 1), ("slot", 2), ("global", 0)]),
    ]
    if bound:
        leaves.append(st.sampled_from([("local", i) for i in bound]))
    if depth == 0:
        return st.one_of(leaves)
    n, flag, many = numbers(depth - 1, bound), flags(depth - 1, bound), lists(depth - 1, bound)
    fresh = max(bound, default=0) + 1
    inner = numbers(depth - 1, (*bound, fresh))
    test = flags(depth - 1, (*bound, fresh))
    return st.one_of(
        *leaves,
        st.tuples(st.sampled_from("add sub mul div mod min max".split()), n, n),
        st.tuples(st.just("neg"), n),
        st.tuples(st.just("if"), flag, n, n),
        st.tuples(st.just("prop"), st.sampled_from([1, 2, 3]), n),
        st.tuples(st.sampled_from("at owner controller top bottom room".split()), n),
        st.tuples(st.just("place"), st.just(1), n),
        st.tuples(st.just("key"), st.just(1), st.just(0), n),
        st.tuples(st.just("table"), st.just(0), n, n),
        st.tuples(st.sampled_from(["value", "printed"]), st.just(0), n, n),
        st.tuples(st.just("value"), st.sampled_from([1, 2, 3, 4]), n),
        st.tuples(st.sampled_from(["face", "marked"]), st.just(("slot", 4)), n),
        st.tuples(st.just("count"), many),
        st.tuples(st.sampled_from(["nth", "member"]), many, n),
        st.tuples(st.sampled_from("sum most least".split()), st.just(fresh), many, inner),
        st.tuples(st.just("first"), st.just(fresh), many, test),
        flag,
    )


def flags(depth: int, bound: tuple[int, ...]) -> st.SearchStrategy[Expr]:
    if depth == 0:
        return st.sampled_from([const(0), const(1)])
    n, flag, many = numbers(depth - 1, bound), flags(depth - 1, bound), lists(depth - 1, bound)
    fresh = max(bound, default=0) + 1
    test = flags(depth - 1, (*bound, fresh))
    return st.one_of(
        st.tuples(st.sampled_from("eq ne lt le gt ge".split()), n, n),
        st.tuples(st.sampled_from(["eq", "ne"]), many, many),
        st.tuples(st.sampled_from(["and", "or"]), flag, flag),
        st.tuples(st.just("not"), flag),
        st.tuples(st.just("is"), n, st.just(2), st.integers(0, 8)),
        st.tuples(st.just("in"), n, many),
        st.tuples(st.just("lies"), n, n),
        st.tuples(st.just("value"), st.sampled_from([2, 3, 4]), n),
        st.tuples(st.just("running"), st.sampled_from([0, 1])),
        st.tuples(st.just("can"), st.just(5), n, n),
        st.tuples(st.sampled_from(["some", "every"]), st.just(fresh), many, test),
    )


def lists(depth: int, bound: tuple[int, ...]) -> st.SearchStrategy[Expr]:
    leaves = st.sampled_from(
        [("slot", 3), ("players",), ("entities", 2, 8), ("entities", 0, 0), ("list",), ("places", 1, ("any",))]
    )
    if depth == 0:
        return leaves
    n, flag, many = numbers(depth - 1, bound), flags(depth - 1, bound), lists(depth - 1, bound)
    fresh = max(bound, default=0) + 1
    inner, test = numbers(depth - 1, (*bound, fresh)), flags(depth - 1, (*bound, fresh))
    keys = st.tuples(inner, st.booleans())
    return st.one_of(
        leaves,
        st.tuples(st.just("range"), st.tuples(st.just("const"), _SMALL), st.tuples(st.just("const"), _SMALL)),
        st.tuples(st.just("list"), n, n),
        st.tuples(st.just("contents"), n),
        st.tuples(st.just("relation"), st.just(0), n),
        st.tuples(st.just("places"), st.just(1), n),
        st.tuples(st.just("indices"), many),
        st.tuples(st.just("filter"), st.just(fresh), many, test),
        st.tuples(st.just("map"), st.just(fresh), many, inner),
        st.tuples(st.just("sort"), st.just(fresh), many, st.lists(keys, min_size=1, max_size=2).map(tuple)),
        st.tuples(st.just("concat"), many, many),
        st.tuples(st.sampled_from(["distinct", "reverse"]), many),
        st.tuples(st.sampled_from(["take", "without"]), many, n),
        st.tuples(st.just("if"), flag, many, many),
    )


def machine(seed: int) -> Machine:
    M = begin(CODE, 2, seed)
    M.stack.append([0, 5, (), (), (), -1, -1, -1, *SLOTS])
    for piece in range(2, 2 + seed % 7):
        CODE.namespace["move"](M, piece, DECK + 1 + piece % 3, bool(seed % 2), 0)
    return M


def generated(e: Expr, M: Machine) -> Any:
    try:
        found = CODE.test(e)(M, M.stack[-1], None)
    except (Fault, ZeroDivisionError):
        return FAULT
    return found if isinstance(found, tuple) else int(found)


def traced(e: Expr, M: Machine) -> Any:
    try:
        return checked(e, evaluate(MachineWorld(PROGRAM, M), e, View(slots=SLOTS)).value)
    except (Fault, ZeroDivisionError):
        return FAULT


def test_the_program_is_sound() -> None:
    assert verify(PROGRAM) == []


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.one_of(numbers(3, ()), flags(3, ()), lists(3, ())), st.integers(0, 13))
def test_both_evaluators_agree(e: Expr, seed: int) -> None:
    M = machine(seed)
    assert generated(e, M) == traced(e, M)
