"""A text with a name, and a stretch of it."""

from functools import cached_property
from pathlib import Path

from attrs import field, frozen


@frozen(slots=True)
class Source:
    """A text as it was read. `name` is what messages call it; `path` is where it lies, for what it includes."""

    name: str
    text: str = field(repr=False)
    path: Path | None = field(default=None, eq=False, repr=False)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends. Only a line feed ends a line, as in the parser."""
        return tuple(self.text.split("\n"))

    def line(self, number: int) -> str:
        """Line `number`, counted from 1; empty beyond the end, where a parser may well point."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    def span(self, line: int, column: int, end_line: int | None = None, end_column: int | None = None) -> "Span":
        """The stretch from line and column; one character wide if no end is given."""
        last = line if end_line is None else end_line
        return Span(self, line, column, last, column + 1 if end_column is None else end_column)


@frozen(slots=True)
class Span:
    """A stretch of a source. Lines and columns count from 1, in characters; the end is exclusive.

    In a class that carries a span, it comes last and outside equality: `span: Span = field(eq=False)`.
    """

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    @property
    def start(self) -> tuple[int, int]:
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        return self.end_line, self.end_column

    def to(self, other: "Span") -> "Span":
        """The smallest span that holds both. Of two sources it stays with the first."""
        if other.source is not self.source and other.source.name != self.source.name:
            return self
        line, column = min(self.start, other.start)
        end_line, end_column = max(self.end, other.end)
        return Span(self.source, line, column, end_line, end_column)

    @property
    def text(self) -> str:
        """What stands there."""
        if self.line == self.end_line:
            return self.source.line(self.line)[self.column - 1 : self.end_column - 1]
        first = self.source.line(self.line)[self.column - 1 :]
        between = self.source.lines[self.line : self.end_line - 1]
        last = self.source.line(self.end_line)[: self.end_column - 1]
        return "\n".join((first, *between, last))
