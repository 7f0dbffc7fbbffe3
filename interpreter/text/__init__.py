"""The words of a rulebook, composed from its rules: the text of its cards, and what its phases and values say."""

from rulewright.interpreter.text.compose import compose

__all__ = ["compose"]
