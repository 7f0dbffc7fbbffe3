"""From the declarations to the IR."""

from rulewright.interpreter.lower.program import lower

__all__ = ["lower"]
