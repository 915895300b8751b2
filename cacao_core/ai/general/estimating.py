"""The analysis by playouts, in the form of :mod:`cacao_core.ai.analysis`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final

from cacao_core.ai.general.deciding import Deciding, play_on
from cacao_core.ai.general.playing import Line
from cacao_core.ai.general.thinking import STRENGTHS, width_for
from cacao_core.ai.general.workers import activate_all
from cacao_core.ai.general.worths import worths_for
from cacao_core.ai.intervals import half_width
from cacao_core.ai.playouts.evaluation import lead_of
from cacao_core.ai.results import AnalysedTurn, Analysis, Candidate, margins_of, rounded
from cacao_core.ai.search import Search, SearchOption, playouts_of
from cacao_core.ai.wishes import SearchWish
from cacao_core.game import Game, Phase
from cacao_core.knowledge.completing import decidable
from cacao_core.moves import Move

_SEED: Final = 0
"""A fixed seed: the same position always gets the same analysis."""


class Estimating:
    """Values the choices of the seat to move by playouts.

    Args:
        game: the position; hidden tiles have no influence.
        wish: what is asked for.
        kept: a choice that is valued in any case.
    """

    def __init__(self, game: Game, wish: SearchWish, kept: Line = ()) -> None:
        assert game.to_move is not None, "somebody has to move"
        rng = Random(_SEED)  # of games
        view = game.view(game.to_move, rng)
        worths = worths_for(game.rules, len(game.players))
        width, depth, usual = STRENGTHS[wish.level]
        self._root = Deciding(view, worths)
        self._goes_on = game.phase in (Phase.ACTIVATE, Phase.DECIDE) and wish.lines is None
        self._budget = playouts_of(game, usual if wish.budget is None else wish.budget)
        ways = self._chosen(game, wish, width_for(width, self._budget))
        kept = next((way for way in ways if way == kept), kept)
        self._search = Search(
            self._root, ways, partial(play_on, worths, depth), rng, kept or None, not wish.lines
        )

    def _chosen(self, game: Game, wish: SearchWish, width: int) -> list[Line]:
        """The choices that are valued."""
        ways = self._root.ways
        if wish.lines is not None:
            return list(dict.fromkeys(wish.lines))
        if not wish.all_moves:
            return ways[:width]
        firsts = dict.fromkeys(way[0] for way in ways)
        best = [next(way for way in ways if way[0] == first) for first in firsts]
        return [*best, *((move,) for move in game.legal_moves() if move not in firsts)]

    def steps(self) -> Iterator[float]:
        """Run the playouts; yields the share that is done."""
        return self._search.steps(self._budget)

    def analysis(self) -> Analysis:
        """The result so far."""
        tried = [one for one in self._search.options if one.simulations]
        ranked = [one for one in tried if one is not self._search.kept] or tried
        if self._search.kept in ranked[:1] or self._is_better(ranked[0]):
            ranked.insert(0, self._kept())
        if self._goes_on:
            _planned_first(ranked, self._root.ways[0])
        top = ranked[0]
        gold, wins = _means(top)
        candidates: list[Candidate] = []
        for option in dict.fromkeys(ranked):
            candidates.append(self._candidate(option, top, gold, candidates))
        return Analysis(self._root.seat, tuple(candidates), margins_of(gold), wins)

    def turn(self) -> AnalysedTurn:
        """The result so far, and the choice that is valued in any case."""
        analysis, kept = self.analysis(), self._kept()
        top = self._search.options[0]
        if self._is_better(top):
            top = kept
        before, after = margins_of(_means(top)[0]), margins_of(_means(kept)[0])
        change = tuple(then - now for now, then in zip(before, after, strict=True))
        played = self._candidate(kept, top, _means(top)[0], ())
        return AnalysedTurn(analysis, played, change, _means(kept)[1])

    def apart(self, way: Line, other: Line) -> tuple[tuple[float, ...], tuple[float, ...], float]:
        """The differences in leads and chances after another choice, and the error of that."""
        first, second = (
            next(one for one in self._search.options if one.way == each) for each in (way, other)
        )
        leads = [one - best for one, best in zip(second.leads, first.leads, strict=True)]
        (gold, wins), (changed, won) = _means(first), _means(second)
        pairs = (margins_of(changed), margins_of(gold)), (won, wins)
        change, chances = (
            rounded(*(new - old for new, old in zip(*pair, strict=True))) for pair in pairs
        )
        return change, chances, half_width(leads)

    def _kept(self) -> SearchOption[Line]:
        assert self._search.kept, "a choice was given"
        return self._search.kept

    def _is_better(self, option: SearchOption[Line]) -> bool:
        """Whether the choice that is valued in any case turns out to be better than another."""
        kept = self._search.kept
        return kept is not None and kept.simulations > 0 and kept.margin > option.margin

    def _candidate(
        self,
        option: SearchOption[Line],
        top: SearchOption[Line],
        gold: Sequence[float],
        before: Sequence[Candidate],
    ) -> Candidate:
        """A choice as it is told: never better than those before it."""
        margin, seat = lead_of(gold, self._root.seat), self._root.seat
        apart = [one - best for one, best in zip(option.leads, top.leads, strict=False)]
        margin += sum(apart) / len(apart)
        if before:
            margin = min(margin, before[-1].margin)
        error = 0.0 if option is top else half_width(apart)
        line, win = self._root.line(option.way), option.wins[seat] / option.simulations
        return Candidate(line[0], line, margin, win, option.simulations, error)


def _planned_first(ranked: list[SearchOption[Line]], planned: Line) -> None:
    """Put what whole turns go on with in front, unless another is better for certain.

    So whoever plays the best turn is told in the middle of it what was told before it.
    """
    at = next((at for at, option in enumerate(ranked) if option.way == planned), 0)
    apart = [one - other for one, other in zip(ranked[0].leads, ranked[at].leads, strict=False)]
    if at and sum(apart) / len(apart) <= half_width(apart):
        ranked.insert(0, ranked.pop(at))


def _means(option: SearchOption[Any]) -> tuple[list[float], tuple[float, ...]]:
    """Each seat's gold and chances after a choice."""
    number = option.simulations
    return [gold / number for gold in option.gold], tuple(win / number for win in option.wins)


