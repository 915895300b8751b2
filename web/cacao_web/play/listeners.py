"""Callbacks for what happens at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cacao_core import Record
from cacao_web.game.session import Session
from cacao_web.saves.codec import Saved


class Listeners(NamedTuple):
    """Callbacks for events at the table.

    Attributes:
        saved: called after each attempt to save the game.
        ended: called when the end of a game was shown for the first time; with whether it was
            played to its end here, not only opened.
        notice: called with messages for the person.
        overtaken: called when a game was not saved because another tab has saved it since.
        taken_back: called when turns were taken back.
        left: called when another course was left by playing differently; with that course.
        decided: called when a game with other devices has changed, before it is saved.
        kept: called when such a game has been saved.
        chosen: called when the choice in such a game may have changed.
    """

    saved: Callable[[], None]
    ended: Callable[[bool], None]
    notice: Callable[[str], None]
    overtaken: Callable[[Session, Saved], None]
    taken_back: Callable[[Session], None]
    left: Callable[[Session, Record], None]
    decided: Callable[[Session], None]
    kept: Callable[[Session], None]
    chosen: Callable[[Session], None]
