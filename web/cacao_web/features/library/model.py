"""The data of the list of saved games."""

from __future__ import annotations

from dataclasses import dataclass, field

from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged


@dataclass
class Shelf:
    """The data of the list of saved games.

    Attributes:
        games: listed games, latest first.
        more: number of games not listed.
        damaged: unreadable entries.
        marks: name of a game -> note on what it counts for.
    """

    games: list[Saved]
    more: int
    damaged: list[Damaged]
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def unfinished(self) -> bool:
        """Whether one of them can be continued."""
        return any(not saved.session.game.is_over for saved in self.games)

    @property
    def last(self) -> Saved | None:
        """The game to continue; if all are finished, the one that was played last."""
        unfinished = (saved for saved in self.games if not saved.session.game.is_over)
        return next(unfinished, self.games[0] if self.games else None)
