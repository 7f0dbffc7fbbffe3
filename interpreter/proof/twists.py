"""Expressions turned round: a test that says the opposite, a number that is one more, a list of all the others."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.interpreter.syntax import nodes

TESTS = frozenset({"=", "!=", "<", "<=", ">", ">=", "in", "and", "or"})


def negated(test: nodes.Expr) -> nodes.Expr:
    return nodes.Unary("not", test, span=test.span)


def more(number: nodes.Expr) -> nodes.Expr:
    if isinstance(number, nodes.Number):  # stays a plain number, as a card needs it
        return attrs.evolve(number, value=number.value + 1)
    return nodes.Binary("+", number, nodes.Number(1, span=number.span), span=number.span)


def _only(first: nodes.Expr | None, joined: nodes.Call) -> nodes.Expr | None:
    """Of two joined lists the first alone; what is a place where it stands by itself becomes a list."""
    if first is None:
        return None
    binder = nodes.Name("each", joined.span)
    return nodes.Quantifier("list", binder, first, None, None, (), span=joined.span)


def twisted(tree: Any) -> Any:
    """The expression with the first of its parts turned round that can be, whatever its type; None where none can."""
    match tree:
        case nodes.IfThen():
            return attrs.evolve(tree, test=negated(tree.test))
        case nodes.Quantifier() if tree.where is not None:
            return attrs.evolve(tree, where=negated(tree.where))
        case nodes.Call() if tree.name.text == "joined":
            return _only(tree.args[0].value, tree)
        case nodes.Binary() if tree.op in TESTS:
            return negated(tree)
        case nodes.Unary() if tree.op == "not":
            return tree.operand
        case tuple():
            for at, each in enumerate(tree):
                new = twisted(each)
                if new is not None:
                    return (*tree[:at], new, *tree[at + 1 :])
        case nodes.Expr() | nodes.Arg() | nodes.OrderKey():
            for field in attrs.fields(type(tree)):
                new = twisted(getattr(tree, field.name))
                if new is not None:
                    return attrs.evolve(tree, **{field.name: new})
    return None
