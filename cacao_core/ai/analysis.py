"""The analysis of a position: ranked moves with expected margin and chance of winning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from cacao_core.ai.endings import NODES, EndingSearch, is_solvable, margin_of
from cacao_core.ai.endings.root import RootChoice as EndingOption
from cacao_core.ai.estimates import Estimate
from cacao_core.ai.levels import check_budget, playouts_of, root_of, tables_for
from cacao_core.ai.results import Analysis, Candidate, margins_of
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.ai.turns import Placing
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import Move

_SEED: Final = 0
"""A fixed seed: the same position always gets the same analysis."""
_EXACT: Final = 8
"""Most turns of an ending that are valued exactly."""
_ENDING: Final = 0.3
"""Share of the work that is counted for solving the end of the game, if that fails."""
_REPORT_EVERY: Final = 0.1
"""Share of the work after which the candidates are reported again; sooner at the beginning."""
_SOONEST: Final = 0.02


def analyse(game: Game, budget: int | None = None) -> Analysis:
    """The moves of the seat to move, best first, with expected margin and chance of winning.

    Hidden tiles have no influence.

    Args:
        game: the position; left as it is.
        budget: playouts, 1 or more; None uses those of the level ``expert``.

    Raises:
        CacaoError: not a game, or a budget that is not a whole number above 0.
    """
    *_, (_share, last) = analysing(game, budget)
    return last


def analysing(game: Game, budget: int | None = None) -> Iterator[tuple[float, Analysis]]:
    """:func:`analyse` in small steps: yields the share of the work done, and the result so far."""
    _check(game, budget)
    if game.to_move is None:
        yield 1.0, _result(game)
        return
    steps = _estimating(game, budget)
    first, estimate = next(steps)
    begun = 0.0
    if is_solvable(game):
        ending = EndingSearch(game, NODES)
        for share in ending.steps():
            yield max(first, share * _ENDING), estimate
        if exact := _exact(ending):
            yield 1.0, exact
            return
        begun = _ENDING
    yield max(first, begun), estimate
    for share, estimate in steps:
        yield begun + (1 - begun) * share, estimate


def _estimating(game: Game, budget: int | None) -> Iterator[tuple[float, Analysis]]:
    """:func:`analysing` by playouts."""
    assert game.to_move is not None, "somebody has to move"
    rng = Random(_SEED)
    estimate = Estimate(root_of(game.view(game.to_move, rng)), rng)
    latest, next_report = None, 0.0
    for share in estimate.steps(_playouts(game, budget)):
        if latest is None or share >= next_report:
            latest = estimate.analysis()
            next_report = min(1.0, share + min(_REPORT_EVERY, max(_SOONEST, share)))
        yield share, latest


def _exact(ending: EndingSearch) -> Analysis | None:
    """The analysis of an ending; None if it is not known, or others still decide who wins."""
    solution = ending.solution() if ending.decides else None
    if solution is None:
        return None
    found = [
        _exact_candidate(ending, option, value)
        for option, value in ending.ranked(_EXACT)
        if solution.is_settled or value > 0
    ]
    wins = tuple(
        1 / len(solution.winners) if seat in solution.winners else 0.0
        for seat in range(len(solution.gold))
    )
    return Analysis(solution.seat, tuple(found), margins_of(solution.gold), wins, exact=True)


def _exact_candidate(ending: EndingSearch, option: EndingOption, value: int) -> Candidate:
    line = ending.line(option)
    return Candidate(line[0], line, margin_of(value), ending.share(option, value), 0)


def analysing_turn(
    game: Game, line: Sequence[Move], budget: int | None = None
) -> Iterator[tuple[float, tuple[Analysis, Candidate] | None]]:
    """Analyse a position and a turn in it; only the last step has the results for both.

    Args:
        game: a position in the phase of placing.
        line: the turn's placement and fills, as far as it was played.
        budget: playouts, 1 or more; None uses those of the level ``expert``.
    """
    _check(game, budget)
    begun = 0.0
    if is_solvable(game):
        ending = EndingSearch(game, NODES)
        for share in ending.steps():
            yield share * _ENDING, None
        if exact := _exact_turn(ending, line):
            yield 1.0, exact
            return
        begun = _ENDING
    rng = Random(_SEED)
    root = Placing(game.view(game.turn, rng), tables_for(len(game.players)))
    estimate = Estimate(root, rng, root.way_of(line))
    for share in estimate.steps(_playouts(game, budget)):
        found = (estimate.analysis(), estimate.kept()) if share == 1 else None
        yield begun + (1 - begun) * share, found


def _exact_turn(ending: EndingSearch, line: Sequence[Move]) -> tuple[Analysis, Candidate] | None:
    """The analysis of an ending and of a turn in it; None as for :func:`_exact`."""
    found = _exact(ending)
    kept = ending.option_of(line) if found else None
    if found is None or kept is None:
        return None
    if kept[1] <= 0 and not ending.is_settled:
        return None
    candidate = _exact_candidate(ending, *kept)
    if candidate.line[: len(line)] != tuple(line):  # another turn with the same effects
        candidate = candidate._replace(move=line[0], line=tuple(line))
    return found, candidate


def _check(game: Game, budget: int | None) -> None:
    if not isinstance(game, Game):
        raise CacaoError(f"an analysis is of a Game, not of {describe(game)}")
    check_budget(budget)


def _playouts(game: Game, budget: int | None) -> int:
    return playouts_of(game, STRENGTHS["expert"].budget if budget is None else budget)


def _result(game: Game) -> Analysis:
    """The analysis of a game that is over."""
    winners = game.winners()
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(game.players)))
    margins = margins_of([score.total for score in game.score()])
    return Analysis(None, (), margins, wins, exact=True)
