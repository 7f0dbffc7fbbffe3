"""What the game can never come to: effects that nothing runs, rules that wait for what never happens."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import called, constant
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.program import Expr, Program, Rule

WORD = re.compile(r"\w+")
Never = Callable[[Expr, int], bool]  # whether a condition at a place holds never, whatever happens
NOUNS = {"effect": "effect", "action": "action", "phase": "phase"}


def reach(program: Program, options: frozenset[str], places: Places, findings: Findings) -> None:
    """`options` are the names of the settings: what one of them rules out today, it may allow tomorrow."""

    def never(test: Expr, span: int) -> bool:
        return constant(test) == 0 and options.isdisjoint(WORD.findall(places.span(span).text))

    live = [rule for rule in program.rules if _can_fire(program, rule, never, places, findings)]
    reached = _reached(program, live)
    _idle_modifiers(program, never, places, findings)
    _idle_branches(program, never, places, findings)
    for number, function in enumerate(program.functions):
        if (
            number not in reached
            and function.role in NOUNS
            and function.span >= 0
            and _own(program, function.span, places)
        ):
            findings.warning(
                "never-reached",
                places.span(function.span),
                f"The {NOUNS[function.role]} `{function.name}` is never reached from `game`.",
                "Run it from a phase, offer it, or remove it.",
            )
    for rule in live:
        if rule.target >= 0 and rule.target not in reached and _own(program, rule.span, places):
            target = program.functions[rule.target]
            findings.warning(
                "never-fires",
                places.span(rule.span),
                f"This rule never fires: `{target.name}` never happens.",
                f"Nothing that the game comes to runs `{target.name}`.",
            )


def _idle_modifiers(program: Program, never: Never, places: Places, findings: Findings) -> None:
    for modifier in program.modifiers:
        if never(modifier.guard, modifier.span) and _own(program, modifier.span, places):
            findings.warning(
                "never-fires",
                places.span(modifier.span),
                f"This never changes `{program.values[modifier.value].name}`: its condition is never true.",
                "Change its condition, or remove it.",
            )


def _idle_branches(program: Program, never: Never, places: Places, findings: Findings) -> None:
    for function in program.functions:
        for block in function.blocks:
            # An `if` writes its own block first; a loop that ends never (`until no`) goes on in the second.
            if block.end[0] == "branch" and block.end[2] < block.end[3] and never(block.end[1], block.spans[-1]):
                findings.warning(
                    "never-reached",
                    places.span(block.spans[-1]),
                    "What stands below this is never reached: the condition is never true.",
                    "Change the condition, or remove the block.",
                )


def _own(program: Program, span: int, places: Places) -> bool:
    """Libraries offer more than a rulebook needs: only its own files are looked at."""
    source = places.sources[program.spans[span].file]
    return source.path is None or "stdlib" not in source.path.parts


def _reached(program: Program, rules: list[Rule]) -> set[int]:
    waiting = [program.main, *program.interjections]
    waiting += [rule.function for rule in rules if rule.target < 0]
    reached: set[int] = set()
    by_target: dict[int, list[int]] = {}
    for rule in rules:
        by_target.setdefault(rule.target, []).append(rule.function)
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting.extend(called(program, program.functions[number]))
            waiting.extend(by_target.get(number, ()))
    return reached


def _can_fire(program: Program, rule: Rule, never: Never, places: Places, findings: Findings) -> bool:
    if never(rule.guard, rule.span):
        findings.warning(
            "never-fires",
            places.span(rule.span),
            "This rule never fires: its condition is never true.",
            "Change its condition, or remove the rule.",
        )
        return False
    if rule.works and rule.pieces and not any(_may_lie(program, piece, rule.works) for piece in rule.pieces):
        findings.warning(
            "never-fires",
            places.span(rule.span),
            "This rule never fires: its piece cannot lie where it works.",
            "Let the zone hold this kind, or say where the rule works: `from ZONE`, or `works in ZONE` in the kind.",
        )
        return False
    return True


def _may_lie(program: Program, piece: int, works: tuple[int, ...]) -> bool:
    for zone in program.zones:
        works_here = any(zone.first <= place < zone.first + zone.count for place in works)
        if works_here and any(first <= piece < first + count for first, count in zone.holds):
            return True
    return False
