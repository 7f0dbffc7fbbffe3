"""What stands at the margin of a rulebook, and below a piece or kind."""

from __future__ import annotations

from attrs import field

from rulewright.interpreter.source import Span
from rulewright.interpreter.source.record import record
from rulewright.interpreter.syntax.nodes.expressions import Arg, Expr, Name, Param, Type
from rulewright.interpreter.syntax.nodes.statements import Body


@record
class Declaration:
    span: Span = field(eq=False, repr=False, kw_only=True)
    cite: tuple[str, ...] = field(default=(), kw_only=True)


@record
class Labelled:
    """A name with its words for people: a seat, an enum's member, a side; `count` for a die's face."""

    name: Name
    label: str
    count: int = 1


@record
class Book(Declaration):
    name: Name
    title: str
    least: int
    most: int
    seats: tuple[Labelled, ...]
    uses: tuple[Name, ...]
    includes: tuple[Name, ...]
    sides: tuple[tuple[Labelled, tuple[Name, ...]], ...]


@record
class Include(Declaration):
    """Another file, read in the place of this line."""

    file: Name


@record
class Prefer:
    """Where two variants want different things, one of them wins."""

    winner: Name
    loser: Name


@record
class Variant(Declaration):
    name: Name
    base: Name
    title: str
    players: tuple[int, int, tuple[Labelled, ...]] | None
    uses: tuple[Name, ...]
    includes: tuple[Name, ...]
    others: tuple[Name, ...]  # variants that it is played with
    prefers: tuple[Prefer, ...]


@record
class Enum(Declaration):
    name: Name
    members: tuple[Labelled, ...]


@record
class Die(Declaration):
    name: Name
    label: str
    faces: tuple[Labelled, ...]


@record
class Property(Declaration):
    name: Name
    type: Type
    default: Expr | None
    back: bool


@record
class State(Declaration):
    """Something that changes: `state damage: 0..9 = 0`, in a kind, on a board, `of player`, or of the whole game."""

    name: Name
    label: str
    owner: Name | None
    type: Type
    initial: Expr | None
    seen: tuple[Name, ...]


@record
class Kind(Declaration):
    name: Name
    label: str
    parent: Name | None
    properties: tuple[Property, ...]
    states: tuple[State, ...]
    parts: tuple[Labelled, ...]
    sides: tuple[Labelled, ...]
    back: Name | None  # which of the sides is the back
    works: tuple[Name, ...] | None  # empty: anywhere; None: where everybody sees it
    starts: Expr | None


@record
class OptionLine(Declaration):
    """`option weeks "Weeks": 2..5 = 3`: settled before the game begins."""

    name: Name
    label: str
    type: Type
    default: Expr


@record
class Zone(Declaration):
    name: Name
    label: str
    params: tuple[Param, ...]
    holds: tuple[Name, ...]
    ordered: bool
    face_down: bool
    top_seen: bool
    seen_by: Name | None
    capacity: int | None


@record
class Lines(Declaration):
    name: Name
    label: str
    form: str  # "vertical" | "horizontal" | "diagonal" | "" for a length
    length: int


@record
class Board(Declaration):
    zone: Zone
    columns: int
    rows: int
    states: tuple[State, ...]
    lines: tuple[Lines, ...]


@record
class Table(Declaration):
    name: Name
    label: str
    params: tuple[Param, ...]
    type: Type
    rows: tuple[tuple[Expr, tuple[Expr, ...]], ...]


@record
class Value(Declaration):
    name: Name
    label: str
    params: tuple[Param, ...]
    type: Type
    text: str
    body: Expr


@record
class Callable(Declaration):
    """An effect, action, interjection, phase, or the game itself."""

    word: str
    name: Name
    label: str
    params: tuple[Param, ...]
    text: str
    body: Body


@record
class Once:
    scope: Name
    key: Expr | None


@record
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
    asking: Expr | None
    printed: tuple[Name, ...]  # pieces whose text tells it
    again: bool
    name: Name | None
    body: Body


@record
class Modify(Declaration):
    value: Name
    pattern: tuple[Arg, ...] | None
    test: Expr | None
    op: str
    amount: Expr
    name: Name | None


@record
class GivenProperty(Declaration):
    name: Name
    value: Expr


@record
class PartBody(Declaration):
    name: Name
    body: Body


@record
class SideBlock(Declaration):
    name: Name
    lines: tuple[Declaration, ...]


@record
class Flavour(Declaration):
    text: str


@record
class Starts(Declaration):
    zone: Expr


@record
class Piece(Declaration):
    kind: Name
    name: Name
    label: str
    count: int
    lines: tuple[Declaration, ...]


@record
class Invariant(Declaration):
    name: str
    test: Expr


@record
class Note(Declaration):
    word: str  # "ruling" | "excuse"
    ids: tuple[str, ...]
    text: str


@record
class Expectation:
    form: str  # "expect" | "may_choose" | "may_not_choose" | "sees" | "sees_not": then `test` is a piece
    test: Expr | None
    seat: Name | None
    answers: tuple[Expr, ...]
    span: Span = field(eq=False, repr=False)


@record
class Section:
    word: str  # "given" | "when" | "then"
    body: Body
    expectations: tuple[Expectation, ...]


@record
class Example(Declaration):
    name: str
    players: int | None
    sections: tuple[Section, ...]
