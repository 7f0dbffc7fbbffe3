"""The model of one rulebook: its named things, and the entities they stand for."""

from __future__ import annotations

from attrs import define, field

from rulewright.interpreter.diagnostics import Findings, Label, did_you_mean, quoted, sentence, with_article
from rulewright.interpreter.model import grids, things
from rulewright.interpreter.model.types import FLAG, NUMBER, PIECE, PLACE, PLAYER, UNKNOWN, Type
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.words import RESERVED

TYPE_WORDS = {"number": NUMBER, "flag": FLAG, "player": PLAYER, "piece": PIECE, "zone": PLACE}

TYPES = (
    "A type is number, a range such as 0..9, flag, player, piece, zone, an enum, a kind, the name of a zone, board, die"
    " or line; or `list of` one of these."
)
SPOKEN_FOR = ("players", "me", "this", "active", "event", "winners")  # what these mean is fixed everywhere
ELSEWHERE = {  # what other languages call so
    **dict.fromkeys(("bool", "boolean"), "What is yes or no is a `flag`."),
    **dict.fromkeys(("int", "integer", "int32"), "A whole number is a `number`, or one within bounds such as `0..9`."),
    **dict.fromkeys(("str", "string", "text"), "Text is only shown to people, and cannot be computed with."),
}
BUILT_IN = frozenset([*TYPE_WORDS, *SPOKEN_FOR])


