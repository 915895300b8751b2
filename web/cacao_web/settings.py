"""What a person has set for all games at this device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cacao_core import ai
from cacao_web.seats import COMPUTER

TEMPOS: Final = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "instant": 0.0}
"""Name of a speed -> how many times as long everything takes that moves."""
THEMES: Final = ("", "light", "dark")


@dataclass
class Settings:
    """All settings; what is unknown or damaged is left as it is by default.

    Attributes:
        theme: ``light``, ``dark``, or empty for the device's own.
        language: code of the language, or empty for the browser's.
        tempo: one of :data:`TEMPOS`; empty as long as nothing is set: normal, but at once for
            those whose device asks for less motion.
        sound: whether anything is to be heard.
        players: who sat where in the last new game: four kinds, with spaces between them.
        daily: the level that was chosen last for a daily game.
    """

    theme: str = ""
    language: str = ""
    tempo: str = ""
    sound: bool = False
    players: str = ""
    daily: str = COMPUTER

    @classmethod
    def from_texts(cls, texts: dict[str, str]) -> Settings:
        """Settings from what was kept."""
        settings = cls()
        for name, value in texts.items():
            settings.change(name, value)
        return settings

    def texts(self) -> dict[str, str]:
        """What is to be kept."""
        return {
            "theme": self.theme,
            "language": self.language,
            "tempo": self.tempo,
            "sound": "on" if self.sound else "off",
            "players": self.players,
            "daily": self.daily,
        }

    def change(self, name: str, value: str) -> None:
        """Set something; values that do not exist are ignored."""
        if name == "theme" and value in THEMES:
            self.theme = value
        elif name == "tempo" and value in ("", *TEMPOS):
            self.tempo = value
        elif name == "language":
            self.language = value
        elif name == "sound":
            self.sound = value == "on"
        elif name == "players":
            self.players = value
        elif name == "daily" and value in ai.LEVELS:
            self.daily = value
