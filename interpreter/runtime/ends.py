"""How a game ends: who wins, who loses, who comes where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.runtime.generated import WON
from rulewright.interpreter.runtime.machine import Machine


def end(M: Machine, winners: Sequence[int], losers: Sequence[int], ranking: Sequence[Sequence[int]]) -> bool:
    M.result = (tuple(winners), tuple(losers), tuple(tuple(place) for place in ranking))
    M.log = (M.log, WON, M.result[0])
    del M.stack[1:]
    M.branches = None
    M.pending = ()
    return True


def win(M: Machine, winners: Sequence[int]) -> bool:
    winning = sorted(set(winners))
    losing = [p for p in range(M.players) if p not in winning] if winning else []
    return end(M, winning, losing, [place for place in (winning, losing) if place])


def lose(M: Machine, losers: Sequence[int]) -> bool:
    losing = sorted(set(losers))
    return end(M, [p for p in range(M.players) if p not in losing], losing, [])


def rank(M: Machine, players: Sequence[int], key: Callable[[int], Any]) -> bool:
    """Equal ones share a place; the first place wins."""
    places: list[list[int]] = []
    last: Any = None
    for player in sorted(players, key=key):
        if places and key(player) == last:
            places[-1].append(player)
        else:
            places.append([player])
            last = key(player)
    first = places[0] if places else []
    return end(M, first, [p for place in places[1:] for p in place], places)
