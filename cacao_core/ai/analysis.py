"""The result of a search: ranked moves with expected margin and chance of winning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, overload

from cacao_core.ai.ending_root import Option as EndingOption
from cacao_core.ai.endings import NODES, Ending, is_solvable, margin_of
from cacao_core.ai.evaluation import softmax
from cacao_core.ai.levels import check_budget, playouts_of, root_of, tables_for
from cacao_core.ai.search import Option, Root, Search
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.ai.turns import Placing
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.notebook import shown
from cacao_core.tiles import Seat


class Candidate(NamedTuple):
    """A move that was examined.

    Attributes:
        move: the move.
        line: the move and the expected following ones of the same seat in this turn, up to the
            first that depends on hidden tiles.
        margin: expected lead in gold at the end of the game (negative: behind).
        win: chance of winning, 0 to 1; a shared victory counts for each winner's share.
        simulations: number of playouts for it; 0 if its value is exact.
    """

    move: Move
    line: tuple[Move, ...]
    margin: float
    win: float
    simulations: int


@dataclass(frozen=True)
class Analysis(Sequence[Candidate]):
    """The moves of the seat to move, best first, and the value of the position.

    Attributes:
        seat: who is to move; None when the game is over.
        candidates: the examined moves, best first; empty when the game is over.
        margins: each seat's expected lead in gold over the best of the others.
        wins: each seat's chance of winning; they add up to 1.
        exact: whether nothing is estimated: the end of the game was solved, or it is over. Chances
            are then 1, 0, or shares of a victory. Margins are those of best play; with three and
            four players, when others have still to decide, they are what the seat can secure.
    """

    seat: Seat | None
    candidates: tuple[Candidate, ...]
    margins: tuple[float, ...]
    wins: tuple[float, ...]
    exact: bool = False
    _repr_svg_ = shown

    @overload
    def __getitem__(self, index: int) -> Candidate: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Candidate, ...]: ...

    def __getitem__(self, index: int | slice) -> Candidate | tuple[Candidate, ...]:
        return self.candidates[index]

    def __len__(self) -> int:
        return len(self.candidates)


_SEED: Final = 0
"""A fixed seed: the same position always gets the same analysis."""
_DRIFT: Final = 1.3
"""Standard deviation of the gold margin per round; fitted by ``tests/bench/calibration.py``."""
_EXACT: Final = 8
"""Most turns of an ending that are valued exactly."""
_ENDING: Final = 0.3
"""Share of the work that is counted for solving the end of the game, if that fails."""
_REPORT_EVERY: Final = 0.1
"""Share of the work after which the candidates are reported again."""


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
        ending = Ending(game, NODES)
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
    root = root_of(game.view(game.to_move, rng))
    width, depth, _budget = STRENGTHS["expert"]
    search: Search[Any, Any] = Search(root, width, depth, rng)
    spread = _spread(game)
    latest, next_report = None, 0.0
    for share in search.steps(_playouts(game, budget)):
        if latest is None or share >= next_report:
            latest = _analysis_of(root, search, spread)
            next_report = min(1.0, share + _REPORT_EVERY)
        yield share, latest


def _exact(ending: Ending) -> Analysis | None:
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
    return Analysis(solution.seat, tuple(found), _margins(solution.gold), wins, exact=True)


def _exact_candidate(ending: Ending, option: EndingOption, value: int) -> Candidate:
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
        ending = Ending(game, NODES)
        for share in ending.steps():
            yield share * _ENDING, None
        if exact := _exact_turn(ending, line):
            yield 1.0, exact
            return
        begun = _ENDING
    rng = Random(_SEED)
    root = Placing(game.view(game.turn, rng), tables_for(len(game.players)))
    width, depth, _budget = STRENGTHS["expert"]
    search: Search[Any, Any] = Search(root, width, depth, rng, kept=root.way_of(line))
    assert search.kept is not None
    spread = _spread(game)
    for share in search.steps(_playouts(game, budget)):
        last = share == 1
        if not last:
            yield begun + (1 - begun) * share, None
            continue
        kept = _candidate(root, search.kept, spread)
        yield share, (_analysis_of(root, search, spread), kept)


def _exact_turn(ending: Ending, line: Sequence[Move]) -> tuple[Analysis, Candidate] | None:
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


def _spread(game: Game) -> float:
    """Softmax temperature in gold; grows with the square root of the remaining rounds.

    A search looks only a few turns ahead, and its playouts know all hidden tiles, so its results
    are too certain. In the last turn nothing is uncertain: 0.
    """
    tiles = sum(player.tiles_left for player in game.players) - (game.phase is Phase.PLACE)
    return _DRIFT * sqrt(tiles / len(game.players))


def _analysis_of(root: Root[Any, Any], search: Search[Any, Any], spread: float) -> Analysis:
    """The result of a search so far."""
    tried = [option for option in search.options if option.simulations]
    found = tuple(_candidate(root, option, spread) for option in tried)
    margins = _margins([total / tried[0].simulations for total in tried[0].gold])
    return Analysis(root.seat, found, margins, _chances(tried[0], spread))


def _candidate(root: Root[Any, Any], option: Option[Any], spread: float) -> Candidate:
    line = root.line(option.way)
    win = _chances(option, spread)[root.seat]
    return Candidate(line[0], line, option.margin, win, option.simulations)


def _chances(option: Option[Any], spread: float) -> tuple[float, ...]:
    """Each seat's chance of winning: the mean of the playouts' result and that of expected gold."""
    won = [total / option.simulations for total in option.wins]
    if not spread:
        return tuple(won)
    gold = softmax([total / option.simulations for total in option.gold], spread)
    return tuple((one + other) / 2 for one, other in zip(won, gold, strict=True))


def _margins(gold: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        mine - max(other for seat, other in enumerate(gold) if seat != me)
        for me, mine in enumerate(gold)
    )


def _result(game: Game) -> Analysis:
    """The analysis of a game that is over."""
    winners = game.winners()
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(game.players)))
    margins = _margins([score.total for score in game.score()])
    return Analysis(None, (), margins, wins, exact=True)
