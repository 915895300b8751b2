"""Studies: their chapters one after the other, and what can be done with all of them together."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cacao_core import CacaoError
from cacao_web.board.overlay import Overlay
from cacao_web.features.studies import view
from cacao_web.game.origin import LONGEST_TITLE
from cacao_web.game.session import Session
from cacao_web.saves import game_file
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged
from cacao_web.shell.controller import Controller
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

STUDY: Final = "study"


class StudiesController(Controller):
    """The studies of this browser; the chapters of each are saved games."""

    def __init__(self, shell: Shell) -> None:
        self._page = shell.page
        self._games = shell.games
        self._saves = shell.saves
        self._table = shell.table
        self._dialogs = shell.dialogs
        self._notices = shell.notices
        self._export = shell.export
        self._name = ""  # of the study in the dialog
        self._title = ""  # while it is being entered
        shell.table.overlays.add(Overlay(card=self._card, onward=self._onward))

    def _chapters(self, name: str) -> list[Saved | Damaged]:
        """The chapters of a study, in their order."""
        return [self._saves.look(id) for id in self._saves.studies().get(name, ())]

    def _readable(self, name: str) -> list[Saved]:
        return [one for one in self._chapters(name) if isinstance(one, Saved)]

    # --- Going through it --------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Show the chapter of a study that was open last; at first that is the first one."""
        if chapters := self._readable(name):
            self.enter(max(chapters, key=lambda saved: saved.when).session.id)

    def enter(self, id: str) -> None:
        """Show a chapter, a finished game from its beginning."""
        session = self._saves.load(id).session
        self._games.enter(session, end_seen=True)
        if session.game.is_over:
            self._table.look(0)

    def next(self) -> None:
        """Show the next chapter."""
        session = self._table.session
        if session and (id := self._next(session)):
            self.enter(id)

    def _next(self, session: Session) -> str:
        """The name of the game of the next chapter; empty after the last one."""
        ids = [saved.session.id for saved in self._readable(session.about.chapter.study)]
        later = ids[ids.index(session.id) + 1 :] if session.id in ids else []
        return next(iter(later), "")

    def opened(self, session: Session) -> None:
        if session.about.chapter.study:
            self._table.drawing.choice()  # with the card

    def _card(self, session: Session) -> Markup | None:
        """The card beside the board."""
        name = session.about.chapter.study
        if not name or session.mode.guides:
            return None
        ids = self._saves.studies().get(name, [])
        place = ids.index(session.id) + 1 if session.id in ids else 0
        return view.card(session, place, len(ids), bool(self._next(session)))

    def _onward(self, session: Session) -> Markup | None:
        """The button after the end of a game."""
        return view.onward() if self._next(session) else None

    # --- All of it ---------------------------------------------------------------------------

    def menu(self, name: str) -> None:
        """Show the chapters of a study, and what can be done with it."""
        chapters = self._readable(name)
        self._name = name
        self._title = chapters[0].session.about.chapter.title if chapters else ""
        self._dialogs.show(STUDY)

    def markup(self) -> Markup:
        session = self._table.session
        return view.study(self._name, self._title, self._chapters(self._name), session)

    def enter_title(self, text: str) -> None:
        self._title = text[:LONGEST_TITLE]

    def rename(self) -> None:
        """Give all chapters the title that was entered; their dates stay."""
        title = " ".join(self._title.split())
        for id in self._saves.studies().get(self._name, ()) if title else ():
            self._change(id, title=title)
        self._games.saves_changed()

    def raise_chapter(self, id: str) -> None:
        """Put a chapter before the one that it follows."""
        order = self._saves.studies().get(self._name, [])
        at = order.index(id) if id in order else 0
        if at == 0:
            return
        order[at - 1 : at + 1] = id, order[at - 1]
        for number, one in enumerate(order, 1):
            self._change(one, number=number)
        self._notices.saved()
        self._dialogs.redraw(STUDY)
        sentence = _("Now chapter {n} of {total}.").format(n=at, total=len(order))
        self._page.say(sentence)

    def _change(self, id: str, *, title: str = "", number: int = 0) -> None:
        """Change where a game stands in its study; its date stays."""
        with suppress(CacaoError):  # a damaged one stays as it is
            saved = self._saves.load(id)
            about, old = saved.session.about, saved.session.about.chapter
            chapter = old._replace(title=title or old.title, number=number or old.number)
            saved.session.about = about._replace(chapter=chapter)
            self._saves.save(saved.session, saved.when)

    def delete(self, name: str) -> None:
        """Delete a study with all its chapters; that can be undone while the notice shows."""
        self._games.delete(self._saves.studies().get(name, ()), _("Study deleted."))

    def export(self, name: str) -> None:
        """Offer a file with all chapters, which can be opened as this study again."""
        chapters = [saved.session for saved in self._readable(name)]
        self._export.download("cacao-study", game_file.study_text(chapters), ".txt")
