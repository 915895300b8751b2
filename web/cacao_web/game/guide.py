"""Somebody who leads a person through a game, as far as the game itself has to know."""

from __future__ import annotations

from typing import Protocol

from cacao_core import Game, Move, Record


class Guide(Protocol):
    """Stops the game to tell something, and decides for others in the person's turn."""

    def holds(self, record: Record, game: Game) -> bool:
        """Whether nobody decides, because the person is being told something."""

    def others_move(self, record: Record, game: Game) -> Move | None:
        """What others decide in the person's turn; None if that is not known beforehand."""
