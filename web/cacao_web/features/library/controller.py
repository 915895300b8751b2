"""The saved games: the list on the first screen, and the actions on each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cacao_core import CacaoError
from cacao_web.browser.page import Page
from cacao_web.features.library import view
from cacao_web.features.library.model import GameShelf, goes_on
from cacao_web.game.origin import LONGEST_TITLE
from cacao_web.game.players import PERSON
from cacao_web.game.session import Session
from cacao_web.play.notices import Notices
from cacao_web.saves import game_file
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Damaged
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.export import Export
from cacao_web.shell.games import Games
from cacao_web.shell.registry import Registry
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

GAME: Final = "saved-game"
DAMAGED: Final = "damaged-game"
ELSEWHERE: Final = "elsewhere"
PARTING: Final = "delete-shared"
_FIRST: Final = 12
"""Number of games listed at first, because reading a game is slow."""


class LibraryController(Controller):
    """The saved games of this browser.

    Args:
        page: shows the list.
        games: where a saved game is continued.
        dialogs: show the actions.
        notices: report what was done.
        export: offers games as files.
        others: say what games count for.
    """

    def __init__(
        self,
        page: Page,
        games: Games,
        dialogs: Dialogs,
        notices: Notices,
        export: Export,
        others: Registry,
    ) -> None:
        self._page = page
        self._games = games
        self._saves = games.saves
        self._table = games.table
        self._dialogs = dialogs
        self._notices = notices
        self._export = export
        self._others = others
        self._all = False  # whether all games are listed
        self._id = ""  # of the game in the dialog
        self._title = ""  # while it is being entered
        self._resting: Session | None = None  # continued in another tab
        self._own: Session | None = None  # this tab's version of such a game

    # --- The list ----------------------------------------------------------------------------

    def shelf(self) -> GameShelf:
        """The games to list."""
        dealt = list(self._saves.dealt())
        due = [saved.session.id for saved in dealt if saved.session.is_due]
        carried = any(saved.session.mode.is_carried and goes_on(saved) for saved in dealt)
        studies = self._saves.studies()
        shelf = GameShelf([], 0, [], len(due), studies={one: len(studies[one]) for one in studies})
        shelf.is_carried = carried
        study_of = {id: name for name, ids in studies.items() for id in ids}
        listed = set[str]()
        for id in dict.fromkeys([*due, *self._saves.ids()]):
            if (study := study_of.get(id, "")) in listed:
                continue
            if study:
                listed.add(study)
            if len(shelf.games) >= _FIRST and not self._all:
                shelf.more += 1
            elif isinstance(game := self._saves.look(id), Damaged):
                shelf.damaged.append(game)
            else:
                shelf.games.append(game)
                shelf.marks[id] = self._others.of(game.session).mark(game.session)
        return shelf

    def home(self) -> None:
        """Draw the list on the first screen."""
        shelf = self.shelf()
        self._table.bring_pictures(saved.session for saved in shelf.games)
        self._page.patch({"saves": view.shelf(shelf), "last-board": view.last_board(shelf.last)})
        self._page.set_attribute("home", "data-saved", "yes" if shelf.unfinished else "no")

    def show_all(self) -> None:
        self._all = True
        self.home()

    def resume(self, id: str) -> None:
        """Continue a saved game; without a name, the latest unfinished one."""
        if id:
            self._games.resume(id)
            return
        for saved in self._saves.latest():
            if goes_on(saved):
                self.resume(saved.session.id)
                return

    # --- One game ----------------------------------------------------------------------------

    def open(self, id: str) -> None:
        """Show the actions on a saved game."""
        game = self._saves.look(id)
        self._id = id
        self._title = game.session.about.title if isinstance(game, Saved) else ""
        self._dialogs.show(GAME if isinstance(game, Saved) else DAMAGED)

    def markup(self) -> Markup | None:
        """The dialog about a saved game, or about an unreadable entry."""
        game = self._saves.look(self._id)
        if isinstance(game, Damaged):
            return view.damaged(game)
        return view.game(game, self._others.of(game.session).mark(game.session))

    def enter_title(self, text: str) -> None:
        self._title = text[:LONGEST_TITLE]

    def rename(self) -> None:
        """Store the title that was entered; the date of the game stays."""
        saved = self._saves.load(self._id)
        title = " ".join(self._title.split())
        saved.session.about = saved.session.about._replace(title=title)
        self._saves.save(saved.session, saved.when)
        self._games.saves_changed()

    def duplicate(self, id: str) -> None:
        """Store a copy of the game."""
        game = self._saves.look(id)  # also one that cannot go on
        if isinstance(game, Damaged):
            raise CacaoError(game.reason)
        self._games.add(game.session)
        self._games.saves_changed()
        self._notices.tell(_("Game duplicated."))

    def branch(self) -> None:
        """Continue from the shown position as a new game; all people play at this device."""
        session = self._table.session
        if session and session.look.at is not None:
            sitters = tuple(
                sitter._replace(kind=PERSON) if sitter.is_elsewhere else sitter
                for sitter in session.sitters
            )
            about = session.about._replace(replayed=True)
            record = session.look.record(session.record)
            game = replace(session, record=record, sitters=sitters, about=about)
            self._games.enter(self._games.add(game))

    def ask_to_delete(self, id: str) -> None:
        """Delete a saved game, after a question if it matters to others."""
        if not self._parting(id):
            self.delete(id)
            return
        self._id = id
        self._dialogs.show(PARTING)

    def _parting(self, id: str) -> str:
        game = self._saves.look(id)
        if isinstance(game, Damaged):
            return ""
        return self._others.of(game.session).parting(game.session)

    def question(self) -> Markup:
        """The question before a game is deleted that matters to others."""
        return view.parting(self._id, self._parting(self._id))

    def delete(self, id: str) -> None:
        """Delete a saved game; that can be undone while the notice shows."""
        self._games.delete([id], _("Game deleted."))

    # --- Files -------------------------------------------------------------------------------

    def export(self, id: str) -> None:
        """Offer a file with one game, readable or not; without a name, with all of them."""
        ids = [id] if id else self._saves.ids()
        name = "cacao" if id else f"cacao-{len(ids)}"
        self._export.download(name, game_file.pack(map(self._saves.text, ids)), ".json")

    # --- Other tabs --------------------------------------------------------------------------

    def stored(self, id: str) -> None:
        session = self._table.session
        if session is None and not self._dialogs.open:
            self.home()
        elif session and session.dealer:
            return  # its feature knows which tab has it
        elif session and session.id == id and not self._saves.is_known(id):
            # A known text was written by this page before its reload; the event is late.
            stored = self._saves.look(id)
            if isinstance(stored, Saved):
                self.overtaken(session, stored)

    def overtaken(self, session: Session, stored: Saved) -> None:
        """A game was continued in another tab: pause it here, and ask where to continue."""
        if session is self._resting or session.dealer:  # the dialog is open; or see ``stored``
            return
        mine, theirs = session.record.moves, stored.session.record.moves
        behind = mine == theirs[: len(mine)]
        if session is not self._table.session:  # it has been left; its text stays stored
            if not behind:
                self._games.add(session)
            return
        self._id, self._resting = session.id, session
        self._own = None if behind else session
        self._table.leave()
        self._dialogs.show(ELSEWHERE)

    def elsewhere(self) -> Markup:
        """The dialog about a game that was continued in another tab."""
        return view.elsewhere(self._id, differs=self._own is not None)

    def split(self) -> None:
        """Continue this tab's version as a new game."""
        if self._own:
            self._games.enter(self._games.add(self._own))
            self._own = None
