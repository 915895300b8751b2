"""The protocol of the lesson's tutor, and of a puzzle, as far as a session needs it."""

from __future__ import annotations

from typing import Protocol

from cacao_core import Game, Move, Record
from cacao_web.game.choice import Choice


class Guide(Protocol):
    """Pauses the game to tell something, and decides for others in the person's turn."""

    @property
    def fragment(self) -> str:
        """The fragment of the address that opens it again, without ``#``."""

    @property
    def is_trial(self) -> bool:
        """Whether one turn is only tried.

        Then the person may take back, nothing is saved, and no computer thinks.
        """

    @property
    def asks_gains(self) -> bool:
        """Whether the person is to find out what moves bring: then nothing tells it beforehand."""

    @property
    def leads_workers(self) -> bool:
        """Whether it decides what all workers do, so that the person is not asked."""

    @property
    def help(self) -> str:
        """Command of the help that it offers, for the key of hints; empty if there is none."""

    @property
    def awaits_motion(self) -> bool:
        """Whether it :meth:`rests` when all motion has ended, not as soon as the game pauses."""

    def holds(self, record: Record, game: Game) -> bool:
        """Whether nobody decides, because the person is reading."""

    def fixed_move(self, record: Record, game: Game) -> Move | None:
        """A decision in the person's turn that nobody is asked for; None if there is none."""

    def rests(self) -> None:
        """The game is paused, see :attr:`awaits_motion`."""

    def choice(self, record: Record, game: Game, before: Choice) -> Choice:
        """The choice that is prepared for a decision; ``before`` is the choice until then."""
