"""What reads something that not everybody may know. Whether a question is raised must never depend on that."""

from __future__ import annotations

from attrs import evolve

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.ir.program import Expr, Site, Zone
from rulewright.interpreter.lower.lowering import Lowering
from rulewright.interpreter.lower.possible import Possible, Ranges

Hidden = frozenset[Expr]  # locals and slots that stand for pieces, or lists of them, that others may not see

PIECE_READS = ("at", "lies", "owner", "controller")
HANDING_ON = ("move", "move_all", "swap", "reveal", "event", "call", "part", "together")
NOTHING: Hidden = frozenset()
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
        self._values: dict[tuple[int, frozenset[int]], bool] = {}
        self._functions: dict[tuple[int, Hidden], bool] = {}

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

    def reads(self, e: object, possible: Possible, hidden: Hidden = NOTHING, sizes: bool = False) -> bool:
        """Whether an expression reads something hidden; `hidden` are locals and slots that stand for such pieces."""
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
            case ("eq" | "ne", a, b) if self.may_be_hidden(a, hidden) != self.may_be_hidden(b, hidden):
                return True  # which piece it is
            case ("is", entity, first, count) if self.may_be_hidden(entity, hidden):
                return self.tells(possible.one(entity), first, count)
            case ("value" | "printed", value, *args):
                unknown = frozenset(i for i, arg in enumerate(args) if self.may_be_hidden(arg, hidden))
                return self.value(value, unknown) or any(self.reads(arg, possible, hidden) for arg in args)
            case ("can", function, *args):
                slots = frozenset(("slot", i) for i, arg in enumerate(args) if self.may_be_hidden(arg, hidden))
                return self.prefix(function, slots) or any(self.reads(arg, possible, hidden) for arg in args)
        if e[0] in BINDERS:
            _, local, listed, *rest = e
            bound = hidden - {("local", local)}
            if self.hidden_members(listed, hidden):
                bound |= {("local", local)}
            inner = possible.with_local(local, listed)
            return self.reads(listed, possible, hidden, sizes=True) or any(
                self.reads(each, inner, bound) for each in rest
            )
        if e[0] in PIECE_READS and self.may_hide(possible.one(e[1])):
            return True
        return any(self.reads(each, possible, hidden) for each in e)

    def tells(self, ranges: Ranges, first: int, count: int) -> bool:
        """Whether some of these pieces are in a range of entities and others are not."""
        return any(not first <= start <= start + size <= first + count for start, size in ranges)

    def hidden_members(self, listed: Expr, hidden: Hidden) -> bool:
        if listed[0] == "contents":
            return self.hidden_place(listed[1])
        if listed[0] in ("slot", "local"):
            return listed in hidden
        if listed[0] in ("filter", "sort", "map"):
            return self.hidden_members(listed[2], hidden)
        return any(
            self.hidden_members(each, hidden)
            for each in listed[1:]
            if isinstance(each, tuple) and each and isinstance(each[0], str)
        )

    def may_be_hidden(self, entity: Expr, hidden: Hidden) -> bool:
        match entity:
            case ("local" | "slot", _):
                return entity in hidden
            case ("top" | "bottom", place):
                return self.hidden_place(place)
            case ("nth" | "member", listed, _) | ("first", _, listed, _):
                return self.hidden_members(listed, hidden)
            case ("if", _, yes, no):
                return self.may_be_hidden(yes, hidden) or self.may_be_hidden(no, hidden)
        return False

    def value(self, number: int, unknown: frozenset[int] = frozenset()) -> bool:
        """Whether a value reads something hidden, where these of its arguments are pieces that may be."""
        key = number, unknown
        if key not in self._values:
            self._values[key] = False  # a value that needs itself is an error of its own
            params = tuple(type for _, type in self.lowering.model.values[number].params)
            possible = Possible(self.lowering.model, self.lowering.slot_types, -1, params)
            hidden = frozenset(("local", index) for index in unknown)
            self._values[key] = self.reads(self.bodies[number].body, possible, hidden) or any(
                self.modifier(modifier, unknown) for modifier in self.lowering.modifiers if modifier.value == number
            )
        return self._values[key]

    def modifier(self, modifier: ir.Modifier, unknown: frozenset[int]) -> bool:
        """Whether it depends on something hidden if the modifier works, or how much it changes."""
        hidden = {("local", 1 + index) for index in unknown}
        if self.works_hidden(modifier):
            if modifier.works or modifier.this_arg in unknown:
                return True  # where its piece lies, or which piece the argument is
            if modifier.this_arg < 0:
                hidden.add(("local", 0))
        possible = Possible(self.lowering.model, self.lowering.slot_types, -1)
        return any(self.reads(e, possible, frozenset(hidden)) for e in (modifier.guard, modifier.amount))

    def works_hidden(self, modifier: ir.Modifier) -> bool:
        """Whether it may work while its piece lies where not everybody sees it."""
        if not modifier.works:
            return self.may_hide(tuple((piece, 1) for piece in modifier.pieces))
        return any(
            zone.first <= place < zone.first + zone.count and first <= piece < first + count
            for zone in self.zones
            if zone.seen != "all"
            for place in modifier.works
            for first, count in zone.holds
            for piece in modifier.pieces
        )

    def prefix(self, number: int, hidden: Hidden = NOTHING) -> bool:
        """Whether it depends on something hidden if the choices of a function can be completed."""
        key = number, hidden
        if key not in self._functions:
            self._functions[key] = False
            self._functions[key] = self.items(self.functions[number].prefix, self.inside(number), hidden)
        return self._functions[key]

    def items(self, items: tuple[ir.PrefixItem, ...], possible: Possible, hidden: Hidden) -> bool:
        """Whether one of these steps does; what was chosen or named before is known to the later ones."""
        for item in items:
            if item.form == "choose":
                found = self.choice(self.lowering.sites[item.site], hidden)
            else:
                found = self.reads(item.test, possible, hidden)
            if found:
                return True
            hidden = self.after(item, hidden)
        return False

    def choice(self, site: Site, hidden: Hidden) -> bool:
        possible = self.inside(site.function)
        bound = hidden | {("local", site.local)} if self.hidden_members(site.domain, hidden) else hidden
        inner = possible.with_local(site.local, site.domain)
        return (
            self.reads(site.domain, possible, hidden, sizes=True)
            or any(self.reads(where.test, inner, bound) for where in site.wheres)
            or (site.many and any(self.reads(number, possible, hidden) for number in (site.least, site.most)))
        )

    def chosen(self, site: Site, hidden: Hidden) -> Hidden:
        """What is hidden after a choice: the slot of its answer too, where that is a piece that others cannot see."""
        return hidden | {("slot", site.slot)} if self.hidden_members(site.domain, hidden) else hidden

    def before(self, site: Site) -> Hidden:
        """Which slots hold hidden pieces when a site is reached."""
        function, hidden = self.functions[site.function], NOTHING
        ahead = site.prefix_at > 0
        for item in function.prefix[: site.prefix_at - 1] if ahead else function.prefix:
            hidden = self.after(item, hidden)
        if ahead:
            return hidden
        for earlier in self.lowering.sites:
            if earlier is site:
                break
            if earlier.function == site.function and earlier.form == "choose":
                hidden = self.chosen(earlier, hidden)
        return hidden - handed_on(function)

    def after(self, item: ir.PrefixItem, hidden: Hidden) -> Hidden:
        if item.form == "choose":
            return self.chosen(self.lowering.sites[item.site], hidden)
        if item.form == "let" and self.may_be_hidden(item.test, hidden):
            return hidden | {("slot", item.slot)}
        return hidden

    def marked(self, site: Site) -> Site:
        """The site, with its secrecy noted; a secret yes-or-no can always be answered with no."""
        possible, hidden = self.inside(site.function), self.before(site)
        if site.form == "choose":
            rest = self.functions[site.function].prefix[site.prefix_at :] if site.prefix_at >= 0 else ()
            secret = self.choice(site, hidden) or self.items(rest, possible, self.chosen(site, hidden))
            return evolve(site, secret=secret)
        if site.form == "offer":
            return evolve(site, secret=any(self.offered(item, possible, hidden) for item in site.menu))
        secret = any(self.reads(option.test, possible, hidden) for option in site.alternatives)
        if secret and [option.name for option in site.alternatives] == ["yes", "no"]:
            always = evolve(site.alternatives[1], test=("const", 1))
            return evolve(site, secret=True, alternatives=(site.alternatives[0], always))
        return evolve(site, secret=secret)

    def offered(self, item: ir.MenuItem, possible: Possible, hidden: Hidden) -> bool:
        """Whether it depends on something hidden if an action of a menu can be taken."""
        function = self.functions[item.function]
        first = 1 + len(function.params) - len(item.args)  # `me` may be left out
        slots = (("slot", first + i) for i, arg in enumerate(item.args) if self.may_be_hidden(arg, hidden))
        reading = bool(function.prefix) and any(self.reads(arg, possible, hidden) for arg in item.args)
        return reading or self.prefix(item.function, frozenset(slots))


def handed_on(function: ir.Function) -> Hidden:
    """The slots whose pieces a function moves, reveals or gives to another: by then all may know them."""
    found: set[Expr] = set()
    for block in function.blocks:
        for name, *operands in (*block.instrs, block.end):
            if name in HANDING_ON:
                for each in operands:
                    if isinstance(each, tuple):
                        found.update(part for part in (each, *each) if isinstance(part, tuple))
    return frozenset(found)
