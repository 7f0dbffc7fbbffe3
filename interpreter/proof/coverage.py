"""Which lines, rules and cards of a rulebook its examples and some random games reach."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.ir.program import Card, Function, Program
from rulewright.interpreter.proof.survivors import play_through
from rulewright.interpreter.runtime.code import FILE, Code
from rulewright.interpreter.runtime.rulebook import Rulebook

LIBRARY = "stdlib/"
NOUNS = {"effect": "effect", "action": "action", "phase": "phase", "rule": "rule", "part": "part"}
Line = tuple[str, int]  # file and number


@frozen
class Unreached:
    what: str
    where: str
    cite: str


@frozen
class Coverage:
    lines: int
    reached: int
    missed: tuple[Unreached, ...]  # effects, actions, phases, rules, modifiers and cards that nothing reached
    missed_lines: tuple[str, ...]  # file:line of statements that were never run, in what was
    by_chance: tuple[Unreached, ...]  # what only random games reached, and no example


@define
class _Seen:
    spans: set[int] = field(factory=set)
    moved: set[int] = field(factory=set)  # pieces


def coverage(book: Rulebook, games: int) -> Coverage:
    """Runs all examples and as many random games, and looks at what ran."""
    seen = _Seen()
    with _watching(book.code, seen):
        book.run_examples()
    in_examples = _unreached(book.program, seen)
    with _watching(book.code, seen):
        for seed in range(games):
            play_through(book, seed)
    missed = _unreached(book.program, seen)
    lines, missed_lines = _lines(book.program, seen.spans)
    # The game as a whole is what random games are for: an example begins with a table where nothing has happened.
    whole = _told(book.program, "phase game", book.program.functions[book.program.main].span)
    by_chance = tuple(each for each in in_examples if each not in missed and each != whole)
    return Coverage(
        lines, lines - len(missed_lines), missed, _partly(book.program, seen.spans, missed_lines), by_chance
    )


@contextmanager
def _watching(code: Code, seen: _Seen) -> Iterator[None]:
    """Every line of the generated code knows the span of the rule that it comes from."""
    spans = code.generated.writer.spans
    move, swap = code.namespace["move"].__code__, code.namespace["swap"].__code__

    def line(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        seen.spans.add(spans[frame.f_lineno - 1])
        return line

    def call(frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        if frame.f_code is move:
            seen.moved.add(frame.f_locals["piece"])
        elif frame.f_code is swap:
            seen.moved |= {frame.f_locals["a"], frame.f_locals["b"]}
        return line if frame.f_code.co_filename == FILE else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


# --- what was not reached ---------------------------------------------------------------------------------------------


def _unreached(program: Program, seen: _Seen) -> tuple[Unreached, ...]:
    missed = []
    for function in program.functions:
        if function.role in NOUNS and not _in_library(program, function.span):
            spans = _spans_of(function)
            if spans and not spans & seen.spans:
                missed.append(_told(program, f"{NOUNS[function.role]} {function.name}", function.span))
    for modifier in program.modifiers:
        if modifier.span not in seen.spans:
            missed.append(_told(program, f"modifier {modifier.name}", modifier.span))
    return (*missed, *(Unreached(f"card {each.name}", "", "") for each in program.cards if _idle(program, each, seen)))


def _idle(program: Program, card: Card, seen: _Seen) -> bool:
    """Neither was one of its copies moved, nor did one of its rules happen."""
    copies = range(card.first, card.first + card.count)
    if seen.moved.intersection(copies):
        return False
    rules = [(rule.pieces, program.functions[rule.function].blocks) for rule in program.rules]
    ran = {span for pieces, blocks in rules if set(pieces) & set(copies) for block in blocks for span in block.spans}
    ran |= {modifier.span for modifier in program.modifiers if set(modifier.pieces) & set(copies)}
    return not ran & seen.spans


def _lines(program: Program, seen: set[int]) -> tuple[int, set[Line]]:
    """How many lines of the rules there are, and those that were never run."""
    there: set[Line] = set()
    ran: set[Line] = set()
    for function in program.functions:
        if function.role in NOUNS and not _in_library(program, function.span):
            spans = _spans_of(function)
            there |= {_line(program, span) for span in spans}
            ran |= {_line(program, span) for span in spans & seen}
    return len(there), there - ran


def _partly(program: Program, seen: set[int], missed: set[Line]) -> tuple[str, ...]:
    """The missed lines of what was reached at all; the others are told by its name."""
    found: set[Line] = set()
    for function in program.functions:
        spans = _spans_of(function)
        if spans & seen:
            found |= {_line(program, span) for span in spans} & missed
    return tuple(f"{file}:{number}" for file, number in sorted(found))


def _spans_of(function: Function) -> set[int]:
    return {span for block in function.blocks for span in block.spans if span >= 0 and span != function.span}


def _line(program: Program, span: int) -> Line:
    return program.spans[span].file, program.spans[span].line


def _in_library(program: Program, span: int) -> bool:
    """Nobody has to use all that the standard library offers."""
    return program.spans[span].file.startswith(LIBRARY)


def _told(program: Program, what: str, span: int) -> Unreached:
    place = program.spans[span]
    return Unreached(what, f"{place.file}:{place.line}", place.cite)
