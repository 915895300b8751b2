"""Tells screen readers what happens, what is chosen, and what to do."""

from __future__ import annotations

from cacao_core import Record
from cacao_web.board import board, caption, narration
from cacao_web.board.animations.transition import Before
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import tray
from cacao_web.browser.page import Page
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _


class Announcer:
    """Makes the sentences after drawing, so that drawing is not delayed.

    Args:
        page: has the regions for screen readers.
        overlays: may replace the task.
    """

    def __init__(self, page: Page, overlays: Overlays) -> None:
        self._page = page
        self._overlays = overlays
        self._told: tuple[Record, list[str]] | None = None  # what was said last, and of which game

    def changed(self, before: Before | None, session: Session) -> None:
        """The game has gone on.

        Args:
            before: the position before the last move, if it was played just now.
        """
        record = session.record  # the session may have changed by then
        moves = record.moves[before.at :] if before is not None and before.present else ()
        game, mode = session.game, session.mode
        if before:
            game = mode.replayed(session.record, before.game, before.at)

        def tell() -> None:
            named = mode.without_blind(moves)
            sentences = narration.events(game, named, session.sitters, session.you)
            if session.record is record and _waits(session):
                sentences.append(tray.said(session, self._overlays))
            if moves or (record, sentences) != self._told:
                self._page.tell(sentences)
            self._told = (record, sentences)

        self._page.later(tell)

    def chosen(self, session: Session) -> None:
        """Another tile, rotation or cell is chosen."""
        self._told = None
        if session.look.at is not None or not session.deciding:
            return
        parts = []
        if edges := session.choosing.chosen_edges:
            parts.append(_("Workers: {workers}.").format(workers=words.edges(edges)))
        elif code := session.choosing.chosen_code:
            parts.append(words.sentence(words.tile_name(code)))
        if seen := board.ghost_text(session):
            sentence = words.sentence(seen)
            parts += [_("Would act here:"), sentence] if session.mode.asks_gains else [sentence]
        if session.choosing.candidate and session.options.confirm:
            parts.append(_("Press Enter to place it, Escape to cancel."))
        self._page.say(" ".join(parts))

    def looked(self, session: Session) -> None:
        """An earlier position is shown."""
        self._told = None
        self._page.say(self._overlays.first.task(session) or caption.spoken(session))


def _waits(session: Session) -> bool:
    """Whether somebody has to do something, or the game is over."""
    actor = session.actor
    computing = actor is not None and actor.is_computer and not session.stuck
    waits = session.covered or session.asked.any or not computing
    return session.onward.coming is None and waits