def estimating(game: Game, wish: SearchWish) -> Iterator[tuple[float, Analysis]]:
    """The analysis in steps: the share of the work, and the result so far."""
    estimating = Estimating(game, wish)
    latest, analysis = -1.0, None
    for share in estimating.steps():
        if analysis is None or share - latest >= _REPORT_EVERY or share == 1:
            latest, analysis = share, estimating.analysis()
        yield share, analysis


def estimating_turn(
    game: Game, line: Sequence[Move], wish: SearchWish
) -> Iterator[tuple[float, AnalysedTurn | None]]:
    """The analysis in steps with a turn as it was played; only the last step has results."""
    estimating = Estimating(game, wish, kept=_as_played(game, line))
    for share in estimating.steps():
        yield share, estimating.turn() if share == 1 else None


def _as_played(game: Game, line: Sequence[Move]) -> Line:
    """A turn up to what depends on tiles of the pile, without what would be done anyway."""
    trial, played = game.copy(), list[Move]()
    worths = worths_for(game.rules, len(game.players))
    for move in line:
        drawn = trial.jungle_pile
        if trial.to_move != game.turn:
            activate_all(trial, worths)  # others, before a hut is built
        trial.apply(move)
        played.append(move)
        if trial.jungle_pile != drawn and trial.phase is not Phase.PLACE:
            break
    return tuple(played)


_REPORT_EVERY: Final = 0.1
"""Share of the work after which candidates are told again."""


def compared(
    game: Game, move: Move, better: Move, budget: int
) -> tuple[tuple[float, ...], tuple[float, ...], float]:
    """The changes that an activation makes beside a better one: leads, chances, and the error."""
    wish = SearchWish(budget=min(budget, STRENGTHS["expert"].budget), lines=((better,), (move,)))
    estimating = Estimating(decidable(game), wish)
    for _share in estimating.steps():
        pass  # to its end
    return estimating.apart((better,), (move,))
