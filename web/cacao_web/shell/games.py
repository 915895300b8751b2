"""Changes between games, and to the first screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import BadRules
from cacao_web.board import art
from cacao_web.browser.page import Page
from cacao_web.game.origin import LONGEST_TITLE, ORDINARY, About, Chapter
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.play.events import Events
from cacao_web.play.table import Table
from cacao_web.saves import game_file
from cacao_web.saves.codec import Saved
from cacao_web.saves.game_file import Contents
from cacao_web.saves.saves import Saves, new_id
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.registry import Registry
from cacao_web.ui.i18n import ngettext

if TYPE_CHECKING:  # few games have any
    from cacao_core.notes import Notes


NO_CHAPTER: Final = Chapter()


class Brought(NamedTuple):
    """Counts of a file's games: new ones, those saved already, and unreadable ones."""

    new: int
    known: int
    damaged: int
    study: str = ""  # the study whose chapters they are

    def told(self) -> str:
        """The counts in words."""
        sentences = [ngettext("{n} game added.", "{n} games added.", self.new)]
        if self.known:
            sentences.append(
                ngettext("{n} was already here.", "{n} were already here.", self.known)
            )
        if self.damaged:
            sentences.append(
                ngettext("{n} could not be read.", "{n} could not be read.", self.damaged)
            )
        return " ".join(sentences)


