"""The protocol of the lesson's tutor, as far as a session needs it."""

from __future__ import annotations

from typing import Protocol

from cacao_core import Game, Move, Record


class Guide(Protocol):
    """Pauses the game to tell something, and decides for others in the person's turn."""

    def holds(self, record: Record, game: Game) -> bool:
        """Whether nobody decides, because the person is reading."""

    def others_move(self, record: Record, game: Game) -> Move | None:
        """The others' decision in the person's turn; None if it is not fixed."""
