"""Values must come to an end: no value may need itself, neither through a modifier nor through `can`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.interpreter.ir.operations import walk
from rulewright.interpreter.ir.program import Program

Node = tuple[str, int]  # "value" (with modifiers), "printed" (without), "can" and the index


def cycle_faults(program: Program) -> list[str]:
    """One sentence for each circle, with its path. The program is well formed otherwise."""
    faults = []
    done: set[Node] = set()
    starts = [("value", number) for number in range(len(program.values))]
    starts += [("can", number) for number in range(len(program.functions))]
    for start in starts:
        circle = _circle(program, start, done)
        if circle:
            path = " needs ".join(_name(program, node) for node in circle)
            faults.append(f"value cycle: {path}")
    return faults


def _circle(program: Program, start: Node, done: set[Node]) -> list[Node]:
    """Depth first, without recursion; nodes that are known to end are in `done`."""
    if start in done:
        return []
    path = [start]
    on_path = {start}
    waiting: list[Iterator[Node]] = [iter(_needs(program, start))]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            ended = path.pop()
            on_path.discard(ended)
            done.add(ended)
        elif node in on_path:
            circle = [*path[path.index(node) :], node]
            done.update(path)
            return circle
        elif node not in done:
            path.append(node)
            on_path.add(node)
            waiting.append(iter(_needs(program, node)))
    return []


def _needs(program: Program, node: Node) -> list[Node]:
    form, number = node
    if form == "printed":
        return _named([program.values[number].body])
    if form == "value":
        changes = [program.modifiers[index] for index in program.values[number].modifiers]
        return [("printed", number), *_named(tree for change in changes for tree in (change.guard, change.amount))]
    trees: list[tuple[Any, ...]] = []
    for item in program.functions[number].prefix:
        if item.form == "choose":
            site = program.sites[item.site]
            trees += [site.domain, site.least, site.most]
            trees += [where.test for where in (*site.wheres, *site.provided)]
        else:
            trees.append(item.test)
    return _named(trees)


def _named(trees: Iterable[tuple[Any, ...]]) -> list[Node]:
    found = dict.fromkeys(
        (node[0], node[1]) for tree in trees for node in walk(tree) if node[0] in ("value", "printed", "can")
    )
    return list(found)


def _name(program: Program, node: Node) -> str:
    form, number = node
    if form == "can":
        return f"can {program.functions[number].name}"
    return f"printed {program.values[number].name}" if form == "printed" else program.values[number].name
