"""The levels: how each of them decides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from random import Random
from typing import Any, Final

from cacao_core.ai import beginner
from cacao_core.ai.endings import NODES, EndingSearch, is_solvable
from cacao_core.ai.learned.tables import WEIGHTS
from cacao_core.ai.playouts.encoding import knows
from cacao_core.ai.playouts.state import State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.search import EQUAL, Play, Search, play_on, playouts_of
from cacao_core.ai.strengths import HABITS, LEVELS, STRENGTHS
from cacao_core.ai.suggesting import obvious, suggest
from cacao_core.ai.turns import Activating, Placing, TurnRoot
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Cell

Thoughts = Iterator[tuple[float, Move]]
"""The share of the work done, and the best move so far."""

_ENDING: Final = 0.3
"""Share of the work that is counted for solving the end of the game, if that fails."""
ENOUGH: Final = 100
"""With fewer playouts, the learned tables judge activations better than the search."""


@cache
def tables_for(seats: int) -> Tables:
    """The tables for a number of players, shared by all searches."""
    return Tables(seats, WEIGHTS[seats])


def think(view: Game, level: str, rng: Random, budget: int | None) -> Thoughts:
    """Decide on the next move of the seat to move, in steps.

    Args:
        view: what that seat sees; hidden tiles re-dealt.
        level: one of :data:`LEVELS`.
        rng: the only source of randomness.
        budget: playouts for a whole turn; None uses the level's own.
    """
    if not knows(view.rules):
        from cacao_core.ai.general import thinking  # noqa: PLC0415  # the base game needs none

        yield from thinking.think(view, level, rng, budget)
        return
    if level in HABITS:
        yield 1.0, beginner.choose(view, level, rng)
        return
    if view.phase is Phase.ACTIVATE and (sure := obvious(view)):
        yield 1.0, sure
        return
    begun = 0.0
    if nodes := nodes_for(view, level):
        ending = EndingSearch(view, nodes)
        for share in ending.steps():
            yield share * _ENDING, ending.first_move()
        if ending.decides:
            yield 1.0, ending.first_move()
            return
        begun = _ENDING
    for share, move in _by_playouts(view, level, rng, budget):
        yield begun + (1 - begun) * share, move


def nodes_for(view: Game, level: str) -> int:
    """The number of positions a level looks at to solve the end; 0 if it does not try."""
    if LEVELS.index(level) <= LEVELS.index("hard") or not is_solvable(view):
        return 0
    if level != "master":
        return NODES
    from cacao_core.ai import master  # noqa: PLC0415  # nobody else needs it

    return master.NODES if master.turns_left(view) <= master.SOLVED else 0


def _by_playouts(view: Game, level: str, rng: Random, budget: int | None) -> Thoughts:
    """Decide by the learned tables, and by playouts from ``hard`` on."""
    width, depth, usual = STRENGTHS[level]
    playouts = playouts_of(view, usual if budget is None else budget)
    if view.phase is Phase.ACTIVATE and playouts < ENOUGH:
        yield 1.0, suggest(view)
        return
    root = root_of(view)
    if min(width, len(root.ways)) == 1:
        best = root.ways[0]
        if isinstance(root, Placing):
            best = rng.choice([way for way in root.ways if way.worth > best.worth - EQUAL])
        yield 1.0, root.first_move(best)
        return
    play: Play[State] = partial(play_on, depth)
    if level == "master":
        from cacao_core.ai.master import playouts_for, values_after  # noqa: PLC0415  # only here

        play, playouts = values_after, playouts_for(view, playouts)
    search: Search[Any, Any, State] = Search(root, root.ways[:width], play, rng)
    for share in search.steps(playouts):
        yield share, root.first_move(search.options[0].way)


def check_budget(budget: int | None) -> None:
    """Check a number of playouts; None stands for a level's own.

    Raises:
        CacaoError: it is not a whole number above 0.
    """
    if budget is not None and not (is_whole(budget) and budget > 0):
        raise CacaoError(f"{describe(budget)} playouts: expected a whole number above 0, or None")


def root_of(view: Game) -> TurnRoot[Any, Any]:
    """The decision of the seat to move."""
    tables = tables_for(len(view.players))
    tables.shrink()
    return Activating(view, tables) if view.phase is Phase.ACTIVATE else Placing(view, tables)


def _valued(view: Game) -> Iterator[tuple[Move, float]]:
    """The placements with what their turns bring at once, best first."""
    if knows(view.rules):
        choice = Placing(view, tables_for(len(view.players)))
        return ((choice.first_move(action), action.worth) for action in choice.ways)
    from cacao_core.ai.general import thinking  # noqa: PLC0415  # as above

    return thinking.valued(view)


def candidates_of(
    view: Game, count: int, edges: str | None, within: float | None = None
) -> list[Move]:
    """The placements that bring most at once, best first, each on another cell.

    Args:
        view: the position as its player sees it.
        count: how many at most.
        edges: of the only tile that is placed, as it is turned; None is any.
        within: how much less than the best one they may promise, in gold; None is any.
    """
    best: dict[Cell, Move] = {}
    top: float | None = None
    for move, worth in _valued(view):
        if edges in (None, move.what):
            top = worth if top is None else top
            if within is not None and worth < top - within:
                break
            best.setdefault(move.cell, move)
        if len(best) == count:
            break
    return list(best.values())
