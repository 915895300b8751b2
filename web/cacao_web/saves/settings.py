"""What a person has set for all games at this device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cacao_core import ai
from cacao_web.game.players import COMPUTER

TEMPOS: Final = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "instant": 0.0}
"""Name of a speed -> how many times as long everything takes that moves."""
THEMES: Final = ("", "light", "dark")
MOTIONS: Final = ("", "on", "off")
_SWITCHES: Final = ("sound", "confirm", "labels")
_CHOICES: Final = {"theme": THEMES, "motion": MOTIONS, "tempo": ("", *TEMPOS), "daily": ai.LEVELS}
_TEXTS: Final = ("theme", "language", "motion", "tempo", "players", "daily")


@dataclass
class Settings:
    """All settings; what is unknown or damaged is left as it is by default.

    Attributes:
        theme: ``light``, ``dark``, or empty for the device's own.
        language: code of the language, or empty for the browser's.
        motion: ``on``, ``off``, or empty for what the device asks for.
        tempo: how fast computers play, one of :data:`TEMPOS`; empty is normal, but at once for
            those whose device asks for less motion.
        sound: whether anything is to be heard.
        players: who sat where in the last new game: four kinds, with spaces between them.
        confirm: whether a chosen tile lies there only after a confirmation.
        labels: whether every cell shows its coordinates.
        daily: the level that was chosen last for a daily game.
    """

    theme: str = ""
    language: str = ""
    motion: str = ""
    tempo: str = ""
    sound: bool = False
    confirm: bool = True
    labels: bool = False
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
        switches = {name: "on" if getattr(self, name) else "off" for name in _SWITCHES}
        return {name: str(getattr(self, name)) for name in _TEXTS} | switches

    def change(self, name: str, value: str) -> None:
        """Set something; values that do not exist are ignored."""
        if name in _SWITCHES:
            setattr(self, name, value == "on")
        elif name in _TEXTS and value in _CHOICES.get(name, (value,)):
            setattr(self, name, value)
