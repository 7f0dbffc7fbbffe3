"""The names that a mistyped one was probably meant to be."""

import re
from collections.abc import Iterable

from rulewright.interpreter.diagnostics.wording import quoted

_WORD = re.compile(r"[^_.]+")  # basket_fruit, std.decks
_LONGEST = 60  # a longer name is compared by its beginning


def nearest(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` candidates that are close to `name`, the closest first; ties in alphabetical order."""
    scored = []
    for candidate in set(candidates):
        score = _score(name, candidate)
        if score is not None:
            scored.append((score, abs(len(candidate) - len(name)), candidate))
    scored.sort()
    if not scored:
        return ()
    best = scored[0][0]
    # Beside a very good candidate, poor ones are noise.
    return tuple(candidate for score, _, candidate in scored if score <= best + 1)[:limit]


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The question as a sentence; None if nothing is close."""
    return question(nearest(name, candidates))


def question(near: tuple[str, ...]) -> str | None:
    return f"Did you mean {quoted(near, 'or')}?" if near else None


def _score(name: str, candidate: str) -> float | None:
    """How far apart the two are; None if too far to be worth a word."""
    if not name or not candidate or name == candidate:
        return None
    mine, other = name.lower()[:_LONGEST], candidate.lower()[:_LONGEST]
    if mine == other:
        return 0.25
    words, other_words = _WORD.findall(mine), _WORD.findall(other)
    if len(words) > 1 and sorted(words) == sorted(other_words):
        return 0.5  # basket_fruit for fruit_basket
    if mine.replace("_", "") == other.replace("_", ""):
        return 0.5
    allowed = max(1, max(len(mine), len(other)) // 3)
    if min(len(mine), len(other)) < 2:
        allowed = int(mine[0] == other[0])  # pp for p
    apart = distance(mine, other, allowed) if abs(len(mine) - len(other)) <= allowed else None
    if apart is not None:
        return float(apart)
    # A whole word left out: `basket` for `fruit_basket`, `weight` for `weight_of`.
    if len(mine) > 3 and (set(words) < set(other_words) or set(other_words) < set(words)):
        return 2.5
    return None


def distance(one: str, other: str, most: int) -> int | None:
    """Insertions, deletions, changes and swaps of neighbours that turn one into the other; None if over `most`."""
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, mine in enumerate(one, 1):
        current = [row]
        for column, theirs in enumerate(other, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (mine != theirs))
            swapped = row > 1 and column > 1 and mine == other[column - 2] and one[row - 2] == theirs
            if swapped and mine != theirs:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        if min(current) > most and min(last) > most:
            return None
        before_last, last = last, current
    return last[-1] if last[-1] <= most else None
