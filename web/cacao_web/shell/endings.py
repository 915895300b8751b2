"""A feature's part of the dialog at the end of a game."""

from __future__ import annotations

from typing import NamedTuple

from cacao_web.ui.markup import Markup


class ResultPart(NamedTuple):
    """A feature's part of the dialog at the end of a game.

    Attributes:
        told: its text.
        onward: a button in place of the rematch.
        urgent: a button that is more important than that and the rematch; None if there is none.
        won: whether somebody at this device has won more than this game, such as a match.
        title: a title for a decision beyond this game, such as a match; empty if there is none.
    """

    told: Markup
    onward: Markup | None = None
    title: str = ""
    urgent: Markup | None = None
    won: bool = False
