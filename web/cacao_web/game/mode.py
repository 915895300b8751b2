"""The mode of a game: the answers that differ between kinds of games. Here is the ordinary one.

A lesson, a puzzle, a real table and other devices have modes of their own, which answer otherwise.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Game, Move, Record
from cacao_web.game.choice import Choice


class Moment(NamedTuple):
    """A game as it stands."""

    record: Record
    game: Game  # the position; read only


class Mode:
    """The mode of a game whose people are all at this page, and whose tiles a seed deals."""

    # --- Who decides now ---------------------------------------------------------------------

    @property
    def guides(self) -> bool:
        """Whether it tells something, and decides for all others, as a lesson or puzzle does."""
        return False

    @property
    def leads_workers(self) -> bool:
        """Whether it decides what all workers do, so that the person is not asked."""
        return False

    def holds(self, moment: Moment) -> bool:
        """Whether nobody decides, because the person is reading."""
        return False

    def fixed_move(self, moment: Moment) -> Move | None:
        """A decision that nobody is asked for; None if there is none."""
        return None

    def choice(self, moment: Moment, before: Choice) -> Choice | None:
        """The choice that is prepared for a decision; None for the usual one.

        Args:
            moment: the game.
            before: the choice until then.
        """
        return None

    # --- While it holds the game -------------------------------------------------------------

    @property
    def awaits_motion(self) -> bool:
        """Whether it :meth:`rests` when all motion has ended, not as soon as the game pauses."""
        return False

    def rests(self) -> None:
        """The game is paused, see :attr:`awaits_motion`."""

    # --- What may be seen --------------------------------------------------------------------

    @property
    def asks_gains(self) -> bool:
        """Whether the person is to find out what moves bring: then nothing tells it beforehand."""
        return False

    @property
    def help(self) -> str:
        """Command of the help that it offers, for the key of hints; empty if there is none."""
        return ""

    # --- What is saved, and may be taken back ------------------------------------------------

    @property
    def is_trial(self) -> bool:
        """Whether one turn is only tried.

        Then the person may take back, nothing is saved, and no computer thinks.
        """
        return False

    @property
    def fragment(self) -> str:
        """The fragment of the address that opens a new game like it; empty if there is none."""
        return ""


ORDINARY_MODE: Final = Mode()
"""The mode of ordinary games."""
