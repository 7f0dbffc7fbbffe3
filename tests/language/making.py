"""Nodes to compare with. Spans are outside equality, so one span does for all."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import nodes as n

HERE = Source("", "").span(1, 1)


def name(text: str) -> n.Name:
    return n.Name(text, HERE)


def ref(text: str) -> n.Ref:
    return n.Ref(text, span=HERE)


def num(value: int) -> n.Number:
    return n.Number(value, span=HERE)


def binary(op: str, left: n.Expr, right: n.Expr) -> n.Binary:
    return n.Binary(op, left, right, span=HERE)


def arg(value: n.Expr, called: str | None = None) -> n.Arg:
    return n.Arg(called, "expr", value, None, HERE)


def binder(text: str) -> n.Arg:
    return n.Arg(None, "binder", None, name(text), HERE)


ANYTHING = n.Arg(None, "anything", None, None, HERE)


def call(text: str, *args: n.Arg | n.Expr, printed: bool = False) -> n.Call:
    return n.Call(name(text), tuple(arg(x) if isinstance(x, n.Expr) else x for x in args), printed, span=HERE)


def attribute(of: n.Expr, text: str) -> n.Attribute:
    return n.Attribute(of, name(text), span=HERE)


def over(word: str, *, where: n.Expr | None = None, result: n.Expr | None = None, order: Any = ()) -> n.Quantifier:
    return n.Quantifier(word, name("m"), ref("ms"), where, result, order, span=HERE)


def kind_of(text: str, optional: bool = False, many: bool = False, bounds: Any = None) -> n.Type:
    return n.Type(text, optional, many, bounds, HERE)


def labelled(text: str, label: str = "", count: int = 1) -> n.Labelled:
    return n.Labelled(name(text), label, count)


def param(text: str, kind: str) -> n.Param:
    return n.Param(name(text), kind_of(kind))


def perform(text: str, *args: n.Arg | n.Expr, tag: str | None = None) -> n.Perform:
    given = tuple(arg(x) if isinstance(x, n.Expr) else x for x in args)
    return n.Perform(name(text), given, name(tag) if tag else None, span=HERE)


def condition(test: n.Expr, reason: str = "", cite: tuple[str, ...] = ()) -> n.Condition:
    return n.Condition(test, reason, cite, HERE)


NONE, YES, NO = (n.Literal(word, span=HERE) for word in ("none", "yes", "no"))
A, B, C, M, MS, ME = (ref(word) for word in ("a", "b", "c", "m", "ms", "me"))
M_X = attribute(M, "x")
GO = perform("go")
