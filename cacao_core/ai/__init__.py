"""Artificial players, and their evaluation of positions.

>>> from cacao_core import Deal, Game, ai
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> game.play(ai.choose(game, "medium", seed=1))
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Final

from cacao_core.ai.strengths import LEVELS
from cacao_core.deal import is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import Move

if TYPE_CHECKING:
    from cacao_core.ai.analysis import analyse, analysing
    from cacao_core.ai.endings import Solution, solve
    from cacao_core.ai.explaining.answers import Answers
    from cacao_core.ai.explaining.reasons import Reason, explain
    from cacao_core.ai.hints import hinting
    from cacao_core.ai.results import Analysis, Candidate
    from cacao_core.ai.reviews import Balance, ReviewedTurn, balance, review, reviewing, variation
    from cacao_core.ai.suggesting import obvious, suggest

__all__ = [
    "LEVELS",
    "Analysis",
    "Answers",
    "Balance",
    "Candidate",
    "Reason",
    "ReviewedTurn",
    "Solution",
    "analyse",
    "analysing",
    "balance",
    "candidates",
    "choose",
    "explain",
    "hinting",
    "obvious",
    "review",
    "reviewing",
    "solve",
    "suggest",
    "thinking",
    "variation",
]


_PLACES: Final = {
    **dict.fromkeys(("analyse", "analysing"), "analysis"),
    "Answers": "explaining.answers",
    **dict.fromkeys(("Solution", "solve"), "endings"),
    **dict.fromkeys(("Reason", "explain"), "explaining.reasons"),
    "hinting": "hints",
    **dict.fromkeys(("Analysis", "Candidate"), "results"),
    **dict.fromkeys(
        ("Balance", "ReviewedTurn", "balance", "review", "reviewing", "variation"), "reviews"
    ),
    **dict.fromkeys(("obvious", "suggest"), "suggesting"),
}
"""Modules that are loaded when they are first used: when a page starts, it needs only the names of
the levels, and the search is a tenth of all that it would load."""


if not TYPE_CHECKING:  # otherwise type checkers would accept any name

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        member = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        globals()[name] = member  # for the next time
        return member

    def __dir__() -> list[str]:
        """All names, so that ``dir`` and ``help`` show those that are loaded later, too."""
        return sorted({*globals(), *__all__})


def choose(game: Game, level: str, seed: int | None = None, budget: int | None = None) -> Move:
    """The move of an artificial player for the seat to move.

    It decides on a view of the position, so hidden tiles have no influence. The same visible
    position, level, seed and budget give the same move on every machine.

    Args:
        game: the position; left as it is.
        level: one of ``LEVELS``, which are ordered from the weakest to the strongest.
        seed: makes the choice repeatable; None draws a fresh one.
        budget: playouts for a turn, 1 or more, instead of the level's own; levels up to
            ``medium`` need none.

    Raises:
        CacaoError: unknown level, invalid seed or budget, the game is over, or the hand or the
            display is not known.
    """
    *_, (_share, move) = thinking(game, level, seed, budget)
    return move


def thinking(
    game: Game, level: str, seed: int | None = None, budget: int | None = None
) -> Iterator[tuple[float, Move]]:
    """The same as :func:`choose` in small steps, for callers that must stay responsive.

    Yields the share of the work done, above 0 up to 1, and the best move so far, every few
    milliseconds. The last move is that of :func:`choose`; callers that stop early play the last one
    they got.
    """
    from cacao_core.ai.levels import check_budget, think  # noqa: PLC0415  # see _PLACES

    if not isinstance(game, Game):
        raise CacaoError(f"a move is chosen for a Game, not for {describe(game)}")
    if type(level) is not str or level not in LEVELS:
        raise CacaoError(f"level {describe(level)}: expected one of {', '.join(LEVELS)}")
    if seed is not None and not is_whole(seed):
        raise CacaoError(f"seed {describe(seed)}: expected a whole number or None")
    check_budget(budget)
    if game.to_move is None:
        raise CacaoError("the game is over: there is no move to choose")
    rng = Random(seed)
    whole = game if game.is_known else _decidable(game)
    yield from think(whole.view(game.to_move, rng), level, rng, budget)


def candidates(
    game: Game, count: int = 3, edges: str | None = None, within: float | None = None
) -> list[Move]:
    """The most promising placements of the seat to move, best first, each on a different cell.

    They are judged by this turn only; hidden tiles have no influence. Meant as help for beginners.

    Args:
        game: the position; left as it is.
        count: how many at most.
        edges: workers n, e, s, w of a hand tile as it is turned: only that is placed. None is any
            tile, turned in any way.
        within: how much less than the best one they may promise, in gold; None is any.

    Raises:
        CacaoError: not a game, it is not the placement phase, or the hand or the display is not
            known.
    """
    from cacao_core.ai.levels import candidates_of  # noqa: PLC0415  # see _PLACES

    if not isinstance(game, Game):
        raise CacaoError(f"a tile is placed in a Game, not in {describe(game)}")
    if game.phase is not Phase.PLACE or game.to_move is None:
        raise CacaoError(f"the phase is {game.phase.value}: nobody places a tile")
    whole = game if game.is_known else _decidable(game)
    return candidates_of(whole.view(game.to_move, Random(0)), count, edges, within)


def _decidable(game: Game) -> Game:
    """The game with its unknown tiles dealt, if they are not those of the seat to move."""
    from cacao_core.knowledge.completing import decidable  # noqa: PLC0415  # rarely needed

    return decidable(game)
