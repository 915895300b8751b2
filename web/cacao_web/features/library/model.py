"""The data of the list of saved games."""

from __future__ import annotations

from dataclasses import dataclass, field

from cacao_web.game.dealer import ENDED
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged


@dataclass
class GameShelf:
    """The data of the list of saved games."""

    games: list[Saved]  # listed games: those with others that wait for somebody here, then the rest
    more: int  # number of games not listed
    damaged: list[Damaged]  # unreadable entries
    due: int = 0  # number of games with others that wait for somebody here
    marks: dict[str, str] = field(default_factory=dict)
    """Name of a game -> note on what it counts for."""
    studies: dict[str, int] = field(default_factory=dict)
    """Name of a study -> number of its chapters; one of these stands for all in the list."""
    is_carried: bool = False  # whether a game goes on that needs no links

    @property
    def unfinished(self) -> bool:
        """Whether one of them can be continued."""
        return any(map(goes_on, self.games))

    @property
    def last(self) -> Saved | None:
        """The game to continue; if all are finished, the one that was played last."""
        unfinished = filter(goes_on, self.games)
        return next(unfinished, self.games[0] if self.games else None)


def goes_on(saved: Saved) -> bool:
    """Whether a game waits to be continued; chapters and watched games are for looking."""
    session = saved.session
    is_over = session.game.is_over or ENDED in session.record.notes.headers
    return not (is_over or session.about.chapter.study or session.is_watching)
