"""Which game is at the table, and which are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cacao_web.browser.page import Page
from cacao_web.game.origin import ORDINARY, About
from cacao_web.game.session import Session
from cacao_web.play.table import Table
from cacao_web.saves import game_file
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Saves, new_id
from cacao_web.ui.i18n import ngettext


class Brought(NamedTuple):
    """How many games of a file are new, were here already, and could not be read."""

    new: int
    known: int
    damaged: int

    def told(self) -> str:
        """That in words."""
        told = [ngettext("{n} game is here now.", "{n} games are here now.", self.new)]
        if self.known:
            told.append(ngettext("{n} was here already.", "{n} were here already.", self.known))
        if self.damaged:
            told.append(ngettext("{n} could not be read.", "{n} could not be read.", self.damaged))
        return " ".join(told)


class Games:
    """Goes from one game to another, and to the first screen.

    Args:
        page: where they are shown.
        saves: where they are kept.
        table: where they are played.

    Attributes:
        at_home: whether the first screen is shown.
        entering: called with each game that is shown, before that.
        going_home: called when the first screen is shown instead, before that; whether a dialog
            is to stay.
    """

    def __init__(self, page: Page, saves: Saves, table: Table) -> None:
        self.at_home = False
        self.entering: Callable[[Session], None] = lambda _session: None
        self.going_home: Callable[[bool], None] = lambda _keep_dialog: None
        self.saves = saves
        self.table = table
        self._page = page

    @property
    def now(self) -> str:
        """The time in UTC, ISO 8601."""
        return self._page.now()

    @property
    def session(self) -> Session | None:
        """The game that is shown, if any."""
        return self.table.session

    @property
    def between(self) -> bool:
        """Whether no game is shown that goes on."""
        return self.session is None or self.session.game.is_over

    def enter(self, session: Session) -> None:
        """Show a game and go on with it."""
        if self.at_home:
            self._page.keep_in_history()
        self.at_home = True  # until there is a game
        self.entering(session)
        self.at_home = False
        self.table.enter(session)

    def begin(self, session: Session, about: About = ORDINARY) -> None:
        """Show a game that begins, and say what it is beyond its moves."""
        session.about = about._replace(created=self._page.now())
        self.enter(session)

    def resume(self, id: str) -> None:
        """Go on with a saved game.

        Raises:
            CacaoError: there is none of that name, or it is damaged.
        """
        self.enter(self.saves.load(id).session)

    def add(self, session: Session, when: str = "") -> Session:
        """Keep a game under a new name; the copy counts for nothing else."""
        now = self._page.now()
        about = session.about.of_copy(now)
        copy = Session(new_id(), session.record, session.sitters, session.options, about)
        self.saves.save(copy, when or now)
        return copy

    def bring(self, text: str) -> Brought:
        """Take the games of a file over; those that are here already stay as they are.

        Raises:
            CacaoError: it is no such file; in words for the person.
        """
        found = game_file.unpack(text)
        new = [saved for saved in found.games if not self._is_here(saved)]
        for saved in new:
            self.add(saved.session, saved.when)
        return Brought(len(new), len(found.games) - len(new), found.damaged)

    def _is_here(self, saved: Saved) -> bool:
        session = saved.session
        return any(
            other.session.record == session.record
            and other.session.sitters == session.sitters
            and other.session.about.title == session.about.title
            for other in self.saves.of_deal(session.record.deal)
        )

    def go_home(self, _value: str = "", keep_dialog: bool = False) -> None:
        """Show the first screen with the saved games."""
        self.table.leave()
        self.at_home = True
        self.going_home(keep_dialog)
        self._page.set_fragment("")
        self._page.show_only("home")
