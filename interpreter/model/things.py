"""The named things of a rulebook, as the compiler keeps them."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.model.types import Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes


def in_words(name: str) -> str:
    """A label for what has none: `alley_maze` becomes "Alley maze"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


@define(eq=False)
class Thing:
    name: str
    label: str
    span: Span
    used: bool = field(default=False, kw_only=True)

    noun = "thing"


@define(eq=False)
class Seat(Thing):
    number: int
    noun = "player"


@define(eq=False)
class Side(Thing):
    seats: tuple[int, ...]
    noun = "side"


@define(eq=False)
class Enum(Thing):
    members: tuple[str, ...]
    labels: tuple[str, ...]
    noun = "enum"


@define(eq=False)
class Die(Thing):
    enum: Enum
    faces: tuple[int, ...]
    number: int = 0
    noun = "die"


@define(eq=False)
class Column(Thing):
    """A property or state: of a kind, of the cells of a board, of players, or of the whole game (`owner` is "")."""

    type: Type
    owner: str
    constant: bool
    back: bool
    default: int | None
    seen: str
    number: int = -1
    sided: dict[int, Column] = field(factory=dict)  # where the sides of a card differ: a column for each side
    values: dict[int, int] = field(factory=dict)  # by entity, where not the default
    cited: tuple[str, ...] = ()
    noun = "state"


@define(eq=False)
class ListProperty(Thing):
    """A list that is printed on every piece of a kind."""

    type: Type
    relation: int
    noun = "property"


@define(eq=False)
class Kind(Thing):
    node: nodes.Kind
    parent: Kind | None = None
    orphan: bool = False  # its parent is not known, and neither is what it has from there
    children: list[Kind] = field(factory=list)
    columns: dict[str, Column] = field(factory=dict)  # its own, not those of its parents
    lists: dict[str, ListProperty] = field(factory=dict)
    sides: tuple[str, ...] = ()
    back: int = -1  # which side is the back, or -1
    lacks: tuple[str, ...] = ()  # sides of the kinds above that its pieces do not have
    side_labels: tuple[str, ...] = ()
    parts: dict[str, str] = field(factory=dict)  # name -> label
    done: set[str] = field(factory=set)  # the parts that some rule does
    pieces: list[Piece] = field(factory=list)
    first: int = 0
    count: int = 0
    noun = "kind"

    def lineage(self) -> list[Kind]:
        """Itself, its parent, and so on."""
        found, kind = [], self
        while kind is not None and kind not in found:
            found.append(kind)
            kind = kind.parent  # type: ignore[assignment]
        return found


@define(eq=False)
class Piece(Thing):
    node: nodes.Piece
    kind: Kind
    count: int
    first: int = 0
    noun = "piece"

    @property
    def entities(self) -> tuple[int, ...]:
        return tuple(range(self.first, self.first + self.count))


@define(eq=False)
class Zone(Thing):
    node: nodes.Zone
    keys: tuple[tuple[str, Type], ...]
    ranges: tuple[tuple[int, int], ...]  # low and count of each key
    owner_key: int
    ordered: bool
    capacity: int
    seen: str
    grid: tuple[int, int] | None
    columns: dict[str, Column] = field(factory=dict)
    number: int = 0
    first: int = 0
    count: int = 1
    noun = "zone"


@define(eq=False)
class Lines(Thing):
    """Straight lines of cells on a board; each is an entity, and so can be asked for its cells."""

    board: Zone
    rows: tuple[tuple[int, ...], ...]  # the cells of each line
    first: int = 0
    cells: int = -1  # relation: line -> its cells
    through: int = -1  # relation: cell -> the lines through it
    noun = "line"


@define(eq=False)
class Table(Thing):
    node: nodes.Table
    params: tuple[tuple[str, Type], ...]
    type: Type
    number: int = 0
    noun = "table"


@define(eq=False)
class Option(Thing):
    """Settled before the game begins: to the rules it is a number, a flag or a member of an enum like any other."""

    type: Type
    default: int
    value: int
    noun = "option"


@define(eq=False)
class Value(Thing):
    node: nodes.Value
    params: tuple[tuple[str, Type], ...]
    type: Type
    number: int
    noun = "value"


@define(eq=False)
class Function(Thing):
    """An effect, action, phase or the game; also a step, turn or loop that rules hang on."""

    word: str
    node: nodes.Callable | None
    params: tuple[tuple[str, Type], ...]
    number: int
    fields: dict[str, tuple[int, Type]] = field(factory=dict)  # name -> slot, type: known once lowered
    windows: dict[str, Span] = field(factory=dict)
    bodies: list[nodes.Statement] = field(factory=list)  # of a scope: where it is written
    rule: nodes.Rule | None = None  # a rule with a name that other rules hang on

    @property
    def noun(self) -> str:  # type: ignore[override]
        return self.word


@define(eq=False)
class Loop(Thing):
    """`repeat 3 times as week`: its name is the number of the round."""

    column: Column
    function: Function | None = None  # where a rule hangs on it
    stopped: Column | None = None  # where something stops it
    noun = "loop"


@define
class Variable:
    """Something bound in a body: how to read it, and what it is."""

    ir: Expr
    type: Type
    span: Span | None = None
    used: bool = False
