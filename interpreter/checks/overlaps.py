"""Two rules of the rulebook that want the same: to replace one event, or to set one value."""

from __future__ import annotations

from itertools import combinations

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import disjoint
from rulewright.interpreter.diagnostics import Findings, Label
from rulewright.interpreter.ir.program import Modifier, Program


def in_the_way(one: Modifier, other: Modifier) -> bool:
    """Whether two that set a value can set the same one, to something else."""
    same = one.amount == other.amount and one.amount[0] == "const"
    return one.value == other.value and not same and not disjoint(one.guard, other.guard)


def overlaps(program: Program, places: Places, findings: Findings) -> None:
    replacing = [rule for rule in program.rules if rule.stage == "instead" and not rule.pieces]
    for first, second in combinations(replacing, 2):
        if first.target == second.target and not disjoint(first.guard, second.guard):
            target = program.functions[first.target].name
            findings.warning(
                "order-unclear",
                places.span(second.span),
                f"Two rules can both stand instead of `{target}`, and nothing says which one does.",
                "Let their conditions exclude one another (`if …` and `if not …`), or make one rule of them.",
                [Label(places.span(first.span), "This is the other one:")],
            )
    setting = [
        modifier
        for modifier in program.modifiers
        if modifier.op == "set" and not modifier.pieces and not modifier.standing
    ]
    for one, other in combinations(setting, 2):
        if in_the_way(one, other):
            value = program.values[one.value].name
            findings.warning(
                "two-sets",
                places.span(other.span),
                f"Two rules can both set `{value}`: this one would win, because it stands later.",
                "Let their conditions exclude one another.",
                [Label(places.span(one.span), "This one would lose:")],
            )
