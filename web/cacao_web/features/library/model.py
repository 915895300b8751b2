"""What the list of the saved games shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged


@dataclass
class Shelf:
    """What the list of the saved games shows.

    Attributes:
        games: those that are listed, latest first.
        more: how many others there are.
        damaged: entries that cannot be read.
        marks: name of a game -> what it counts for, if for anything.
    """

    games: list[Saved]
    more: int
    damaged: list[Damaged]
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def unfinished(self) -> bool:
        """Whether one of them can be continued."""
        return any(not saved.session.game.is_over for saved in self.games)
