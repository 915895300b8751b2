"""Everything that happens on the page and may matter to more than one part of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol

from cacao_core import Record
from cacao_core.tiles import Cell
from cacao_web.game.session import Session
from cacao_web.saves.codec import Saved

P = ParamSpec("P")


class Events:
    """One method for each event; here they do nothing.

    A part of the page that wants to know of an event defines its method. Whoever causes the event
    tells it: ``tell(Events.stored, id)``.
    """

    # --- On the page -------------------------------------------------------------------------

    def ready(self) -> None:
        """The page can be used."""

    def apart(self) -> None:
        """The page can be used, and games are saved here whose news may lie at a relay."""

    def home(self) -> None:
        """The first screen is shown, or has changed."""

    def stored(self, id: str) -> None:
        """Another tab has saved or deleted a game, or a deleted one was restored here."""

    def deleted(self, id: str, text: str) -> None:
        """A game was deleted here, with what was stored of it; that may be undone."""

    def dialog_closed(self) -> None:
        """No dialog is shown any more."""

    def setting_changed(self, name: str) -> None:
        """A field of the settings was changed."""

    def left(self) -> None:
        """A game is left."""

    def opened(self, session: Session) -> None:
        """A game is shown that has notes, or is a chapter of a study."""

    def begun_with_modules(self, session: Session) -> None:
        """A new game with modules of the expansions is about to be shown."""

    # --- In the game at the table --------------------------------------------------------------

    def moved_on(self) -> None:
        """The game goes on, or another position is shown: what lies over the board goes."""

    def picked(self, cell: Cell | None) -> None:
        """A cell was chosen that a feature asks for, see ``Overlay.cells``; None takes it back."""

    def saved(self, session: Session) -> None:
        """The game was saved, or the browser has refused to store it."""

    def overtaken(self, session: Session, stored: Saved) -> None:
        """The game was not saved, because another tab has saved it since."""

    def taken_back(self, session: Session) -> None:
        """Turns were taken back."""

    def course_left(self, session: Session, course: Record) -> None:
        """A new move replaced turns that were taken back; ``course`` is the game that was left."""

    def rested(self) -> None:
        """A turn that is only tried is over, and has been seen."""

    def ended(self, played: bool) -> None:
        """The end of the game is shown for the first time.

        Args:
            played: whether it was played to its end here, not only opened.
        """

    # --- In a game with other devices ----------------------------------------------------------

    def decided(self, session: Session) -> None:
        """It has changed, and is not saved yet."""

    def kept(self, session: Session) -> None:
        """It has been saved."""

    def chosen(self, session: Session) -> None:
        """The choice in it may have changed."""


class Tell(Protocol):
    """Tells an event to all parts that want to know of it."""

    def __call__(
        self, event: Callable[Concatenate[Events, P], None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """The event, and what its method takes."""
