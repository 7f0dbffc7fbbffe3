"""What a variant says about declarations that are there already."""

from __future__ import annotations

from attrs import field

from rulewright.interpreter.source import Span
from rulewright.interpreter.source.record import record
from rulewright.interpreter.syntax.nodes.declarations import Declaration, Die, Enum, Kind, Lines, State, Zone
from rulewright.interpreter.syntax.nodes.expressions import Arg, Expr, Name, Type
from rulewright.interpreter.syntax.nodes.statements import Body, Option


@record
class Replace(Declaration):
    """Another declaration in the place of the one of the same name."""

    declaration: Declaration


@record
class Addition(Declaration):
    """`add zone cellar of Crate`: the same as the declaration alone, for those who like to say so."""

    declaration: Declaration


@record
class Remove(Declaration):
    word: str  # phase, effect, rule, example, … or the name of a kind
    name: Name


@record
class Added(Declaration):
    """`add 1 to weight`, `add [cellar] to baskets`: below a piece that is changed."""

    name: Name
    value: Expr


@record
class ChangePiece(Declaration):
    kind: Name
    name: Name
    label: str
    count: int | None
    lines: tuple[Declaration, ...]
    removed: tuple[Name, ...]


@record
class ChangeKind(Declaration):
    kind: Kind


@record
class ChangeZone(Declaration):
    """A zone or a board: what is not said stays as it is."""

    zone: Zone  # its `holds` are added
    said: tuple[str, ...]  # which traits are: "ordered", "face", "seen by", "at most"
    board: bool
    grid: tuple[int, int] | None
    states: tuple[State, ...]
    lines: tuple[Lines, ...]


@record
class ChangeState(Declaration):
    name: Name
    owner: Name | None
    label: str
    type: Type | None
    initial: Expr | None
    seen: tuple[Name, ...]


@record
class ChangeValue(Declaration):
    name: Name
    label: str
    text: str
    body: Expr | None


@record
class ChangeOption(Declaration):
    name: Name
    label: str
    type: Type | None
    default: Expr | None


@record
class ChangeEnum(Declaration):
    enum: Enum


@record
class ChangeDie(Declaration):
    """The faces are added; one that is there already is had as often as is said here."""

    die: Die


@record
class ChangeWords(Declaration):
    """`change text "Pay" to "Zahlen"`: wherever a player would read the one, the other is read."""

    old: Name
    new: str


@record
class ChangeTable(Declaration):
    name: Name
    rows: tuple[tuple[Expr, tuple[Expr, ...]], ...]


@record
class Times:
    """`set week to 4 times`"""

    loop: Name
    times: Expr


@record
class AddToOffer:
    """`add haggle, barter to offer of sell`"""

    actions: tuple[tuple[Name, tuple[Arg, ...]], ...]
    of: Name | None  # an action that is offered there, where there are several offers
    span: Span = field(eq=False, repr=False)


@record
class ChangeBody(Declaration):
    word: str
    name: Name
    text: str | None
    label: str | None
    times: tuple[Times, ...]
    statements: Body  # what has a name takes the place of what has it there: steps, choices, `let`s; and requirements
    removed: tuple[Name, ...]  # steps, named loops, what is run, offered actions, options of questions
    offers: tuple[AddToOffer, ...]
    options: tuple[Option, ...]  # to be added to its question
