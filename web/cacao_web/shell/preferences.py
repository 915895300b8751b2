"""The settings in use: changes are stored and applied at once."""

from __future__ import annotations

import struct
from typing import Final

from cacao_web.browser.page import Page
from cacao_web.game.options import USUAL, Options
from cacao_web.game.setup.form import Setup
from cacao_web.play.notices import Notices
from cacao_web.saves import settings as stored
from cacao_web.saves.saves import Saves
from cacao_web.saves.settings import Settings
from cacao_web.saves.slot import Slot
from cacao_web.ui import i18n

SETTINGS: Final = "settings"
"""Name of what is stored, and of the dialog."""


class Preferences:
    """The settings of this device.

    Args:
        page: the settings are applied to it.
        setup: the form for new games, which uses them as defaults.
        notices: report if they cannot be stored.

    Attributes:
        settings: the present settings.
    """

    def __init__(self, page: Page, saves: Saves, setup: Setup, notices: Notices) -> None:
        self.settings = Settings()
        self._page = page
        self._slot = Slot(saves, SETTINGS, stored.from_text, stored.to_text)
        self.setup = setup
        self._notices = notices

    @property
    def options(self) -> Options:
        """The options of a game for which nobody has chosen any."""
        return USUAL._replace(confirm=self.settings.confirm)

    async def start(self) -> None:
        """Read the stored settings, and apply them."""
        self.settings = self._slot.get()
        self.setup.take_kinds(self.settings.players)
        self.setup.take_modules(self.settings.modules)
        self.setup.take_names(self.settings.name, self.settings.others)
        self.setup.confirm(self.settings.confirm)
        self._notices.saved()
        i18n.tell_moments(self._page.moment, self._page.clock)
        await self.speak()
        self.apply()

    async def speak(self) -> None:
        """Use the chosen language, or the browser's first preferred one with a catalogue."""
        page, wish = self._page, self.settings.language
        wishes = [wish] if wish else page.languages()
        code = i18n.preferred(wishes, page.translations())
        try:
            translated = code != i18n.SOURCE_LANGUAGE
            i18n.switch(code, await page.fetch(f"./locale/{code}.mo") if translated else None)
        except (OSError, ValueError, LookupError, struct.error) as error:  # a damaged catalogue
            page.report(f"{code}: {error}")
            i18n.switch(i18n.SOURCE_LANGUAGE, None)
        page.set_language(i18n.language(), i18n._)

    def apply(self) -> None:
        """Apply all settings except the language."""
        page, settings = self._page, self.settings
        page.set_theme(settings.theme)
        page.set_attribute("page", "data-text-size", settings.text_size)
        page.set_tempo(settings.tempo, settings.motion)
        page.set_sound(settings.sound)
        page.set_attribute("game", "data-labels", "on" if settings.labels else "off")
        for place in ("game", "dialog"):
            page.set_attribute(place, "data-notation", "on" if settings.notation else "off")

    def change(self, **values: str) -> None:
        """Change settings and store them; invalid values are ignored.

        What another tab has changed meanwhile holds here too.
        """
        self.settings = self._slot.update(lambda settings: settings.changed(values))
        self._name()
        self.apply()
        self._notices.saved()

    def _name(self) -> None:
        """The form for new games has the name of the settings, and the same one everywhere."""
        self.setup.name = self.settings.name

    async def follow(self) -> bool:
        """Another tab has changed the settings; returns whether the language is another one."""
        before, self.settings = self.settings, self._slot.get()
        self._name()
        self.setup.confirm(self.settings.confirm)
        self.apply()
        if self.settings.language == before.language:
            return False
        await self.speak()
        return True
