"""Rules of two variants that wait for the same, where it matters which of them comes first, and nothing says which.

Within one rulebook the order is that in which they are written. Two authors who do not know one another have no order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

from attrs import frozen

from rulewright.interpreter.checks.overlaps import in_the_way
from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import called, disjoint, nodes_in
from rulewright.interpreter.diagnostics import Findings, Label
from rulewright.interpreter.ir.program import Column, Expr, Instr, Program, Rule
from rulewright.interpreter.link import Layer, strangers
from rulewright.interpreter.source import Source

READING = {"set_global": "global", "set_prop": "prop", "set_outer": "outer"}


@frozen
class _Write:
    """A state or field that is set, or added to."""

    place: tuple[Any, ...]  # its column, or the event and the field
    entity: Expr | None  # whose it is
    value: Expr
    adds: bool
    function: int
    own: bool  # whether a variant itself says so, and not an effect of the rulebook that it runs

    def disturbs(self, other: _Write) -> bool:
        """Adding commutes. What runs the same effect, or sets the same, does no harm either.

        Nor do two that only run effects of the rulebook: whoever wrote these knows that others come before and after.
        """
        if self.place != other.place or (self.adds and other.adds) or self.function == other.function:
            return False
        if not self.own and not other.own:
            return False
        if self.value == other.value and self.value[0] == "const" and not self.adds and not other.adds:
            return False
        both = (self.entity, other.entity)
        return self.entity == other.entity or not all(each is not None and each[0] == "const" for each in both)


def interference(program: Program, places: Places, layers: tuple[Layer, ...], findings: Findings) -> None:
    owners = {source: layer for layer in layers for source in layer.files}
    own = {
        number
        for number, function in enumerate(program.functions)
        if function.span >= 0 and places.span(function.span).source in owners
    }
    writes = cache(lambda number: tuple(_writes(program, number, own)))
    _two_sets(program, places, owners, findings)
    rules = [
        (rule, layer)
        for rule in program.rules
        if rule.stage != "instead"
        and not rule.standing
        and (layer := owners.get(places.span(rule.span).source)) is not None
    ]
    for (first, one), (second, other) in combinations(rules, 2):
        here, there = places.span(first.span), places.span(second.span)
        if strangers(one, here, other, there) and _meet(first, second):
            pairs = product(writes(first.function), writes(second.function))
            disturbed = next((write for write, their in pairs if write.disturbs(their)), None)
            if disturbed is not None:
                common = _name(program, disturbed)
                findings.warning(
                    "order-unclear",
                    there,
                    f"Two rules wait for the same, and both change `{common}`: which one comes first matters.",
                    "Let their conditions exclude one another (`if …` and `if not …`), or make one rule of them.",
                    [Label(here, "This is the other one:")],
                )


def _two_sets(program: Program, places: Places, owners: dict[Source, Layer], findings: Findings) -> None:
    """Of two that set a value on one piece the later wins: of two variants neither is later."""
    setting = [
        (modifier, span, owners[span.source])
        for modifier in program.modifiers
        if modifier.op == "set"
        and modifier.pieces
        and not modifier.standing
        and (span := places.span(modifier.span)).source in owners
    ]
    for (one, here, first), (other, there, second) in combinations(setting, 2):
        on_one = not set(one.pieces).isdisjoint(other.pieces)
        if on_one and strangers(first, here, second, there) and in_the_way(one, other):
            findings.warning(
                "two-sets",
                there,
                f"Two rules on one piece can both set `{program.values[one.value].name}`.",
                "Let their conditions exclude one another.",
                [Label(here, "This is the other one:")],
            )


def _meet(first: Rule, second: Rule) -> bool:
    """Whether both can start at one moment without anybody deciding which comes first, as for rules on two pieces."""
    if (first.stage, first.target) != (second.stage, second.target) or disjoint(first.guard, second.guard):
        return False
    return first.pieces == second.pieces or not set(first.pieces).isdisjoint(second.pieces)


def _name(program: Program, write: _Write) -> str:
    where, number, *field = write.place
    if where == "outer":
        function = program.functions[number]
        return f"{function.name}.{function.slots[field[0]]}"
    column: Column = program.columns[number]
    return column.name


def _writes(program: Program, number: int, own: set[int]) -> Iterator[_Write]:
    """All that a function changes, and what it runs."""
    waiting, seen = [number], {number}
    while waiting:
        at = waiting.pop()
        function = program.functions[at]
        for block in function.blocks:
            for instr in block.instrs:
                if instr[0] in READING:
                    yield _write(instr, at, at in own)
        more = called(program, function) - seen
        seen |= more
        waiting += more


def _write(instr: Instr, function: int, own: bool) -> _Write:
    word, *target, value = instr
    entity = target.pop() if word == "set_prop" else None
    reading = (READING[word], *instr[1:-1])
    adds = value[0] in ("add", "sub") and value[1] == reading and reading not in nodes_in(value[2])
    return _Write((READING[word], *target), entity, value, adds, function, own)
