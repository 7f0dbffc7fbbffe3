"""What the rules say in words: nothing plays it, but whoever shows it follows its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.ir.program import Line, Program


def word_faults(program: Program) -> list[str]:
    faults = []
    for function in program.functions:
        faults += [f"function {function.name}: {fault}" for fault in _line_faults(program, function.outline)]
    first, count = program.pieces
    kinds = {kind.name for kind in program.kinds}
    for card in program.cards:
        place = f"card {card.name}"
        if card.count < 1 or not first <= card.first <= card.first + card.count <= first + count:
            faults.append(f"{place}: {card.first} + {card.count} are no pieces")
        if card.kind not in kinds:
            faults.append(f"{place}: there is no kind {card.kind!r}")
        faults += [f"{place}: {fault}" for fault in _line_faults(program, card.lines)]
    return faults


def _line_faults(program: Program, lines: tuple[Line, ...]) -> Iterator[str]:
    """A line stands at most one step further in than the line above it."""
    depth = -1
    for line in lines:
        if not 0 <= line.depth <= depth + 1:
            yield f"{line.words!r} is indented by {line.depth}"
        if not -1 <= line.runs < len(program.functions):
            yield f"there is no function {line.runs}"
        depth = line.depth
