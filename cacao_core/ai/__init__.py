"""Artificial players.

>>> from cacao_core import Deal, Game, ai
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> game.play(ai.choose(game, "medium", seed=1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp
from random import Random
from typing import Final, TypeAlias

from cacao_core.ai import greedy
from cacao_core.ai.activation import obvious, suggest
from cacao_core.ai.analysis import Analysis, Candidate
from cacao_core.ai.evaluation import standing
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import Move

__all__ = [
    "LEVELS",
    "Analysis",
    "Candidate",
    "analyse",
    "analysing",
    "candidates",
    "choose",
    "obvious",
    "suggest",
    "thinking",
]

Chooser: TypeAlias = Callable[[Game, Random, int | None], Move]
"""Given what the seat to move sees, a source of chance, and a budget: the move."""

# One player serves all levels until stronger and weaker ones take its place.
_CHOOSERS: Final[dict[str, Chooser]] = {
    "easy": greedy.choose,
    "medium": greedy.choose,
    "hard": greedy.choose,
    "expert": greedy.choose,
}

LEVELS: Final = tuple(_CHOOSERS)
"""Names of the levels, weakest first."""


def choose(game: Game, level: str, seed: int | None = None, budget: int | None = None) -> Move:
    """The move of an artificial player for the seat to move.

    It decides on a view of the position, so hidden tiles have no influence.

    Args:
        game: the position; left as it is.
        level: one of :data:`LEVELS`. In this version every level is the same greedy player.
        seed: makes the choice repeatable; None takes a fresh one.
        budget: simulations that the player may use; the greedy one needs none and ignores it.

    Raises:
        CacaoError: unknown level, a seed or budget that is no whole number, or the game is over.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"a move is chosen for a Game, not for {describe(game)}")
    if type(level) is not str or level not in _CHOOSERS:
        raise CacaoError(f"level {describe(level)}: expected one of {', '.join(LEVELS)}")
    for name, value in (("seed", seed), ("budget", budget)):
        if value is not None and not isinstance(value, int):
            raise CacaoError(f"{name} {describe(value)}: expected a whole number or None")
    if game.to_move is None:
        raise CacaoError("the game is over: there is no move to choose")
    rng = Random(seed)
    return _CHOOSERS[level](game.view(game.to_move, rng), rng, budget)


def candidates(game: Game, count: int = 3) -> list[Move]:
    """The most promising placements of the seat to move, best first, each on another cell.

    As far as one turn goes; hidden tiles have no influence. Meant as a beginner's help.

    Args:
        game: the position; left as it is.
        count: how many at most.

    Raises:
        CacaoError: nobody has to place a tile.
    """
    if game.phase is not Phase.PLACE or game.to_move is None:
        raise CacaoError(f"the phase is {game.phase.value}: nobody places a tile")
    return greedy.candidates(game.view(game.to_move, Random(0)), count)


def thinking(
    game: Game, level: str, seed: int | None = None, budget: int | None = None
) -> Iterator[tuple[float, Move]]:
    """The same as :func:`choose` in small steps, for callers that must stay responsive.

    Yields the share of the work done, above 0 up to 1, and the best move so far, every few
    milliseconds; the last move is that of :func:`choose`. Whoever stops early plays the last one.
    """
    yield 1.0, choose(game, level, seed, budget)


def analyse(game: Game, budget: int | None = None) -> Analysis:
    """The moves of the seat to move, best first, with expected margin and chance of winning.

    Args:
        game: the position; left as it is. Hidden tiles have no influence.
        budget: simulations; None takes those of the level ``expert``.

    Raises:
        CacaoError: no game, or a budget that is no whole number above 0.
    """
    *_, (_share, last) = analysing(game, budget)
    return last


def analysing(game: Game, budget: int | None = None) -> Iterator[tuple[float, Analysis]]:
    """The same as :func:`analyse` in small steps: the share of the work done, and what is known."""
    values = standing(game)
    margins = tuple(
        mine - max(values[:seat] + values[seat + 1 :]) for seat, mine in enumerate(values)
    )
    chances = [exp(value / 8) for value in values]
    wins = tuple(chance / sum(chances) for chance in chances)
    seat = game.to_move
    found: tuple[Candidate, ...] = ()
    if seat is not None:
        found = tuple(
            Candidate(move, (move,), margins[seat], wins[seat], 1)
            for move in (candidates(game, 10) if game.phase is Phase.PLACE else game.legal_moves())
        )
    yield 1.0, Analysis(seat, found, margins, wins)
