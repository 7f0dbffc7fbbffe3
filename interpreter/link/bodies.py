"""Changes inside the body of a phase, effect or action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulewright.interpreter.diagnostics import Findings, quoted
from rulewright.interpreter.link.addresses import called
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

Change = Callable[[nodes.Statement], nodes.Statement | None]


def changed_body(declaration: nodes.Callable, patch: nodes.ChangeBody, findings: Findings) -> nodes.Callable:
    body = declaration.body
    for times in patch.times:
        body = _loop(body, times, findings)
    for statement in patch.statements:
        body = _in_place(body, statement, declaration, findings) if called(statement) else (statement, *body)
    for name in patch.removed:
        body = _without(body, name, declaration, findings)
    return attrs.evolve(
        declaration,
        body=body,
        text=declaration.text if patch.text is None else patch.text,
        label=declaration.label if patch.label is None else patch.label,
        span=declaration.span if patch.text is None else patch.span,  # a fault in the new text is the patch's fault
    )


def _loop(body: nodes.Body, times: nodes.Times, findings: Findings) -> nodes.Body:
    def changed(statement: nodes.Statement) -> nodes.Statement:
        if (
            isinstance(statement, nodes.Repeat)
            and statement.name is not None
            and statement.name.text == times.loop.text
        ):
            return attrs.evolve(statement, times=times.times)
        return statement

    loops = [each.name.text for each in walk(body) if isinstance(each, nodes.Repeat) and each.name is not None]
    if times.loop.text not in loops:
        findings.unknown(
            "nothing-to-change",
            times.loop.text,
            times.loop.span,
            f"There is no loop called `{times.loop.text}` here.",
            loops,
            "A loop has a name where it says so: repeat 3 times as lap",
        )
    return _body(body, changed)


def _in_place(body: nodes.Body, new: nodes.Statement, declaration: nodes.Callable, findings: Findings) -> nodes.Body:
    """The body with the statement in the place of the one of its sort that has its name."""
    name = called(new)
    word = "choose" if isinstance(new, nodes.Choose) else type(new).__name__.lower()
    known = [called(each) for each in walk(body) if type(each) is type(new)]
    if name not in known:
        findings.unknown(
            "nothing-to-change",
            name,
            new.name.span,  # type: ignore[attr-defined]
            f"`{declaration.name.text}` has no `{word} {name}`.",
            known,
            f"It has {quoted(f'{word} {each}' for each in known)}."
            if known
            else "Hang a rule `before` or `after` it instead.",
        )
    return _body(body, lambda each: new if type(each) is type(new) and called(each) == name else each)


def _without(body: nodes.Body, name: nodes.Name, declaration: nodes.Callable, findings: Findings) -> nodes.Body:
    known = [found for each in walk(body) if (found := _removable(each))]
    if name.text not in known:
        findings.unknown(
            "nothing-to-change",
            name.text,
            name.span,
            f"`{declaration.name.text}` has nothing called `{name.text}` that could be removed.",
            known,
            f"It has {quoted(dict.fromkeys(known))}." if known else None,
        )
    return _body(body, lambda statement: None if _removable(statement) == name.text else statement)


def _removable(node: object) -> str:
    """The name by which a statement can be taken out: a step's, a loop's, or that of what it runs."""
    if isinstance(node, (nodes.Step, nodes.Perform)):
        return node.name.text
    return node.name.text if isinstance(node, nodes.Repeat) and node.name is not None else ""


def _body(body: nodes.Body, change: Change) -> nodes.Body:
    return tuple(_rewritten(body, change))


def _rewritten(tree: Any, change: Change) -> Any:
    """The tree with every statement in it changed, or left out where the change gives None."""
    if isinstance(tree, tuple):
        found = []
        for each in tree:
            new = _rewritten(each, change)
            if isinstance(new, nodes.Statement):
                new = change(new)
                if new is None:
                    continue
            found.append(new)
        return tuple(found)
    if isinstance(tree, (nodes.Statement, nodes.Option)):
        fields = {field.name: getattr(tree, field.name) for field in attrs.fields(type(tree)) if field.name != "span"}
        changed = {name: _rewritten(value, change) for name, value in fields.items() if isinstance(value, tuple)}
        return attrs.evolve(tree, **changed)
    return tree
