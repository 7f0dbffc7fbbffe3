"""Every form of an expression, and the node that it becomes."""

from __future__ import annotations

import pytest

from rulewright.interpreter.syntax import nodes as n
from tests.language.making import HERE, M_X, NO, NONE, YES, A, B, C, arg, attribute, binary, call, name, num, over, ref
from tests.language.reading import expression

EXPRESSIONS: list[tuple[str, n.Expr]] = [
    ("3", num(3)),
    ("a", A),
    ("Card", ref("Card")),
    ("none", NONE),
    ("yes", YES),
    ("no", NO),
    ("a.b.c", attribute(attribute(A, "b"), "c")),
    ("a.in", attribute(A, "in")),
    ("f()", call("f")),
    ("f(a, b)", call("f", A, B)),
    ("f(a, to: b)", call("f", arg(A), arg(B, "to"))),
    ("f(a).x", attribute(call("f", A), "x")),
    ("printed f(a)", call("f", A, printed=True)),
    ("(a)", A),
    ("[]", n.ListLiteral((), span=HERE)),
    ("[a, 3]", n.ListLiteral((A, num(3)), span=HERE)),
    ("-a", n.Unary("-", A, span=HERE)),
    ("a + b * c", binary("+", A, binary("*", B, C))),
    ("a - b - c", binary("-", binary("-", A, B), C)),
    ("a / b mod c", binary("mod", binary("/", A, B), C)),
    ("(a + b) * c", binary("*", binary("+", A, B), C)),
    ("not a and b or c", binary("or", binary("and", n.Unary("not", A, span=HERE), B), C)),
    ("a or b and c", binary("or", A, binary("and", B, C))),
    ("a = b", binary("=", A, B)),
    ("a != b", binary("!=", A, B)),
    ("a < b", binary("<", A, B)),
    ("a <= b", binary("<=", A, B)),
    ("a > b", binary(">", A, B)),
    ("a >= b", binary(">=", A, B)),
    ("a in b", binary("in", A, B)),
    ("a in 1..3", binary("in", A, n.Range(num(1), num(3), span=HERE))),
    ("a is Card", n.IsA(A, name("Card"), False, span=HERE)),
    ("a is ready", n.IsA(A, name("ready"), False, span=HERE)),
    ("a is none", n.IsA(A, name("none"), False, span=HERE)),
    ("a is not Card", n.IsA(A, name("Card"), True, span=HERE)),
    ("if a then b else c", n.IfThen(A, B, C, span=HERE)),
    ("count m in ms", over("count")),
    ("count m in ms where m.x", over("count", where=M_X)),
    ("sum of m.x for m in ms where a", over("sum", where=A, result=M_X)),
    ("most of m.x for m in ms", over("most", result=M_X)),
    ("least of m.x for m in ms", over("least", result=M_X)),
    ("some m in ms", over("some")),
    ("some m in ms where m.x", over("some", where=M_X)),
    ("every m in ms has m.x", over("every", result=M_X)),
    ("first m in ms", over("first")),
    (
        "first m in ms by m.x descending then by a where b",
        over("first", where=B, order=(n.OrderKey(M_X, True), n.OrderKey(A, False))),
    ),
    ("last m in ms where m.x", over("last", where=M_X)),
    ("list m in ms by a", over("list", order=(n.OrderKey(A, False),))),
    ("list of m.x for m in ms", over("map", result=M_X)),
    ("a + count m in ms", binary("+", A, over("count"))),
    ("a = count m in ms", binary("=", A, over("count"))),
    ("a and count m in ms where m.x", binary("and", A, over("count", where=M_X))),
    (
        "count m in 1..3",
        n.Quantifier("count", name("m"), n.Range(num(1), num(3), span=HERE), None, None, (), span=HERE),
    ),
]


@pytest.mark.parametrize(("text", "node"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_an_expression(text: str, node: n.Expr) -> None:
    assert expression(text) == node
