"""Blocks that compare one slot with number after number (which of many turns this is), as a search by halves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.interpreter.ir.program import Block, Instr
from rulewright.interpreter.runtime.writer import Writer

FEW = 4  # numbers that are compared one after the other


def compares(end: Instr, slot: int) -> bool:
    match end:
        case ("branch", ("eq", ("slot", i), ("const", _)), _, _):
            return bool(i == slot)
    return False


def cases(blocks: Sequence[Block], b: int, slot: int, entered: Callable[[int], bool]) -> tuple[dict[int, int], int]:
    """Where each number leads, and where all others do; up to the first block that is entered from elsewhere."""
    found: dict[int, int] = {}
    while True:
        _, (_, _, (_, number)), yes, b = blocks[b].end
        found.setdefault(number, yes)
        if entered(b) or blocks[b].instrs or not compares(blocks[b].end, slot):
            return found, b


def write(w: Writer, found: list[tuple[int, int]], slot: str, go: Callable[[int], None]) -> None:
    """What `go` writes leaves the function or goes on to another round; a number that is not found comes out below."""
    if len(found) <= FEW:
        for number, block in found:
            with w.inside(f"if {slot} == {number}:"):
                go(block)
        return
    middle = len(found) // 2
    with w.inside(f"if {slot} < {found[middle][0]}:"):
        write(w, found[:middle], slot, go)
    with w.inside("else:"):
        write(w, found[middle:], slot, go)
