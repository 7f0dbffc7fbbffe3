"""What stands in a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field

from rulewright.interpreter.source import Span
from rulewright.interpreter.source.record import record
from rulewright.interpreter.syntax.nodes.expressions import Arg, Expr, Name, OrderKey, Type

if TYPE_CHECKING:
    from rulewright.interpreter.syntax.nodes.declarations import Modify


@record
class Statement:
    span: Span = field(eq=False, repr=False, kw_only=True)
    cite: tuple[str, ...] = field(default=(), kw_only=True)


Body = tuple[Statement, ...]


@record
class Let(Statement):
    name: Name
    value: Expr


@record
class Field(Statement):
    name: Name
    type: Type | None
    value: Expr


@record
class Assign(Statement):
    """set T to E, add E to T, take E from T"""

    word: str
    target: Expr
    value: Expr


@record
class Move(Statement):
    every: bool
    what: Expr
    end: str  # "top" | "bottom" | "" (where the zone says)
    to: Expr


@record
class Swap(Statement):
    first: Expr
    second: Expr


@record
class Shuffle(Statement):
    zone: Expr


@record
class Roll(Statement):
    count: Expr
    die: Name
    name: Name


@record
class Reroll(Statement):
    dice: Expr
    pool: Name


@record
class Pick(Statement):
    name: Name
    domain: Expr
    where: Expr | None


@record
class Flip(Statement):
    piece: Expr
    side: Name


@record
class Reveal(Statement):
    piece: Expr
    to: Expr


@record
class Say(Statement):
    text: str


@record
class Require(Statement):
    test: Expr
    reason: str


@record
class Win(Statement):
    players: Expr


@record
class Lose(Statement):
    players: Expr


@record
class Rank(Statement):
    binder: Name
    domain: Expr
    order: tuple[OrderKey, ...]
    where: Expr | None


@record
class Stop(Statement):
    name: Name


@record
class End(Statement):
    pass


@record
class Proceed(Statement):
    args: tuple[Arg, ...] | None


@record
class Do(Statement):
    part: Name
    piece: Expr


@record
class Window(Statement):
    name: Name


@record
class Perform(Statement):
    name: Name
    args: tuple[Arg, ...]
    tag: Name | None


@record
class Condition:
    test: Expr
    reason: str
    cite: tuple[str, ...]
    span: Span = field(eq=False, repr=False)


@record
class Choose(Statement):
    quantity: str  # "one" | "up_to" | "exactly" | "any_number" | "every"
    number: Expr | None
    name: Name
    domain: Expr
    prompt: str  # the question, "" where it follows from what is chosen
    wheres: tuple[Condition, ...]
    asking: Expr | None
    provided: tuple[Condition, ...]
    otherwise: Body


@record
class Offer(Statement):
    actions: tuple[tuple[Name, tuple[Arg, ...]], ...]
    passing: str | None
    asking: Expr | None
    otherwise: Body


@record
class If(Statement):
    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body


@record
class For(Statement):
    binder: Name
    domain: Expr
    order: tuple[OrderKey, ...]
    where: Expr | None
    body: Body


@record
class Repeat(Statement):
    times: Expr | None
    until: Expr | None
    name: Name | None
    body: Body


@record
class May(Statement):
    """`may pay(me, 1): …` asks whether to pay; `may "Draw a card": …` simply asks."""

    cost: Perform | None
    label: str
    asking: Expr | None
    body: Body


@record
class Option:
    label: str
    name: Name | None
    test: Expr | None
    body: Body
    span: Span = field(eq=False, repr=False)


@record
class Ask(Statement):
    who: Expr
    prompt: str
    options: tuple[Option, ...]


@record
class Together(Statement):
    binder: Name
    domain: Expr
    where: Expr | None
    body: Body


@record
class Alternate(Statement):
    start: Expr
    until: Expr
    body: Body


@record
class Each(Statement):
    start: Expr
    body: Body


@record
class Turn(Statement):
    player: Expr
    body: Body


@record
class Step(Statement):
    name: Name
    body: Body


@record
class Until(Statement):
    scope: Name
    modifiers: tuple[Modify, ...]


@record
class Delayed(Statement):
    scope: Name
    body: Body


@record
class Answers(Statement):
    seat: Name
    answers: tuple[Expr, ...]


@record
class Stack(Statement):
    zone: Expr
    pieces: tuple[Expr, ...]


@record
class Dice(Statement):
    faces: tuple[Name, ...]
