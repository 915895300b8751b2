"""Perft: how many sequences of moves lead on from a position, to a depth.

The counts are a fingerprint of the rules: another implementation that lists one move more or less
anywhere gets other numbers, and :func:`divide` shows behind which move the difference lies.
"""

from __future__ import annotations

from cacao_core.game import Game
from cacao_core.moves import Move


def perft(game: Game, depth: int) -> int:
    """Number of sequences of ``depth`` legal moves; a game that ends earlier has none.

    Args:
        game: the position; left as it is.
        depth: number of moves, 0 or more.

    >>> from cacao_core import Deal
    >>> [perft(Game(Deal.shuffled(2, 1)), depth) for depth in range(3)]
    [1, 24, 512]
    """
    if depth == 0:
        return 1
    moves = game._legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(_after(game, move), depth - 1) for move in moves)


def divide(game: Game, depth: int) -> dict[Move, int]:
    """:func:`perft` of ``depth`` moves, parted by the first of them."""
    return {move: perft(_after(game, move), depth - 1) for move in game.legal_moves()}


def _after(game: Game, move: Move) -> Game:
    twin = game.copy()
    twin.apply(move)
    return twin
