"""The tracing evaluator's operations on lists."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.ir.program import NONE, Expr
from rulewright.interpreter.runtime.primitives import concat, member, span
from rulewright.interpreter.runtime.tracing import Applied, Evaluator, Trace, View, checked, known, operation


@operation("range")
def _range(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    low, high = self.number(node[1], view, inside), self.number(node[2], view, inside)
    return tuple(span(low, high))


@operation("entities")
def _entities(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return tuple(range(node[1], node[1] + node[2]))


@operation("players")
def _players(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return tuple(range(self.world.players))


@operation("winners")
def _winners(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return self.world.winners


@operation("list")
def _list(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return tuple(self.kept(item, view, inside) for item in node[1:])


@operation("relation")
def _relation(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    relation = self.program.relations[node[1]]
    return relation.rows[self.entity(node[2], relation.first, len(relation.rows), view, inside) - relation.first]


@operation("indices")
def _indices(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return tuple(range(len(self.elements(node[1], view, inside))))


@operation("concat")
def _concat(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return concat(self.elements(node[1], view, inside), self.elements(node[2], view, inside))


@operation("distinct")
def _distinct(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return tuple(dict.fromkeys(self.elements(node[1], view, inside)))


@operation("reverse")
def _reverse(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return tuple(reversed(self.elements(node[1], view, inside)))


@operation("take")
def _take(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    items = self.elements(node[1], view, inside)
    return tuple(items[: max(0, self.number(node[2], view, inside))])


@operation("without")
def _without(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    items = self.elements(node[1], view, inside)
    left_out = self.number(node[2], view, inside)
    self.can_tell(left_out, items)
    return tuple(item for item in items if item != left_out)


@operation("count")
def _count(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return len(self.elements(node[1], view, inside))


@operation("nth")
def _nth(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    items = self.elements(node[1], view, inside)
    number = self.number(node[2], view, inside)
    return items[number - 1] if 1 <= number <= len(items) else NONE


@operation("member")
def _member(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    return member(self.elements(node[1], view, inside), self.number(node[2], view, inside))


@operation("filter", "map", "sum", "most", "least")
def _each(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    name, local, domain, inner = node
    items = self.elements(domain, view, inside)
    found = [self.trace(inner, view.bind(local, item), (local, item)) for item in items]
    inside.extend(found)
    if name == "filter":
        return tuple(item for item, test in zip(items, found, strict=True) if test.value)
    if name == "map":
        return tuple(checked(inner, one.value) for one in found)
    values = [known(one.value) for one in found]
    if name == "sum":
        return sum(values)
    return max(values, default=0) if name == "most" else min(values, default=0)


@operation("some", "every", "first")
def _until(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    """These stop at the element that decides."""
    name, local, domain, inner = node
    for item in self.elements(domain, view, inside):
        found = self.trace(inner, view.bind(local, item), (local, item))
        inside.append(found)
        if bool(found.value) != (name == "every"):
            return item if name == "first" else name == "some"
    return NONE if name == "first" else name == "every"


@operation("sort")
def _sort(self: Evaluator, node: Expr, view: View, inside: list[Trace], applied: list[Applied]) -> Any:
    _, local, domain, keys = node
    items = self.elements(domain, view, inside)
    ranks = []
    for item in items:
        found = [self.trace(key, view.bind(local, item), (local, item)) for key, _ in keys]
        inside.extend(found)
        values = [known(one.value) for one in found]
        ranks.append([-each if down else each for each, (_, down) in zip(values, keys, strict=True)])
    return tuple(items[at] for at in sorted(range(len(items)), key=lambda at: ranks[at]))
