"""Confidence intervals of means, with Student's quantile for few values, and what they blame."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, inf, sqrt
from typing import Final

LEVEL: Final = 0.95
"""Confidence level of all intervals."""
_LEAST: Final = 0.5
"""Least loss of a mistake, in gold."""


def is_mistake(loss: float, error: float) -> bool:
    """Whether a turn is to blame: it loses half a gold or more, and more than chance explains.

    Args:
        loss: expected gold that it loses to the best turn.
        error: half of the interval of the loss.
    """
    return loss >= _LEAST and loss > error


@lru_cache(maxsize=1024)
def quantile(values: int, comparisons: int = 1) -> float:
    """Student's two-sided quantile for a mean of so many values; endless for fewer than two.

    The approximation is that of M. Abramowitz and I. A. Stegun, "Handbook of Mathematical
    Functions", 26.7.5.

    Args:
        values: number of independent values.
        comparisons: number of means of which all are to lie in their intervals (Bonferroni).
    """
    if values < 2:
        return inf
    z, n = _normal((1 - LEVEL) / comparisons), values - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def half_width(values: Sequence[float], comparisons: int = 1) -> float:
    """Half of the interval of the mean of independent values; endless for fewer than two.

    Args:
        values: any number.
        comparisons: as for :func:`quantile`.
    """
    number = len(values)
    if number < 2:
        return inf
    mean = sum(values) / number
    variance = sum((value - mean) ** 2 for value in values) / (number - 1)
    return quantile(number, comparisons) * sqrt(variance / number)


def _normal(outside: float) -> float:
    """The place where the normal distribution leaves so much outside, on both sides together.

    Found by halving, because :mod:`statistics` would be loaded for this alone.
    """
    low, high = 0.0, 16.0
    for _step in range(64):
        middle = (low + high) / 2
        if 1 - erf(middle / sqrt(2)) > outside:
            low = middle
        else:
            high = middle
    return low
