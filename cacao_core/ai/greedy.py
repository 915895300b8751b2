"""A player that looks at its own turn only: every placement, every way to fill, best activation."""

from __future__ import annotations

from random import Random
from typing import Final

from cacao_core.ai.activation import suggest
from cacao_core.ai.evaluation import advantage
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Cell, Seat

_EQUAL: Final = 1e-9
"""Advantages closer than this are a tie, which chance decides."""


def choose(view: Game, rng: Random, _budget: int | None = None) -> Move:
    """The move that leads to the best position at the end of the turn.

    Args:
        view: what the seat to move sees; hidden tiles re-dealt.
        rng: decides between equally good moves.
    """
    if view.phase is Phase.ACTIVATE:
        return suggest(view)
    seat = view.turn
    rated = [(_advantage_after(view, move, seat), move) for move in view.legal_moves()]
    best = max(value for value, _ in rated)
    return rng.choice([move for value, move in rated if value > best - _EQUAL])


def candidates(view: Game, count: int = 3) -> list[Move]:
    """The placements that promise most at the end of the turn, best first, on different cells.

    Args:
        view: what the seat to move sees, in the phase of placing; hidden tiles re-dealt.
        count: how many at most.
    """
    seat = view.turn
    rated = [(_advantage_after(view, move, seat), move) for move in view.legal_moves()]
    rated.sort(key=lambda pair: -pair[0])
    best: dict[Cell, Move] = {}
    for _value, move in rated:
        best.setdefault(move.cell, move)
    return list(best.values())[:count]


def _advantage_after(game: Game, move: Move, seat: Seat) -> float:
    """The seat's advantage at the end of the turn, if it plays the move and goes on as well."""
    game = game.copy()
    game.apply(move)
    if game.phase is Phase.FILL:
        return max(_advantage_after(game, fill, seat) for fill in game._legal_moves())
    while game.phase is Phase.ACTIVATE:
        game.apply(suggest(game))
    return advantage(game, seat)
