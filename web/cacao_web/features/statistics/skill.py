"""Luck over time, and how strong somebody's decisions are beside those of the computers.

Both come from the games that were analysed, see :mod:`cacao_web.saves.sums`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final, NamedTuple

from cacao_core.ai.intervals import half_width
from cacao_core.rules import BASE
from cacao_web.features.statistics.model import GameOutcome
from cacao_web.features.statistics.sources import mean
from cacao_web.game.setup import levels
from cacao_web.saves.sums import Given

_LUCK: Final = 6.1
"""Standard deviation of the luck of one game, in gold: docs/dev/ai.md."""
_LATEST: Final = 20
"""At most so many games count for a rating, the latest: people get better."""
_SURE: Final = 1.96
_LEAST: Final = 0.05
"""Changes of less gold would be told as 0.0."""


class Luck(NamedTuple):
    """The luck of some games, in gold."""

    games: int  # number of games that were analysed
    mean: float  # luck of a game, on average
    chance: float  # so far from 0 such a mean is by chance in 19 cases of 20
    course: tuple[float, ...]  # the mean after each game, oldest first


class SkillRating(NamedTuple):
    """The strength of somebody's decisions."""

    games: int  # number of games
    loss: float  # gold that decisions lost in a turn, on average
    level: str  # whose decisions lose about as much
    low: str  # the weakest level that it may be, with 95 % confidence
    high: str  # the strongest one


class KindGivenAway(NamedTuple):
    """The gold that decisions of one kind gave away in a game."""

    mean: float
    error: float  # half of its 95 % interval; endless for a single game
    change: float
    """The gold by which the later half of the games gave away more than the earlier one, if that is
    more than chance explains; else 0."""


class GivenAway(NamedTuple):
    """The gold that decisions gave away in some games."""

    games: int  # number of games
    kinds: tuple[KindGivenAway, ...]  # by kind, in the order of ``Given``
    every: KindGivenAway  # of all kinds


def analysed(outcomes: Iterable[GameOutcome]) -> list[GameOutcome]:
    """The games of which luck and skill are known, oldest first."""
    return sorted((one for one in outcomes if one.sums), key=lambda one: one.when)


def luck(games: Sequence[GameOutcome]) -> Luck | None:
    """The luck of analysed games; None if there are none."""
    total, course = 0.0, list[float]()
    for number, game in enumerate(games, start=1):
        assert game.sums, "it was analysed"
        total += game.sums.luck[game.seat]
        course.append(total / number)
    if not course:
        return None
    return Luck(len(course), course[-1], chance(len(course)), tuple(course))


def chance(games: int) -> float:
    """The distance from 0 that the mean luck of so many games has by chance, in 19 cases of 20."""
    return float(_SURE * _LUCK / games**0.5)


def rating(games: Sequence[GameOutcome]) -> SkillRating | None:
    """The rating by the latest analysed games of two players without help; None without any."""
    of_two = [one for one in games if one.players == 2 and one.rules == BASE.name]
    alone = [one for one in of_two if not one.helped][-_LATEST:]
    losses = [one.sums.loss(one.seat) for one in alone if one.sums]
    if not losses:
        return None
    loss = sum(losses) / len(losses)
    error = _SURE * _spread(loss) / len(losses) ** 0.5
    level, low, high = map(levels.by_loss, (loss, loss + error, loss - error))
    return SkillRating(len(losses), loss, level, low, high)


def given_away(games: Sequence[GameOutcome]) -> GivenAway | None:
    """The gold that decisions gave away in analysed games, by kind; None if it is known of none.

    Of short games only if there are no others. All games count as if they were of average length:
    with more players each of them has fewer turns to lose anything.
    """
    summed = [one for one in games if one.sums]
    summed = [one for one in summed if one.rules == BASE.name] or summed
    if not summed:
        return None
    usual = mean([one.turns for one in summed])
    rows = [[gold * usual / one.turns for gold in _given(one)] for one in summed]
    *kinds, every = (
        KindGivenAway(mean(gold), half_width(gold), _change(gold))
        for gold in zip(*rows, strict=True)
    )
    return GivenAway(len(summed), tuple(kinds), every)


def _given(outcome: GameOutcome) -> tuple[float, ...]:
    """The gold that an analysed game's decisions gave away by kind, and then all of it."""
    assert outcome.sums, "it was analysed"
    own = outcome.sums.given[outcome.seat]
    return (*own, own.total)


def _change(gold: Sequence[float]) -> float:
    """See :attr:`KindGivenAway.change`; the intervals are those of all rows at once."""
    half = len(gold) // 2
    early, late = gold[:half], gold[half:]
    width = hypot(*(half_width(some, len(Given._fields) + 1) for some in (early, late)))
    change = mean(late) - mean(early) if early else 0.0
    return change if abs(change) > max(width, _LEAST) else 0.0


def _spread(loss: float) -> float:
    """Standard deviation of the loss in a turn between games, as it was measured for levels."""
    return 0.2 + 0.17 * loss
