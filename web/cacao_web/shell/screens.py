"""A dialog of several screens, as at the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from cacao_web.game.session import Session
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup
from cacao_web.ui.widgets import TITLE

_LINE: Final = "\n"


class Screens(Controller):
    """Shows one screen of a dialog at a time; each leads to others, and Back to the one before.

    The screen comes back after a reload: the command with the name of the dialog gets all places
    on the way to it, one a line.

    Args:
        name: of the dialog, and of that command.
    """

    def __init__(self, shell: Shell, name: str) -> None:
        self._page = shell.page
        self._dialogs = shell.dialogs
        self._games = shell.games
        self._name = name
        self._place = ""
        self._trail: list[str] = []

    @abstractmethod
    def screen(self) -> Markup:
        """The present screen."""

    @abstractmethod
    def go(self, place: str) -> None:
        """Show the screen of a place."""

    def markup(self) -> Markup:
        """The content of the dialog; what is shown is remembered for a reload."""
        self._page.keep_place(_LINE.join([self._name, *self._trail, self._place]))
        return self.screen()

    def return_to(self, places: str) -> None:
        """Show a screen, such as after a reload, given all places on the way to it."""
        *trail, place = places.split(_LINE)
        self.go(place)
        self._trail = trail

    def back(self, otherwise: str = "") -> None:
        """Go to the screen before; if there is none, to another place, with no way back here."""
        if self._trail:
            self.go(self._trail[-1])
        else:
            self.go(otherwise)
            self._trail.clear()

    def screens(self) -> Sequence[Callable[[], None]]:
        return [self.back] * len(self._trail) if self._is_open else []

    def dialog_closed(self) -> None:
        """Without a game at the table behind it, the screen may go dark."""
        session = self._games.session
        self._page.stay_awake(session is not None and is_going(session))

    @property
    def _is_open(self) -> bool:
        return self._dialogs.open == self._name

    @property
    def _kind(self) -> str:
        """The kind of the screen that is shown."""
        return self._place.partition("/")[0]

    def _show(self, place: str) -> None:
        """A screen, from its top; Back returns to the present one."""
        was_open = self._is_open
        if not was_open:
            self._trail.clear()
        elif place in self._trail:
            del self._trail[self._trail.index(place) :]
        elif place != self._place:
            self._trail.append(self._place)
        self._place = place
        self._page.stay_awake(True)
        if was_open:
            self._page.show_dialog(None)
        self._dialogs.show(self._name, over=True)
        self._page.focus(TITLE)

    def _redraw(self) -> None:
        """The present screen, where it is."""
        self._dialogs.redraw(self._name)


def is_going(session: Session) -> bool:
    """Whether it is a game at a table that is not over."""
    return session.mode.is_written and not session.game.is_over
