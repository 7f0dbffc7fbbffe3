"""Where text comes from, and how a place in it is named."""

from rulewright.interpreter.source.heading import Heading
from rulewright.interpreter.source.loader import Loader, MemoryLoader, decode
from rulewright.interpreter.source.places import MANIFEST, user_folder
from rulewright.interpreter.source.problem import SourceProblem
from rulewright.interpreter.source.source import Source, Span
from rulewright.interpreter.source.visible import first_invisible

__all__ = [
    "MANIFEST",
    "Heading",
    "Loader",
    "MemoryLoader",
    "Source",
    "SourceProblem",
    "Span",
    "decode",
    "first_invisible",
    "user_folder",
]
