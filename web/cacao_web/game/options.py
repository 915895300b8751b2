"""How a game is played at this device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Options(NamedTuple):
    """How a game is played at this device.

    Attributes:
        hide_hands: cover the hand until the next person is ready.
        ask_all: ask even for activations that cannot be a mistake.
        confirm: a chosen tile lies there only after a confirmation.
        undo_turns: a person without other people in the game may take whole turns back.
        suggestions: mark the cells that promise most, for beginners.
    """

    hide_hands: bool = True
    ask_all: bool = False
    confirm: bool = True
    undo_turns: bool = False
    suggestions: bool = False

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Options:
        """What was kept of them; those that are missing are as usual."""
        return cls(**{name: bool(data.get(name, usual)) for name, usual in USUAL._asdict().items()})


USUAL: Final = Options()
