"""The tracing evaluator's values with their modifiers, and looking ahead over the prefix of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulewright.interpreter.ir.program import NONE, Expr, Function, Modifier, Site
from rulewright.interpreter.runtime.primitives import fit
from rulewright.interpreter.runtime.tracing import Applied, Evaluator, Result, Trace, View, operation
from rulewright.interpreter.runtime.world import Unknown, unseen


@operation("value", "printed")
def _value(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    value = self.program.values[node[1]]
    args = tuple(self.kept(argument, view, inside) for argument in node[2:])
    if node[0] == "value" and value.modifiers:
        return _modified(self, node[1], args, inside, applied)
    return _printed(self, node[1], args, inside)


def _printed(self: Evaluator, v: int, args: tuple[Any, ...], inside: list[Trace]) -> Result:
    return self.kept(self.program.values[v].body, View(locals=dict(enumerate(args))), inside)


def _modified(self: Evaluator, v: int, args: tuple[Any, ...], inside: list[Trace], applied: list[Applied]) -> Result:
    """In layers: set, add, multiply, at least, at most."""
    modifiers = [(m, self.program.modifiers[m]) for m in self.program.values[v].modifiers]
    sets = [(m, mod) for m, mod in modifiers if mod.op == "set"]
    # The first that applies wins: a piece beats the rulebook, then the later declared wins.
    sets.sort(key=lambda pair: (bool(pair[1].pieces) or pair[1].standing, pair[0]), reverse=True)
    first = next(((m, *live) for m, mod in sets for live in _live(self, m, mod, args, inside)), None)
    found = _printed(self, v, args, inside)
    if first is not None:
        m, this, amount = first
        applied.append(Applied(m, this, amount, found, amount))
        found = amount
    for op in ("add", "multiply", "at_least", "at_most"):
        for m, mod in modifiers:
            if mod.op == op:
                for this, amount in _live(self, m, mod, args, inside):
                    after = _OPERATORS[op](found, amount)
                    applied.append(Applied(m, this, amount, found, after))
                    found = after
    return found if len(sets) == len(modifiers) else fit(found)


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "multiply": lambda x, y: x * y,
    "at_least": max,
    "at_most": min,
}


def _live(
    self: Evaluator, m: int, mod: Modifier, args: tuple[Any, ...], inside: list[Trace]
) -> Iterator[tuple[int, Result]]:
    """The piece (or none) and the amount of each live instance whose guard holds, in the order that they count."""
    for this, captured in _instances(self, m, mod, args):
        view = View(locals=dict(enumerate((this, *args, *captured))))
        if self.value(mod.guard, view, inside):
            yield this, self.kept(mod.amount, view, inside)


def _instances(self: Evaluator, m: int, mod: Modifier, args: tuple[Any, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    if mod.standing:
        registered = [each for each in self.world.registered() if each.modifier == m]
        for each in reversed(registered) if mod.op == "set" else registered:
            yield each.this, each.captured
    elif not mod.pieces:
        yield NONE, ()
    else:
        self.spend(len(mod.pieces))
        for this in mod.pieces if mod.this_arg < 0 else _standing_on(self, mod, args[mod.this_arg]):
            if not mod.works or self.world.lies_in(this, mod.works):
                yield this, ()


def _standing_on(self: Evaluator, mod: Modifier, argument: Any) -> tuple[int, ...]:
    """The argument, where it is one of the modifier's pieces. If it may be one, and cannot be identified: Unknown."""
    if not unseen(argument):
        return (argument,) if argument in mod.pieces else ()
    hidden = next((piece for piece in mod.pieces if self.world.hidden(piece)), NONE)
    if hidden != NONE and (not mod.works or self.world.lies_in(hidden, mod.works)):
        raise Unknown
    return ()


# --- looking ahead --------------------------------------------------------------------------------------------------


@operation("can")
def _can(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    function = self.program.functions[node[1]]
    args = tuple(self.kept(argument, view, inside) for argument in node[2:])
    return completes(self, function, 0, opening(function, args))


def opening(function: Function, args: tuple[Any, ...]) -> View:
    return View(slots=(*args, *(0,) * (len(function.slots) - len(args))))


def completes(self: Evaluator, function: Function, start: int, view: View) -> bool:
    """Whether the prefix could be completed from an item on."""
    for number in range(start, len(function.prefix)):
        item = function.prefix[number]
        if item.form == "require":
            if not self.value(item.test, view, []):
                return False
        elif item.form == "let":
            view = view.put(item.slot, self.kept(item.test, view, []))
        else:
            site = self.program.sites[item.site]
            found = candidates(self, site, view)
            if site.many:
                least = self.number(site.least, view, [])
                if len(found) < max(1, least):
                    return False
                view = view.put(site.slot, found[: max(0, least)])
            else:
                return any(completes(self, function, number + 1, view.put(site.slot, each)) for each in found)
    return True


def candidates(self: Evaluator, site: Site, view: View) -> tuple[int, ...]:
    """What a choice's own conditions leave of its domain."""
    return tuple(
        each
        for each in self.elements(site.domain, view, [])
        if all(self.value(where.test, view.bind(site.local, each), []) for where in site.wheres)
    )
