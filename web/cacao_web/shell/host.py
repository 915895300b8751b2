"""What the parts of the app, its desks, need of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.game.origin import ORDINARY, About
from cacao_web.game.session import Session
from cacao_web.game.setup import Setup
from cacao_web.play.table import Table
from cacao_web.saves.saves import Saves
from cacao_web.saves.settings import Settings
from cacao_web.ui.markup import Markup

if TYPE_CHECKING:
    from cacao_web.features.bots.controller import BotDesk
    from cacao_web.features.contests import Contests
    from cacao_web.features.settings.controller import Preferences

D = TypeVar("D")


class Host(Protocol):
    """The page as a whole: one game at the table at most, one dialog at most.

    Attributes:
        dialog: name of the dialog that is shown; empty if none is.
    """

    page: Page
    tasks: Tasks
    saves: Saves
    table: Table
    setup: Setup
    settings: Settings
    bots: BotDesk
    contests: Contests
    preferences: Preferences
    dialog: str

    @property
    def between_games(self) -> bool:
        """Whether no game is shown that goes on."""

    def show(self, dialog: str) -> None:
        """Show a dialog by its name, or draw it anew."""

    def close_dialog(self, _value: str = "") -> None:
        """Take the dialog away."""

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""

    def enter_new(self, session: Session, about: About = ORDINARY) -> None:
        """Show a game that begins, and say what it is beyond its moves."""

    def redraw(self) -> None:
        """Draw everything that is in sight anew, as in another language."""

    def go_home(self, _value: str = "") -> None:
        """Show the first screen."""

    def intent(self, name: str, value: str) -> None:
        """Do what the person wants."""

    def notice(self, text: str, undo: str = "") -> None:
        """Tell the person something; ``undo`` names a command that takes it back."""

    def saved(self) -> None:
        """It was tried to save something: tell the person if that fails."""


def bound(
    desk: D, commands: Mapping[str, Callable[[D, str], None]]
) -> dict[str, Callable[[str], None]]:
    """Names of intents -> what a desk does with their values."""
    return {name: partial(command, desk) for name, command in commands.items()}


def drawn(
    desk: D, dialogs: Mapping[str, Callable[[D], Markup | None]]
) -> dict[str, Callable[[], Markup | None]]:
    """Names of dialogs -> what a desk shows in them."""
    return {name: partial(dialog, desk) for name, dialog in dialogs.items()}
