"""A few numbers that say much: shares with their intervals, and how values spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt

from attrs import frozen

from rulewright.interpreter import share_interval


@frozen
class Share:
    """Of so many, how many; with its 95 % interval."""

    part: float
    whole: int
    rate: float
    low: float
    high: float


def share(part: float, whole: int) -> Share:
    low, high = share_interval(part, whole)
    return Share(part, whole, *(round(each, 6) for each in (part / whole if whole else 0.0, low, high)))


@frozen
class Spread:
    count: int
    mean: float
    deviation: float
    least: int
    lower_quartile: float
    median: float
    upper_quartile: float
    most: int
    histogram: dict[int, int]  # how often each value was there, in order


def spread(values: Iterable[int]) -> Spread | None:
    """None where there are no values. From counts, so that the order of the values changes not even the last digit."""
    counts = Counter(values)
    if not counts:
        return None
    histogram = dict(sorted(counts.items()))
    number = counts.total()
    total = sum(value * times for value, times in histogram.items())
    squares = sum(value * value * times for value, times in histogram.items())
    variance = (number * squares - total * total) / (number * (number - 1)) if number > 1 else 0.0
    ordered = [value for value, times in histogram.items() for _ in range(times)]
    lower_quartile, median, upper_quartile = (_quantile(ordered, part) for part in (0.25, 0.5, 0.75))
    mean, deviation = round(total / number, 6), round(sqrt(variance), 6)
    return Spread(number, mean, deviation, ordered[0], lower_quartile, median, upper_quartile, ordered[-1], histogram)


def _quantile(ordered: list[int], part: float) -> float:
    """Between two values where it falls between them."""
    at = part * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)
