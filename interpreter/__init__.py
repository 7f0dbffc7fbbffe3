"""The front door: all that a command, a bot or another program needs.

To add a name: a line in `_DOORS`, and the same import under TYPE_CHECKING. A name is fetched when it is first asked
for, so that `rulewright --help` and `rulewright list` do not wait for the parser.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.source import Loader, MemoryLoader, Source, SourceProblem, Span

_DOORS = {
    "Loader": "source",
    "MemoryLoader": "source",
    "Source": "source",
    "SourceProblem": "source",
    "Span": "source",
}

__all__ = ["Loader", "MemoryLoader", "Source", "SourceProblem", "Span"]


def __getattr__(name: str) -> object:
    if name in _DOORS:
        return getattr(import_module(f"{__name__}.{_DOORS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
