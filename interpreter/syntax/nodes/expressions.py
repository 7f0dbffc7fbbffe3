"""Names, types and expressions."""

from __future__ import annotations

from attrs import field

from rulewright.interpreter.source import Span
from rulewright.interpreter.source.record import record


@record
class Name:
    text: str
    span: Span = field(eq=False, repr=False)


@record
class Type:
    """`number`, `Fruit`, `player or none`, `list of Fruit`, `0..12` (then `bounds` is given)."""

    name: str
    optional: bool
    many: bool
    bounds: tuple[int, int] | None
    span: Span = field(eq=False, repr=False)


@record
class Param:
    name: Name
    type: Type


@record
class Expr:
    span: Span = field(eq=False, repr=False, kw_only=True)


@record
class Number(Expr):
    value: int


@record
class Ref(Expr):
    """A name, of whatever: a variable, a piece, a zone, an enum's member, a kind."""

    name: str


@record
class Literal(Expr):
    """none, yes or no"""

    word: str


@record
class Arg:
    """An argument: named or not; in a pattern also `any x` and `_`."""

    name: str | None
    form: str  # "expr" | "binder" | "anything"
    value: Expr | None
    binder: Name | None
    span: Span = field(eq=False, repr=False)


@record
class Call(Expr):
    name: Name
    args: tuple[Arg, ...]
    printed: bool = False


@record
class Attribute(Expr):
    of: Expr
    name: Name


@record
class Unary(Expr):
    op: str  # "-" | "not"
    operand: Expr


@record
class Binary(Expr):
    op: str  # + - * / mod = != < <= > >= and or in
    left: Expr
    right: Expr


@record
class IsA(Expr):
    operand: Expr
    kind: Name  # "none" as well
    negated: bool


@record
class IfThen(Expr):
    test: Expr
    yes: Expr
    no: Expr


@record
class ListLiteral(Expr):
    items: tuple[Expr, ...]


@record
class Range(Expr):
    low: Expr
    high: Expr


@record
class OrderKey:
    by: Expr
    descending: bool


@record
class Quantifier(Expr):
    """count, sum, most, least, some, every, first, last, list, map: over `domain`, bound to `binder`."""

    word: str
    binder: Name
    domain: Expr
    where: Expr | None
    result: Expr | None  # what is summed, compared or listed; for `every` the condition
    order: tuple[OrderKey, ...]
