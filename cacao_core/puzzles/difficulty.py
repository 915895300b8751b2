"""The difficulty of a puzzle: the players who fail at it, and the number of turns that solve it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Final

from cacao_core import ai
from cacao_core.ai.suggesting import most_gold
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.puzzles.judging import Placement, best_for_gold

Turn = tuple[Move, ...]
Judge = Callable[[Turn], bool]

_TESTERS: Final = (("easy", 4), ("medium", 1), ("hard", 3))
"""Levels that try a puzzle, and how often. Expert knows the exact end of the game."""
_EASIEST: Final = 600
_FAILED: Final = 1200
"""The addition to the rating if everybody fails."""
_RARE: Final = 60
"""The addition if half as many turns solve it."""


def turn_of(game: Game, level: str, seed: int) -> Turn:
    """The whole turn of a level."""
    after, line = game.copy(), []
    seat = game.to_move
    while after.to_move == seat:
        line.append(ai.choose(after, level, seed))
        after.apply(line[-1])
    return tuple(line)


def attempts(game: Game) -> list[Turn]:
    """The turns of the levels that try a puzzle; the second half of them are the strong ones."""
    return [turn_of(game, level, seed) for level, times in _TESTERS for seed in range(times)]


def rating(failed: float, solving: int, turns: int) -> int:
    """The rating of a puzzle.

    Args:
        failed: share of the attempts that do not solve it, 0 to 1.
        solving: number of placements with fills that can solve it.
        turns: number of all placements with fills.
    """
    rare = log2(max(turns, 1) / max(solving, 1))
    return round(_EASIEST + _FAILED * failed + _RARE * rare)


def naive_turns(game: Game, placements: Sequence[Placement]) -> list[Turn]:
    """The turns that people try first when they look for gold; see the functions below."""
    return [
        best_for_gold(game, max(placements, key=lambda opening: rank(game, opening)))
        for rank in (_lying_there, _new_tile)
    ]


def _lying_there(game: Game, opening: Placement) -> int:
    """The gold of the new tile from what lies there already: what will be filled is forgotten."""
    begun = game.copy()
    begun.display = begun.jungle_pile = ()  # nothing is filled
    begun.apply(opening.moves[0])
    return most_gold(begun) if begun.phase is Phase.ACTIVATE else 0


def _new_tile(game: Game, opening: Placement) -> int:
    """The gold of the new tile: older tiles, which act as well, are forgotten."""
    after = game.copy()
    for move in opening.moves:
        after.apply(move)
    if after.phase is not Phase.ACTIVATE or after.to_move != game.to_move:
        return 0
    return most_gold(after, opening.moves[0].cell)
