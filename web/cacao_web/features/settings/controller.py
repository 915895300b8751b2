"""What a person sets for all games at this device: it is kept, and holds at once."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from cacao_web.features.settings import view
from cacao_web.saves.settings import Settings
from cacao_web.shell.host import Host
from cacao_web.ui import i18n
from cacao_web.ui.markup import Markup

SETTINGS: Final = "settings"


class Preferences:
    """The settings at work.

    Args:
        app: the page.
        status: says in the dialog whether the site stays on this device.
    """

    def __init__(self, app: Host, status: Callable[[], Markup]) -> None:
        self._app = app
        self._status = status

    async def start(self) -> None:
        """Read what was kept, and let it hold."""
        app = self._app
        app.settings = Settings.from_texts(app.saves.settings())
        app.setup.take_kinds(app.settings.players)
        app.setup.confirm(app.settings.confirm)
        app.saved()
        await self._speak()
        self._apply()

    async def _speak(self) -> None:
        """Use the language that is set, or the first of the browser's that there is."""
        page, wish = self._app.page, self._app.settings.language
        wishes = [wish] if wish else page.languages()
        code = i18n.preferred(wishes, page.translations())
        try:
            translated = code != i18n.SOURCE_LANGUAGE
            i18n.switch(code, await page.fetch(f"./locale/{code}.mo") if translated else None)
        except (OSError, ValueError, LookupError, struct.error) as error:  # a damaged catalogue
            page.report(f"{code}: {error}")
            i18n.switch(i18n.SOURCE_LANGUAGE, None)
        page.set_language(i18n.language(), i18n._)

    def _apply(self) -> None:
        page, settings = self._app.page, self._app.settings
        page.set_theme(settings.theme)
        page.set_tempo(settings.tempo, settings.motion)
        page.set_sound(settings.sound)
        page.set_attribute("game", "data-labels", "on" if settings.labels else "off")

    def open(self, _value: str = "") -> None:
        """The dialog."""
        self._app.show(SETTINGS)

    def open_language(self, _value: str = "") -> None:
        """The dialog, for those who do not understand the page."""
        self.open()
        self._app.page.bring("field-language")

    def markup(self) -> Markup:
        """The dialog's content."""
        page = self._app.page
        codes = sorted({i18n.SOURCE_LANGUAGE, *page.translations()})
        languages = [(code, page.language_name(code)) for code in codes]
        return view.settings(self._app.settings, languages, self._status())

    def set(self, name: str, text: str) -> None:
        """Something was changed in the dialog."""
        app = self._app
        app.settings.change(name, text)
        self._apply()
        self.keep()
        if name == "language":
            app.tasks.run(self._switch_language())
        elif name == "confirm":
            app.setup.confirm(app.settings.confirm)
            if app.table.session:
                app.table.session.confirm(app.settings.confirm)
                app.table.draw_choice()

    async def _switch_language(self) -> None:
        await self._speak()
        self._app.redraw()

    def switch_theme(self, _value: str = "") -> None:
        """From light to dark or back; kept."""
        self._app.settings.theme = "light" if self._app.page.is_dark() else "dark"
        self._apply()
        self.keep()

    def keep(self) -> None:
        """Keep the settings as they are now."""
        self._app.saves.keep_settings(self._app.settings.texts())
        self._app.saved()


COMMANDS: Final[dict[str, Callable[[Preferences, str], None]]] = {
    "settings": Preferences.open,
    "language": Preferences.open_language,
    "theme": Preferences.switch_theme,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[Preferences], Markup | None]]] = {SETTINGS: Preferences.markup}
"""Name of a dialog -> what is in it."""
