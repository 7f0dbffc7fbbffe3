"""What relies on a running event happens only while it runs.

Fields are read, something lasts until its end or waits for it, it is stopped, or uses are counted in it. Besides,
fields are read only after the point that makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import bodies_of, called, nodes_in, scopes_of, trees_of
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.program import Program, Rule


def events_that_must_run(program: Program, places: Places, findings: Findings) -> None:
    running = _running(program, frozenset.intersection)
    sometimes = _running(program, frozenset.union)
    for number, function in enumerate(program.functions):
        if function.role == "script" or number not in running:
            continue
        certain = {number, *running[number], *_asked_for(program, number)}
        for event, _, span in _reads(program, number):
            if event not in certain:
                name = program.functions[event].name
                findings.error(
                    "event-not-running",
                    places.span(span),
                    f"This reads `{name}`, but it can happen while no `{name}` is running.",
                    f"Pass what is needed as a parameter, or ask first: `if {name} is running`.",
                )
        for event, does, span in _scopes(program, number):
            if event not in certain:
                name = program.functions[event].name
                findings.error(
                    "event-not-running",
                    places.span(span),
                    f"This {does} `{name}`, but it can happen while no `{name}` is running.",
                    f"Let it happen only inside `{name}`, or ask first: `if {name} is running`.",
                )
    for rule in program.rules:
        _too_early(program, rule, places, findings)
        # Between turns a rule may well wait that counts by turns: its condition keeps it from firing there.
        if (
            rule.once is not None
            and rule.target >= 0
            and rule.once.scope not in sometimes.get(rule.function, {rule.once.scope})
        ):
            name = program.functions[rule.once.scope].name
            findings.error(
                "event-not-running",
                places.span(rule.span),
                f"This counts how often it happens in `{name}`, but it never happens while `{name}` is running.",
                f"Count in something that runs around `{program.functions[rule.target].name}`.",
            )


def _asked_for(program: Program, number: int) -> set[int]:
    """The events of which a function asks whether they are running."""
    trees = [tree for tree, _ in trees_of(program, number)]
    trees += [rule.guard for rule in program.rules if rule.function == number]
    return {node[1] for tree in trees for node in nodes_in(tree) if node[0] == "running"}


def _scopes(program: Program, number: int) -> Iterator[tuple[int, str, int]]:
    """The events that a function relies on without reading them, and for what."""
    for tree, span in trees_of(program, number):
        match tree:
            case ("standing", -1, _, event, _):
                yield event, "lasts until the end of", span
            case ("standing", _, _, event, _):
                yield event, "waits for the end of", span
            case ("stop", event):
                yield event, "stops", span


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


def _running(program: Program, join: Callable[..., frozenset[int]]) -> dict[int, frozenset[int]]:
    """For each function that can run, which functions run then: each time, or any time, as its starters are joined."""
    starters: dict[int, set[frozenset[int]]] = {}  # what each function is started in, innermost and around it
    roots = {program.main, *program.interjections}
    for number, function in enumerate(program.functions):
        if function.role != "script" and not bodies_of(function):
            for each in called(program, function):
                starters.setdefault(each, set()).add(frozenset([number]))
            for scope, body in scopes_of(program, function):
                starters.setdefault(body, set()).add(frozenset([number, scope]))
    for rule in program.rules:
        if rule.target >= 0:
            starters.setdefault(rule.function, set()).add(frozenset([rule.target]))
        else:
            roots.add(rule.function)
    running: dict[int, frozenset[int]] = {root: frozenset() for root in roots}
    changed = True
    while changed:
        changed = False
        for number, by in starters.items():
            if number in roots:
                continue
            known = [each.union(*(running[one] for one in each)) for each in by if each <= running.keys()]
            if known:
                together = join(*known)
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
