"""95 % intervals: for a share, and for a mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z = 1.959963984540054  # standard deviations on each side of the middle 95 % of a normal distribution


def share_interval(hits: float, tries: int) -> tuple[float, float]:
    """Wilson's interval for a share of which `hits` of `tries` were seen; it stays within 0 and 1, even for few tries.

    Half a hit is one that was shared, such as a victory of two.
    """
    if tries <= 0:
        return 0.0, 1.0
    share = hits / tries
    widen = Z * Z / tries
    middle = share + widen / 2
    spread = Z * sqrt(share * (1 - share) / tries + widen / (4 * tries))
    return max(0.0, (middle - spread) / (1 + widen)), min(1.0, (middle + spread) / (1 + widen))


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and the ends of its interval by the normal approximation. Of one value nothing is known but itself."""
    if not values:
        return 0.0, 0.0, 0.0
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, mean, mean
    spread = Z * sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return mean, mean - spread, mean + spread
