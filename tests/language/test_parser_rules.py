"""Every form of a rule, of the rulebook or on a piece, and the node that it becomes."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.interpreter.syntax import nodes as n
from tests.language.making import ANYTHING, GO, HERE, A, arg, binary, binder, name, num, ref
from tests.language.reading import declared


def rule(stage: str, **other: Any) -> n.Rule:
    fields: dict[str, Any] = dict.fromkeys(
        ["target", "window", "pattern", "condition", "test", "source", "once", "offer", "asking", "name"]
    )
    return n.Rule(
        stage=stage, **{**fields, "phase": False, "printed": (), "again": False, "body": (GO,), **other}, span=HERE
    )


def modify(op: str, **other: Any) -> n.Modify:
    fields: dict[str, Any] = {"value": name("v"), "pattern": None, "test": None, "amount": num(1), "name": None}
    return n.Modify(op=op, **{**fields, **other}, span=HERE)


RULES: list[tuple[str, n.Rule | n.Modify]] = [
    ("before hit: go", rule("before", target=name("hit"))),
    (
        "after hit(this, any a, _, 3)\n    go",
        rule("after", target=name("hit"), pattern=(arg(ref("this")), binder("a"), ANYTHING, arg(num(3)))),
    ),
    ("instead of hit() if a: go", rule("instead", target=name("hit"), pattern=(), test=A)),
    ("during boosts of hit(_): go", rule("during", window=name("boosts"), target=name("hit"), pattern=(ANYTHING,))),
    ("at start of turn: go", rule("before", target=name("turn"), phase=True)),
    ("at end of turn if a: go", rule("after", target=name("turn"), phase=True, test=A)),
    ("whenever a > 3: go", rule("whenever", condition=binary(">", A, num(3)))),
    (
        'after hit from hand once per turn for each a may "Hit back" again as back: go',
        rule(
            "after",
            target=name("hit"),
            source=name("hand"),
            once=n.Once(name("turn"), A),
            offer="Hit back",
            again=True,
            name=name("back"),
        ),
    ),
    ('instead of hit may "Duck?" asking a: go', rule("instead", target=name("hit"), offer="Duck?", asking=A)),
    ("after hit printed on fox, owl: go", rule("after", target=name("hit"), printed=(name("fox"), name("owl")))),
    ("modify v: set 1", modify("set")),
    ("modify v(this, any a) while a: add 1", modify("add", pattern=(arg(ref("this")), binder("a")), test=A)),
    ("modify v: multiply by 1 as much", modify("multiply", name=name("much"))),
    ("modify v: at least 1", modify("at_least")),
    ("modify v: at most 1", modify("at_most")),
]


@pytest.mark.parametrize(("text", "node"), RULES, ids=[text.splitlines()[0] for text, _ in RULES])
def test_a_rule_of_the_rulebook(text: str, node: n.Declaration) -> None:
    assert declared(text) == node


@pytest.mark.parametrize(("text", "node"), RULES, ids=[text.splitlines()[0] for text, _ in RULES])
def test_a_rule_on_a_piece(text: str, node: n.Declaration) -> None:
    lines = "\n".join("    " + line for line in text.splitlines())
    piece = declared(f"Card fox\n    worth 1\n{lines}\n    worth 2\n")
    assert piece.lines[1] == node
    assert len(piece.lines) == 3
