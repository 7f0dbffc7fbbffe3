"""What reads something that not everybody may know. Whether a question is raised must never depend on that."""

from __future__ import annotations

from attrs import evolve

from rulewright.interpreter.ir.program import Expr, Function, Site, Value, Zone
from rulewright.interpreter.ir import program as ir

PIECE_READS = ("at", "lies", "owner", "controller")


class Secrecy:
    """Answers for one program; errs on the side of secrecy."""

    def __init__(
        self, zones: tuple[Zone, ...], columns: tuple[ir.Column, ...], values: list[Value], modifiers: list[ir.Modifier],
        functions: tuple[Function, ...], sites: list[Site],
    ) -> None:  # fmt: skip
        self.zones, self.columns, self.values, self.modifiers = zones, columns, values, modifiers
        self.functions, self.sites = functions, sites
        self.any_hidden = any(zone.seen != "all" for zone in zones)
        self._values: dict[int, bool] = {}
        self._functions: dict[int, bool] = {}

    def zone_of(self, place: Expr) -> Zone | None:
        if place[0] == "place":
            return self.zones[place[1]]
        if place[0] == "const":
            return next((z for z in self.zones if z.first <= place[1] < z.first + z.count), None)
        return None

    def hidden_place(self, place: Expr) -> bool:
        zone = self.zone_of(place)
        return self.any_hidden if zone is None else zone.seen != "all"

    def reads(self, e: object, hidden: frozenset[int] = frozenset(), sizes: bool = False) -> bool:
        """Whether an expression reads something hidden; `hidden` are locals that stand for pieces that may be."""
        if not isinstance(e, tuple) or not e:
            return False
        match e:
            case ("contents", place):
                # How many pieces lie somewhere is known to all; which ones is not.
                return (self.hidden_place(place) and not sizes) or self.reads(place, hidden)
            case ("count", listed):
                return self.reads(listed, hidden, sizes=True)
            case ("top" | "bottom", place):
                return self.hidden_place(place) or self.reads(place, hidden)
            case ("prop", column, entity):
                seen = self.columns[column].seen
                if seen == "holder":
                    return self.may_be_hidden(entity, hidden) or self.reads(entity, hidden)
                return seen != "all" or self.reads(entity, hidden)
            case ("global", column):
                return self.columns[column].seen != "all"
            case ("value" | "printed", value, *args):
                return self.value(value) or any(self.reads(arg, hidden) for arg in args)
            case ("can", function, *args):
                return self.prefix(function) or any(self.reads(arg, hidden) for arg in args)
            case ("filter" | "map" | "sum" | "most" | "least" | "some" | "every" | "first" | "sort", local, listed, *rest):
                bound = hidden | {local} if self.hidden_members(listed) else hidden - {local}
                return self.reads(listed, hidden, sizes=True) or any(self.reads(each, bound) for each in rest)
        if e[0] in PIECE_READS and self.any_hidden:
            return True
        return any(self.reads(each, hidden) for each in e[1:])

    def hidden_members(self, listed: Expr) -> bool:
        if listed[0] == "contents":
            return self.hidden_place(listed[1])
        if listed[0] in ("filter", "sort", "map"):
            return self.hidden_members(listed[2])
        return any(self.hidden_members(each) for each in listed[1:] if isinstance(each, tuple) and each and isinstance(each[0], str))

    def may_be_hidden(self, entity: Expr, hidden: frozenset[int]) -> bool:
        if entity[0] == "local":
            return entity[1] in hidden
        if entity[0] in ("top", "bottom"):
            return self.hidden_place(entity[1])
        return entity[0] in ("nth", "first") and self.any_hidden

    def value(self, number: int) -> bool:
        if number not in self._values:
            self._values[number] = False  # a value that reads itself is an error of its own
            value = self.values[number]
            found = self.reads(value.body)
            for modifier in self.modifiers:
                if modifier.value == number:
                    found = found or self.reads(modifier.guard) or self.reads(modifier.amount)
            self._values[number] = found
        return self._values[number]

    def prefix(self, number: int) -> bool:
        """Whether it depends on something hidden if the choices of a function can be completed."""
        if number not in self._functions:
            self._functions[number] = False
            items = self.functions[number].prefix
            self._functions[number] = any(
                self.reads(item.test) if item.form != "choose" else self.choice(self.sites[item.site]) for item in items
            )
        return self._functions[number]

    def choice(self, site: Site) -> bool:
        bound = frozenset({site.local}) if self.hidden_members(site.domain) else frozenset()
        return self.reads(site.domain, sizes=True) or any(self.reads(where.test, bound) for where in site.wheres)

    def marked(self, site: Site) -> Site:
        """The site, with its secrecy noted; a secret yes-or-no can always be answered with no."""
        if site.form == "choose":
            return evolve(site, secret=self.choice(site) or self.later_choices(site))
        if site.form == "offer":
            return evolve(site, secret=any(self.prefix(item.function) for item in site.menu))
        secret = any(self.reads(option.test) for option in site.alternatives)
        if secret and [option.name for option in site.alternatives] == ["yes", "no"]:
            always = evolve(site.alternatives[1], test=("const", 1))
            return evolve(site, secret=True, alternatives=(site.alternatives[0], always))
        return evolve(site, secret=secret)

    def later_choices(self, site: Site) -> bool:
        """Candidates are ruled out where the rest of the prefix could not be completed."""
        if site.prefix_at < 0:
            return False
        rest = self.functions[site.function].prefix[site.prefix_at :]
        return any(self.reads(item.test) if item.form != "choose" else self.choice(self.sites[item.site]) for item in rest)
