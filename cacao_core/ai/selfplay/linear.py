"""Sums of unknown values: the beliefs of a player whose values are being learned.

A player that is given such sums in place of numbers says how often each value counts. So learning
needs no second description of what the player looks at.
"""

from __future__ import annotations

from typing import Any


class Linear:
    """A number, and unknown values times factors.

    Attributes:
        known: the number.
        terms: column of a value -> its factor.
    """

    __slots__ = ("known", "terms")

    def __init__(self, known: float, terms: dict[int, float]) -> None:
        self.known = known
        self.terms = terms

    def __add__(self, other: Linear | float) -> Linear:
        if not isinstance(other, Linear):
            return Linear(self.known + other, self.terms)
        terms = dict(self.terms)
        for column, factor in other.terms.items():
            terms[column] = terms.get(column, 0.0) + factor
        return Linear(self.known + other.known, terms)

    __radd__ = __add__

    def __mul__(self, factor: float) -> Linear:
        if not factor:
            return Linear(0.0, {})
        return Linear(self.known * factor, {at: own * factor for at, own in self.terms.items()})

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return self * -1.0

    def __sub__(self, other: Linear | float) -> Linear:
        return self + -other

    def __rsub__(self, other: float) -> Linear:
        return -self + other

    def __truediv__(self, divisor: float) -> Linear:
        return self * (1 / divisor)


def unknown(column: int) -> Any:  # noqa: ANN401  # it stands for a float
    """A value that is to be learned, in place of a number."""
    return Linear(0.0, {column: 1.0})


def as_linear(value: Linear | float) -> Linear:
    """A value, also if nothing in it is unknown."""
    return value if isinstance(value, Linear) else Linear(value, {})
