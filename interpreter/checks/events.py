"""Fields of events are read only while the event runs, and only after the point that makes them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import called, nodes_in, trees_of
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.program import Program, Rule


def events_that_must_run(program: Program, places: Places, findings: Findings) -> None:
    running = _certainly_running(program)
    for number, function in enumerate(program.functions):
        if function.role == "script" or number not in running:
            continue
        guarded = {node[1] for tree, _ in trees_of(program, number) for node in nodes_in(tree) if node[0] == "running"}
        for event, _, span in _reads(program, number):
            if event not in running[number] and event != number and event not in guarded:
                name = program.functions[event].name
                findings.error(
                    "event-not-running",
                    places.span(span),
                    f"This reads `{name}`, but it can happen while no `{name}` is running.",
                    f"Pass what is needed as a parameter, or ask first: `if {name} is running`.",
                )
    for rule in program.rules:
        _too_early(program, rule, places, findings)


def _reads(program: Program, number: int) -> Iterator[tuple[int, int, int]]:
    """Which function's frame, which slot, at which span: read by itself and through the values that it asks for."""
    values: set[int] = set()
    for tree, span in trees_of(program, number):
        yield from _in_tree(program, tree, span, values)
    for rule in program.rules:
        if rule.function == number:
            yield from _in_tree(program, rule.guard, rule.span, values)


def _in_tree(program: Program, tree: object, span: int, values: set[int]) -> Iterator[tuple[int, int, int]]:
    for node in nodes_in(tree):
        if node[0] in ("outer", "set_outer"):
            yield node[1], node[2], span
        elif node[0] in ("value", "printed") and node[1] not in values:
            values.add(node[1])
            yield from _in_tree(program, program.values[node[1]].body, span, values)


def _certainly_running(program: Program) -> dict[int, frozenset[int]]:
    """For each function that can run, which functions run whenever it does."""
    starters: dict[int, set[int]] = {}
    roots = {program.main, *program.interjections}
    for number, function in enumerate(program.functions):
        if function.role != "script":
            for each in called(program, function):
                starters.setdefault(each, set()).add(number)
    for rule in program.rules:
        if rule.target >= 0:
            starters.setdefault(rule.function, set()).add(rule.target)
        else:
            roots.add(rule.function)
    running: dict[int, frozenset[int]] = {root: frozenset() for root in roots}
    changed = True
    while changed:
        changed = False
        for number, by in starters.items():
            if number in roots:
                continue
            known = [running[each] | {each} for each in by if each in running]
            if known:
                together = frozenset.intersection(*known)
                if running.get(number) != together:
                    running[number] = together
                    changed = True
    return running


def _too_early(program: Program, rule: Rule, places: Places, findings: Findings) -> None:
    """A rule before, instead of or during an event knows only the fields made until then."""
    if rule.target < 0 or rule.stage == "after":
        return
    target = program.functions[rule.target]
    made_late = {slot: name for name, slot in target.fields}
    for number, block in enumerate(target.blocks):
        in_time = number < target.body if rule.stage == "before" else False
        for instr, span in zip(block.instrs, block.spans, strict=False):
            if rule.stage.startswith("during:"):
                in_time = program.spans[span].line < _window_line(program, rule)
            if instr[0] in ("set", "roll") and in_time:
                made_late.pop(instr[1], None)
    for event, slot, span in _reads(program, rule.function):
        if event == rule.target and slot in made_late:
            findings.error(
                "field-too-early",
                places.span(span),
                f"`{made_late[slot]}` does not exist yet when this rule runs.",
                f"Write the field at the start of `{target.name}`, or hang the rule on a later moment.",
            )


def _window_line(program: Program, rule: Rule) -> int:
    name = rule.stage.removeprefix("during:")
    for block in program.functions[rule.target].blocks:
        if block.end[:2] == ("window", name):
            return program.spans[block.spans[-1]].line
    return 0
