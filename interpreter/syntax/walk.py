"""All nodes under a node, in the order they were written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulewright.interpreter.source import Source, Span


def walk(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for each in node:
            yield from walk(each)
    elif attrs.has(type(node)) and not isinstance(node, (Span, Source)):
        yield node
        for field in attrs.fields(type(node)):
            if field.name != "span":
                yield from walk(getattr(node, field.name))
