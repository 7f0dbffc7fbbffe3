"""What reads something that not everybody may know. Whether a question is raised must never depend on that."""

from __future__ import annotations

from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.program import Expr, Site, Zone
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.possible import Possible, Ranges

PIECE_READS = ("at", "lies", "owner", "controller")
BINDERS = ("filter", "map", "sum", "most", "least", "some", "every", "first", "sort")


class Secrecy:
    """Answers for one program; errs on the side of secrecy."""

    def __init__(
        self,
        lowering: Lowering,
        zones: tuple[Zone, ...],
        columns: tuple[ir.Column, ...],
        functions: tuple[ir.Function, ...],
        values: list[ir.Value],
    ) -> None:
        self.lowering, self.zones, self.columns, self.functions, self.bodies = (
            lowering,
            zones,
            columns,
            functions,
            values,
        )
        self.hideable = [held for zone in zones if zone.seen != "all" for held in zone.holds]
        self._values: dict[int, bool] = {}
        self._functions: dict[int, bool] = {}

    def inside(self, function: int) -> Possible:
        return Possible(self.lowering.model, self.lowering.slot_types, function)

    def may_hide(self, ranges: Ranges) -> bool:
        """Whether a hidden zone could hold one of these pieces."""
        return any(
            first < other + size and other < first + count for first, count in ranges for other, size in self.hideable
        )

    def hidden_place(self, place: Expr) -> bool:
        if place[0] == "place":
            return self.zones[place[1]].seen != "all"
        if place[0] == "const":
            return any(zone.seen != "all" and zone.first <= place[1] < zone.first + zone.count for zone in self.zones)
        return bool(self.hideable)

    def reads(self, e: object, possible: Possible, hidden: frozenset[int] = frozenset(), sizes: bool = False) -> bool:
        """Whether an expression reads something hidden; `hidden` are locals that stand for pieces that may be."""
        if not isinstance(e, tuple) or not e:
            return False
        match e:
            case ("contents", place):
                # How many pieces lie somewhere is known to all; which ones is not.
                return (self.hidden_place(place) and not sizes) or self.reads(place, possible, hidden)
            case ("count", listed):
                return self.reads(listed, possible, hidden, sizes=True)
            case ("top" | "bottom", place):
                return self.hidden_place(place) or self.reads(place, possible, hidden)
            case ("prop", column, entity):
                seen = self.columns[column].seen
                if seen == "holder":
                    return self.may_be_hidden(entity, hidden) or self.reads(entity, possible, hidden)
                return seen != "all" or self.reads(entity, possible, hidden)
            case ("global", column):
                return self.columns[column].seen != "all"
            case ("value" | "printed", value, *args):
                return self.value(value) or any(self.reads(arg, possible, hidden) for arg in args)
            case ("can", function, *args):
                return self.prefix(function) or any(self.reads(arg, possible, hidden) for arg in args)
        if e[0] in BINDERS:
            _, local, listed, *rest = e
            bound = hidden | {local} if self.hidden_members(listed) else hidden - {local}
            inner = possible.with_local(local, listed)
            return self.reads(listed, possible, hidden, sizes=True) or any(
                self.reads(each, inner, bound) for each in rest
            )
        if e[0] in PIECE_READS and self.may_hide(possible.one(e[1])):
            return True
        return any(self.reads(each, possible, hidden) for each in e[1:])

    def hidden_members(self, listed: Expr) -> bool:
        if listed[0] == "contents":
            return self.hidden_place(listed[1])
        if listed[0] in ("filter", "sort", "map"):
            return self.hidden_members(listed[2])
        return any(
            self.hidden_members(each)
            for each in listed[1:]
            if isinstance(each, tuple) and each and isinstance(each[0], str)
        )

    def may_be_hidden(self, entity: Expr, hidden: frozenset[int]) -> bool:
        if entity[0] == "local":
            return entity[1] in hidden
        if entity[0] in ("top", "bottom"):
            return self.hidden_place(entity[1])
        return entity[0] in ("nth", "first") and self.hidden_members(entity[1 if entity[0] == "nth" else 2])

    def value(self, number: int) -> bool:
        if number not in self._values:
            self._values[number] = False  # a value that needs itself is an error of its own
            params = tuple(type for _, type in self.lowering.model.values[number].params)
            possible = Possible(self.lowering.model, self.lowering.slot_types, -1, params)
            found = self.reads(self.bodies[number].body, possible)
            for modifier in self.lowering.modifiers:
                if modifier.value == number:
                    anything = Possible(self.lowering.model, self.lowering.slot_types, -1)
                    found = found or self.reads(modifier.guard, anything) or self.reads(modifier.amount, anything)
            self._values[number] = found
        return self._values[number]

    def prefix(self, number: int) -> bool:
        """Whether it depends on something hidden if the choices of a function can be completed."""
        if number not in self._functions:
            self._functions[number] = False
            self._functions[number] = self.items(self.functions[number].prefix, self.inside(number))
        return self._functions[number]

    def items(self, items: tuple[ir.PrefixItem, ...], possible: Possible) -> bool:
        return any(
            self.reads(item.test, possible) if item.form != "choose" else self.choice(self.lowering.sites[item.site])
            for item in items
        )

    def choice(self, site: Site) -> bool:
        possible = self.inside(site.function)
        bound = frozenset({site.local}) if self.hidden_members(site.domain) else frozenset()
        inner = possible.with_local(site.local, site.domain)
        return self.reads(site.domain, possible, sizes=True) or any(
            self.reads(where.test, inner, bound) for where in site.wheres
        )

    def marked(self, site: Site) -> Site:
        """The site, with its secrecy noted; a secret yes-or-no can always be answered with no."""
        possible = self.inside(site.function)
        if site.form == "choose":
            rest = self.functions[site.function].prefix[site.prefix_at :] if site.prefix_at >= 0 else ()
            return evolve(site, secret=self.choice(site) or self.items(rest, possible))
        if site.form == "offer":
            return evolve(site, secret=any(self.prefix(item.function) for item in site.menu))
        secret = any(self.reads(option.test, possible) for option in site.alternatives)
        if secret and [option.name for option in site.alternatives] == ["yes", "no"]:
            always = evolve(site.alternatives[1], test=("const", 1))
            return evolve(site, secret=True, alternatives=(site.alternatives[0], always))
        return evolve(site, secret=secret)
