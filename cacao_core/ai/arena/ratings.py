"""Elo ratings: Bradley and Terry's model, fitted to the results, with intervals.

The model says that one contestant scores against another 1 / (1 + 10^(-d/400)) points on average,
d being the difference of their ratings. The ratings are the maximum likelihood estimates; ties
count as half a win for each.

The intervals come from a Bayesian bootstrap (Rubin 1981) over deals, because games of one deal are
not independent: the fit is repeated with random weights of the deals. Each time one imaginary deal
of each pair is added, won by either side with equal probability. Otherwise a few games, all won by
the same side, would look like certainty.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import exp, inf, log
from operator import mul
from random import Random
from statistics import fmean, median_low
from typing import Final, NamedTuple, TypeAlias

from cacao_core.ai.arena.figures import duels
from cacao_core.ai.arena.results import Results
from cacao_core.ai.intervals import LEVEL
from cacao_core.errors import CacaoError, describe

MEAN: Final = "mean"
"""The anchor that makes the mean of all ratings 0."""

_SCALE: Final = 400 / log(10)
_ENDLESS: Final = 2000.0  # Elo; larger differences count as infinite
_RIDGE: Final = 1e-9  # keeps the fit finite if the likelihood has no maximum
_PRECISION: Final = 1e-6
_STEPS: Final = 100

Matrix: TypeAlias = list[list[float]]
"""Points of each contestant (row) against each other (column)."""


class Rating(NamedTuple):
    """A contestant's Elo, and the ends of its interval, which may be infinite."""

    name: str
    elo: float
    low: float
    high: float


@dataclass
class Evidence:
    """Points of every contestant against every other, deal by deal."""

    size: int
    """Number of contestants."""
    columns: dict[tuple[int, int], list[float]]
    """(one, other) -> the points of one against the other in each deal."""
    usual: dict[tuple[int, int], float] = field(default_factory=dict)
    """Each pair that met -> its average number of games in a deal."""

    def total(self, weights: Sequence[float]) -> Matrix:
        """All points, weighted by deal."""
        points = [[0.0] * self.size for _ in range(self.size)]
        for (first, other), column in self.columns.items():
            points[first][other] = sum(map(mul, weights, column))
        return points


def elo(
    results: Results, anchor: str | None = None, replicates: int = 1000, seed: int = 0
) -> list[Rating]:
    """Each contestant's rating, in the order they were given.

    Args:
        anchor: contestant with rating 0; None is the first, ``"mean"`` the mean of all.
        replicates: number of fits of the bootstrap.
        seed: of the bootstrap.

    Raises:
        CacaoError: no such contestant, or no games.
    """
    evidence, deals = _evidence(results)
    if not deals:
        raise CacaoError("no two contestants have met: there is nothing to rate")
    best = fit(evidence.total([1.0] * deals))
    zero = _anchor(results, anchor, best)
    middle = _anchored(best, zero)
    spread = [_anchored(each, zero) for each in _bootstrap(evidence, deals, best, replicates, seed)]
    ratings = []
    for number, name in enumerate(results.contestants):
        values = sorted(each[number] for each in spread)
        low, high = _ends(values) if values else (middle[number], middle[number])
        elo = middle[number]
        ratings.append(Rating(name, *map(_limited, (elo, min(low, elo), max(high, elo)))))
    return ratings


def _anchor(results: Results, anchor: str | None, best: Sequence[float]) -> list[int]:
    """The contestants whose mean rating is 0; for the mean, all with a finite rating."""
    if anchor is None:
        return [0]
    if anchor in results.contestants:
        return [results.contestants.index(anchor)]
    if anchor == MEAN:
        middle = median_low(best)
        near = [abs(strength - middle) * _SCALE < _ENDLESS for strength in best]
        return [number for number, finite in enumerate(near) if finite]
    expected = ", ".join((*results.contestants, MEAN))
    raise CacaoError(f"anchor {describe(anchor)}: expected one of {expected}")


