"""The tracing evaluator with all its operations."""

from __future__ import annotations

from rulewright.interpreter.ir.program import Expr
from rulewright.interpreter.runtime import evaluate_lists, evaluate_numbers, evaluate_values
from rulewright.interpreter.runtime.tracing import Evaluator, Trace, View
from rulewright.interpreter.runtime.world import World

OPERATIONS = (evaluate_numbers, evaluate_lists, evaluate_values)  # each registers its own when it is imported


def evaluator(world: World) -> Evaluator:
    return Evaluator(world)


def evaluate(world: World, node: Expr, view: View | None = None) -> Trace:
    return evaluator(world).trace(node, view or View())
