"""The app on a page without a browser, with shortcuts for tests."""

from __future__ import annotations

from cacao_web import app
from cacao_web.browser.store import KeyValue
from cacao_web.browser.tasks import Tasks
from cacao_web.features.analysis.controller import AnalysisController
from cacao_web.features.hints.controller import HintsController
from cacao_web.game.session import Session
from cacao_web.game.setup.form import Setup
from cacao_web.play.table import Table
from cacao_web.saves.saves import Saves
from cacao_web.saves.settings import Settings
from tests.web.standin import StandIn


class App(app.App):
    """The app under test.

    Args:
        page: the page without a browser.
        store: the storage of the device.
    """

    def __init__(self, page: StandIn, store: KeyValue) -> None:
        super().__init__(
            page, store, page.bots, page.keeper, lambda: page.live, lambda: page.relays
        )

    @property
    def session(self) -> Session | None:
        """The game that is shown."""
        return self.shell.games.session

    @property
    def table(self) -> Table:
        return self.shell.table

    @property
    def saves(self) -> Saves:
        return self.shell.saves

    @property
    def setup(self) -> Setup:
        return self.shell.setup

    @property
    def tasks(self) -> Tasks:
        return self.shell.tasks

    @property
    def settings(self) -> Settings:
        return self.shell.preferences.settings

    @property
    def dialog(self) -> str:
        """Name of the dialog that is shown; empty if none is."""
        return self.shell.dialogs.open

    @property
    def between_games(self) -> bool:
        return self.shell.games.between

    @property
    def hints(self) -> HintsController:
        found = self.features.get("hints")
        assert isinstance(found, HintsController)
        return found

    @property
    def analysis(self) -> AnalysisController:
        found = self.features.get("analysis")
        assert isinstance(found, AnalysisController)
        return found

    def enter(self, session: Session) -> None:
        """Show a game and continue it."""
        self.shell.games.enter(session)
