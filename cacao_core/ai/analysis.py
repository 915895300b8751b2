"""The analysis of a position: ranked moves with expected margin and chance of winning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from time import monotonic, perf_counter
from typing import Any, Final, TypeVar

from cacao_core.ai.endings import NODES, EndingSearch, is_solvable, margin_of
from cacao_core.ai.endings.root import RootChoice as EndingOption
from cacao_core.ai.estimates import Estimate
from cacao_core.ai.levels import root_of, tables_for
from cacao_core.ai.master import playouts_for
from cacao_core.ai.playouts.encoding import knows
from cacao_core.ai.results import AnalysedTurn, Analysis, Candidate, margins_of
from cacao_core.ai.search import playouts_of
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.ai.turns import AskedRoot, Placing, TurnRoot
from cacao_core.ai.wishes import Asked, Line, SearchWish, check_rest, checked, opening_of
from cacao_core.game import Game, Phase
from cacao_core.knowledge.completing import decidable
from cacao_core.moves import Move

Told = TypeVar("Told")
"""The reports of a search."""

_SEED: Final = 0
"""A fixed seed: the same position always gets the same analysis."""
_EXACT: Final = 8
"""Most turns of an ending that are valued exactly."""
_ENDING: Final = 0.3
"""Share of the work that is counted for solving the end of the game, if that fails."""
_WHOLE: Final = 0.75
"""Share of the work that is counted for looking at a turn from its beginning, if that fails."""
_REPORT_EVERY: Final = 0.1
"""Share of the work after which the candidates are reported again; sooner at the beginning."""
_SOONEST: Final = 0.02
_REPORT_SECONDS: Final = 0.1
"""The same in a long search, so that whoever ends it gets what has been found."""
_GLANCE: Final = 48
"""Playouts before the end of the game is solved: two for each turn that is looked at."""
_FIRST: Final = (1, 4, 16, _GLANCE)
"""Playouts after which candidates are reported in any case."""
_SHORTEST: Final = 100
"""Playouts of the first of several searches within a time."""


def analyse(  # noqa: PLR0913  # keywords, each with a default
    game: Game,
    budget: int | None = None,
    *,
    seconds: float | None = None,
    moves: Iterable[Asked] | None = None,
    all_moves: bool = False,
    best: int | None = None,
    level: str = "expert",
) -> Analysis:
    """The moves of the seat to move, best first, with expected margin and chance of winning.

    Hidden tiles have no influence. Without ``seconds``, the same position always gets the same
    analysis.

    Args:
        game: the position; left as it is.
        budget: playouts, 1 or more; None uses those of the level.
        seconds: search so long instead, again and again with twice the playouts.
        moves: the turns that are valued, all alike: each a move of this turn, or a list of its
            moves up to there, such as the ``line`` of a candidate. What a turn leaves open is
            played as it looks best at once; activations after its first move must be those. None
            values a selection.
        all_moves: value every legal move; those that look bad get few playouts.
        best: tell only so many candidates.
        level: whose search it is: ``hard``, ``expert`` or ``master``. Chances of winning were
            learned for ``expert``.

    Raises:
        CacaoError: not a game, a wrong argument, or the hand or the display is not known.
        IllegalMove: one of the moves is not legal.
    """
    wish = checked(game, budget, seconds, moves, all_moves, best, level)
    *_, (_share, last) = _shortened(game, wish)
    return last


def analysing(  # noqa: PLR0913  # keywords, each with a default
    game: Game,
    budget: int | None = None,
    *,
    seconds: float | None = None,
    moves: Iterable[Asked] | None = None,
    all_moves: bool = False,
    best: int | None = None,
    level: str = "expert",
) -> Iterator[tuple[float, Analysis]]:
    """:func:`analyse` in small steps: yields the share of the work done, and the result so far."""
    wish = checked(game, budget, seconds, moves, all_moves, best, level)
    yield from _shortened(game, wish)


def _shortened(game: Game, wish: SearchWish) -> Iterator[tuple[float, Analysis]]:
    game = decidable(game)
    steps = _once(game, wish) if wish.seconds is None else _timed(game, wish, wish.seconds)
    for share, analysis in steps:
        if share == 1 and wish.lines:
            check_rest(wish.lines, [candidate.line for candidate in analysis])
        yield share, analysis if wish.best is None else analysis.first(wish.best)


def _timed(game: Game, wish: SearchWish, seconds: float) -> Iterator[tuple[float, Analysis]]:
    """Search again with twice the playouts until the time is over; a result counts once whole."""
    begun, latest, budget = monotonic(), None, _SHORTEST
    while True:
        for share, analysis in _once(game, wish._replace(budget=budget)):
            if latest is None or share == 1:
                known = analysis
            spent = (monotonic() - begun) / seconds
            if spent >= 1 or known.exact:
                yield 1.0, known
                return
            yield spent, known
        latest, budget = known, 2 * budget


def _once(game: Game, wish: SearchWish) -> Iterator[tuple[float, Analysis]]:
    if game.to_move is None:
        yield 1.0, _result(game)
        return
    if not knows(game.rules):
        from cacao_core.ai.general.estimating import estimating  # noqa: PLC0415  # rarely needed

        yield from estimating(game, wish)
        return
    steps = _estimating(game, wish)
    share, estimate = next(steps)
    begun = 0.0
    if is_solvable(game):
        for share, estimate in islice(steps, _GLANCE):
            yield share * _ENDING, estimate
        ending = EndingSearch(game, NODES)
        for solved in ending.steps():
            yield max(share, solved) * _ENDING, estimate
        if exact := _exact(ending, wish):
            yield 1.0, exact
            return
        begun = _ENDING
    yield begun + (1 - begun) * share, estimate
    for share, estimate in steps:
        yield begun + (1 - begun) * share, estimate


def _estimating(game: Game, wish: SearchWish) -> Iterator[tuple[float, Analysis]]:
    """:func:`analysing` by playouts."""
    assert game.to_move is not None, "somebody has to move"
    rng = Random(_SEED)
    root: TurnRoot[Any, Any] = root_of(game.view(game.to_move, rng))
    if (asked := _asked(game, root, wish)) is not None:
        root = AskedRoot(root, asked)
    ways = None if asked is None else root.ways
    estimate = Estimate(root, rng, ways=ways, alike=wish.lines is not None, level=wish.level)
    steps = _reported(estimate.steps(_playouts(game, wish)), estimate.analysis)
    share, latest = next(steps)
    begun = 0.0
    if game.phase is Phase.FILL and asked is None:
        for share, analysis in _going_on(game, wish):
            latest = analysis or latest
            if share == 1 and analysis:
                yield 1.0, analysis
                return
            yield share * _WHOLE, latest
        begun = _WHOLE
    yield begun + (1 - begun) * share, latest
    for share, latest in steps:
        yield begun + (1 - begun) * share, latest


def _going_on(game: Game, wish: SearchWish) -> Iterator[tuple[float, Analysis | None]]:
    """The analysis of the turn from its beginning, if its best way is what was played.

    So whoever plays the best turn is told in the middle of it what was told before it. Until that
    is known, what fits is told.
    """
    rng = Random(_SEED)
    root = Placing(game.view(game.turn, rng), tables_for(len(game.players)))
    ways = root.whole[: STRENGTHS[wish.level].width]
    estimate = Estimate(root, rng, ways=ways, level=wish.level)
    steps = estimate.steps(_playouts(game, wish, whole=True))
    for share, analysis in _reported(steps, lambda: estimate.among(root.goes_on)):
        yield share, analysis if share < 1 or estimate.begins(root.goes_on) else None


def _reported(steps: Iterator[float], report: Callable[[], Told]) -> Iterator[tuple[float, Told]]:
    """The share of the work with the latest report; there are few, because they take time."""
    next_share, next_time = -1.0, 0.0
    for number, share in enumerate(steps, 1):
        if share >= next_share or number in _FIRST or perf_counter() >= next_time:
            latest = report()
            next_share = min(1.0, share + min(_REPORT_EVERY, max(_SOONEST, share)))
            next_time = perf_counter() + _REPORT_SECONDS
        yield share, latest


def _asked(game: Game, root: TurnRoot[Any, Any], wish: SearchWish) -> list[tuple[Any, Line]] | None:
    """The choices that are valued, with the moves that were asked for; None for a selection."""
    if wish.lines is not None:
        openings = dict.fromkeys(map(opening_of, wish.lines))
        return [(root.way_as(line), line) for line in openings]
    if not wish.all_moves:
        return None
    first_moves = {root.first_move(way) for way in root.ways}
    others = [(one,) for one in game.legal_moves() if one not in first_moves]
    return [*((way, ()) for way in root.ways), *((root.way_as(line), line) for line in others)]


def _exact(ending: EndingSearch, wish: SearchWish) -> Analysis | None:
    """The analysis of an ending; None if it is not known, or others still decide who wins."""
    solution = ending.solution() if ending.decides else None
    candidates = solution and _exact_candidates(ending, wish)
    if solution is None or not candidates:
        return None
    wins = tuple(
        1 / len(solution.winners) if seat in solution.winners else 0.0
        for seat in range(len(solution.gold))
    )
    return Analysis(solution.seat, tuple(candidates), margins_of(solution.gold), wins, exact=True)


def _exact_candidates(ending: EndingSearch, wish: SearchWish) -> list[Candidate] | None:
    """The turns that are asked for, best first; None if the value of one is not known."""
    lines = wish.lines
    if wish.all_moves:
        lines = tuple((move,) for move in ending.game.legal_moves())
    if lines is None:
        return [
            _exact_candidate(ending, option, value)
            for option, value in ending.ranked(_EXACT)
            if ending.is_settled or value > 0
        ]
    judged = [_exact_line(ending, line) for line in lines]
    exact = [candidate for candidate in judged if candidate]
    return sorted(exact, key=lambda one: -one.margin) if len(exact) == len(judged) else None


def _exact_line(ending: EndingSearch, line: Sequence[Move]) -> Candidate | None:
    """A turn with its value; None if that is not known."""
    choice = ending.option_of(line)
    if choice is None or (choice[1] <= 0 and not ending.is_settled):
        return None
    candidate = _exact_candidate(ending, *choice)
    if candidate.line[: len(line)] != tuple(line):  # another turn with the same effects
        candidate = candidate._replace(move=line[0], line=tuple(line))
    return candidate


def _exact_candidate(ending: EndingSearch, option: EndingOption, value: int) -> Candidate:
    line = ending.line(option)
    return Candidate(line[0], line, margin_of(value), ending.share(line, value), 0)


def analysing_turn(
    game: Game, line: Sequence[Move], budget: int | None = None
) -> Iterator[tuple[float, AnalysedTurn | None]]:
    """Analyse a position and a turn in it; only the last step has the results for both.

    Args:
        game: a position in the phase of placing.
        line: the moves of the turn that its seat has played, the activations as well.
        budget: playouts, 1 or more; None uses those of the level ``expert``.
    """
    wish = checked(game, budget)
    game = decidable(game)
    if not knows(game.rules):
        from cacao_core.ai.general.estimating import estimating_turn  # noqa: PLC0415  # as above

        yield from estimating_turn(game, line, wish)
        return
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
    for share in estimate.steps(_playouts(game, wish)):
        yield begun + (1 - begun) * share, estimate.turn() if share == 1 else None


def _exact_turn(ending: EndingSearch, line: Sequence[Move]) -> AnalysedTurn | None:
    """The analysis of an ending and of a turn in it; None as for :func:`_exact`.

    With more than two players only the change for the seat that moves is known.
    """
    analysis = _exact(ending, SearchWish())
    choice = ending.played(line) if analysis else None
    if not analysis or not choice or (choice[1] <= 0 and not ending.is_settled):
        return None
    whole, value = choice
    played = Candidate(line[0], whole, margin_of(value), ending.share(whole, value), 0)
    lost, seats = analysis[0].margin - played.margin, range(len(analysis.margins))
    others = lost if len(seats) == 2 else 0.0
    change = tuple(-lost if seat == analysis.seat else others for seat in seats)
    rest = (1 - played.win) / (len(seats) - 1)
    return AnalysedTurn(
        analysis,
        played,
        change,
        tuple(played.win if seat == analysis.seat else rest for seat in seats),
    )


def _playouts(game: Game, wish: SearchWish, whole: bool = False) -> int:
    """The playouts for a decision, or for a whole turn."""
    budget = STRENGTHS[wish.level].budget if wish.budget is None else wish.budget
    playouts = budget if whole else playouts_of(game, budget)
    return playouts_for(game, playouts) if wish.level == "master" else playouts


def _result(game: Game) -> Analysis:
    """The analysis of a game that is over."""
    winners = game.winners()
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(game.players)))
    margins = margins_of([score.total for score in game.score()])
    return Analysis(None, (), margins, wins, exact=True)
