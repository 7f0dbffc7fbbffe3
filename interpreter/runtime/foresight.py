"""What can be told of an expression before it runs: what it gives, within which bounds, and how long it may take."""

from __future__ import annotations

from attrs import define, evolve, field

from rulewright.interpreter.ir.operations import EXPRESSIONS, subexpressions
from rulewright.interpreter.ir.program import Expr, Program

_GROWS = {"add", "sub", "mul", "neg", "sum"}
_NUMBERS = {"const", "add", "sub", "mul", "div", "mod", "neg", "at", "owner", "controller", "top", "bottom", "room"}
_NUMBERS |= {"place", "key", "face", "table", "count", "nth", "member", "first", "global", "prop"}
_BINDERS = {"filter", "map", "sort", "sum", "most", "least", "some", "every", "first"}

UNKNOWN_RANGE = 100  # how long a range is taken to be whose ends are computed
LONG = 10**9  # no estimate is larger
COSTLY = 1000  # elements; what may walk over more counts its steps


@define
class Scope:
    """How a piece of code reaches its slots, and what is known of its locals."""

    in_frame: bool  # slots lie in F; otherwise they are Python variables s0, s1, ...
    event: str = ""  # the frame of the event that a rule hangs on, as source
    function: int = -1
    ranges: dict[int, tuple[int, int]] = field(factory=dict)
    costly: bool = False  # inside a loop that may take long: every list that is walked over counts

    def bound(self, local: int, known: tuple[int, int] | None) -> Scope:
        ranges = {k: v for k, v in self.ranges.items() if k != local}
        if known is not None:
            ranges[local] = known
        return evolve(self, ranges=ranges)


@define
class Foresight:
    program: Program
    costs: dict[int, int] = field(factory=dict, kw_only=True)  # of values

    def range_of(self, e: Expr, scope: Scope) -> tuple[int, int] | None:
        """Bounds (low, high + 1) that an entity certainly lies in."""
        p = self.program
        match e:
            case ("const", n):
                return n, n + 1
            case ("local", i):
                return scope.ranges.get(i)
            case ("place", z, *_):
                return p.zones[z].first, p.zones[z].first + p.zones[z].count
            case ("key", z, k, _):
                _, low, count = p.zones[z].keys[k]
                return low, low + count
            case ("if", _, a, b):
                one, other = self.range_of(a, scope), self.range_of(b, scope)
                return (min(one[0], other[0]), max(one[1], other[1])) if one and other else None
        return None

    def lies_within(self, e: Expr, first: int, count: int, scope: Scope) -> bool:
        known = self.range_of(e, scope)
        return known is not None and first <= known[0] and known[1] <= first + count

    def capacity(self, place: Expr, scope: Scope) -> int:
        """How many pieces a place can hold; -1 where there is no limit, or it may be in one zone or another."""
        for zone in self.program.zones:
            if self.lies_within(place, zone.first, zone.count, scope):
                return zone.capacity
        return -1

    def members(self, e: Expr, scope: Scope) -> tuple[int, int] | None:
        """The same for what is in a list."""
        p = self.program
        match e:
            case ("entities", first, count):
                return first, first + count
            case ("range", ("const", a), ("const", b)):
                return a, b + 1
            case ("players",) | ("winners",):
                return 0, p.most_players
            case ("contents", _):
                return p.pieces[0], sum(p.pieces)
            case ("places", z, *_):
                return p.zones[z].first, p.zones[z].first + p.zones[z].count
            case ("relation", r, _):
                cells = [x for row in p.relations[r].rows for x in row]
                return (min(cells), max(cells) + 1) if cells else None
            case ("filter", _, inner, _) | ("sort", _, inner, _) | ("take", inner, _) | ("without", inner, _):
                return self.members(inner, scope)
            case ("reverse" | "distinct", inner):
                return self.members(inner, scope)
        return None

    def is_number(self, e: Expr) -> bool:
        """Whether it certainly comes out as a number and not as True or False."""
        match e:
            case ("if", _, a, b):
                return self.is_number(a) and self.is_number(b)
            case ("slot" | "outer" | "local", *_):
                return True
        return e[0] in _NUMBERS

    def is_many(self, e: Expr) -> bool:
        match e:
            case ("if", _, a, b):
                return self.is_many(a) or self.is_many(b)
            case ("value" | "printed", v, *_):
                return self.is_many(self.program.values[v].body)
        return EXPRESSIONS[e[0]].gives == "many"

    # --- how long it may take -------------------------------------------------------------------------------------

    def cost(self, e: Expr) -> int:
        """About how many elements an expression may walk over."""
        costs = [self.cost(each) for each in subexpressions(EXPRESSIONS, e)]
        if e[0] in _BINDERS:
            return min(LONG, costs[0] + self.length(e[2]) * (1 + sum(costs[1:])))
        found = sum(costs)
        if e[0] in ("value", "printed"):
            found += self._value_cost(e[1])
        return min(LONG, found)

    def _value_cost(self, v: int) -> int:
        if v not in self.costs:
            self.costs[v] = 0  # values do not call one another in circles; a damaged program only misjudges itself
            value = self.program.values[v]
            modifiers = [self.program.modifiers[m] for m in value.modifiers]
            self.costs[v] = self.cost(value.body) + sum(
                max(1, len(m.pieces)) * (1 + self.cost(m.guard) + self.cost(m.amount)) for m in modifiers
            )
        return self.costs[v]

    def length(self, e: Expr) -> int:
        """About how long a list may be."""
        p = self.program
        match e:
            case ("range", ("const", a), ("const", b)):
                return max(0, int(b - a) + 1)
            case ("range", *_):
                return UNKNOWN_RANGE
            case ("entities", _, count):
                return int(count)
            case ("players",) | ("winners",):
                return p.most_players
            case ("places", z, *_):
                return p.zones[z].count
            case ("relation", r, _):
                return max((len(row) for row in p.relations[r].rows), default=0)
            case ("list", *items):
                return len(items)
            case ("concat", a, b):
                return self.length(a) + self.length(b)
            case ("if", _, a, b):
                return max(self.length(a), self.length(b))
            case ("filter" | "map" | "sort", _, of, _) | (
                "indices" | "distinct" | "reverse" | "take" | "without",
                of,
                *_,
            ):
                return self.length(of)
            case ("value" | "printed", v, *_):
                return self.length(p.values[v].body)
        return max(p.pieces[1], 1)


def grows(e: Expr) -> bool:
    """Whether a number could have left 32 bits since it was last stored."""
    match e:
        case (op, *_) if op in _GROWS:
            return True
        case ("if", _, a, b) | ("min" | "max" | "div", a, b):
            return grows(a) or grows(b)
        case ("most" | "least", _, _, inner):
            return grows(inner)
    return False
