"""The shared parts of the page, passed to features when they are loaded."""

from __future__ import annotations

from dataclasses import dataclass

from cacao_web.browser.page import Page
from cacao_web.browser.tasks import Tasks
from cacao_web.game.setup.form import Setup
from cacao_web.play.notices import Notices
from cacao_web.play.replay import Replay
from cacao_web.play.table import Table
from cacao_web.saves.saves import Saves
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.export import Export
from cacao_web.shell.games import Games
from cacao_web.shell.preferences import Preferences
from cacao_web.shell.registry import Registry


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
    others: Registry
