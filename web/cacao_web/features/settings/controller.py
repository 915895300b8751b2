"""The dialog with the settings of this device."""

from __future__ import annotations

from typing import Final

from cacao_web.features.settings import view
from cacao_web.play.events import Events
from cacao_web.shell.controller import Controller
from cacao_web.shell.preferences import SETTINGS
from cacao_web.shell.shell import Shell
from cacao_web.ui import i18n
from cacao_web.ui.markup import Markup

KEYS: Final = "keys"


class SettingsController(Controller):
    """The settings on the page.

    Args:
        shell: the parts of the page; the game continues with the new settings.
    """

    def __init__(self, shell: Shell) -> None:
        self._tasks = shell.tasks
        self._preferences = shell.preferences
        self._games = shell.games
        self._table = shell.table
        self._dialogs = shell.dialogs
        self._others = shell.others

    def open(self) -> None:
        self._dialogs.show(SETTINGS, over=True)

    def open_language(self) -> None:
        """Show the dialog at the language, for those who do not understand the page."""
        self.open()
        self._table.page.bring("field-language")

    def open_keys(self) -> None:
        self._dialogs.show(KEYS, over=True)

    def keys(self) -> Markup:
        from cacao_web.features.settings import keys  # noqa: PLC0415  # seldom opened

        return keys.keys()

    def markup(self) -> Markup:
        page = self._table.page
        codes = sorted({i18n.SOURCE_LANGUAGE, *page.translations()})
        languages = [(code, page.language_name(code)) for code in codes]
        parts = [part for one in self._others.loaded if (part := one.status())]
        across = self._others.answers(Controller.internet)
        return view.settings(self._preferences.settings, languages, across, parts)

    def set(self, name: str, text: str) -> None:
        """A field of the dialog was changed."""
        self._preferences.change(**{name: text})
        settings, session = self._preferences.settings, self._table.session
        if name == "language":
            self._tasks.run(self._switch_language())
        elif name == "confirm":
            self._preferences.setup.confirm(settings.confirm)
            if session:
                session.choosing.confirm(settings.confirm)
                self._table.drawing.choice()
        self._others.tell(Events.setting_changed, name)

    async def _switch_language(self) -> None:
        await self._preferences.speak()
        self._games.redraw()

    def switch_theme(self) -> None:
        """Change from light to dark or back, permanently."""
        self._preferences.change(theme="light" if self._table.page.is_dark() else "dark")