def _evidence(results: Results) -> tuple[Evidence, int]:
    """The points, and the number of deals."""
    place = {name: number for number, name in enumerate(results.contestants)}
    deals: dict[int, int] = {}
    met = [(deals.setdefault(duel.deal, len(deals)), duel) for duel in duels(results)]
    columns: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0] * len(deals))
    for deal, duel in met:
        first, second = place[duel.first], place[duel.second]
        columns[first, second][deal] += duel.points
        columns[second, first][deal] += 1 - duel.points
    evidence = Evidence(len(place), dict(columns))
    for first, second in combinations(range(len(place)), 2):
        if (first, second) in columns:
            games = list(map(sum, zip(columns[first, second], columns[second, first], strict=True)))
            evidence.usual[first, second] = sum(games) / sum(map(bool, games))
    return evidence, len(deals)


def _bootstrap(
    evidence: Evidence, deals: int, best: Sequence[float], replicates: int, seed: int
) -> Iterator[list[float]]:
    """Fits to the same games with other weights of the deals."""
    rng = Random(seed)
    start = best if max(map(abs, best)) * _SCALE < _ENDLESS else None
    for _ in range(replicates):
        weights = [rng.expovariate(1.0) for _ in range(deals)]
        points = evidence.total(weights)
        for (first, other), games in evidence.usual.items():
            winner, loser = (first, other) if rng.random() < 0.5 else (other, first)
            points[winner][loser] += games * rng.expovariate(1.0)
        yield fit(points, start)


def _anchored(strengths: Sequence[float], zero: Sequence[int]) -> list[float]:
    base = fmean(strengths[number] for number in zero)
    return [_SCALE * (strength - base) for strength in strengths]


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """The ends of the interval, given sorted replicates."""
    outside = int((len(values) + 1) * (1 - LEVEL) / 2)
    return values[max(outside - 1, 0)], values[-max(outside, 1)]


def _limited(value: float) -> float:
    return value if abs(value) < _ENDLESS else inf if value > 0 else -inf


# --- The fit ---------------------------------------------------------------------------------


def fit(points: Matrix, start: Sequence[float] | None = None) -> list[float]:
    """The maximum likelihood strengths, natural logarithms of odds, with a mean of 0.

    Newton's method. If a contestant won everything, its strength is only so large that it can be
    told from finite ones.

    Args:
        points: of each contestant (row) against each other (column).
        start: strengths to begin with.

    >>> [round(400 / log(10) * strength) for strength in fit([[0, 75], [25, 0]])]
    [95, -95]
    """
    strengths = list(start or [0.0] * len(points))
    for _ in range(_STEPS):
        step = _solved(*_slopes(points, strengths))
        longest = max(map(abs, step))
        shorter = min(1.0, 1.0 / longest) if longest else 1.0
        strengths = [s + shorter * by for s, by in zip(strengths, step, strict=True)]
        if longest < _PRECISION:
            break
    middle = sum(strengths) / len(strengths)
    return [strength - middle for strength in strengths]


def _slopes(points: Matrix, strengths: Sequence[float]) -> tuple[Matrix, list[float]]:
    """Negative second and first derivatives of the likelihood's logarithm."""
    size = len(points)
    curve = [[1.0 / size] * size for _ in range(size)]  # keeps the mean unchanged
    slope = [-_RIDGE * strength for strength in strengths]
    for number in range(size):
        curve[number][number] += _RIDGE
    for first, other in permutations(range(size), 2):
        games = points[first][other] + points[other][first]
        expected = 1 / (1 + exp(strengths[other] - strengths[first]))
        slope[first] += points[first][other] - games * expected
        weight = games * expected * (1 - expected)
        curve[first][first] += weight
        curve[first][other] -= weight
    return curve, slope


def _solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix (Gauss)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        for row in rows[pivot + 1 :]:
            factor = row[pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                row[column] -= factor * rows[pivot][column]
    solution = [0.0] * size
    for pivot in reversed(range(size)):
        rest = sum(map(mul, rows[pivot][pivot + 1 : size], solution[pivot + 1 :]))
        solution[pivot] = (rows[pivot][size] - rest) / rows[pivot][pivot]
    return solution
