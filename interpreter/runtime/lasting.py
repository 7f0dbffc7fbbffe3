"""What no move can change (the shape of the board, printed numbers) is computed once and remembered.

"The places of the grid that this avenue leads to" is a filter whose test reads nothing but constants: for each avenue
it always finds the same places. The generated code looks such a list up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field

from rulewright.interpreter.ir.operations import EXPRESSIONS, subexpressions, walk
from rulewright.interpreter.ir.program import Expr, Program
from rulewright.interpreter.runtime.budget import DEAR, costs

_LASTING = {"const", "local", "slot", "add", "sub", "mul", "div", "mod", "min", "max", "neg", "not", "and", "or", "if"}
_LASTING |= {"eq", "ne", "lt", "le", "gt", "ge", "table", "is", "in", "list", "place", "key", "places", "entities"}
_LASTING |= {"range", "relation", "count", "filter", "some", "every", "first"}
_DEAR = {"value", "printed", "place", "key", "relation", "table", "count", "some", "every", "first"}


@define
class Lasting:
    """Tells which expressions depend on nothing but constants and what they are handed."""

    program: Program
    values: dict[int, bool] = field(factory=dict)
    costs: list[int] = field(factory=list)  # of the values, reckoned when the first of them is looked at

    def lasts(self, e: Expr) -> bool:
        p = self.program
        match e:
            case ("value" | "printed" as op, v, *_):
                if (op == "value" and p.values[v].modifiers) or not self._value(v):
                    return False
            case ("prop" | "global", c, *_):
                if not p.columns[c].constant:
                    return False
            case ("places", *_) if by_seats(p, e):
                return False
            case _:
                if e[0] not in _LASTING:
                    return False
        return all(self.lasts(each) for each in subexpressions(EXPRESSIONS, e))

    def _value(self, v: int) -> bool:
        if v not in self.values:
            self.costs = self.costs or costs(self.program)
            self.values[v] = False  # while it is looked at: one that needs itself does not count as lasting
            self.values[v] = self.costs[v] < DEAR and self.lasts(self.program.values[v].body)
        return self.values[v]

    def split(self, local: int, of: Expr, test: Expr) -> tuple[Expr, Expr]:
        """The list and the test of a loop, where the conditions in front that last have been moved into the list."""
        conditions = list(_conditions(test))
        lasting = 0
        while lasting < len(conditions) and self.lasts(conditions[lasting]):
            lasting += 1
        found = ("filter", local, of, _all(conditions[:lasting]))
        return (found, _all(conditions[lasting:])) if self.worth(found) else (of, test)

    def worth(self, e: Expr) -> bool:
        """Whether a list is worth to be remembered: a filter that lasts, by more than a comparison."""
        return e[0] == "filter" and any(node[0] in _DEAR for node in walk(e[3])) and self.lasts(e)


def _conditions(test: Expr) -> Iterator[Expr]:
    if test[0] == "and":
        yield from _conditions(test[1])
        yield from _conditions(test[2])
    else:
        yield test


def _all(conditions: list[Expr]) -> Expr:
    if not conditions:
        return ("const", 1)
    *front, found = conditions
    for condition in reversed(front):
        found = ("and", condition, found)
    return found


def by_seats(program: Program, places: Expr) -> bool:
    """Whether which places are meant depends on how many play: those of seats that nobody has taken are left out."""
    _, z, *keys = places
    owner = program.zones[z].owner_key
    return program.least_players < program.most_players and owner >= 0 and keys[owner] == ("any",)


def whole_zone(program: Program, places: Expr) -> bool:
    """Whether they are all the places of the zone, whatever happens."""
    return all(key == ("any",) for key in places[2:]) and not by_seats(program, places)


class Remembered(dict[Any, Any]):
    """The lists of one filter, by the numbers that they depend on."""

    MOST = 4096  # that are kept: a key may be any number

    def __init__(self, filtered: Callable[..., Iterator[int]], keys: int) -> None:
        self._filtered = filtered
        self._keys = keys

    def __missing__(self, key: Any) -> Any:
        given = (key,) if self._keys == 1 else key
        try:
            found = tuple(self._filtered(*given))
        except Exception:
            # Something is at fault, perhaps only after what the loop looks for: it goes through them one by one.
            return self._filtered(*given)
        if len(self) < self.MOST:
            self[key] = found
        return found
