"""How a game is played at this device."""

from __future__ import annotations

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


USUAL: Final = Options()