@define(eq=False)
class Model:
    findings: Findings
    book: nodes.Book
    names: dict[str, things.Thing] = field(factory=dict)  # all that is written in small letters, but enum members
    kinds: dict[str, things.Kind] = field(factory=dict)
    enums: dict[str, things.Enum] = field(factory=dict)
    members: dict[str, list[tuple[things.Enum, int]]] = field(factory=dict)
    entity_names: list[str] = field(factory=list)
    entity_labels: list[str] = field(factory=list)
    pieces: tuple[int, int] = (0, 0)
    places: tuple[int, int] = (0, 0)
    columns: list[things.Column] = field(factory=list)
    zones: list[things.Zone] = field(factory=list)
    lines: list[things.Lines] = field(factory=list)
    relations: list[tuple[str, int, tuple[tuple[int, ...], ...]]] = field(factory=list)
    dice: list[things.Die] = field(factory=list)
    tables: list[things.Table] = field(factory=list)
    options: list[things.Option] = field(factory=list)
    values: list[things.Value] = field(factory=list)
    functions: list[things.Function] = field(factory=list)
    player_columns: dict[str, things.Column] = field(factory=dict)
    global_columns: dict[str, things.Column] = field(factory=dict)
    variables: list[things.Variable] = field(factory=list)  # what bodies name, known once they are lowered
    scopes: set[str] = field(factory=set)  # the names of all turns, steps and loops
    rule_names: tuple[str, ...] = ()  # rules that other rules could hang on
    tags: dict[str, int] = field(factory=dict)
    tags_given: set[str] = field(factory=set)  # by `effect(…) as tag`
    tags_asked: list[nodes.Name] = field(factory=list)  # by `event is tag`
    copies: dict[str, tuple[int, things.Piece]] = field(factory=dict)  # silver_2: one of several alike
    cells: dict[str, int] = field(factory=dict)  # the names of cells, where one board has them
    agreed: set[Span] = field(factory=set)  # declared types that something fits

    # --- names ------------------------------------------------------------------------------------------------------

    def declare(self, thing: things.Thing) -> bool:
        """Gives a thing its name, unless the language or the rulebook has given it away already."""
        if thing.name in BUILT_IN:
            self.built_in_name(nodes.Name(thing.name, thing.span))
            return False
        first = self.names.setdefault(thing.name, thing)
        if first is thing:
            return True
        self.declared_twice(thing.name, thing.span, first.noun, first.span)
        return False

    def built_in_name(self, name: nodes.Name) -> None:
        self.findings.error(
            "built-in-name",
            name.span,
            f"`{name.text}` has a fixed meaning in every rulebook, so nothing else can be called that.",
            "Choose another name.",
        )

    def declared_twice(self, name: str, span: Span, noun: str, first: Span) -> None:
        self.findings.error(
            "declared-twice",
            span,
            f"`{name}` is declared a second time.",
            "A rulebook has one `game`: put them together." if noun == "game" else "Give one of them another name.",
            [Label(first, f"The first `{name}` is {with_article(noun)}:")],
        )

    def thing(self, name: nodes.Name, *classes: type, noun: str, code: str = "unknown-name") -> things.Thing | None:
        """The thing of one of these classes; reports where there is none."""
        found = self.names.get(name.text)
        if found is not None and isinstance(found, classes):
            found.used = True
            return found
        candidates = [each.name for each in self.names.values() if isinstance(each, classes)]
        if found is None:
            self.findings.unknown(code, name.text, name.span, f"I know no {noun} called `{name.text}`.", candidates)
        else:
            message = f"I need {with_article(noun)} here, but `{name.text}` is {with_article(found.noun)}."
            self.findings.error("wrong-type", name.span, message, did_you_mean(name.text, candidates))
        return None

    def kind(self, name: nodes.Name) -> things.Kind | None:
        found = self.kinds.get(name.text)
        if found is None:
            known = list(self.kinds)[:10]
            self.findings.unknown(
                "unknown-kind",
                name.text,
                name.span,
                f"I know no kind called `{name.text}`.",
                self.kinds,
                f"There {'is' if len(known) == 1 else 'are'} {quoted(known)}." if known else None,
            )
        else:
            found.used = True
        return found

    def tag(self, name: str) -> int:
        return self.tags.setdefault(name, len(self.tags))

    def check_tags(self) -> None:
        for name in self.tags_asked:
            if name.text not in self.tags_given:
                self.findings.unknown(
                    "unknown-name",
                    name.text,
                    name.span,
                    f"Nothing is run as `{name.text}`, so no event is ever that.",
                    self.tags_given,
                    f"Give the name where the effect is run: effect(…) as {name.text}",
                )

    def neighbours(self, board: things.Zone, name: str) -> int:
        """The relation from a cell to the cells beside it, made when it is first spoken of."""
        called = f"{board.name}.{name}"
        for number, (known, _, _) in enumerate(self.relations):
            if known == called:
                return number
        assert board.grid is not None
        rows = grids.neighbours(*board.grid, grids.DIRECTIONS[name], board.first)
        self.relations.append((called, board.first, rows))
        return len(self.relations) - 1

    def distances(self, steps: int) -> int:
        """The relation from each member of a map to its distances to all of them, in order."""
        name, first, rows = self.relations[steps]
        called = f"{name}.distance"
        for number, (known, _, _) in enumerate(self.relations):
            if known == called:
                return number
        self.relations.append((called, first, grids.distances(rows, first)))
        return len(self.relations) - 1

    # --- types ------------------------------------------------------------------------------------------------------

    def type(self, node: nodes.Type) -> Type:
        found = self._type_called(node)
        if node.optional and found.base in ("number", "flag"):
            self.findings.error(
                "wrong-type",
                node.span,
                f"{sentence(with_article(str(found)))} cannot be none.",
                "Use a number that cannot occur, or a flag beside it.",
            )
            return UNKNOWN
        return Type(found.base, found.name, node.many, node.optional, node.bounds, origin=node.span)

    def _type_called(self, node: nodes.Type) -> Type:
        if node.bounds is not None:
            low, high = node.bounds
            if low > high:
                self.findings.error(
                    "wrong-type", node.span, f"No number lies in {low}..{high}.", f"Did you mean {high}..{low}?"
                )
            return NUMBER
        name = node.name
        if name in TYPE_WORDS:
            return TYPE_WORDS[name]
        if name in self.enums:
            self.enums[name].used = True
            return Type("enum", name)
        if name in self.kinds:
            self.kinds[name].used = True
            return Type("piece", name)
        thing = self.names.get(name)
        if isinstance(thing, things.Zone):
            thing.used = True
            return Type("place", name)
        if isinstance(thing, things.Lines):
            thing.used = True
            return Type("line", name)
        if isinstance(thing, things.Die):
            thing.used = True
            return Type("enum", name)
        self._unknown_type(node, thing)
        return UNKNOWN

    def _unknown_type(self, node: nodes.Type, thing: things.Thing | None) -> None:
        start = node.span.column + node.span.text.index(node.name)
        span = node.span.source.span(node.span.line, start, node.span.line, start + len(node.name))
        if thing is not None:
            self.findings.error(
                "unknown-type",
                span,
                f"`{node.name}` is {with_article(thing.noun)}, and not a type.",
                TYPES,
            )
            return
        named = (each.name for each in self.names.values() if isinstance(each, (things.Zone, things.Lines, things.Die)))
        code = "unknown-kind" if node.name[:1].isupper() else "unknown-type"
        self.findings.unknown(
            code,
            node.name,
            span,
            f"I know no type called `{node.name}`.",
            [*TYPE_WORDS, *self.enums, *self.kinds, *named] if node.name not in ELSEWHERE else (),
            ELSEWHERE.get(node.name, TYPES),
        )

    def params(self, nodes_: tuple[nodes.Param, ...]) -> tuple[tuple[str, Type], ...]:
        found: dict[str, Type] = {}
        for param in nodes_:
            if param.name.text in found:
                self.findings.error(
                    "declared-twice",
                    param.name.span,
                    f"There are two parameters called `{param.name.text}`.",
                    "Give one of them another name.",
                )
            if param.name.text in SPOKEN_FOR or param.name.text in RESERVED:
                self.built_in_name(param.name)
            found[param.name.text] = self.type(param.type)
        return tuple(found.items())

    def agree(self, *types: Type) -> None:
        """Notes that types fit: a declared type with which nothing agrees is the one to be blamed."""
        for type in types:
            if type.origin is not None:
                self.agreed.add(type.origin)

    def is_kind(self, name: str, of: str) -> bool:
        """Whether every piece of kind `name` is of kind `of` ("" is every kind)."""
        if not of:
            return True
        kind = self.kinds.get(name)
        return kind is not None and any(each.name == of for each in kind.lineage())

    def common_kind(self, one: str, other: str) -> str:
        """The narrowest kind that both are of, "" where there is none."""
        if one not in self.kinds or other not in self.kinds:
            return ""
        others = [kind.name for kind in self.kinds[other].lineage()]
        return next((kind.name for kind in self.kinds[one].lineage() if kind.name in others), "")

    def is_doubtful(self, kind: str, holds: tuple[nodes.Name, ...]) -> bool:
        """Whether something unknown, which was reported, may be why pieces of a kind do not fit into a zone."""
        known = self.kinds.get(kind)
        return (
            known is None
            or any(each.orphan for each in known.lineage())
            or any(name.text not in self.kinds for name in holds)
        )

    def fits(self, given: Type, wanted: Type) -> bool:
        """Whether a value of type `given` may stand where `wanted` is."""
        if "unknown" in (given.base, wanted.base):
            return True
        if given.base == "none":
            return wanted.optional
        if given.many != wanted.many or given.base != wanted.base:
            return False
        if given.base == "piece":
            return (
                self.is_kind(given.name, wanted.name)
                or (bool(given.name) and self.is_kind(wanted.name, given.name))
                or not given.name
            )
        return not wanted.name or not given.name or given.name == wanted.name

    def comparable(self, a: Type, b: Type) -> bool:
        if (
            "unknown" in (a.base, b.base)
            or (a.base == "none" and b.may_be_none)
            or (b.base == "none" and a.may_be_none)
        ):
            return True
        return self.fits(a, b) or self.fits(b, a)

    def range_of(self, type: Type) -> tuple[int, int] | None:
        """Lowest value and count of a type whose values can be counted."""
        if type.bounds is not None:
            return type.bounds[0], max(0, type.bounds[1] - type.bounds[0] + 1)
        if type.base == "enum":
            return 0, len(self.enums[type.name].members)
        if type.base == "flag":
            return 0, 2
        if type.base == "player":
            return 0, self.book.most
        if type.base == "piece":
            return (self.kinds[type.name].first, self.kinds[type.name].count) if type.name else self.pieces
        if type.base == "place":
            zone = self.names.get(type.name)
            return (zone.first, zone.count) if isinstance(zone, things.Zone) else self.places
        if type.base == "line":
            lines = self.names.get(type.name)
            return (lines.first, len(lines.rows)) if isinstance(lines, things.Lines) else None
        return None
