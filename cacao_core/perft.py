"""Perft: the number of move sequences of a given length from a position.

The counts are a fingerprint of the rules: an implementation with one legal move more or less
anywhere gets other numbers, and :func:`divide` shows after which move the difference lies.
"""

from __future__ import annotations

from cacao_core.game import Game
from cacao_core.moves import Move


def perft(game: Game, depth: int) -> int:
    """Number of sequences of ``depth`` legal moves; games that end earlier do not count.

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
    """:func:`perft` of ``depth`` moves, by first move."""
    return {move: perft(_after(game, move), depth - 1) for move in game.legal_moves()}


def _after(game: Game, move: Move) -> Game:
    twin = game.copy()
    twin.apply(move)
    return twin
