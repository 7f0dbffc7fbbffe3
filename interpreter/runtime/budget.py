"""What the rules may take between two answers: strangers' rules are stopped with a message, and nobody waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from rulewright.interpreter.ir.operations import EXPRESSIONS, operands, subexpressions
from rulewright.interpreter.ir.program import Expr, Program
from rulewright.interpreter.runtime.faults import Endless
from rulewright.interpreter.runtime.machine import Machine

ROUNDS = 8  # that a loop is taken to have
MOST = 1_000_000  # a cost that is reckoned no further
DEAR, DEAREST = 64, 512  # computed values: what may take more of them counts as steps, by so many at most


def spend(M: Machine, items: Sequence[Any]) -> Sequence[Any]:
    """A list that is about to be walked over, at the cost of its length."""
    take(M, len(items))
    return items


def take(M: Machine, steps: int) -> None:
    """So many steps at once."""
    if next(islice(M.fuel, steps, None), None) is None:
        raise Endless("this computes without end")


def costs(program: Program) -> list[int]:
    """How many values each value may compute, itself included: a few that need one another twice grow without bound."""
    needs = [list(_needed(program, v)) for v in range(len(program.values))]
    found: dict[int, int] = {}
    waiting = list(range(len(needs)))
    under_way: set[int] = set()
    while waiting:
        v = waiting[-1]
        missing = [other for other, _ in needs[v] if other not in found and other not in under_way]
        if v not in found and missing:
            under_way.add(v)
            waiting += missing
            continue
        waiting.pop()
        under_way.discard(v)
        found[v] = min(MOST, 1 + sum(times * found.get(other, 1) for other, times in needs[v]))
    return [found[v] for v in range(len(needs))]


def _needed(program: Program, v: int) -> Iterator[tuple[int, int]]:
    """The values that one reads, with its modifiers; and how often."""
    yield from _read(program.values[v].body, 1)
    for m in program.values[v].modifiers:
        modifier = program.modifiers[m]
        copies = 1 if modifier.this_arg >= 0 else max(1, len(modifier.pieces))
        yield from _read(modifier.guard, copies)
        yield from _read(modifier.amount, copies)


def _read(expression: Expr, times: int) -> Iterator[tuple[int, int]]:
    waiting = [(expression, times)]
    while waiting:
        node, often = waiting.pop()
        if node[0] in ("value", "printed"):
            yield node[1], often
        loops = any(shape == "binder" for shape, _ in operands(EXPRESSIONS, node))
        inner = min(MOST, often * ROUNDS) if loops else often
        waiting.extend((each, inner) for each in subexpressions(EXPRESSIONS, node))
