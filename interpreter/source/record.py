"""Records: frozen attrs classes that share one way to be compared, hashed and printed.

For each class attrs writes and compiles methods of its own. Of the syntax tree and the IR there are so many classes
that this was a good part of the time in which a command starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

__all__ = ["record"]

if TYPE_CHECKING:
    from attrs import frozen as record  # what it is to a type checker
else:

    def record(cls):
        cls.__eq__, cls.__hash__, cls.__repr__ = _equal, _hashed, _printed
        return frozen(cls, eq=False, repr=False)


def _compared(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, field.name) for field in self.__attrs_attrs__ if field.eq])


def _equal(self: Any, other: object) -> bool:
    return _compared(self) == _compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hashed(self: Any) -> int:
    return hash((self.__class__, _compared(self)))


def _printed(self: Any) -> str:
    shown = [f"{field.name}={getattr(self, field.name)!r}" for field in self.__attrs_attrs__ if field.repr]
    return f"{self.__class__.__qualname__}({', '.join(shown)})"
