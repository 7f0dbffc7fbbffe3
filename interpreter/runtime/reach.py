"""Which rules could come to wait for an event that they themselves have set off: only those must be looked for among
what is running before they start.
"""

from __future__ import annotations

from collections import defaultdict

from rulewright.interpreter.ir.program import Program


def returning(program: Program) -> list[bool]:
    """For each rule whether it could be running when an event comes that it waits for."""
    if program.interjections:
        return [True] * len(program.rules)  # an action may come at any question, whatever waits there
    follows = _follows(program)
    return [
        rule.target < 0 or rule.target in _reached(rule.function, follows)  # `whenever` waits for no single event
        for rule in program.rules
    ]


def _follows(program: Program) -> dict[int, set[int]]:
    """The functions that may run while one of a function is under way, the rules that wait for it among them."""
    follows: dict[int, set[int]] = defaultdict(set)
    for f, function in enumerate(program.functions):
        for block in function.blocks:
            match block.end:
                case ("event" | "call", g, *_):
                    follows[f].add(g)
                case ("part", p, *_):
                    follows[f].update(program.parts[p].functions)
                case ("offer", site, *_):
                    follows[f].update(item.function for item in program.sites[site].menu)
    whenever = {rule.function for rule in program.rules if rule.target < 0}
    for rule in program.rules:
        follows[rule.target].add(rule.function)
        if any(block.end[0] == "proceed" for block in program.functions[rule.function].blocks):
            follows[rule.function].add(rule.target)
    for f in range(len(program.functions)):
        follows[f] |= whenever
    return follows


def _reached(start: int, follows: dict[int, set[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [start]
    while waiting:
        fresh = follows[waiting.pop()] - found
        found |= fresh
        waiting.extend(fresh)
    return found
