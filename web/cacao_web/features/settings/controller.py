"""The dialog with the settings of this device."""

from __future__ import annotations

from typing import Final

from cacao_web.browser.tasks import Tasks
from cacao_web.features.settings import view
from cacao_web.shell.controller import Controller, Others
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.games import Games
from cacao_web.shell.preferences import SETTINGS, Preferences
from cacao_web.ui import i18n
from cacao_web.ui.markup import Markup

KEYS: Final = "keys"


class SettingsController(Controller):
    """The settings on the page.

    Args:
        tasks: load another language.
        preferences: the settings.
        games: the one on the page continues with the new settings.
        dialogs: show them.
        others: add their status.
    """

    def __init__(
        self,
        tasks: Tasks,
        preferences: Preferences,
        games: Games,
        dialogs: Dialogs,
        others: Others,
    ) -> None:
        self._tasks = tasks
        self._preferences = preferences
        self._games = games
        self._table = games.table
        self._dialogs = dialogs
        self._others = others
        self._live = False  # whether the part about live play is unfolded

    def open(self) -> None:
        self._live = False
        self._dialogs.show(SETTINGS)

    def open_language(self) -> None:
        """Show the dialog at the language, for those who do not understand the page."""
        self.open()
        self._table.page.bring("field-language")

    def open_live(self) -> None:
        """Show the dialog at the servers for live play."""
        self._live = True
        self._dialogs.show(SETTINGS)
        self._table.page.bring("field-servers")

    def open_keys(self) -> None:
        self._dialogs.show(KEYS)

    def keys(self) -> Markup:
        from cacao_web.features.settings import keys  # noqa: PLC0415  # seldom opened

        return keys.keys()

    def markup(self) -> Markup:
        page = self._table.page
        codes = sorted({i18n.SOURCE_LANGUAGE, *page.translations()})
        languages = [(code, page.language_name(code)) for code in codes]
        parts = [part for one in self._others.loaded if (part := one.status())]
        return view.settings(self._preferences.settings, languages, parts, live=self._live)

    def set(self, name: str, text: str) -> None:
        """A field of the dialog was changed."""
        self._preferences.change(**{name: text})
        settings, session = self._preferences.settings, self._table.session
        if name == "language":
            self._tasks.run(self._switch_language())
        elif name == "confirm":
            self._preferences.setup.confirm(settings.confirm)
            if session:
                session.confirm(settings.confirm)
                self._table.drawing.choice()

    async def _switch_language(self) -> None:
        await self._preferences.speak()
        self._games.redraw()

    def switch_theme(self) -> None:
        """Change from light to dark or back, permanently."""
        self._preferences.change(theme="light" if self._table.page.is_dark() else "dark")
