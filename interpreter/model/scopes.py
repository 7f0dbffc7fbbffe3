"""Turns, steps and named loops. Those that a rule hangs on, counts in, asks for or stops become events."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.interpreter.model import things
from rulewright.interpreter.model.book import Model
from rulewright.interpreter.model.things import in_words
from rulewright.interpreter.model.types import FLAG, NUMBER
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk

TURN = "turn"


def scope_name(statement: object) -> nodes.Name | None:
    """The name under which a statement can be hooked on or stopped."""
    if isinstance(statement, (nodes.Turn, nodes.Alternate, nodes.Each)):
        return nodes.Name(TURN, statement.span)
    if isinstance(statement, nodes.Step):
        return statement.name
    if isinstance(statement, nodes.Repeat):
        return statement.name
    return None


def declare_scopes(model: Model, declarations: Iterable[nodes.Declaration]) -> None:
    written: dict[str, list[nodes.Statement]] = {}
    wanted: set[str] = set()
    named: dict[str, list[nodes.Rule]] = {}
    stopped: set[str] = set()
    for declaration in declarations:
        for node in walk(declaration):
            name = scope_name(node)
            if name is not None:
                written.setdefault(name.text, []).append(node)
                if isinstance(node, nodes.Repeat):
                    _loop(model, name)
            if isinstance(node, nodes.Rule) and node.name is not None:
                named.setdefault(node.name.text, []).append(node)
            if isinstance(node, nodes.Rule) and node.target is not None:
                wanted.add(node.target.text)
            elif isinstance(node, (nodes.Once, nodes.Until, nodes.Delayed)):
                wanted.add(node.scope.text)
            elif isinstance(node, nodes.IsA) and node.kind.text == "running" and isinstance(node.operand, nodes.Ref):
                wanted.add(node.operand.name)
            elif isinstance(node, nodes.Stop):
                wanted.add(node.name.text)
                stopped.add(node.name.text)
    model.scopes.update(written)
    model.rule_names = tuple(named)
    _rule_events(model, named, wanted)
    for scope, statements in written.items():
        if scope not in wanted or isinstance(model.names.get(scope), things.Function):
            continue
        function = things.Function(
            scope,
            in_words(scope),
            statements[0].span,
            "phase",
            None,
            (("which", NUMBER),) if len(statements) > 1 else (),
            len(model.functions),
            bodies=statements,
            used=True,
        )
        loop = model.names.get(scope)
        if isinstance(loop, things.Loop):
            loop.function = function
            if scope in stopped:
                loop.stopped = things.Column(
                    f"{scope}.stopped",
                    f"{in_words(scope)} stopped",
                    loop.span,
                    FLAG,
                    "",
                    False,
                    False,
                    0,
                    "all",
                    len(model.columns),
                    used=True,
                )
                model.columns.append(loop.stopped)
            model.functions.append(function)
        elif model.declare(function):
            model.functions.append(function)


def _rule_events(model: Model, named: dict[str, list[nodes.Rule]], wanted: set[str]) -> None:
    """A rule with a name is an event where another rule hangs on it."""
    for name, rules in named.items():
        if name not in wanted or name in model.names:
            continue
        node = rules[0]
        assert node.name is not None
        if len(rules) > 1:
            model.findings.error(
                "unclear-name",
                node.name.span,
                f"Several rules are called `{name}`, and another rule hangs on that name.",
                "Give each of them a name of its own.",
            )
        function = things.Function(
            name, in_words(name), node.name.span, "rule", None, (), len(model.functions), rule=node, used=True
        )
        if model.declare(function):
            model.functions.append(function)


def _loop(model: Model, name: nodes.Name) -> None:
    """The number of the round is kept in the state, so that every rule and value can read it."""
    if isinstance(model.names.get(name.text), things.Loop):
        return
    column = things.Column(
        name.text, in_words(name.text), name.span, NUMBER, "", False, False, 0, "all", len(model.columns)
    )
    if model.declare(things.Loop(name.text, column.label, name.span, column)):
        model.global_columns[name.text] = column
        model.columns.append(column)
