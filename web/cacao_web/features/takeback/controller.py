"""Keeps the courses that people leave by taking turns back, until the game ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cacao_core import Record
from cacao_web.game.origin import About, Origin
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.play.notices import Notices
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Controller
from cacao_web.shell.games import Games
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import h

TAKEBACK: Final = "takeback"
MOST: Final = 3
"""The number of courses of one game that are kept; the oldest goes first."""


class TakebackController(Controller):
    """The courses left in the game on the page, as saved games.

    Args:
        games: the game on the page, and the saved ones.
        notices: offer to play again what was taken back.
    """

    def __init__(self, games: Games, notices: Notices) -> None:
        self._games = games
        self._saves = games.saves
        self._notices = notices

    def taken_back(self, session: Session) -> None:
        """Turns were taken back: say how far, and offer to play them again."""
        sentence = _("Taken back to turn {n}.").format(n=words.present_turn(session.record))
        warning = _("If you now play differently, this game does not count in the statistics.")
        text = sentence if session.about.replayed else f"{sentence} {warning}"
        button = widgets.button("redo", _("Redo"))
        self._notices.answer(h("p", None, text, button))  # until the next action

    def course_left(self, session: Session, course: Record) -> None:
        """Store the course that was left; it never comes before the game itself."""
        stored = self._saves.look(session.id)
        when = stored.when if isinstance(stored, Saved) else self._games.now
        origin = Origin(TAKEBACK, session.id)
        about = About(self._games.now, session.title, origin, replayed=True)
        self._saves.save(replace(session, id=new_id(), record=course, about=about), when)
        for id in self._kept(session)[MOST:]:
            self._saves.remove(id)

    def _kept(self, session: Session) -> list[str]:
        """The courses of a game, the latest first."""
        ids = [
            (saved.session.about.created, saved.session.id)
            for saved in self._saves.of_deal(session.record.deal)
            if saved.session.about.key_of(TAKEBACK) == session.id
        ]
        return [id for _created, id in sorted(ids, reverse=True)]

    def mark(self, session: Session) -> str:
        return _("taken back at turn {n}").format(n=words.present_turn(session.record))

    def entered(self, session: Session) -> None:
        """A course is opened: from now on it is a game like any other, and stays."""
        session.about = session.about.of_copy(self._games.now)

    def ended(self, played: bool) -> None:
        """The game is over: its courses go."""
        session = self._games.session
        if played and session:
            for id in self._kept(session):
                self._saves.remove(id)
