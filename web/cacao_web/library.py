"""The saved games: the list of the first screen, and what can be done with each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from cacao_web import parcel
from cacao_web.about import LONGEST_TITLE
from cacao_web.host import Host
from cacao_web.i18n import _, ngettext
from cacao_web.saved import Saved
from cacao_web.seats import PERSON
from cacao_web.session import Session
from cacao_web.storage import Damaged, new_id
from cacao_web.views import library as views
from cacao_web.views.html import Markup

GAME: Final = "saved-game"
DAMAGED: Final = "damaged-game"
ELSEWHERE: Final = "elsewhere"
_FIRST: Final = 12
"""So many games are listed at first: to read one takes a while."""


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


class Library:
    """The saved games of this browser.

    Args:
        app: where they are shown.
    """

    def __init__(self, app: Host) -> None:
        self._app = app
        self._saves = app.saves
        self._all = False  # whether all games are listed
        self._id = ""  # of the game that a dialog is about
        self._title = ""  # as it is being entered
        self._deleted: dict[str, str] = {}  # what was stored of the game that was deleted last
        self._resting: Session | None = None  # the game that went on in another tab
        self._own: Session | None = None  # of a game that goes on in another tab, what is not there

    def start(self) -> None:
        """Take notice of what other tabs do."""
        self._saves.listen(self._changed)

    # --- The list ----------------------------------------------------------------------------

    def shelf(self) -> Shelf:
        """What is to be listed."""
        shelf = Shelf([], 0, [], {})
        for id in self._saves.ids():
            if len(shelf.games) >= _FIRST and not self._all:
                shelf.more += 1
            elif isinstance(found := self._saves.look(id), Damaged):
                shelf.damaged.append(found)
            else:
                shelf.games.append(found)
                shelf.marks[id] = self._app.contests.mark(found.session)
        return shelf

    def show(self) -> None:
        """Draw the list on the first screen."""
        shelf = self.shelf()
        self._app.page.patch({"saves": views.shelf(shelf)})
        self._app.contests.lessons.greet()
        self._app.page.set_attribute("home", "data-saved", "yes" if shelf.unfinished else "no")

    def show_all(self, _value: str) -> None:
        """List all games."""
        self._all = True
        self.show()

    def resume(self, id: str) -> None:
        """Go on with a saved game; without a name, the latest that is not over."""
        if id:
            self._app.enter(self._saves.load(id).session)
            return
        for saved in self._saves.latest():
            if not saved.session.game.is_over:
                self.resume(saved.session.id)
                return

    # --- One game ----------------------------------------------------------------------------

    def open(self, id: str) -> None:
        """What can be done with a saved game."""
        found = self._saves.look(id)
        self._id = id
        self._title = found.session.about.title if isinstance(found, Saved) else ""
        self._app.show(GAME if isinstance(found, Saved) else DAMAGED)

    def markup(self) -> Markup | None:
        """The dialog about a saved game, or about an entry that cannot be read."""
        found = self._saves.look(self._id)
        if isinstance(found, Damaged):
            return views.damaged(found)
        return views.game(found, self._app.contests.mark(found.session))

    def enter_title(self, _name: str, text: str) -> None:
        """A title is being entered."""
        self._title = text[:LONGEST_TITLE]

    def rename(self, _value: str) -> None:
        """Keep the title that was entered; the date of the game stays."""
        saved = self._saves.load(self._id)
        title = " ".join(self._title.split())
        saved.session.about = saved.session.about._replace(title=title)
        self._saves.save(saved.session, saved.when)
        self._done()

    def duplicate(self, id: str) -> None:
        """Keep a second game that is the same so far."""
        self.add(self._saves.load(id).session)
        self._done()
        self._app.notice(_("A copy of the game is here."))

    def add(self, session: Session, when: str = "") -> Session:
        """Keep a game under a new name; it counts for no match, ladder or day."""
        now = self._app.page.now()
        copy = Session(
            new_id(), session.record, session.sitters, session.options, session.about.of_copy(now)
        )
        self._saves.save(copy, when or now)
        return copy

    def branch(self) -> None:
        """Go on from the position that is looked at, as a game of its own; all people are here."""
        session = self._app.table.session
        if session and session.looking is not None:
            sitters = tuple(
                sitter._replace(kind=PERSON) if sitter.is_elsewhere else sitter
                for sitter in session.sitters
            )
            record = session.record.up_to(session.looking)
            self._app.enter(self.add(replace(session, record=record, sitters=sitters)))

    def delete(self, id: str) -> None:
        """Forget a saved game; that can be undone as long as the notice shows."""
        self._deleted = self._saves.remove(id)
        self._done()
        self._app.notice(_("Game deleted."), undo="restore")

    def restore(self, _value: str) -> None:
        """Bring the game back that was deleted last."""
        self._saves.put_back(self._deleted)
        self._deleted = {}
        self._done()
        self._app.page.show_notice(None)

    def _done(self) -> None:
        """Something has changed: close the dialog and draw the list anew."""
        self._app.saved()
        self._app.close_dialog()
        self.show()

    # --- Files -------------------------------------------------------------------------------

    def export(self, id: str) -> None:
        """Hand out a file with one game, readable or not; without a name, with all of them."""
        ids = [id] if id else self._saves.ids()
        day = self._app.page.now()[:10]
        name = f"cacao-{day}.json" if id else f"cacao-{len(ids)}-{day}.json"
        self._app.page.download(name, parcel.pack(self._saves.text(id) for id in ids))

    def bring(self, text: str) -> None:
        """Take the games of a file over; those that are here already stay as they are.

        Raises:
            CacaoError: it is no such file; in words for the person.
        """
        found = parcel.unpack(text)
        new = [saved for saved in found.games if not self._is_here(saved)]
        for saved in new:
            self.add(saved.session, saved.when)
        self._app.go_home()
        self._app.saved()
        self._app.notice(_brought(len(new), len(found.games) - len(new), found.damaged))

    def _is_here(self, saved: Saved) -> bool:
        session = saved.session
        return any(
            other.session.record == session.record
            and other.session.sitters == session.sitters
            and other.session.about.title == session.about.title
            for other in self._saves.of_deal(session.record.deal)
        )

    # --- Other tabs --------------------------------------------------------------------------

    def _changed(self, id: str) -> None:
        """Another tab has saved or deleted a game."""
        session = self._app.table.session
        if session is None and not self._app.dialog:
            self.show()
        elif session and session.id == id and not self._saves.is_known(id):
            # Known is what this very page had written before it was loaded anew: late news.
            stored = self._saves.look(id)
            if isinstance(stored, Saved):
                self.overtaken(session, stored)

    def overtaken(self, session: Session, stored: Saved) -> None:
        """A game goes on in another tab: here it rests, and the person says where it goes on."""
        if session is self._resting:  # the dialog asks already
            return
        mine, theirs = session.record.moves, stored.session.record.moves
        behind = mine == theirs[: len(mine)]
        if session is not self._app.table.session:  # it has been left; what it had stays
            if not behind:
                self.add(session)
            return
        self._id, self._resting = session.id, session
        self._own = None if behind else session
        self._app.table.leave()
        self._app.show(ELSEWHERE)

    def elsewhere(self) -> Markup:
        """The dialog about a game that goes on in another tab."""
        return views.elsewhere(self._id, differs=self._own is not None)

    def split(self, _value: str) -> None:
        """Go on with what this tab had, as a game of its own."""
        if self._own:
            self._app.enter(self.add(self._own))
            self._own = None


def _brought(new: int, known: int, damaged: int) -> str:
    """What a file has brought, in words."""
    told = [ngettext("{n} game is here now.", "{n} games are here now.", new)]
    if known:
        told.append(ngettext("{n} was here already.", "{n} were here already.", known))
    if damaged:
        told.append(ngettext("{n} could not be read.", "{n} could not be read.", damaged))
    return " ".join(told)


COMMANDS: Final[dict[str, Callable[[Library, str], None]]] = {
    "continue": Library.resume,
    "resume": Library.resume,
    "saved-game": Library.open,
    "rename": Library.rename,
    "duplicate": Library.duplicate,
    "delete": Library.delete,
    "restore": Library.restore,
    "export": Library.export,
    "all-games": Library.show_all,
    "split": Library.split,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[Library], Markup | None]]] = {
    GAME: Library.markup,
    DAMAGED: Library.markup,
    ELSEWHERE: Library.elsewhere,
}
"""Name of a dialog -> what is in it."""
