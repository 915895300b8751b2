"""Statistics of contestants: means and shares with intervals, per contestant and per pair.

Games of one deal are not independent, because they share its luck. So every interval treats the
deal as the unit: it is computed from the variance of the deals' sums (Cochran's ratio estimate for
clusters), with Student's quantile for few deals, and Wilson's interval for shares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf, nan, sqrt
from statistics import fmean, median
from typing import NamedTuple, TypeAlias

from cacao_core.ai.arena.match import PlayedGame
from cacao_core.ai.arena.results import Results
from cacao_core.ai.intervals import quantile
from cacao_core.tiles import Seat

Sample: TypeAlias = tuple[int, float]
"""Deal and value."""


class IntervalEstimate(NamedTuple):
    """A mean or share, and the ends of its interval."""

    value: float
    low: float
    high: float


class Meeting(NamedTuple):
    """Two contestants in one game: points of the first (1, ½ or 0), and its lead over the other.

    The lead is None if a forfeit decided.
    """

    deal: int
    first: str
    second: str
    points: float
    margin: int | None


@dataclass(frozen=True)
class ContestantResults:
    """One contestant's results over all its games; one that took two seats counts twice."""

    name: str
    games: int
    wins: IntervalEstimate
    """Share of games won; a shared victory counts as a fraction."""
    score: IntervalEstimate
    """Mean total in gold; like ``margin`` and ``sources``, only of games without a forfeit."""
    margin: IntervalEstimate
    """Mean lead in gold over the best of the others, negative if behind."""
    sources: tuple[float, ...]
    """Mean of each of ``Results.parts``: gold by source, and cacao left."""
    turn: float
    """Median CPU seconds of a turn."""
    worst: float
    """Most CPU seconds of a turn."""
    forfeits: tuple[str, ...]
    """The reason for each."""


class Pair(NamedTuple):
    """Two contestants: number of meetings, share of points of the first, its mean margin."""

    first: str
    second: str
    games: int
    points: IntervalEstimate
    margin: IntervalEstimate


def standings(results: Results) -> list[ContestantResults]:
    """Each contestant's results, in the order of the contestants."""
    return [_standing(results, name) for name in results.contestants]


def _standing(results: Results, name: str) -> ContestantResults:
    seats = [(p, seat) for p in results.games for seat, who in enumerate(p.seats) if who == name]
    ended = [(played, seat) for played, seat in seats if played.forfeit is None]
    scores = [played.scores[seat] for played, seat in ended]
    turns = [seconds for played, seat in seats for seconds in played.turns[seat]]
    return ContestantResults(
        name=name,
        games=len(seats),
        wins=share((p.deal, (seat in p.winners) / len(p.winners)) for p, seat in seats),
        score=mean((played.deal, played.scores[seat].total) for played, seat in ended),
        margin=mean((played.deal, _lead(played, seat)) for played, seat in ended),
        sources=tuple(fmean(score[part] for score in scores) for part in results.parts)
        if scores
        else (nan,) * len(results.parts),
        turn=median(turns) if turns else nan,
        worst=max(turns, default=nan),
        forfeits=tuple(
            played.forfeit.reason
            for played, seat in seats
            if played.forfeit is not None and played.forfeit.seat == seat
        ),
    )


def _lead(played: PlayedGame, seat: Seat) -> int:
    totals = [score.total for score in played.scores]
    return totals[seat] - max(totals[:seat] + totals[seat + 1 :])


def pairs(results: Results) -> list[Pair]:
    """Each pair of contestants that met."""
    met: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
    for duel in duels(results):
        met[duel.first, duel.second].append(duel)
    return [
        Pair(
            *names,
            len(met[names]),
            share((duel.deal, duel.points) for duel in met[names]),
            mean((duel.deal, duel.margin) for duel in met[names] if duel.margin is not None),
        )
        for names in combinations(results.contestants, 2)
        if names in met
    ]


def duels(results: Results) -> Iterator[Meeting]:
    """Each game as comparisons of every two of its seats with different contestants.

    The first of a pair is the one listed first among the contestants. After a forfeit, only the
    contestant that forfeited is compared, and has lost.
    """
    rank = {name: place for place, name in enumerate(results.contestants)}
    for played in results.games:
        for pair in combinations(range(results.players), 2):
            better, worse = sorted(pair, key=lambda seat: rank[played.seats[seat]])
            names = played.seats[better], played.seats[worse]
            if names[0] == names[1] or (played.forfeit and played.forfeit.seat not in pair):
                continue
            if played.forfeit:
                yield Meeting(played.deal, *names, float(played.forfeit.seat == worse), None)
            else:
                mine, theirs = (
                    (played.scores[s].total, played.scores[s].cacao) for s in (better, worse)
                )
                points = 0.5 if mine == theirs else float(mine > theirs)
                yield Meeting(played.deal, *names, points, mine[0] - theirs[0])


# --- Intervals -------------------------------------------------------------------------------


def mean(samples: Iterable[Sample]) -> IntervalEstimate:
    """The mean of all values, with its interval over deals; NaN if there are none."""
    value, error, deals, _count = _clustered(samples)
    reach = error * quantile(deals) if deals > 1 else inf
    return IntervalEstimate(value, value - reach, value + reach)


def share(samples: Iterable[Sample]) -> IntervalEstimate:
    """The same for values from 0 to 1, whose interval stays within them."""
    value, error, deals, count = _clustered(samples)
    z = quantile(deals)
    if z == inf:  # a single deal has no variance
        return IntervalEstimate(value, 0.0, 1.0)
    spread = value * (1 - value)
    units = spread / error**2 if spread > 0 and error > 0 else float(count if spread else deals)
    middle = (value + z * z / (2 * units)) / (1 + z * z / units)
    reach = z / (1 + z * z / units) * sqrt(spread / units + (z / (2 * units)) ** 2)
    return IntervalEstimate(value, max(0.0, middle - reach), min(1.0, middle + reach))


def _clustered(samples: Iterable[Sample]) -> tuple[float, float, int, int]:
    """Mean, its standard error over deals, number of deals, number of values."""
    sums: dict[int, float] = defaultdict(float)
    counts: dict[int, int] = defaultdict(int)
    for deal, value in samples:
        sums[deal] += value
        counts[deal] += 1
    deals, count = len(sums), sum(counts.values())
    if not count:
        return nan, nan, 0, 0
    value = sum(sums.values()) / count
    square = sum((sums[deal] - value * counts[deal]) ** 2 for deal in sums)
    error = sqrt(square * deals / (deals - 1)) / count if deals > 1 else inf
    return value, error, deals, count
