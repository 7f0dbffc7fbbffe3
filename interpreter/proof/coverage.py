"""Which lines, rules and cards of a rulebook its examples and some random games reach."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from attrs import frozen

from rulewright.interpreter.ir.program import Program
from rulewright.interpreter.proof.survivors import play_through
from rulewright.interpreter.runtime.code import FILE, Code
from rulewright.interpreter.runtime.rulebook import Rulebook

LIBRARY = "stdlib/"
NOUNS = {"effect": "effect", "action": "action", "phase": "phase", "rule": "rule", "part": "part"}


@frozen
class Unreached:
    what: str
    where: str
    cite: str


@frozen
class Coverage:
    lines: int
    reached: int
    missed: tuple[Unreached, ...]  # effects, actions, phases, rules and modifiers that were never run
    missed_lines: tuple[str, ...]  # file:line of statements that were never run, in what was


def coverage(book: Rulebook, games: int) -> Coverage:
    """Runs all examples and as many random games, and looks at what ran."""
    seen: set[int] = set()
    with _watching(book.code, seen):
        book.run_examples()
        for seed in range(games):
            play_through(book, seed)
    return _summary(book.program, seen)


@contextmanager
def _watching(code: Code, seen: set[int]) -> Iterator[None]:
    """Every line of the generated code knows the span of the rule that it comes from."""
    spans = code.generated.writer.spans

    def line(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        seen.add(spans[frame.f_lineno - 1])
        return line

    def call(frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        return line if frame.f_code.co_filename == FILE else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield
    finally:
        sys.settrace(before)


def _summary(program: Program, seen: set[int]) -> Coverage:
    missed: list[Unreached] = []
    lines: set[tuple[str, int]] = set()
    missed_lines: list[str] = []
    for function in program.functions:
        if function.role not in NOUNS or _in_library(program, function.span):
            continue
        spans = {span for block in function.blocks for span in block.spans if span >= 0 and span != function.span}
        places = {(program.spans[span].file, program.spans[span].line): span for span in spans}
        lines.update(places)
        if spans and not spans & seen:
            missed.append(_unreached(program, f"{NOUNS[function.role]} {function.name}", function.span))
            continue
        ran = {(program.spans[span].file, program.spans[span].line) for span in spans & seen}
        missed_lines += [f"{file}:{number}" for file, number in sorted(set(places) - ran)]
    for modifier in program.modifiers:
        if modifier.span not in seen:
            missed.append(_unreached(program, f"modifier {modifier.name}", modifier.span))
    reached = {(program.spans[span].file, program.spans[span].line) for span in seen if span >= 0} & lines
    return Coverage(len(lines), len(reached), tuple(missed), tuple(dict.fromkeys(missed_lines)))


def _in_library(program: Program, span: int) -> bool:
    """Nobody has to use all that the standard library offers."""
    return program.spans[span].file.startswith(LIBRARY)


def _unreached(program: Program, what: str, span: int) -> Unreached:
    place = program.spans[span]
    return Unreached(what, f"{place.file}:{place.line}", place.cite)
