"""What the end of a game says if the game counts for more than itself."""

from __future__ import annotations

from typing import NamedTuple

from cacao_web.ui.markup import Markup


class Ending(NamedTuple):
    """What the end of a game says if the game counts for more than itself.

    Attributes:
        told: what it says.
        onward: the button that leads on, instead of a rematch.
        title: what has been decided that is more than the game; empty if nothing was.
    """

    told: Markup
    onward: Markup | None = None
    title: str = ""
