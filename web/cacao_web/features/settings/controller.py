"""The dialog with the settings of this device."""

from __future__ import annotations

from functools import partial
from typing import Final

from cacao_web.browser.relay import Relays
from cacao_web.features.settings import view
from cacao_web.features.settings.relay import RelayPart
from cacao_web.shell.controller import Controller
from cacao_web.shell.preferences import SETTINGS
from cacao_web.shell.relays import KnownRelays
from cacao_web.shell.shell import Shell
from cacao_web.ui import i18n
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

KEYS: Final = "keys"


class SettingsController(Controller):
    """The settings on the page.

    Args:
        shell: the parts of the page; the game continues with the new settings.
        relays: the browser's support for relays.

    Attributes:
        relay: the part about relays.
    """

    def __init__(self, shell: Shell, relays: Relays) -> None:
        self._tasks = shell.tasks
        self._preferences = shell.preferences
        self._games = shell.games
        self._table = shell.table
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._others = shell.others
        self._internet = False  # whether games across the internet are to be unfolded
        self._relay_is_new = False  # whether a relay was entered since the dialog was opened
        known = KnownRelays(shell.page, shell.saves, shell.preferences, relays)
        redraw = partial(self._dialogs.redraw, SETTINGS)
        self.relay = RelayPart(shell.tasks, shell.preferences, relays, known, redraw)

    def open(self) -> None:
        self.relay.entered()
        self._dialogs.show(SETTINGS, over=True)

    def open_language(self) -> None:
        """Show the dialog at the language, for those who do not understand the page."""
        self.open()
        self._table.page.bring("field-language")

    def open_live(self) -> None:
        """Show the dialog at the servers for live play."""
        self._show_internet("field-servers")

    def open_relay(self) -> None:
        """Show the dialog at the relay."""
        self._show_internet("field-relay")

    def _show_internet(self, field: str) -> None:
        self._internet = True
        self._dialogs.show(SETTINGS, over=True)
        self._internet = False  # later, the person folds it or not
        self._table.page.bring(field)

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
        internet = view.internet(
            self.relay.markup(), self._preferences.settings.servers, self._internet
        )
        return view.settings(self._preferences.settings, languages, internet, parts)

    def set(self, name: str, text: str) -> None:
        """A field of the dialog was changed."""
        self._preferences.change(**{name: text})
        settings, session = self._preferences.settings, self._table.session
        if name == "language":
            self._tasks.run(self._switch_language())
        elif name == "relay":
            self._relay_is_new = True
            self.relay.entered()
        elif name == "confirm":
            self._preferences.setup.confirm(settings.confirm)
            if session:
                session.confirm(settings.confirm)
                self._table.drawing.choice()

    def dialog_closed(self) -> None:
        """Say what is wrong with a relay that was entered and not tried."""
        is_new, self._relay_is_new = self._relay_is_new, False
        if is_new and (fault := self.relay.fault):
            self._notices.tell(fault, leads=("relay-settings", _("Settings")))

    async def _switch_language(self) -> None:
        await self._preferences.speak()
        self._games.redraw()

    def switch_theme(self) -> None:
        """Change from light to dark or back, permanently."""
        self._preferences.change(theme="light" if self._table.page.is_dark() else "dark")
