"""All nodes under a node, in the order they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs

from rulewright.interpreter.source import Source, Span


def walk(node: Any) -> Iterator[Any]:
    """Every stage goes over the whole tree, so this keeps its own stack: nested generators would pass each node up."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            waiting += each[::-1]
            continue
        fields = fields_of(type(each))
        if fields is not None:
            yield each
            waiting += [getattr(each, name) for name in fields]


def _fields(kind: type) -> tuple[str, ...] | None:
    """What a node of this class holds, the last first; None for what is no node."""
    if not attrs.has(kind) or issubclass(kind, (Span, Source)):
        return None
    return tuple(field.name for field in reversed(attrs.fields(kind)) if field.name != "span")


fields_of: Callable[[type], tuple[str, ...] | None] = cache(_fields)
