"""`until end of turn: modify …` and `at end of turn: …`: rules that live as long as a scope, with the values of now."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.ir import program as ir
from rulewright.interpreter.lower.body import Body
from rulewright.interpreter.lower.builder import Builder
from rulewright.interpreter.lower.placeholders import PLACEHOLDER
from rulewright.interpreter.model import things
from rulewright.interpreter.model.scope import Scope
from rulewright.interpreter.model.types import PIECE, PLAYER
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import walk


class Standing(Body):
    def _until(self, node: nodes.Until, scope: Scope) -> None:
        from rulewright.interpreter.lower.rules import Rules

        function = self.lowering.scope_function(node.scope, "phase, turn, step or loop")
        if function is None:
            return
        for modify in node.modifiers:
            captured = captures(modify, scope)
            number = Rules(self.lowering).modifier(modify, None, None, captured)
            if number >= 0:
                self.b.emit(
                    node.span, "standing", -1, number, function.number, tuple(variable.ir for _, variable in captured)
                )

    def _delayed(self, node: nodes.Delayed, scope: Scope) -> None:
        from rulewright.interpreter.lower.statements import Statements

        function = self.lowering.scope_function(node.scope, "phase, turn, step or loop")
        if function is None:
            return
        captured = captures(node.body, scope)
        number = self.lowering.new_function()
        name = self.lowering.unique(f"{self.b.name}.at_end_of_{function.name}")
        kept = tuple((each, variable.type) for each, variable in captured)
        params = (("this", PIECE), *function.params, *kept)
        builder = Builder(self.lowering, number, name, self.b.label, "rule", params, node.span, "", node.cite)
        inner = builder.scope()
        for index, (param, _) in enumerate(function.params):
            if any(param == each for each, _ in captured):
                continue
            inner.variables[param] = things.Variable(("slot", 2 + index), function.params[index][1], used=True)
        if not any(each == "this" for each, _ in captured):
            del inner.variables["this"]
        inner.event = function
        Statements(self.lowering, builder, None).function(node.body, inner)
        self.lowering.functions[number] = builder.finish()
        rule = ir.Rule(
            name,
            "after",
            function.number,
            number,
            (),
            -1,
            (),
            False,
            "",
            None,
            ("const", 1),
            None,
            False,
            True,
            len(captured),
            ", ".join(node.cite),
            self.lowering.span(node.span),
        )
        self.lowering.rules.append(rule)
        self.b.emit(
            node.span, "standing", len(self.lowering.rules) - 1, -1, function.number, tuple(v.ir for _, v in captured)
        )


def captures(node: object, scope: Scope) -> list[tuple[str, things.Variable]]:
    """The variables of now that are spoken of in something that happens later, once each."""
    found: dict[str, things.Variable] = {}
    for name in names_in(node):
        variable = scope.find(name)
        if name == "me" and scope.me is not None:
            variable = things.Variable(scope.me, PLAYER)
        elif name == "this":
            variable = scope.this
        if name not in found and variable is not None and variable.ir[0] in ("slot", "outer"):
            variable.used = True
            found[name] = variable
    return list(found.items())


def names_in(node: object) -> Iterator[str]:
    """The names that are read in a piece of the rules, those in placeholders included."""
    for each in walk(node):
        if isinstance(each, nodes.Ref):
            yield each.name
        elif isinstance(each, nodes.Say):
            yield from (match.group(1).split(".")[0] for match in PLACEHOLDER.finditer(each.text))
