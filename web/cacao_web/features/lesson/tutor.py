"""The tutor of the guided first game: one chapter, and how the person's turn is judged."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Game, Move, Phase, Record, ai
from cacao_web.features.lesson import model
from cacao_web.features.lesson.model import CHAPTERS, PUPIL, Deeds
from cacao_web.game.session import Session
from cacao_web.ui.i18n import _


class Judged(NamedTuple):
    """A turn of the person: its effects, and whether it was as intended."""

    done: Deeds
    reached: bool


class Tutor:
    """Implements :class:`cacao_web.game.guide.Guide`.

    Args:
        number: of the chapter, from 1.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.chapter = CHAPTERS[number - 1]
        self._judged: tuple[Record, Judged] | None = None

    @property
    def is_last(self) -> bool:
        """Whether this is the last chapter."""
        return self.number == len(CHAPTERS)

    def holds(self, record: Record, game: Game) -> bool:
        """Whether there is something to read: the chapter itself, or the comment on the turn."""
        if self.is_last:
            return False
        return self.chapter.goal is None or self._is_over(record, game)

    def _is_over(self, record: Record, game: Game) -> bool:
        """Whether the turn that the chapter is about has been played."""
        begun = sum(move.starts_turn for move in record.moves[self.chapter.start :])
        return begun > 1 or (begun == 1 and game.turn != PUPIL)

    def judged(self, session: Session) -> Judged | None:
        """The comment on the person's turn; None before it is over."""
        goal, record = self.chapter.goal, session.record
        if goal is None or not self._is_over(record, session.game):
            return None
        if self._judged is None or self._judged[0] is not record:
            done = model.deeds(record, self.chapter.start)
            self._judged = (record, Judged(done, goal(done)))
        return self._judged[1]

    def others_move(self, record: Record, game: Game) -> Move | None:
        """The decisions of the companion in the person's turn."""
        if self.holds(record, game) or game.phase is not Phase.ACTIVATE:
            return None
        return ai.suggest(game)

    def shown_way(self, session: Session) -> Move | None:
        """The intended placement or fill, while it is legal."""
        done, game = len(session.record.moves), session.game
        moves = model.script().moves
        if not session.deciding or game.phase is Phase.ACTIVATE:
            return None
        return moves[done] if session.record.moves == moves[:done] else None

    def may_take_back(self, session: Session) -> bool:
        """Whether the person has done anything in this chapter."""
        return len(session.record.moves) > self.chapter.start and not self.is_last

    def task(self, session: Session) -> str | None:
        """The text of the tray while nobody decides."""
        if session.presenting:
            return _("Some turns later…")
        if not session.held:
            return None
        return (
            _("Read what has come of it, then go on.")
            if self.chapter.goal
            else _("Read on when you are ready.")
        )
