"""Every form of a statement, and the node that it becomes."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.interpreter.syntax import nodes as n
from tests.language.making import (
    GO,
    HERE,
    ME,
    MS,
    A,
    B,
    C,
    arg,
    attribute,
    call,
    condition,
    kind_of,
    name,
    num,
    perform,
    ref,
)
from tests.language.reading import declared, statement


def choose(**other: Any) -> n.Choose:
    fields: dict[str, Any] = {
        "quantity": "one",
        "number": None,
        "name": name("m"),
        "domain": MS,
        "prompt": "",
        "wheres": (),
        "asking": None,
        "provided": (),
        "otherwise": (),
    }
    return n.Choose(**{**fields, **other}, span=HERE)


STATEMENTS: list[tuple[str, n.Statement]] = [
    ("let a = 3", n.Let(name("a"), num(3), span=HERE)),
    ("field a = 3", n.Field(name("a"), None, num(3), span=HERE)),
    ("field a: number = 3", n.Field(name("a"), kind_of("number"), num(3), span=HERE)),
    ("set a to b", n.Assign("set", A, B, span=HERE)),
    ("set a.b to c", n.Assign("set", attribute(A, "b"), C, span=HERE)),
    ("set f(a).b to c", n.Assign("set", attribute(call("f", A), "b"), C, span=HERE)),
    ("add 1 to a", n.Assign("add", A, num(1), span=HERE)),
    ("take 1 from a.b", n.Assign("take", attribute(A, "b"), num(1), span=HERE)),
    ("take count from a", n.Assign("take", A, ref("count"), span=HERE)),
    ("move a to b", n.Move(False, A, "", B, span=HERE)),
    ("move all a to b", n.Move(True, A, "", B, span=HERE)),
    ("move a to top of b", n.Move(False, A, "top", B, span=HERE)),
    ("move all a to bottom of b", n.Move(True, A, "bottom", B, span=HERE)),
    ("swap a with b", n.Swap(A, B, span=HERE)),
    ("swap first with last", n.Swap(ref("first"), ref("last"), span=HERE)),
    ("shuffle a", n.Shuffle(A, span=HERE)),
    ("roll 2 of cube as pool", n.Roll(num(2), name("cube"), name("pool"), span=HERE)),
    ("reroll a of pool", n.Reroll(A, name("pool"), span=HERE)),
    ("pick m from ms", n.Pick(name("m"), MS, None, span=HERE)),
    ("pick m from ms where a", n.Pick(name("m"), MS, A, span=HERE)),
    ("flip a to night", n.Flip(A, name("night"), span=HERE)),
    ("reveal a to b", n.Reveal(A, B, span=HERE)),
    ('say "Hello, {me}"', n.Say("Hello, {me}", span=HERE)),
    ("require a", n.Require(A, "", span=HERE)),
    ('require a else "no"', n.Require(A, "no", span=HERE)),
    ("win a", n.Win(A, span=HERE)),
    ("lose a", n.Lose(A, span=HERE)),
    ("rank m in ms by a", n.Rank(name("m"), MS, (n.OrderKey(A, False),), None, span=HERE)),
    (
        "rank m in ms by a descending then by b where c",
        n.Rank(name("m"), MS, (n.OrderKey(A, True), n.OrderKey(B, False)), C, span=HERE),
    ),
    ("stop a", n.Stop(name("a"), span=HERE)),
    ("end the game", n.End(span=HERE)),
    ("proceed", n.Proceed(None, span=HERE)),
    ("proceed(a)", n.Proceed((arg(A),), span=HERE)),
    ("do top of a", n.Do(name("top"), A, span=HERE)),
    ("window boosts", n.Window(name("boosts"), span=HERE)),
    ("go", GO),
    ("go(a, 3)", perform("go", A, num(3))),
    ("go(a) as tagged", perform("go", A, tag="tagged")),
    ("go as tagged", perform("go", tag="tagged")),
    ("move(a)", perform("move", A)),
    ("choose m in ms", choose()),
    ("choose m in 1..3", choose(domain=n.Range(num(1), num(3), span=HERE))),
    ("choose m in ms where a", choose(wheres=(condition(A),))),
    ('choose m in ms where a else "no"', choose(wheres=(condition(A, "no"),))),
    (
        'choose m in ms where a\n    where b else "no"\n    where c',
        choose(wheres=(condition(A), condition(B, "no"), condition(C))),
    ),
    ("choose m in ms\n    where b\n    where c", choose(wheres=(condition(B), condition(C)))),
    ("choose up to 3 of m in ms", choose(quantity="up_to", number=num(3))),
    ("choose exactly 3 of m in ms", choose(quantity="exactly", number=num(3))),
    ("choose any number of m in ms", choose(quantity="any_number")),
    ("choose every m in ms", choose(quantity="every")),
    ("choose m in ms asking a", choose(asking=A)),
    (
        'choose up to 2 of m in ms where a asking b provided c else "no"',
        choose(quantity="up_to", number=num(2), wheres=(condition(A),), asking=B, provided=(condition(C, "no"),)),
    ),
    ("choose m in ms\nelse\n    go", choose(otherwise=(GO,))),
    ("choose m in ms\nelse: go", choose(otherwise=(GO,))),
    ("offer a", n.Offer(((name("a"), ()),), None, None, (), span=HERE)),
    ("offer a, b(3)", n.Offer(((name("a"), ()), (name("b"), (arg(num(3)),))), None, None, (), span=HERE)),
    ("offer a or pass", n.Offer(((name("a"), ()),), "Pass", None, (), span=HERE)),
    ('offer a or pass "Enough" asking b', n.Offer(((name("a"), ()),), "Enough", B, (), span=HERE)),
    ("offer a\nelse: go", n.Offer(((name("a"), ()),), None, None, (GO,), span=HERE)),
    ("if a\n    go", n.If(((A, (GO,)),), (), span=HERE)),
    ("if a: go", n.If(((A, (GO,)),), (), span=HERE)),
    ("if a: stop b", n.If(((A, (n.Stop(name("b"), span=HERE),)),), (), span=HERE)),
    ("if a: go\nelse: go", n.If(((A, (GO,)),), (GO,), span=HERE)),
    (
        "if a\n    go\nelse if b\n    go\nelse if c: go\nelse\n    go",
        n.If(((A, (GO,)), (B, (GO,)), (C, (GO,))), (GO,), span=HERE),
    ),
    ("for m in ms\n    go", n.For(name("m"), MS, (), None, (GO,), span=HERE)),
    ("for m in ms by a where b: go", n.For(name("m"), MS, (n.OrderKey(A, False),), B, (GO,), span=HERE)),
    ("repeat 3 times\n    go", n.Repeat(num(3), None, None, (GO,), span=HERE)),
    ("repeat a times as week: go", n.Repeat(A, None, name("week"), (GO,), span=HERE)),
    ("repeat until a: go", n.Repeat(None, A, None, (GO,), span=HERE)),
    ("may pay(me): go", n.May(perform("pay", ME), "", None, (GO,), span=HERE)),
    ("may pay(me) asking a: go", n.May(perform("pay", ME), "", A, (GO,), span=HERE)),
    ('may "Go?"\n    go', n.May(None, "Go?", None, (GO,), span=HERE)),
    ('may "Go?" asking a: go', n.May(None, "Go?", A, (GO,), span=HERE)),
    (
        'ask a "Which?"\n    option "One": go\n    option "Two" as two if b\n        go',
        n.Ask(
            A,
            "Which?",
            (n.Option("One", None, None, (GO,), HERE), n.Option("Two", name("two"), B, (GO,), HERE)),
            span=HERE,
        ),
    ),
    ("together for m in ms\n    go", n.Together(name("m"), MS, None, (GO,), span=HERE)),
    ("together for m in ms where a: go", n.Together(name("m"), MS, A, (GO,), span=HERE)),
    ("alternate from a until b\n    go", n.Alternate(A, B, (GO,), span=HERE)),
    ("each player from a: go", n.Each(A, (GO,), span=HERE)),
    ("turn of a: go", n.Turn(A, (GO,), span=HERE)),
    ("step draw: go", n.Step(name("draw"), (GO,), span=HERE)),
    ("at end of turn: go", n.Delayed(name("turn"), (GO,), span=HERE)),
    (
        "until end of turn: modify v(me): add 1",
        n.Until(name("turn"), (n.Modify(name("v"), (arg(ME),), None, "add", num(1), None, span=HERE),), span=HERE),
    ),
    (
        "until end of turn\n    modify v: add 1\n    modify w: set 2",
        n.Until(
            name("turn"),
            (
                n.Modify(name("v"), None, None, "add", num(1), None, span=HERE),
                n.Modify(name("w"), None, None, "set", num(2), None, span=HERE),
            ),
            span=HERE,
        ),
    ),
]


@pytest.mark.parametrize(("text", "node"), STATEMENTS, ids=[text.splitlines()[0] for text, _ in STATEMENTS])
def test_a_statement(text: str, node: n.Statement) -> None:
    assert statement(text) == node


@pytest.mark.parametrize(("text", "node"), STATEMENTS, ids=[text.splitlines()[0] for text, _ in STATEMENTS])
def test_a_statement_among_others(text: str, node: n.Statement) -> None:
    """Nothing runs over into the lines above and below."""
    body = declared("phase p\n    go\n" + "\n".join("    " + line for line in text.splitlines()) + "\n    go\n").body
    assert body == (GO, node, GO)
