"""Tells those who hear the page what happens, what is chosen, and what is to be done."""

from __future__ import annotations

from cacao_web import narration, words
from cacao_web.i18n import _
from cacao_web.page import Page
from cacao_web.scene import Before
from cacao_web.session import Session
from cacao_web.views import board, tray


class Speaker:
    """Finds the words after the picture is drawn, so that nobody waits for them.

    Args:
        page: lets them be heard.
    """

    def __init__(self, page: Page) -> None:
        self._page = page

    def changed(self, before: Before | None, session: Session) -> None:
        """The game has gone on.

        Args:
            before: the position before the last move, if it was played just now.
            session: the game.
        """
        moves = session.record.moves[-1:]
        self._page.later(lambda: self._page.tell(self._told(before, session, len(moves))))

    def _told(self, before: Before | None, session: Session, count: int) -> list[str]:
        told = []
        if before is not None and before.present:
            told = narration.events(before.game, session, session.record.moves[-count:])
        actor = session.actor
        waits = actor is None or session.covered or not actor.is_computer or session.stuck
        return [*told, tray.call(session)] if waits and session.coming is None else told

    def chosen(self, session: Session) -> None:
        """Another tile, rotation or cell is chosen."""
        if session.looking is not None or not session.deciding:
            return
        parts = []
        if edges := session.chosen_edges:
            parts.append(_("Workers: {workers}.").format(workers=words.edges(edges)))
        elif code := session.chosen_code:
            parts.append(words.sentence(words.tile_name(code)))
        if seen := board.ghost_text(session):
            parts.append(words.sentence(seen))
        if session.candidate and session.options.confirm:
            parts.append(_("Enter puts it there, Escape lets it go."))
        self._page.say(" ".join(parts))

    def looked(self, session: Session) -> None:
        """An earlier position is looked at."""
        self._page.say(tray.looking(session))
