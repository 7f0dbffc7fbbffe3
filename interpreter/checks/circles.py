"""Values that need one another in a circle, by their bodies or by what modifies them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.checks.places import Places
from rulewright.interpreter.checks.trees import nodes_in
from rulewright.interpreter.diagnostics import Findings
from rulewright.interpreter.ir.program import Program


def value_circles(program: Program, places: Places, findings: Findings) -> None:
    needs: dict[int, list[int]] = {}
    for number, value in enumerate(program.values):
        trees: list[object] = [value.body]
        for index in value.modifiers:
            trees += [program.modifiers[index].guard, program.modifiers[index].amount]
        found = dict.fromkeys(node[1] for tree in trees for node in nodes_in(tree) if node[0] in ("value", "printed"))
        needs[number] = list(found)
    for path in _circles(needs):
        names = [program.values[each].name for each in path]
        findings.error(
            "value-circle",
            places.span(program.values[path[0]].span),
            f"`{names[0]}` cannot be computed: it needs itself.",
            "The circle is: " + " -> ".join(names) + ".",
        )


def _circles(needs: dict[int, list[int]]) -> Iterator[list[int]]:
    """Goes through what each value needs, depth first and without recursion: chains of values may be long."""
    done: set[int] = set()
    for start in needs:
        path: list[int] = []
        waiting = [(start, 0)]
        while waiting:
            number, depth = waiting.pop()
            done.update(path[depth:])
            del path[depth:]
            if number in path:
                circle = [*path[path.index(number) :], number]
                done.update(circle)
                yield circle
            elif number not in done:
                path.append(number)
                waiting += ((each, depth + 1) for each in reversed(needs[number]))
        done.update(path)
