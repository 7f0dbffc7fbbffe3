"""Which pieces an expression may stand for, as ranges of entities. Nothing: it stands for no piece at all."""

from __future__ import annotations

from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.types import Type

Ranges = tuple[tuple[int, int], ...]
SAME_MEMBERS = ("filter", "sort")  # local, list, …
SAME_LIST = ("take", "reverse", "distinct", "without")


class Possible:
    """In one function or value: what its slots and locals may be."""

    def __init__(
        self, model: Model, slots: dict[int, dict[int, Type]], function: int, params: tuple[Type, ...] = ()
    ) -> None:
        self.model = model
        self.slots = slots
        self.function = function
        self.locals: dict[int, Ranges] = {number: self.of_type(type) for number, type in enumerate(params)}

    def with_local(self, local: int, listed: Expr) -> Possible:
        inner = Possible(self.model, self.slots, self.function)
        inner.locals = {**self.locals, local: self.members(listed)}
        return inner

    @property
    def anything(self) -> Ranges:
        return (self.model.pieces,)

    def of_type(self, type: Type | None) -> Ranges:
        if type is None or type.base in ("unknown", "none"):
            return self.anything
        if type.base != "piece":
            return ()
        kind = self.model.kinds.get(type.name)
        return ((kind.first, kind.count),) if kind is not None else self.anything

    def one(self, e: Expr) -> Ranges:
        match e:
            case ("const", number):
                first, count = self.model.pieces
                return ((number, 1),) if first <= number < first + count else ()
            case ("local", number):
                return self.locals.get(number, self.anything)
            case ("slot", number):
                return self.of_type(self.slots.get(self.function, {}).get(number))
            case ("outer", function, number):
                return self.of_type(self.slots.get(function, {}).get(number))
            case ("prop" | "global", column, *_):
                return self.of_type(self.model.columns[column].type)
            case ("value" | "printed", value, *_):
                return self.of_type(self.model.values[value].type)
            case ("nth" | "member", listed, _) | ("first", _, listed, _):
                return self.members(listed)
            case ("top" | "bottom", place):
                return self.members(("contents", place))
            case ("if", _, yes, no):
                return (*self.one(yes), *self.one(no))
            case ("at" | "owner" | "controller" | "place" | "mod", *_):
                return ()
        return self.anything

    def members(self, listed: Expr) -> Ranges:
        match listed:
            case ("entities", first, count):
                start, pieces = self.model.pieces
                return ((first, count),) if start <= first < start + pieces else ()
            case ("players",) | ("winners",) | ("places", *_) | ("range", *_) | ("indices", _):
                return ()
            case ("contents", ("place", zone, *_)):
                return self.held(zone)
            case ("contents", ("const", place)):
                return next(
                    (self.held(z.number) for z in self.model.zones if z.first <= place < z.first + z.count),
                    self.anything,
                )
            case ("list", *items):
                return tuple(each for item in items for each in self.one(item))
            case ("relation", number, _):
                rows = self.model.relations[number][2]
                start, pieces = self.model.pieces
                return self.anything if any(start <= each < start + pieces for row in rows for each in row) else ()
            case ("concat", a, b):
                return (*self.members(a), *self.members(b))
            case ("slot", number):
                return self.of_type(self.slots.get(self.function, {}).get(number))
        if listed[0] in SAME_MEMBERS:
            return self.members(listed[2])
        if listed[0] in SAME_LIST:
            return self.members(listed[1])
        return self.anything

    def held(self, zone: int) -> Ranges:
        kinds = [self.model.kinds[name.text] for name in self.model.zones[zone].node.holds]
        return tuple((kind.first, kind.count) for kind in kinds)
