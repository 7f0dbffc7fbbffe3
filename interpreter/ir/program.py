"""The IR: what a rulebook compiles to, and the only thing the machine reads.

Everything is plain data: numbers, names, tuples. Expressions are nested tuples `(op, operand, ...)`; docs/ir.md lists
the operations. The JSON on disk has the same shape (see `ir/store.py`).
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.source.record import record

VERSION = 4
NONE = -1  # the entity that is no entity
ALL = 1_000_000  # as a number of things to choose: more than any list holds

Expr = tuple[Any, ...]
Instr = tuple[Any, ...]


@record
class Kind:
    """A contiguous range of entity ids: pieces of a kind, players, the places of a zone or board, lines of a board."""

    name: str
    label: str
    first: int
    count: int
    sort: str  # "player" | "piece" | "place" | "line"


@record
class Enum:
    name: str
    members: tuple[str, ...]
    labels: tuple[str, ...]


@record
class Column:
    """One property of one kind (or one global: `first` is 0 and `count` 1). Entity e has its value at base + e."""

    name: str
    owner: str  # the kind's name, "" for a global
    first: int
    count: int
    base: int  # index into the state (or, when constant, into Program.constants) is base + entity
    type: str  # "number", "flag", an enum's name, "entity"
    constant: bool
    initial: tuple[int, ...]
    low: int | None  # bounds of a track; leaving them is a fault
    high: int | None
    seen: str  # "all" | "owner" | "none" | "holder" (whoever can identify the piece) | "seats:0,2"
    label: str = ""
    back: bool = False  # printed on the back of its pieces
    loop: bool = False  # the number of a named loop's round: 0 while it does not run


@record
class Zone:
    """A family of places: `zone basket(owner: player, shelf: 1..3) of Fruit`, or the cells of a board."""

    name: str
    label: str
    first: int
    count: int
    keys: tuple[tuple[str, int, int], ...]  # name, lowest value, count; the last key varies fastest
    owner_key: int  # which key is the owning player, or -1
    holds: tuple[tuple[int, int], ...]  # (first, count) ranges of pieces that may lie here; empty: nothing may
    ordered: bool
    capacity: int  # -1: no limit
    seen: str  # "all" | "top" | "owner" | "none" | "seats:0,2"
    board: tuple[int, int] | None  # columns, rows of a square grid
    key_types: tuple[str, ...]  # for each key "number", an enum's name, or that of the kind of which it is one


@record
class Relation:
    """A fixed table from an entity to a list of entities or numbers: neighbours, cells of a line, lines of a cell."""

    name: str
    first: int
    rows: tuple[tuple[int, ...], ...]


@record
class Die:
    name: str
    faces: tuple[int, ...]  # members of the enum `name`, one for each side
    maximum: int
    label: str = ""


@record
class Table:
    """A printed table: values by one or two keys, each key from `lows` on."""

    name: str
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    cells: tuple[int, ...]
    words: tuple[str, ...] = ()  # what its rows are called, where they are not called by numbers


@record
class Block:
    instrs: tuple[Instr, ...]
    end: Instr
    spans: tuple[int, ...]  # one for each instruction and one for the end: indexes Program.spans


@record
class Where:
    """One condition on a candidate (its local is the site's), with the words for `why not`."""

    test: Expr
    reason: str
    cite: str
    span: int


@record
class Alternative:
    """An option of `ask`: asked by its label, taken by jumping to its block; `test` says whether it is offered."""

    name: str
    label: str
    test: Expr
    block: int


@record
class MenuItem:
    """An action in an `offer`."""

    function: int
    args: tuple[Expr, ...]


@record
class Site:
    """A place in the rules where somebody is asked. `form` decides which of the fields matter:

    choose  candidates are the `domain`, bound one by one to `local`, filtered by `wheres`; the answer (one value, or a
            tuple when `many`) goes to `slot`; `provided` are conditions on the whole answer, read from the slot.
    ask     `alternatives`; a yes-or-no (`may`) is an ask with the alternatives yes and no.
    offer   `menu` of actions, and a pass when `passing` has a label.
    order   the machine's own question: in which order do several rules of one player run.
    """

    name: str
    form: str
    function: int
    chooser: Expr
    prompt: str
    type: str  # of a chosen value: "number", an enum's name, "entity", "die"
    local: int
    domain: Expr
    wheres: tuple[Where, ...]
    many: bool
    least: Expr
    most: Expr
    ordered: bool
    provided: tuple[Where, ...]
    slot: int
    alternatives: tuple[Alternative, ...]
    menu: tuple[MenuItem, ...]
    passing: str
    secret: bool  # reads what not everybody may know: raised even where nothing can be chosen
    prefix_at: int  # index in Function.prefix of the item after this choice, or -1 outside a prefix
    cite: str
    span: int
    told: str = "all"  # who may know the answer, besides the chooser: "all" | "none" | "seats:0,2"


@record
class PrefixItem:
    """One step before an action's (or effect's) first change: looked ahead over to see whether it can be completed."""

    form: str  # "require" | "let" | "choose"
    test: Expr  # require: the condition; let: the expression
    slot: int  # let: where it goes
    site: int  # choose: which site
    reason: str
    cite: str
    span: int


@record
class Line:
    """One line of what the rules say in words. None of it is needed to play."""

    depth: int  # how far it is indented
    words: str
    runs: int  # the function that it speaks of, or -1
    cite: str


@record
class Function:
    """An effect, phase, action, rule body, part of a card, or step of an example.

    Slots: 0 is `me`; parameters follow. A rule's parameters are `this` and then all arguments of the event it hangs on.
    """

    name: str
    label: str
    role: str  # "effect" | "phase" | "action" | "rule" | "part" | "script"
    params: tuple[str, ...]
    param_types: tuple[str, ...]
    slots: tuple[str, ...]  # names, slot 0 being "me"
    slot_types: tuple[str, ...]  # what each of them holds; "" where nothing says
    fields: tuple[tuple[str, int], ...]  # fields that rules may read and change: name, slot
    blocks: tuple[Block, ...]
    body: int  # the block where the body starts; blocks before it compute the header fields and end in ("header",)
    prefix: tuple[PrefixItem, ...]
    text: str
    cite: str
    span: int
    words: str = ""  # the text with its parameters filled in
    outline: tuple[Line, ...] = ()  # what it does


@record
class Once:
    scope: int  # function whose running frame counts the uses
    limit: int
    key: Expr | None


@record
class Rule:
    """A rule that waits for an effect or a phase. Its guard sees locals: 0 this, 1.. the event's arguments."""

    name: str
    stage: str  # "before" | "instead" | "after" | "during:WINDOW" | "whenever"
    target: int  # function index; -1 for whenever
    function: int  # its body
    pieces: tuple[int, ...]  # the pieces it stands on; empty: a rule of the rulebook
    this_arg: int  # which argument of the event is `this`, or -1
    works: tuple[int, ...]  # places where its piece must lie; empty: anywhere
    reaction: bool  # from a zone that others cannot see: offered to the holder in a window that is always opened
    optional: str  # label of the question when it is offered, "" when it simply happens
    asked: Expr | None  # who is offered it, where that is not `me`; sees what the guard sees
    guard: Expr
    once: Once | None
    again: bool
    standing: bool  # only alive while registered in a running frame (until / at end of)
    captured: int  # how many values the registration captured: locals after the arguments
    cite: str
    span: int
    words: str = ""


@record
class Modifier:
    """Changes what a value comes to. Locals: 0 this, 1.. the value's arguments, then captured values when standing."""

    name: str
    value: int
    pieces: tuple[int, ...]
    this_arg: int
    works: tuple[int, ...]
    guard: Expr
    op: str  # "set" | "add" | "multiply" | "at_least" | "at_most"
    amount: Expr
    standing: bool
    captured: int
    cite: str
    span: int
    words: str = ""


@record
class Value:
    """A pure function. Its parameters are locals 0.. ; `body` is the printed value."""

    name: str
    label: str
    params: tuple[str, ...]
    param_types: tuple[str, ...]
    type: str
    body: Expr
    modifiers: tuple[int, ...]
    public: bool  # reads nothing hidden
    text: str
    cite: str
    span: int
    words: str = ""  # the text with its parameters filled in
    formula: str = ""  # how it is reckoned
    shown: bool = False  # it has a label of its own: screens show it beside what it speaks of


@record
class Card:
    """A piece with its copies, and what is printed on it besides its properties."""

    name: str
    label: str
    kind: str
    first: int
    count: int
    lines: tuple[Line, ...]
    flavour: str


@record
class Part:
    """`do top of card`: which function runs, by piece and (where the kind has sides) by its active side."""

    name: str
    first: int
    side_column: int  # column of the active side, or -1
    sides: int  # how many sides, at least 1
    functions: tuple[int, ...]  # (piece - first) * sides + side -> function, or -1


@record
class Sides:
    """What can be up of the pieces of one kind and of those under it."""

    column: int  # says which side is up
    back: int  # the side from which a piece cannot be told, or -1
    lacking: tuple[tuple[int, int, int], ...]  # (first, count, side): pieces that have no such side


@record
class Step:
    """One line of an example. run: a function; answer: seat and option ids; expect: a condition; sees / sees_not:
    whether a seat can identify the piece that `test` means; offered / refused: seat and option id; dice: faces;
    stack: the names of a place and of pieces, first on top."""

    form: str
    function: int
    seat: int
    ids: tuple[str, ...]
    test: Expr
    text: str
    span: int


@record
class Example:
    name: str
    players: int
    steps: tuple[Step, ...]
    cite: str
    span: int


@record
class Invariant:
    name: str
    test: Expr
    span: int


@record
class Note:
    """A ruling or an excuse: which printed rule, and the words."""

    form: str  # "ruling" | "excuse"
    ids: tuple[str, ...]
    text: str
    span: int


@record
class Option:
    """Something that is settled before the game begins; the program was compiled with `value`."""

    name: str
    label: str
    type: str  # "number", "flag" or an enum's name
    low: int
    high: int
    default: int
    value: int


@record
class Place:
    """Where a span is: file, line, column, and the line's own citation."""

    file: str
    line: int
    column: int
    cite: str


@record
class Program:
    version: int
    name: str
    title: str
    least_players: int
    most_players: int
    names: tuple[str, ...]  # of every entity, by id; players come first, from 0
    labels: tuple[str, ...]
    kinds: tuple[Kind, ...]
    enums: tuple[Enum, ...]
    columns: tuple[Column, ...]
    constants: tuple[int, ...]
    state_size: int  # how many integers the columns that change need
    zones: tuple[Zone, ...]
    pieces: tuple[int, int]  # first, count
    places: tuple[int, int]  # first, count
    starts: tuple[int, ...]  # the place where each piece lies at first, or NONE
    backs: tuple[int, ...]  # for each piece: pieces with the same number look alike from behind
    alike: tuple[int, ...]  # for each piece: pieces with the same number are copies of one another
    relations: tuple[Relation, ...]
    dice: tuple[Die, ...]
    tables: tuple[Table, ...]
    values: tuple[Value, ...]
    modifiers: tuple[Modifier, ...]
    functions: tuple[Function, ...]
    sites: tuple[Site, ...]
    rules: tuple[Rule, ...]
    parts: tuple[Part, ...]
    interjections: tuple[int, ...]  # actions open to seats that are not asked
    main: int  # the function that plays the whole game
    active: int  # column (a global) that holds the active player
    standing: int  # value index used by bots, or -1
    score: int  # value index of a player's score, or -1
    examples: tuple[Example, ...]
    invariants: tuple[Invariant, ...]
    notes: tuple[Note, ...]
    spans: tuple[Place, ...]
    options: tuple[Option, ...] = ()
    sides: tuple[Sides, ...] = ()
    variants: tuple[str, ...] = ()  # laid on the rulebook, besides what its own file says
    cards: tuple[Card, ...] = ()  # by their first piece
    about: str = ""  # the comment above the rulebook: its introduction