class Games:
    """Changes between games, and to the first screen.

    Args:
        page: shows them.
        table: plays them.
        dialogs: closed with each change.
        others: the features, some of which count games.

    Attributes:
        at_home: whether the first screen is shown.
    """

    def __init__(
        self, page: Page, saves: Saves, table: Table, dialogs: Dialogs, others: Registry
    ) -> None:
        self.at_home = False
        self.saves = saves
        self.table = table
        self._page = page
        self._dialogs = dialogs
        self._others = others

    @property
    def now(self) -> str:
        """The time in UTC, ISO 8601."""
        return self._page.now()

    @property
    def today(self) -> date:
        """The date in UTC, which daily games and puzzles go by."""
        return date.fromisoformat(self.now[:10])

    @property
    def session(self) -> Session | None:
        """The game that is shown, if any."""
        return self.table.session

    @property
    def between(self) -> bool:
        """Whether no unfinished game is shown."""
        return self.session is None or self.session.game.is_over

    def enter(self, session: Session, end_seen: bool = False) -> None:
        """Show a game and continue it.

        Args:
            end_seen: whether its result has been seen, and does not open again.

        Raises:
            BadRules: tiles of its rules have no name or picture here; nothing has changed.
        """
        rules = session.game.rules
        if lacks := art.lacking(rules):
            raise BadRules(f"rules {rules.name} cannot be shown: {', '.join(lacks)} is missing")
        if self.at_home:
            self._page.keep_in_history(at_home=True)
        self.at_home = True  # until there is a game
        self._dialogs.close()
        self._others.tell(Events.left)
        self._others.of(session).entered(session)
        self.at_home = False
        about = session.about
        is_known = session.record.moves or session.mode.guides or about.title or about.watched
        if rules.modules and not is_known:
            self._others.tell(Events.begun_with_modules, session)
        self.table.enter(session, end_seen)
        if session.record.notes or session.about.chapter.study:
            self._others.tell(Events.opened, session)

    def delete(self, ids: Iterable[str], told: str) -> None:
        """Delete saved games; that can be undone while the notice shows.

        Args:
            ids: their names.
            told: the text of the notice.
        """
        removed: dict[str, str] = {}
        for id in ids:
            text = self.saves.text(id)
            removed |= self.saves.remove(id)
            self._others.tell(Events.deleted, id, text)
        self.saves_changed()
        self.table.notices.tell(told, undo=partial(self._put_back, removed))

    def _put_back(self, removed: dict[str, str]) -> None:
        """Bring deleted games back, with what was stored of them."""
        self.saves.put_back(removed)
        self.saves_changed()
        for id in filter(None, map(self.saves.id_of, removed)):
            self._others.tell(Events.stored, id)

    def saves_changed(self) -> None:
        """Something has changed in the list of games: close the dialog and draw it again."""
        self.table.notices.saved()
        self._dialogs.close()
        self._others.tell(Events.home)

    def begin(self, session: Session, about: About = ORDINARY) -> None:
        """Show a new game, with the given facts about it."""
        session.about = about._replace(created=self._page.now())
        self.enter(session)

    def resume(self, id: str) -> None:
        """Continue a saved game.

        Raises:
            CacaoError: there is none of that name, or it is damaged.
        """
        session = self.saves.load(id).session
        self.enter(session, end_seen=bool(session.about.chapter.study))

    def add(self, session: Session, when: str = "", chapter: Chapter = NO_CHAPTER) -> Session:
        """Store a game under a new name; no feature counts the copy.

        Args:
            when: when it was saved; empty for now.
            chapter: where the copy stands in a study.
        """
        now = self._page.now()
        watched = session.about.watched and session.game.is_over  # not if somebody goes on here
        about = session.about.of_copy(now)._replace(chapter=chapter, watched=watched)
        copy = Session(new_id(), session.record, session.alone, session.options, about)
        self.saves.save(copy, when or now)
        return copy

    def bring(self, text: str, file: str = "") -> Brought:
        """Add the games of a file to the saved ones; what it notes on those is added to them.

        Args:
            text: the content of the file.
            file: its name without its ending, if it is known.

        Raises:
            CacaoError: it is no such file; the message is for the person.
        """
        contents = game_file.unpack(text)
        if contents.is_study and contents.games:
            return self._bring_study(contents, file)
        new = 0
        for saved in contents.games:
            if here := self._here(saved):
                self.join(here, saved.session.record.notes)
            else:
                self.add(saved.session, saved.when, saved.session.about.chapter)
                new += 1
        return Brought(new, len(contents.games) - new, contents.damaged)

    def _bring_study(self, contents: Contents, file: str) -> Brought:
        """Add the chapters of a study; those of a study that is here already are added to it."""
        study, taken = self._study_here(contents.games), list[str]()
        for saved in contents.games:
            same = (one for one in self._same(saved) if one.about.chapter.study == study)
            taken.append(next((one.id for one in same if one.id not in taken), ""))
        here = self.saves.studies().get(study, [])
        several = ngettext("Study of {n} game", "Study of {n} games", len(contents.games))
        title = contents.title or " ".join(file.split())[:LONGEST_TITLE] or several
        chapter, last = Chapter(study or new_id(), title), len(here)
        now = self.now  # the same for all, so that none of them is the one that was open last
        if chapters := [self.saves.load(id).session for id in taken if id]:
            chapter = chapters[0].about.chapter
        for saved, id in zip(contents.games, taken, strict=True):
            if id:
                self.join(self.saves.load(id), saved.session.record.notes)
            else:
                last += 1
                self.add(saved.session, now, chapter._replace(number=last))
        new = taken.count("")
        return Brought(new, len(taken) - new, contents.damaged, chapter.study)

    def _study_here(self, games: Sequence[Saved]) -> str:
        """The study here that has at least half of some chapters; empty if none has."""
        studies = [{one.about.chapter.study for one in self._same(saved)} for saved in games]
        counts = Counter(name for names in studies for name in names)
        most = max(counts, key=counts.__getitem__, default="")
        return most if 2 * counts[most] >= len(games) else ""

    def _same(self, saved: Saved) -> Iterator[Session]:
        """The chapters of studies here that are the same game, apart from notes and title."""
        session = saved.session
        for other in self.saves.of_deal(session.record.deal):
            mine = other.session
            same = mine.record.moves == session.record.moves and _are_alike(mine, session)
            if same and mine.about.chapter.study:
                yield mine

    def _here(self, saved: Saved) -> Saved | None:
        """The saved game that is the same, apart from notes and from names given since."""
        session = saved.session
        for other in self.saves.of_deal(session.record.deal):
            if (
                other.session.record.moves == session.record.moves
                and _are_alike(other.session, session)
                and other.session.about.title == session.about.title
            ):
                return other
        return None

    def join(self, saved: Saved, notes: Notes) -> None:
        """Add to a saved game what another copy of it notes as well."""
        session = saved.session
        both = session.record.notes.joined(notes)
        if both != session.record.notes and session.dealer is None:
            record = session.record.with_notes(both)
            self.saves.save(replace(session, record=record), self.now)

    def go_home(self, keep_dialog: bool = False) -> None:
        """Show the first screen with the saved games."""
        if self.session:
            self._page.keep_in_history(at_home=False)
        self.table.leave()
        self.at_home = True
        self._others.tell(Events.left)
        if not keep_dialog:
            self._dialogs.close()
        self._others.tell(Events.home)
        self._page.set_fragment("")
        self._page.show_only("home")

    def redraw(self) -> None:
        """Draw everything visible again, for example in another language."""
        self._dialogs.redraw()
        if self.session:
            self.table.drawing.all()
        else:
            self._others.tell(Events.home)


def _are_alike(game: Session, other: Session) -> bool:
    """Whether two games of equal moves have the same players, who may have got names since."""
    return link.alike(game.sitters, other.sitters, named=not game.record.moves)
