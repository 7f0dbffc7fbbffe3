"""Values that need one another in a circle, by their bodies or by what modifies them."""

from __future__ import annotations

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
    done: set[int] = set()
    for number in needs:
        path = _circle(number, needs, [], done)
        if path:
            names = [program.values[each].name for each in path]
            findings.error(
                "value-circle",
                places.span(program.values[path[0]].span),
                f"`{names[0]}` cannot be computed: it needs itself.",
                "The circle is: " + " -> ".join(names) + ".",
            )


def _circle(number: int, needs: dict[int, list[int]], path: list[int], done: set[int]) -> list[int]:
    if number in path:
        return [*path[path.index(number) :], number]
    if number in done:
        return []
    for following in needs[number]:
        found = _circle(following, needs, [*path, number], done)
        if found:
            done.update(found)
            return found
    done.add(number)
    return []
