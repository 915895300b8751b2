"""The options of a game at this device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Options(NamedTuple):
    """The options of a game at this device."""

    hide_hands: bool = True  # cover the hand until the next person is ready
    ask_all: bool = False  # ask even for activations that are certainly best
    confirm: bool = True  # a chosen tile must be confirmed
    undo_turns: bool = True  # a person without other people in the game may undo whole turns
    suggestions: bool = False  # mark the most promising cells, for beginners
    late_watchers: bool = False  # with other devices: watchers see each turn one turn later

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Options:
        """Stored options; missing ones get their defaults."""
        return cls(**{name: bool(data.get(name, usual)) for name, usual in USUAL._asdict().items()})


USUAL: Final = Options()
