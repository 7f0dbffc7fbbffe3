"""How a game ends: who wins, who loses, who comes where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.runtime.faults import Fault
from rulewright.interpreter.runtime.generated import WON
from rulewright.interpreter.runtime.machine import Machine


def seats(M: Machine, players: Sequence[int], what: str) -> list[int]:
    """The players, each once. A rulebook that says nothing of `none` has not thought of it."""
    for player in players:
        if not 0 <= player < M.players:
            raise Fault(f"{M.code.namespace['called'](player)} {what}, and is no player of this game")
    return list(dict.fromkeys(players))


def end(M: Machine, winners: Sequence[int], losers: Sequence[int], ranking: Sequence[Sequence[int]]) -> bool:
    M.result = (tuple(winners), tuple(losers), tuple(tuple(place) for place in ranking))
    M.log = (M.log, WON, M.result[0])
    del M.stack[1:]
    M.branches = None
    M.pending = ()
    return True


def win(M: Machine, winners: Sequence[int]) -> bool:
    winning = sorted(seats(M, winners, "is to win"))
    losing = [p for p in range(M.players) if p not in winning] if winning else []
    return end(M, winning, losing, [place for place in (winning, losing) if place])


def lose(M: Machine, losers: Sequence[int]) -> bool:
    losing = sorted(seats(M, losers, "is to lose"))
    return end(M, [p for p in range(M.players) if p not in losing], losing, [])


def rank(M: Machine, players: Sequence[int], key: Callable[[int], Any]) -> bool:
    """Equal ones share a place; the first place wins."""
    places: list[list[int]] = []
    last: Any = None
    for player in sorted(seats(M, players, "is to be ranked"), key=key):
        if places and key(player) == last:
            places[-1].append(player)
        else:
            places.append([player])
            last = key(player)
    first = places[0] if places else []
    return end(M, first, [p for place in places[1:] for p in place], places)
