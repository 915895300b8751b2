"""Least squares with normal equations, without other packages."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from math import sqrt
from typing import Final, TypeAlias

Terms: TypeAlias = Mapping[int, float]
"""Column -> factor, of the columns that a row has."""


_TIED: Final = 2e-3
"""The strength that holds a value to that of one turn more or less, for each position."""
_LOOSELY: Final = 0.05
"""That strength between the last turn and the end, where much changes."""
_PULLED: Final = 1e-5


class Squares:
    """The sums of the normal equations of some rows.

    Args:
        columns: number of unknown values.
    """

    def __init__(self, columns: int) -> None:
        self.matrix = [[0.0] * (column + 1) for column in range(columns)]
        """The products of columns; only those up to the diagonal."""
        self.side = [0.0] * columns
        """The products of columns and results."""
        self.squares = 0.0
        """The sum of the squares of the results."""
        self.rows = 0.0
        """Number of rows."""

    def add(self, terms: Terms, result: float) -> None:
        """Add a row: the sum of factors and values should be ``result``."""
        columns = sorted(terms.items())
        for at, (column, factor) in enumerate(columns):
            row = self.matrix[column]
            for other, beside in columns[: at + 1]:
                row[other] += factor * beside
            self.side[column] += factor * result
        self.squares += result * result
        self.rows += 1

    def add_all(self, other: Squares, weight: float = 1.0) -> None:
        """Add the rows of other sums, each of which counts as so many."""
        for mine, more in zip(self.matrix, other.matrix, strict=True):
            mine[:] = [one + weight * two for one, two in zip(mine, more, strict=True)]
        self.side = [one + weight * two for one, two in zip(self.side, other.side, strict=True)]
        self.squares += weight * other.squares
        self.rows += weight * other.rows

    def copy(self) -> Squares:
        """Sums that can be changed apart from these."""
        twin = Squares(len(self.side))
        twin.add_all(self)
        return twin

    def tie(self, strength: float, column: int, other: int) -> None:
        """Add the wish that two values are alike; ``other`` is not the smaller column."""
        self.matrix[column][column] += strength
        self.matrix[other][other] += strength
        self.matrix[other][column] -= strength

    def pull(self, strength: float, column: int, value: float) -> None:
        """Add the wish that a value is near a known one."""
        self.matrix[column][column] += strength
        self.side[column] += strength * value

    def values(self) -> list[float]:
        """The values with the least sum of squares, by Cholesky's factors.

        The zeros with which a row begins are zeros of its factors, too; both are left out.
        """
        firsts = [next(at for at, number in enumerate(row) if number) for row in self.matrix]
        lower: list[list[float]] = []
        for first, row in zip(firsts, self.matrix, strict=True):
            factors: list[float] = []
            for column in range(first, len(row) - 1):
                beside, later = lower[column], firsts[column] - first
                before = _product(factors[max(0, later) :], beside[max(0, -later) :])
                factors.append((row[column] - before) / beside[-1])
            factors.append(sqrt(row[-1] - _product(factors, factors)))
            lower.append(factors)
        half: list[float] = []
        for first, factors, result in zip(firsts, lower, self.side, strict=True):
            half.append((result - _product(half[first:], factors)) / factors[-1])
        for at in reversed(range(len(half))):
            *factors, last = lower[at]
            half[at] /= last
            for column, factor in enumerate(factors, firsts[at]):
                half[column] -= half[at] * factor
        return half

    def off(self, values: list[float]) -> float:
        """The root of the mean square of what some values leave unexplained."""
        explained = sum(value * result for value, result in zip(values, self.side, strict=True))
        among = sum(
            values[at] * (2 * _product(row[:-1], values) + row[-1] * values[at])
            for at, row in enumerate(self.matrix)
        )
        return sqrt(max(0.0, self.squares - 2 * explained + among) / max(1.0, self.rows))


def smooth(sums: Squares, width: int, alone: Container[int]) -> None:
    """Tie the values of neighbouring numbers of turns left together, and keep all of them small.

    Args:
        sums: of all values, in order of the number of turns left.
        width: number of values for each number of turns left.
        alone: the places among these of values that differ much.
    """
    columns = len(sums.side)
    for column in range(columns):
        sums.pull(_PULLED * sums.rows, column, 0.0)
        if column + width < columns and column % width not in alone:
            loosely = _LOOSELY if column < 2 * width else 1.0
            sums.tie(_TIED * sums.rows * loosely, column, column + width)


def _product(one: Iterable[float], other: Iterable[float]) -> float:
    return sum(map(float.__mul__, one, other))
