"""What a session, the table and the views know of somebody who guides a person through a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cacao_core import Move
from cacao_web.ui.markup import Markup

if TYPE_CHECKING:
    from cacao_web.game.session import Session


class Coach(Protocol):
    """Tells what to do next, and what has come of it.

    Attributes:
        travels: whether the turns up to the next thing to do are being shown.
    """

    travels: bool

    def holds(self, session: Session) -> bool:
        """Whether nobody decides, because the person is being told something."""

    def others_move(self, session: Session) -> Move | None:
        """What the companion decides in the person's turn."""

    def task(self, session: Session) -> str:
        """What the tray says while nobody decides."""

    def panel(self, session: Session) -> Markup:
        """What is told, with the buttons that lead on."""

    def marks(self, session: Session) -> Markup:
        """What is meant, marked on the board."""
