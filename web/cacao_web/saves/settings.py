"""A person's settings for all games at this device."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cacao_core import ai
from cacao_core.names import LONGEST_NAME, tidied
from cacao_web.browser.json_text import read_json

TEMPOS: Final = {"slow": 1.7, "normal": 1.0, "fast": 0.45, "instant": 0.0}
"""Name of a speed -> factor for the length of all animations."""
THEMES: Final = ("", "light", "dark")
TEXT_SIZES: Final = ("", "larger", "largest")
MOTIONS: Final = ("", "on", "off")
_SWITCHES: Final = ("sound", "confirm", "labels", "notation", "asked")
_CHOICES: Final = {"theme": THEMES, "text_size": TEXT_SIZES, "motion": MOTIONS,
                   "tempo": ("", *TEMPOS), "daily": ("", *ai.LEVELS)}  # fmt: skip
_LONGEST_ADDRESS: Final = 300
_TEXTS: Final = (
    "theme",
    "text_size",
    "language",
    "motion",
    "tempo",
    "players",
    "daily",
    "servers",
    "relay",
    "name",
    "others",
    "modules",
    "novelties",
)


@dataclass(frozen=True)
class Settings:
    """All settings; unknown and damaged values get their defaults."""

    theme: str = ""  # ``light``, ``dark``, or empty for the device's preference
    text_size: str = ""  # ``larger``, ``largest``, or empty for the device's size
    language: str = ""  # code of the language, or empty for the browser's preference
    motion: str = ""  # ``on``, ``off``, or empty for the device's preference
    tempo: str = ""
    """Speed of computers, one of :data:`TEMPOS`; empty is normal, but ``instant`` on devices that
    ask for less motion."""
    sound: bool = False  # whether sounds are on
    confirm: bool = True  # whether a chosen tile must be confirmed
    labels: bool = False  # whether every cell shows its coordinates
    notation: bool = False  # whether moves are also shown in notation and with their cells
    asked: bool = False  # whether the person has been asked for a name
    players: str = ""  # players of the last new game: four kinds, separated by spaces
    daily: str = ""
    """The level chosen last for a daily game; empty is the one that suits the person."""
    servers: str = ""  # addresses of STUN servers for live play, separated by spaces; usually empty
    relay: str = ""  # address of a relay, as it was entered; empty for the one of the site
    name: str = ""  # of the person at this device, for all games; empty if none was given
    modules: str = ""  # names of the modules of the last new game, separated by spaces
    novelties: str = ""  # names of the modules that were offered to be tried, separated by spaces
    others: str = ""  # names of the other players in the last new game, one line for each chair

    def changed(self, values: Mapping[str, object]) -> Settings:
        """The settings with other values, given as texts; invalid ones are ignored."""
        fit: dict[str, Any] = {}
        for name, value in values.items():
            if not isinstance(value, str):
                continue
            if name in _SWITCHES:
                fit[name] = value == "on"
            elif name == "name":
                fit |= _named(value)
            elif name == "relay":
                fit |= {name: value} if len(value) <= _LONGEST_ADDRESS else {}
            elif name in _TEXTS and value in _CHOICES.get(name, (value,)):
                fit[name] = value
        return replace(self, **fit)


def _named(value: str) -> dict[str, str]:
    """The name, if it is not too long."""
    name = tidied(value)
    return {"name": name} if len(name) <= LONGEST_NAME else {}


def to_text(settings: Settings) -> str:
    switches = {name: "on" if getattr(settings, name) else "off" for name in _SWITCHES}
    return json.dumps({name: str(getattr(settings, name)) for name in _TEXTS} | switches)


def from_text(text: str) -> Settings:
    """Read stored settings; what is damaged counts as missing."""
    try:
        data = read_json(text)
    except ValueError:
        return Settings()
    return Settings().changed(data) if isinstance(data, dict) else Settings()
