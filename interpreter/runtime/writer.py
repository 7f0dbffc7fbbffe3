"""Lines of generated Python, each with the span of the rule it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

_BOUND = {"S": "M.S", "Z": "M.Z"}


@define
class Writer:
    lines: list[str] = field(factory=list)
    spans: list[int] = field(factory=list)  # one for each line
    depth: int = 0
    span: int = -1

    def put(self, text: str, span: int | None = None) -> None:
        self.lines.append("    " * self.depth + text)
        self.spans.append(self.span if span is None else span)

    @contextmanager
    def inside(self, head: str) -> Iterator[None]:
        self.put(head)
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def function(self, name: str, params: str, span: int) -> Iterator[None]:
        """A function; `S` and `Z` are fetched once at its top, where its body reads them."""
        outside = self.span
        self.span = span
        self.put(f"def {name}({params}):")
        start = len(self.lines)
        self.depth += 1
        yield
        self.depth -= 1
        body = "\n".join(self.lines[start:])
        used = [n for n in _BOUND if re.search(rf"(?<![.\w]){n}\b", body)]
        for n in used:
            self.lines.insert(start, f"    {n} = {_BOUND[n]}")
            self.spans.insert(start, span)
        self.span = outside

    def source(self) -> str:
        return "\n".join(self.lines) + "\n"
