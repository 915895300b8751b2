"""The shared parts of the page, passed to features when they are loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cacao_core import Deal
from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.game.options import Options
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import Setup
from cacao_web.play.replay import Replay
from cacao_web.play.table import Table
from cacao_web.saves.saves import Saves
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.endings import Ending
from cacao_web.shell.export import Export
from cacao_web.shell.games import Games
from cacao_web.shell.notices import Notices
from cacao_web.shell.preferences import Preferences
from cacao_web.ui.markup import Markup


class Others(Protocol):
    """Calls to other features, which need not be known."""

    def run(self, name: str, value: str = "") -> None:
        """Run a command; if it fails, the reason is shown on the page."""

    def begin(self, length: str, players: tuple[Sitter, ...], deal: Deal, options: Options) -> bool:
        """Start a game of a length that a feature has registered; returns whether there is one."""

    def open_game(self, fragment: str, owner: str) -> None:
        """Open the game of a fragment, or of a pasted text.

        Raises:
            CacaoError: it is not a game; nothing has changed.
        """

    def reseated(self, session: Session, sitters: Sequence[Sitter]) -> None:
        """Players of a game were replaced."""

    def ended(self, session: Session) -> Ending | None:
        """A feature's part of the dialog at the end of a game."""

    def mark(self, session: Session) -> str:
        """What a game counts for, in a few words; else empty."""

    def offer(self) -> Markup | None:
        """An offer to be shown after a game and in the settings."""

    def status(self) -> list[Markup]:
        """Further parts of the settings."""

    def redraw(self) -> None:
        """Draw everything visible again, for example in another language."""

    def may_reload(self) -> bool:
        """Whether no loaded feature would lose data by a reload."""


@dataclass(frozen=True)
class Shell:
    """The parts of the page that belong to no feature.

    Attributes:
        page: the browser's page.
        tasks: run background tasks.
        saves: data stored on this device.
        setup: the form for new games.
        preferences: the settings.
        table: the game in progress.
        replay: replays it.
        games: changes between games.
        dialogs: the dialog over the page.
        notices: messages.
        export: the clipboard, the share sheet, files.
        others: the other features.
    """

    page: Page
    tasks: Tasks
    saves: Saves
    setup: Setup
    preferences: Preferences
    table: Table
    replay: Replay
    games: Games
    dialogs: Dialogs
    notices: Notices
    export: Export
    others: Others
