"""What everything that lowers statements shares: the rulebook's model, and the function that is being built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.lower.builder import Builder

if TYPE_CHECKING:
    from rulewright.interpreter.diagnostics import Findings
    from rulewright.interpreter.lower.lowering import Lowering
    from rulewright.interpreter.model.book import Model
    from rulewright.interpreter.model.expressions import Expressions
    from rulewright.interpreter.model.scope import Scope
    from rulewright.interpreter.syntax import nodes


class Body:
    lowering: Lowering
    model: Model
    findings: Findings
    ex: Expressions
    b: Builder

    if TYPE_CHECKING:  # statements hold statements: these are in `statements.py`, which sees all the others

        def body(self, body: nodes.Body, scope: Scope) -> None: ...
        def statement(self, node: nodes.Statement, scope: Scope) -> None: ...
        def function(self, body: nodes.Body, scope: Scope | None = None) -> None: ...
        def _perform(self, node: nodes.Perform, scope: Scope) -> None: ...
