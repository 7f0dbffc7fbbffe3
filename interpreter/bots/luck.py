"""A bot's own random numbers, by the generator that games use: the same on every platform."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rulewright.interpreter.runtime import chance

Item = TypeVar("Item")


class Luck:
    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = chance.seed_state(seed)

    def below(self, n: int) -> int:
        self._state, drawn = chance.below(self._state, n)
        return drawn

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def some(self, items: Sequence[Item], number: int) -> tuple[Item, ...]:
        """So many of them, in the order in which they were drawn."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(number))
