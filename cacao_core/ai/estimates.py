"""The estimate of a decision: a search among its turns, then a second look at the best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from cacao_core.ai.appraisal import Appraisal, Appraised
from cacao_core.ai.chances import Forecast
from cacao_core.ai.intervals import half_width
from cacao_core.ai.master import values_after
from cacao_core.ai.playouts.evaluation import lead_of
from cacao_core.ai.playouts.state import State
from cacao_core.ai.results import AnalysedTurn, Analysis, Candidate, rounded
from cacao_core.ai.search import Play, QuickRoot, Search, SearchOption, play_on
from cacao_core.ai.strengths import STRENGTHS

_SEARCH: Final = 0.75
"""Share of the playouts that the search gets."""
_TIME: Final = 0.6
"""Share of the time that it takes."""
_FINALISTS: Final = 4
"""Turns that get a second look."""
_ENOUGH: Final = 4
"""Deals of the second look from which on it decides."""


class _Value(NamedTuple):
    """The values of a turn: each seat's gold and chances, and the number of playouts."""

    option: SearchOption[Any]
    gold: list[float]
    wins: tuple[float, ...]
    playouts: int
    looked: Appraised | None = None
    """Its second look, if that decides."""


class Estimate:
    """Estimates the turns of a decision by playouts.

    Args:
        root: the decision; hidden tiles have no influence.
        rng: the only source of randomness.
        kept: a turn that is valued in any case.
        ways: the turns that are valued; None for the most promising ones.
        alike: whether all of these are valued alike; else the best are valued more closely.
        level: whose search it is.
    """

    def __init__(
        self,
        root: QuickRoot[Any, Any],
        rng: Random,
        kept: object = None,
        ways: Sequence[Any] | None = None,
        alike: bool = False,
        level: str = "expert",
    ) -> None:
        width, self._depth, _budget = STRENGTHS[level]
        self._root = root
        self._rng = rng
        self._finalists = len(ways) if ways and alike else _FINALISTS
        self.forecast = Forecast(root, rng)
        """Turns results of playouts into what is told."""
        play: Play[State] = values_after if level == "master" else partial(play_on, self._depth)
        self._search: Search[Any, Any, State] = Search(
            root, ways or root.ways[:width], play, rng, kept, drops=not alike
        )
        self.appraisal: Appraisal | None = None
        """The second look, once the search has ended."""

    def steps(self, budget: int) -> Iterator[float]:
        """Run about ``budget`` playouts; yields the share of the work that is done."""
        for share in self._search.steps(max(1, round(budget * _SEARCH))):
            yield share * _TIME
        options = self._search.options
        best = [option for option in options[: self._finalists] if option.simulations]
        if self._search.kept and self._search.kept not in best:
            best.append(self._search.kept)
        self.appraisal = Appraisal(self._root, best, self._depth, self._rng)
        for share in self.appraisal.steps(budget):
            yield min(0.999, _TIME + (1 - _TIME) * share)
        yield 1.0

    def analysis(self) -> Analysis:
        """The result so far."""
        return self._told(self._values())

    def among(self, fits: Callable[[Any], bool]) -> Analysis | None:
        """The result so far for some of the turns; None if no such turn was tried."""
        values = [value for value in self._values() if fits(value.option.way)]
        return self._told(values) if values else None

    def begins(self, fits: Callable[[Any], bool]) -> bool:
        """Whether the best turn so far is one of these."""
        return fits(self._values()[0].option.way)

    def gold(self) -> list[float]:
        """Each seat's expected gold, if the best turn is played."""
        return self._values()[0].gold

    def searched(self) -> list[float]:
        """Each seat's gold after playouts of the best turn, as they say it."""
        first = self._values()[0]
        return _mean(first.looked.gold, first.looked.deals) if first.looked else first.gold

    def turn(self) -> AnalysedTurn:
        """The result so far, and the turn that is valued in any case."""
        values = self._values()
        best, kept = values[0], next(one for one in values if one.option is self._search.kept)
        before, after = (self.forecast.leads(value.gold) for value in (best, kept))
        change = rounded(*(new - old for old, new in zip(before, after, strict=True)))
        played, wins = self._candidate(kept, best), rounded(*kept.wins)
        return AnalysedTurn(self._told(values), played, change, wins)

    def _told(self, values: Sequence[_Value]) -> Analysis:
        """The analysis of some turns, the best one first."""
        best = values[0]
        candidates = tuple(self._candidate(value, best) for value in values)
        margins = rounded(*self.forecast.leads(best.gold))
        return Analysis(self._root.seat, candidates, margins, rounded(*best.wins))

    def _candidate(self, value: _Value, best: _Value) -> Candidate:
        line = self._root.line(value.option.way)
        win, error = value.wins[self._root.seat], self._error(value, best)
        margin, win, error = rounded(self._margin(value), win, error)
        return Candidate(line[0], line, margin, win, value.playouts, error)

    def _error(self, value: _Value, best: _Value) -> float:
        """Half of the interval of a turn's distance from the best one."""
        if value is best:
            return 0.0
        if self.appraisal and value.looked and best.looked:
            best_leads, its_leads = best.looked.leads, value.looked.leads
            share, compared = 1.0, len(self.appraisal.turns)
        else:
            best_leads, its_leads = best.option.leads, value.option.leads
            share = 1.0 if best.looked else 0.5
            compared = sum(1 for option in self._search.options if option.leads)
        apart = [share * (mine - its) for mine, its in zip(best_leads, its_leads, strict=False)]
        believed = self.forecast.believed(sum(apart) / len(apart))
        return believed * half_width(apart, compared - 1)

    def _values(self) -> list[_Value]:
        """The turns that were tried, best first."""
        tried = [option for option in self._search.options if option.simulations]
        appraisal = self.appraisal
        if not appraisal or not (appraisal.is_done or appraisal.turns[-1].deals >= _ENOUGH):
            top = self._moderated(tried[0])
            return [self._before(option, top) for option in tried]
        looked = [_mean(turn.gold, turn.deals) for turn in appraisal.turns]
        top = max(looked, key=lambda gold: self._lead(self.forecast.gold(gold)))
        best = [self._appraised(turn, top) for turn in appraisal.turns]
        options = [value.option for value in best]
        least = min(self._margin(value) for value in best[: self._finalists])
        first = appraisal.turns[0].option
        before = _mean(first.gold, first.simulations)
        change = [new - old for new, old in zip(looked[0], before, strict=True)]
        others = [
            self._dropped(option, change, top, least) for option in tried if option not in options
        ]
        return sorted([*best, *others], key=lambda value: -self._margin(value))

    def _before(self, option: SearchOption[Any], top: Sequence[float]) -> _Value:
        """The value of a turn before the second look."""
        wins = _mean(option.wins, option.simulations)
        return self._value(option, top, self._moderated(option), wins, option.simulations)

    def _moderated(self, option: SearchOption[Any]) -> list[float]:
        """The gold after a turn before the second look; half of it is the outlook's."""
        searched = _mean(option.gold, option.simulations)
        outlook = self.forecast.outlook
        return [(mine + general) / 2 for mine, general in zip(searched, outlook, strict=True)]

    def _appraised(self, turn: Appraised, top: Sequence[float]) -> _Value:
        gold, wins = _mean(turn.gold, turn.deals), _mean(turn.wins, turn.deals)
        playouts = turn.option.simulations + 2 * turn.deals
        return self._value(turn.option, top, gold, wins, playouts)._replace(looked=turn)

    def _dropped(
        self, option: SearchOption[Any], change: Sequence[float], top: Sequence[float], most: float
    ) -> _Value:
        """The value of a turn without a second look.

        Args:
            option: the turn.
            change: what the second look changed in the gold of the search's best turn.
            top: the gold after the best turn.
            most: largest margin: that of the worst turn with a second look.
        """
        gold = [a + b for a, b in zip(_mean(option.gold, option.simulations), change, strict=True)]
        wins = _mean(option.wins, option.simulations)
        value = self._value(option, top, gold, wins, option.simulations)
        excess = self._margin(value) - most
        if excess <= 0:
            return value
        value.gold[self._root.seat] -= excess
        return value._replace(wins=self.forecast.wins(value.gold, wins))

    def _value(
        self,
        option: SearchOption[Any],
        top: Sequence[float],
        searched: Sequence[float],
        won: Sequence[float],
        playouts: int,
    ) -> _Value:
        gold = self.forecast.gold(top, searched)
        return _Value(option, gold, self.forecast.wins(gold, won), playouts)

    def _margin(self, value: _Value) -> float:
        return self.forecast.leads(value.gold)[self._root.seat]

    def _lead(self, gold: Sequence[float]) -> float:
        return lead_of(gold, self._root.seat)


def _mean(totals: Sequence[float], number: int) -> list[float]:
    return [total / number for total in totals]
