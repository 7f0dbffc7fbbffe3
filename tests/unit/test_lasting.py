"""Lists that no move can change are remembered, and are at fault exactly where they would have been before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generate_cases import write
from rulewright.interpreter.runtime.lasting import Remembered
from rulewright.interpreter.runtime.writer import Writer


def test_a_list_is_made_once_for_each_number() -> None:
    made: list[int] = []

    def above(low: int) -> Iterator[int]:
        made.append(low)
        yield from range(low, 4)

    lists = Remembered(above, 1)
    assert (lists[2], lists[2], lists[3]) == ((2, 3), (2, 3), (3,))
    assert made == [2, 3]


def test_a_fault_comes_when_the_loop_gets_there_and_not_before() -> None:
    def broken(first: int, second: int) -> Iterator[int]:
        yield first
        raise Fault("there is no such place")

    lists = Remembered(broken, 2)
    assert next(each for each in lists[5, 6] if each == 5) == 5
    with pytest.raises(Fault, match="no such place"):
        list(lists[5, 6])


def test_no_more_is_remembered_than_fits() -> None:
    lists = Remembered(lambda low: iter((low,)), 1)
    for low in range(2 * Remembered.MOST):
        assert lists[low] == (low,)
    assert len(lists) == Remembered.MOST


@pytest.mark.parametrize("count", [1, 4, 5, 60])
def test_numbers_are_told_apart_by_halves(count: int) -> None:
    w = Writer()
    with w.function("found", "x", -1):
        write(w, [(3 * n, n) for n in range(count)], "x", lambda block: w.put(f"return {block}"))
        w.put("return -1")
    names: dict[str, object] = {}
    exec(w.source(), names)
    found = names["found"]
    assert callable(found)
    wanted = {3 * n: n for n in range(count)}
    assert [found(x) for x in range(-2, 3 * count + 2)] == [wanted.get(x, -1) for x in range(-2, 3 * count + 2)]
