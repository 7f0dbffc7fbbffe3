"""Where text comes from, and how a place in it is named."""

from rulewright.interpreter.source.heading import Heading
from rulewright.interpreter.source.loader import Loader, MemoryLoader, decode
from rulewright.interpreter.source.problem import SourceProblem
from rulewright.interpreter.source.source import Source, Span

__all__ = ["Heading", "Loader", "MemoryLoader", "Source", "SourceProblem", "Span", "decode"]
