"""The syntax tree: what the author wrote, word for word in meaning. A node knows its span and its line's citation."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.interpreter.source import Span


@frozen
class Name:
    text: str
    span: Span = field(eq=False, repr=False)


# --- types and parameters -------------------------------------------------------------------------------------------


@frozen
class Type:
    """`number`, `Fruit`, `player or none`, `list of Fruit`, `0..12` (then `bounds` is given)."""

    name: str
    optional: bool
    many: bool
    bounds: tuple[int, int] | None
    span: Span = field(eq=False, repr=False)


@frozen
class Param:
    name: Name
    type: Type


# --- expressions ----------------------------------------------------------------------------------------------------


@frozen
class Expr:
    span: Span = field(eq=False, repr=False, kw_only=True)


@frozen
class Number(Expr):
    value: int


@frozen
class Ref(Expr):
    """A name, of whatever: a variable, a piece, a zone, an enum's member, a kind."""

    name: str


@frozen
class Literal(Expr):
    """none, yes or no"""

    word: str


@frozen
class Arg:
    """An argument: named or not; in a pattern also `any x` and `_`."""

    name: str | None
    form: str  # "expr" | "binder" | "anything"
    value: Expr | None
    binder: Name | None
    span: Span = field(eq=False, repr=False)


@frozen
class Call(Expr):
    name: Name
    args: tuple[Arg, ...]
    printed: bool = False


@frozen
class Attribute(Expr):
    of: Expr
    name: Name


@frozen
class Unary(Expr):
    op: str  # "-" | "not"
    operand: Expr


@frozen
class Binary(Expr):
    op: str  # + - * / mod = != < <= > >= and or in
    left: Expr
    right: Expr


@frozen
class IsA(Expr):
    operand: Expr
    kind: Name  # "none" as well
    negated: bool


@frozen
class IfThen(Expr):
    test: Expr
    yes: Expr
    no: Expr


@frozen
class ListLiteral(Expr):
    items: tuple[Expr, ...]


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class OrderKey:
    by: Expr
    descending: bool


@frozen
class Quantifier(Expr):
    """count, sum, most, least, some, every, first, last, list, map: over `domain`, bound to `binder`."""

    word: str
    binder: Name
    domain: Expr
    where: Expr | None
    result: Expr | None  # what is summed, compared or listed; for `every` the condition
    order: tuple[OrderKey, ...]


# --- statements -----------------------------------------------------------------------------------------------------


@frozen
class Statement:
    span: Span = field(eq=False, repr=False, kw_only=True)
    cite: tuple[str, ...] = field(default=(), kw_only=True)


Body = tuple[Statement, ...]


@frozen
class Let(Statement):
    name: Name
    value: Expr


@frozen
class Field(Statement):
    name: Name
    type: Type | None
    value: Expr


@frozen
class Assign(Statement):
    """set T to E, add E to T, take E from T"""

    word: str
    target: Expr
    value: Expr


@frozen
class Move(Statement):
    every: bool
    what: Expr
    end: str  # "top" | "bottom" | "" (where the zone says)
    to: Expr


@frozen
class Swap(Statement):
    first: Expr
    second: Expr


@frozen
class Shuffle(Statement):
    zone: Expr


@frozen
class Roll(Statement):
    count: Expr
    die: Name
    name: Name


@frozen
class Reroll(Statement):
    dice: Expr
    pool: Name


@frozen
class Pick(Statement):
    name: Name
    domain: Expr
    where: Expr | None


@frozen
class Flip(Statement):
    piece: Expr
    side: Name


@frozen
class Reveal(Statement):
    piece: Expr
    to: Expr


@frozen
class Say(Statement):
    text: str


@frozen
class Require(Statement):
    test: Expr
    reason: str


@frozen
class Win(Statement):
    players: Expr


@frozen
class Lose(Statement):
    players: Expr


@frozen
class Rank(Statement):
    binder: Name
    domain: Expr
    order: tuple[OrderKey, ...]
    where: Expr | None


@frozen
class Stop(Statement):
    name: Name


@frozen
class End(Statement):
    pass


@frozen
class Proceed(Statement):
    args: tuple[Arg, ...] | None


@frozen
class Do(Statement):
    part: Name
    piece: Expr


@frozen
class Window(Statement):
    name: Name


@frozen
class Perform(Statement):
    name: Name
    args: tuple[Arg, ...]
    tag: Name | None


@frozen
class Condition:
    test: Expr
    reason: str
    cite: tuple[str, ...]
    span: Span = field(eq=False, repr=False)


@frozen
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


@frozen
class Offer(Statement):
    actions: tuple[tuple[Name, tuple[Arg, ...]], ...]
    passing: str | None
    asking: Expr | None
    otherwise: Body


