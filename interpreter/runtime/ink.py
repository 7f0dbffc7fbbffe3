"""What a line of the log costs. Ink is measured in lines, and a long line takes as much of it as several.

The letters are reckoned, not written: an upper bound for a line that is short in any case, what its names come to for
one that may be long.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.meaning import element, plain_type
from rulewright.interpreter.ir.program import Function, Program
from rulewright.interpreter.runtime.machine import Machine

WIDE = 200  # letters in a line of the log
LONGEST = 4_000  # letters of a line of the log, which is cut there
WORD = 200  # letters of a name in the log, at most
KEPT = 10  # letters that each element of a list costs besides its name: it is kept, even where the line is cut
_AROUND = 4  # letters of what joins names: arrows, commas, `and`
_NUMBER = 11  # letters of the longest
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def write(M: Machine, letters: int) -> None:
    """Takes the ink for a line of so many letters. A StopIteration where there is not enough."""
    next(islice(M.ink, max(0, letters - 1) // WIDE, None))


def widths(program: Program) -> list[int]:
    """The letters of each entity's name. What is none is the last one: `the box`, `none`."""
    return [*(min(len(label), WORD) for label in program.labels), 7]


def joined(*parts: int) -> int:
    """The letters of a line that joins so long names."""
    return sum(parts) + _AROUND * len(parts)


@frozen
class Line:
    """How long a line is that stands for some arguments: what is fixed, and how often it names each of the others."""

    fixed: int
    entities: tuple[tuple[int, int], ...]  # arguments, with the times that each is named
    lists: tuple[tuple[int, int, int], ...]  # the same, with the letters of an element; of entities, 0
    width: list[int]

    @property
    def short(self) -> bool:
        """Whether it is one line, whatever the arguments are."""
        longest = max(self.width)
        return not self.lists and self.fixed + sum(times * longest for _, times in self.entities) <= WIDE

    def write(self, M: Machine, args: tuple[Any, ...]) -> None:
        width, letters, kept = self.width, self.fixed, 0
        for at, times in self.entities:
            letters += times * width[args[at]]
        for at, times, each in self.lists:
            values = args[at]
            named = each * len(values) if each else sum([width[value] for value in values])
            letters += times * (named + _AROUND * len(values))
            kept += KEPT * len(values)
        write(M, min(letters, LONGEST) + kept)


def event_line(program: Program, width: list[int], function: Function) -> Line:
    """Of an event: its text filled in, else its name and all arguments; and before it a name, of whoever does it."""
    kinds = ("entity", *(plain_type(program, kind) for kind in function.param_types))
    if not function.text:
        return _line(program, width, function.label or function.name, kinds, [1] * len(kinds))
    known = {name: number for number, name in enumerate(function.params, 1)}
    known |= {str(number - 1): number for number in known.values()}
    times = [1] + [0] * len(function.params)
    for found in PLACEHOLDER.findall(function.text):
        if found in known:
            times[known[found]] += 1
    return _line(program, width, function.text, kinds, times)


def said_line(program: Program, width: list[int], text: str, kinds: tuple[str, ...]) -> Line:
    """Of `say`, where `{0}` stands for the first argument."""
    return _line(program, width, text, kinds, [text.count(f"{{{number}}}") for number in range(len(kinds))])


def _line(program: Program, width: list[int], text: str, kinds: tuple[str, ...], times: list[int]) -> Line:
    fixed = len(text) + _AROUND * sum(times)
    longest = {enum.name: max([min(len(label), WORD) for label in enum.labels], default=0) for enum in program.enums}
    entities, lists = [], []
    for at, (kind, often) in enumerate(zip(kinds, times, strict=True)):
        inner = element(kind)
        if kind == "entity":
            entities.append((at, often))
        elif inner:
            lists.append((at, often, 0 if inner == "entity" else longest.get(inner, _NUMBER)))
        else:
            fixed += often * longest.get(kind, _NUMBER)
    return Line(fixed, tuple(entities), tuple(lists), width)
