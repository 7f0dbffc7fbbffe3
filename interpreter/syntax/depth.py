"""How deep expressions go. Whatever comes after the parser follows them by recursion, so there is a limit."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import nodes
from rulewright.interpreter.syntax.walk import fields_of

MOST_NESTED = 80


def too_deep(node: nodes.Declaration) -> Span | None:
    """Where an expression goes deeper than is allowed."""
    waiting: list[tuple[Any, int]] = [(node, 0)]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, tuple):
            waiting += [(inner, depth) for inner in each]
        elif (fields := fields_of(type(each))) is not None:
            depth = depth + 1 if isinstance(each, nodes.Expr) else depth
            if depth > MOST_NESTED:
                return each.span  # type: ignore[no-any-return]
            waiting += [(getattr(each, name), depth) for name in fields]
    return None
