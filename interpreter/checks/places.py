"""From the places that a program remembers back to spans of the sources."""

from __future__ import annotations

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.source import Source, Span


class Places:
    def __init__(self, program: Program, sources: tuple[Source, ...]) -> None:
        self.places = program.spans
        self.sources = {source.name: source for source in sources}

    def span(self, number: int) -> Span:
        """The place, to the end of what is written on its line."""
        place = self.places[number]
        source = self.sources[place.file]
        written = source.line(place.line).split("#")[0].split(" cite ")[0].rstrip()
        return source.span(place.line, place.column, place.line, max(len(written) + 1, place.column + 1))
