"""Rulebooks with one cited statement deleted or negated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from rulewright.interpreter.link import Linked
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

UNTOUCHED = (nodes.Example, nodes.Note, nodes.Book, nodes.Variant, nodes.Invariant)


@frozen
class Mutant:
    what: str  # what was done to it
    span: Span
    cite: tuple[str, ...]
    linked: Linked


def mutants(linked: Linked) -> Iterator[Mutant]:
    """One for each cited statement of the rulebook's own files that can be left out or turned round."""
    own = {source.name for source in linked.own}
    for declaration in linked.declarations:
        if isinstance(declaration, UNTOUCHED) or declaration.span.source.name not in own:
            continue
        cited: set[int] = set()  # a line is cited once, whatever stands on it
        for node in walk(declaration):
            if getattr(node, "cite", ()) and node.span.line not in cited:
                cited.add(node.span.line)
                change = _change(node)
                if change is not None:
                    what, new = change
                    declarations = tuple(
                        each
                        for old in linked.declarations
                        for each in _kept(_with(old, node, new) if old is declaration else old)
                    )
                    yield Mutant(what, node.span, node.cite, attrs.evolve(linked, declarations=declarations))


def _kept(declaration: Any) -> tuple[nodes.Declaration, ...]:
    return (declaration,) if isinstance(declaration, nodes.Declaration) else ()


def _not(test: nodes.Expr) -> nodes.Expr:
    return nodes.Unary("not", test, span=test.span)


def _change(node: Any) -> tuple[str, Any] | None:
    """What is done, and the new node, or None to leave it out; None where nothing sensible can be done."""
    match node:
        case nodes.If():
            (test, body), *rest = node.branches
            return "negated", attrs.evolve(node, branches=((_not(test), body), *rest))
        case nodes.Require() | nodes.Condition():
            return "negated", attrs.evolve(node, test=_not(node.test))
        case nodes.Let() | nodes.Field() | nodes.Roll():
            return None  # what follows would not know it
        case nodes.Choose() if node.wheres:
            return "its first condition negated", attrs.evolve(
                node, wheres=(attrs.evolve(node.wheres[0], test=_not(node.wheres[0].test)), *node.wheres[1:])
            )
        case nodes.Choose() | nodes.Together():
            return None
        case nodes.Statement() | nodes.Rule() | nodes.Modify():
            return "deleted", None
        case nodes.Callable():
            return "emptied", attrs.evolve(node, body=())
        case nodes.Value() if node.type.name == "flag":
            return "negated", attrs.evolve(node, body=_not(node.body))
        case nodes.Value() if node.type.name == "number" and not node.type.many:
            one = nodes.Number(1, span=node.body.span)
            return "made one more", attrs.evolve(node, body=nodes.Binary("+", node.body, one, span=node.body.span))
        case nodes.Zone() if node.capacity is not None:
            return "without its limit", attrs.evolve(node, capacity=None)
    return None


def _with(tree: Any, old: Any, new: Any) -> Any:
    """The tree with one node replaced, or left out."""
    if tree is old:
        return new
    if isinstance(tree, tuple):
        changed = tuple(each for each in (_with(each, old, new) for each in tree) if each is not None or None in tree)
        return (
            tree if len(changed) == len(tree) and all(a is b for a, b in zip(changed, tree, strict=True)) else changed
        )
    if attrs.has(type(tree)) and not isinstance(tree, Span):
        fields = {}
        for field in attrs.fields(type(tree)):
            value = getattr(tree, field.name)
            if field.name != "span" and (isinstance(value, tuple) or attrs.has(type(value))):
                found = _with(value, old, new)
                if found is not value:
                    fields[field.name] = found
        return attrs.evolve(tree, **fields) if fields else tree
    return tree