@frozen
class If(Statement):
    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body


@frozen
class For(Statement):
    binder: Name
    domain: Expr
    order: tuple[OrderKey, ...]
    where: Expr | None
    body: Body


@frozen
class Repeat(Statement):
    times: Expr | None
    until: Expr | None
    name: Name | None
    body: Body


@frozen
class May(Statement):
    """`may pay(me, 1): …` asks whether to pay; `may "Draw a card": …` simply asks."""

    cost: Perform | None
    label: str
    asking: Expr | None
    body: Body


@frozen
class Option:
    label: str
    name: Name | None
    test: Expr | None
    body: Body
    span: Span = field(eq=False, repr=False)


@frozen
class Ask(Statement):
    who: Expr
    prompt: str
    options: tuple[Option, ...]


@frozen
class Together(Statement):
    binder: Name
    domain: Expr
    where: Expr | None
    body: Body


@frozen
class Alternate(Statement):
    start: Expr
    until: Expr
    body: Body


@frozen
class Each(Statement):
    start: Expr
    body: Body


@frozen
class Turn(Statement):
    player: Expr
    body: Body


@frozen
class Step(Statement):
    name: Name
    body: Body


@frozen
class Until(Statement):
    scope: Name
    modifiers: tuple[Modify, ...]


@frozen
class Delayed(Statement):
    scope: Name
    body: Body


@frozen
class Answers(Statement):
    seat: Name
    answers: tuple[Expr, ...]


@frozen
class Stack(Statement):
    zone: Expr
    pieces: tuple[Expr, ...]


@frozen
class Dice(Statement):
    faces: tuple[Name, ...]


# --- declarations ---------------------------------------------------------------------------------------------------


@frozen
class Declaration:
    span: Span = field(eq=False, repr=False, kw_only=True)
    cite: tuple[str, ...] = field(default=(), kw_only=True)


@frozen
class Labelled:
    """A name with its words for people: a seat, an enum's member, a side; `count` for a die's face."""

    name: Name
    label: str
    count: int = 1


@frozen
class Book(Declaration):
    name: Name
    title: str
    least: int
    most: int
    seats: tuple[Labelled, ...]
    uses: tuple[Name, ...]
    includes: tuple[Name, ...]
    sides: tuple[tuple[Labelled, tuple[Name, ...]], ...]


@frozen
class Include(Declaration):
    """Another file, read in the place of this line."""

    file: Name


@frozen
class Prefer:
    """Where two variants want different things, one of them wins."""

    winner: Name
    loser: Name


@frozen
class Variant(Declaration):
    name: Name
    base: Name
    title: str
    players: tuple[int, int, tuple[Labelled, ...]] | None
    uses: tuple[Name, ...]
    includes: tuple[Name, ...]
    others: tuple[Name, ...]  # variants that it is played with
    prefers: tuple[Prefer, ...]


@frozen
class Enum(Declaration):
    name: Name
    members: tuple[Labelled, ...]


@frozen
class Die(Declaration):
    name: Name
    label: str
    faces: tuple[Labelled, ...]


@frozen
class Property(Declaration):
    name: Name
    type: Type
    default: Expr | None
    back: bool


@frozen
class State(Declaration):
    """Something that changes: `state damage: 0..9 = 0`, in a kind, on a board, `of player`, or of the whole game."""

    name: Name
    label: str
    owner: Name | None
    type: Type
    initial: Expr | None
    seen: tuple[Name, ...]


@frozen
class Kind(Declaration):
    name: Name
    label: str
    parent: Name | None
    properties: tuple[Property, ...]
    states: tuple[State, ...]
    parts: tuple[Labelled, ...]
    sides: tuple[Labelled, ...]
    works: tuple[Name, ...] | None  # empty: anywhere; None: where everybody sees it
    starts: Expr | None


@frozen
class OptionLine(Declaration):
    """`option weeks "Weeks": 2..5 = 3`: settled before the game begins."""

    name: Name
    label: str
    type: Type
    default: Expr


@frozen
class Zone(Declaration):
    name: Name
    label: str
    params: tuple[Param, ...]
    holds: tuple[Name, ...]
    ordered: bool
    face_down: bool
    seen_by: Name | None
    capacity: int | None


@frozen
class Lines(Declaration):
    name: Name
    label: str
    form: str  # "vertical" | "horizontal" | "diagonal" | "" for a length
    length: int


@frozen
class Board(Declaration):
    zone: Zone
    columns: int
    rows: int
    states: tuple[State, ...]
    lines: tuple[Lines, ...]


@frozen
class Table(Declaration):
    name: Name
    label: str
    params: tuple[Param, ...]
    type: Type
    rows: tuple[tuple[Expr, tuple[Expr, ...]], ...]


