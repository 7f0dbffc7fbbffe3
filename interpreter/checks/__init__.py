"""What a rulebook says that can never matter, or that means less than it seems to."""

from rulewright.interpreter.checks.program import check_program

__all__ = ["check_program"]
