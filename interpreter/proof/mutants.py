"""Rulebooks with one cited statement, or one rule of a card, deleted or turned round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
from attrs import frozen

from rulewright.interpreter.link import Linked
from rulewright.interpreter.proof.twists import more, negated, twisted
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

UNTOUCHED = (nodes.Example, nodes.Note, nodes.Book, nodes.Variant, nodes.Invariant)
Change = tuple[str, Any]  # what is done, and the new node


@frozen
class Mutant:
    what: str  # what was done to it
    span: Span
    cite: tuple[str, ...]
    linked: Linked | None  # None where nothing sensible can be done to it


def mutants(linked: Linked) -> Iterator[Mutant]:
    """For each statement of the rulebook's own files that is cited, or printed on a card, what can be done to it."""
    own = {source.name for source in linked.own}
    for declaration in linked.declarations:
        if isinstance(declaration, UNTOUCHED) or declaration.span.source.name not in own:
            continue
        cited: set[int] = set()  # a line is cited once, whatever stands on it
        for node in walk(declaration):
            printed = isinstance(declaration, nodes.Piece) and isinstance(node, (nodes.Rule, nodes.Modify))
            cites: tuple[str, ...] = getattr(node, "cite", ())
            if not (printed or cites) or node.span.line in cited:
                continue
            cited.add(node.span.line)
            changes = [*_changes(node)]
            for what, new in changes:
                declarations = tuple(
                    _with(old, node, new) if old is declaration else old for old in linked.declarations
                )
                yield Mutant(what, node.span, node.cite, attrs.evolve(linked, declarations=declarations))
            if not changes:
                yield Mutant(_sort(node), node.span, node.cite, None)


def _sort(node: Any) -> str:
    name = getattr(node, "name", None)
    if isinstance(node, nodes.Declaration) and isinstance(name, nodes.Name):
        return f"{type(node).__name__.lower()} {name.text}"
    return "statement"


def _changes(node: Any) -> Iterator[Change]:
    """The whole of it deleted or turned round, and each number on its line one more."""
    change = _change(node)
    if change is not None:
        yield change
    if isinstance(node, (nodes.Piece, nodes.GivenProperty)) or (change is not None and change[0] == "made one more"):
        return
    for number in walk(node):
        if isinstance(number, nodes.Number) and number.span.line == node.span.line:
            yield f"{number.value} made {number.value + 1}", _with(node, number, more(number))


def _change(node: Any) -> Change | None:
    """None where nothing sensible can be done: what only gives a thing its name cannot be lost without the thing."""
    match node:
        case nodes.Statement():
            return _statement(node)
        case nodes.Condition():
            return "negated", attrs.evolve(node, test=negated(node.test))
        case nodes.Rule() if node.condition is not None:
            return "deleted", attrs.evolve(node, condition=_never(node))
        case nodes.Rule() | nodes.Modify():
            return "deleted", attrs.evolve(node, test=_never(node))
        case nodes.Callable():
            return "emptied", attrs.evolve(node, body=())
        case nodes.Value():
            return _value(node)
        case nodes.Zone():
            return _zone(node)
        case nodes.Board():
            changed = _zone(node.zone)
            return changed and (changed[0], attrs.evolve(node, zone=changed[1]))
        case nodes.Kind() if node.starts is not None:
            return "starts nowhere", attrs.evolve(node, starts=None)
        case nodes.Piece() | nodes.GivenProperty():
            return _printed(node)
    return None


def _never(node: Any) -> nodes.Expr:
    return nodes.Literal("no", span=node.span)


def _statement(node: nodes.Statement) -> Change | None:
    match node:
        case nodes.If():
            test, body = node.branches[0]
            return "negated", attrs.evolve(node, branches=((negated(test), body), *node.branches[1:]))
        case nodes.Require():
            return "negated", attrs.evolve(node, test=negated(node.test))
        case nodes.Let() | nodes.Field():
            value = twisted(node.value)
            return value and ("turned round", attrs.evolve(node, value=value))
        case nodes.Choose() if node.wheres:
            first = node.wheres[0]
            wheres = (attrs.evolve(first, test=negated(first.test)), *node.wheres[1:])
            return "its first condition negated", attrs.evolve(node, wheres=wheres)
        case nodes.Choose():
            who = node.asking or nodes.Ref("me", span=node.span)
            other = nodes.Attribute(who, nodes.Name("next", node.span), span=node.span)
            return "asked of the next player", attrs.evolve(node, asking=other)
        case nodes.Roll() | nodes.Pick():
            return None  # what follows would not know it
    # What else is named in it (an option, a round) stays known, so that only its doing is lost.
    return "deleted", nodes.If(((_never(node), (node,)),), (), span=node.span)


def _value(node: nodes.Value) -> Change | None:
    if node.type.name == "flag" and not node.type.many:
        return "negated", attrs.evolve(node, body=negated(node.body))
    if node.type.name == "number" and not node.type.many:
        return "made one more", attrs.evolve(node, body=more(node.body))
    body = twisted(node.body)
    return body and ("turned round", attrs.evolve(node, body=body))


def _zone(node: nodes.Zone) -> Change | None:
    if node.capacity is not None:
        return "without its limit", attrs.evolve(node, capacity=None)
    if node.seen_by is not None:
        return "seen by all", attrs.evolve(node, seen_by=None)
    if node.face_down:
        return "face up", attrs.evolve(node, face_down=False)
    if node.top_seen:
        return "face down", attrs.evolve(node, top_seen=False, face_down=True)
    return None


def _printed(node: nodes.Piece | nodes.GivenProperty) -> Change | None:
    """A number on a card, or that of its copies, is one more; with one less, names would be lost."""
    if isinstance(node, nodes.GivenProperty):
        number = isinstance(node.value, nodes.Number)
        return ("one more", attrs.evolve(node, value=more(node.value))) if number else None
    if node.count > 1:
        return "one copy more", attrs.evolve(node, count=node.count + 1)
    for line in node.lines:
        if isinstance(line, nodes.GivenProperty) and isinstance(line.value, nodes.Number):
            return f"{line.name.text} one more", _with(node, line, attrs.evolve(line, value=more(line.value)))
    return None


def _with(tree: Any, old: Any, new: Any) -> Any:
    """The tree with one node replaced."""
    if tree is old:
        return new
    if isinstance(tree, tuple):
        changed = tuple(_with(each, old, new) for each in tree)
        return changed if any(a is not b for a, b in zip(changed, tree, strict=True)) else tree
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