@frozen
class Value(Declaration):
    name: Name
    label: str
    params: tuple[Param, ...]
    type: Type
    text: str
    body: Expr


@frozen
class Callable(Declaration):
    """An effect, action, interjection, phase, or the game itself."""

    word: str
    name: Name
    label: str
    params: tuple[Param, ...]
    text: str
    body: Body


@frozen
class Once:
    scope: Name
    key: Expr | None


@frozen
class Rule(Declaration):
    stage: str  # "before" | "instead" | "after" | "during" | "whenever"
    phase: bool  # written `at start of` / `at end of`
    target: Name | None
    window: Name | None
    pattern: tuple[Arg, ...] | None
    condition: Expr | None  # of whenever
    test: Expr | None
    source: Name | None  # `from ZONE`
    once: Once | None
    offer: str | None  # `may "…"`
    again: bool
    name: Name | None
    body: Body


@frozen
class Modify(Declaration):
    value: Name
    pattern: tuple[Arg, ...] | None
    test: Expr | None
    op: str
    amount: Expr
    name: Name | None


@frozen
class GivenProperty(Declaration):
    name: Name
    value: Expr


@frozen
class PartBody(Declaration):
    name: Name
    body: Body


@frozen
class SideBlock(Declaration):
    name: Name
    lines: tuple[Declaration, ...]


@frozen
class Flavour(Declaration):
    text: str


@frozen
class Starts(Declaration):
    zone: Expr


@frozen
class Piece(Declaration):
    kind: Name
    name: Name
    label: str
    count: int
    lines: tuple[Declaration, ...]


@frozen
class Invariant(Declaration):
    name: str
    test: Expr


@frozen
class Note(Declaration):
    word: str  # "ruling" | "excuse"
    ids: tuple[str, ...]
    text: str


@frozen
class Expectation:
    form: str  # "expect" | "may_choose" | "may_not_choose" | "sees" | "sees_not": then `test` is a piece
    test: Expr | None
    seat: Name | None
    answers: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@frozen
class Section:
    word: str  # "given" | "when" | "then"
    body: Body
    expectations: tuple[Expectation, ...]


@frozen
class Example(Declaration):
    name: str
    players: int | None
    sections: tuple[Section, ...]


# --- patches --------------------------------------------------------------------------------------------------------


@frozen
class Replace(Declaration):
    """Another declaration in the place of the one of the same name."""

    declaration: Declaration


@frozen
class Addition(Declaration):
    """`add zone cellar of Crate`: the same as the declaration alone, for those who like to say so."""

    declaration: Declaration


@frozen
class Remove(Declaration):
    word: str  # phase, effect, rule, example, … or the name of a kind
    name: Name


@frozen
class Added(Declaration):
    """`add 1 to weight`, `add [cellar] to baskets`: below a piece that is changed."""

    name: Name
    value: Expr


@frozen
class ChangePiece(Declaration):
    kind: Name
    name: Name
    label: str
    count: int | None
    lines: tuple[Declaration, ...]
    removed: tuple[Name, ...]


@frozen
class ChangeKind(Declaration):
    kind: Kind


@frozen
class ChangeZone(Declaration):
    """A zone or a board: what is not said stays as it is."""

    zone: Zone  # its `holds` are added
    said: tuple[str, ...]  # which traits are: "ordered", "face", "seen by", "at most"
    board: bool
    grid: tuple[int, int] | None
    states: tuple[State, ...]
    lines: tuple[Lines, ...]


@frozen
class ChangeState(Declaration):
    name: Name
    owner: Name | None
    label: str
    type: Type | None
    initial: Expr | None
    seen: tuple[Name, ...]


@frozen
class ChangeValue(Declaration):
    name: Name
    label: str
    text: str
    body: Expr | None


@frozen
class ChangeOption(Declaration):
    name: Name
    label: str
    type: Type | None
    default: Expr | None


@frozen
class ChangeEnum(Declaration):
    enum: Enum


@frozen
class ChangeDie(Declaration):
    """The faces are added; one that is there already is had as often as is said here."""

    die: Die


@frozen
class ChangeWords(Declaration):
    """`change text "Pay" to "Zahlen"`: wherever a player would read the one, the other is read."""

    old: Name
    new: str


@frozen
class ChangeTable(Declaration):
    name: Name
    rows: tuple[tuple[Expr, tuple[Expr, ...]], ...]


@frozen
class Times:
    """`set week to 4 times`"""

    loop: Name
    times: Expr


@frozen
class ChangeBody(Declaration):
    word: str
    name: Name
    text: str | None
    label: str | None
    times: tuple[Times, ...]
    statements: Body  # what has a name takes the place of what has it there: steps, choices, `let`s; and requirements
    removed: tuple[Name, ...]  # steps
