"""All that features can take what they use from, when they are loaded."""

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
    """What a feature may ask of other features, without knowing them."""

    def run(self, name: str, value: str = "") -> None:
        """Do what the person wants; what cannot be done becomes a sentence on the page."""

    def begin(self, length: str, players: tuple[Sitter, ...], deal: Deal, options: Options) -> bool:
        """Begin a game of a length that a feature has; whether there is such a feature."""

    def reseated(self, session: Session, sitters: Sequence[Sitter]) -> None:
        """Others take seats of a game."""

    def ended(self, session: Session) -> Ending | None:
        """What the end of a game says beyond its result."""

    def mark(self, session: Session) -> str:
        """What a game counts for, in a few words; empty if for nothing."""

    def offer(self) -> Markup | None:
        """Something that is offered after a game and in the settings."""

    def status(self) -> list[Markup]:
        """What the settings say besides the settings."""

    def redraw(self) -> None:
        """Draw everything that is in sight anew, as in another language."""

    def may_reload(self) -> bool:
        """Whether no feature that is loaded would lose anything if the page were loaded anew."""


@dataclass(frozen=True)
class Shell:
    """The parts of the page that belong to no feature.

    Attributes:
        page: the browser's page.
        tasks: run what takes time.
        saves: what is kept on this device.
        setup: the form for new games.
        preferences: the settings.
        table: the game that is played.
        replay: goes through it.
        games: which game is at the table.
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
