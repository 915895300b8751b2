"""The guided first game on the page: started, continued, judged, left, ended.

Its game is saved like others, under a name of its own. So it survives a reload, and of two tabs
only one continues it. Its parts are loaded only when somebody starts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from cacao_core import Deal, Record
from cacao_core.moves import turn_starts
from cacao_core.tiles import Cell
from cacao_web.board.overlay import Overlay
from cacao_web.browser.tasks import Tasks
from cacao_web.game.options import Options
from cacao_web.game.origin import About, Origin
from cacao_web.game.session import Session
from cacao_web.game.setup import levels, solo
from cacao_web.game.setup.form import Setup
from cacao_web.game.texts.words import cell_name
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Controller
from cacao_web.shell.dialogs import Dialogs
from cacao_web.shell.games import Games
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h

if TYPE_CHECKING:
    from cacao_web.features.lesson.tutor import Tutor
    from cacao_web.shell.endings import ResultPart

LESSON: Final = "lesson"
ID: Final = "lesson"
WINS: Final = "lesson-wins"
TOTAL: Final = 11
"""Number of chapters; repeated here, because the lesson itself is loaded later."""
_PAUSE: Final = 0.45
"""Seconds for each turn that is only shown."""
_READING: Final = 1.5
"""Seconds before the first of several such turns."""


class LessonController(Controller):
    """The guided first game.

    Args:
        tasks: show the turns up to the next chapter.
        setup: the form with the person's name.
        dialogs: show what counts at the end.
    """

    def __init__(self, tasks: Tasks, setup: Setup, games: Games, dialogs: Dialogs) -> None:
        self._tasks = tasks
        self._setup = setup
        self._games = games
        self._saves = games.saves
        self._table = games.table
        self._page = games.table.page
        self._dialogs = dialogs
        self._table.overlays.add(
            Overlay(
                marks=self._marks,
                meant=self._meant,
                card=self._card,
                task=lambda session: tutor.task(session) if (tutor := _tutor(session)) else None,
            )
        )

    def _marks(self, session: Session) -> Markup | None:
        from cacao_web.features.lesson import view  # noqa: PLC0415  (see begin)

        tutor = _tutor(session)
        return view.marks(tutor, session) if tutor else None

    def _meant(self, session: Session) -> Cell | None:
        tutor = _tutor(session)
        return tutor.meant(session) if tutor else None

    def _card(self, session: Session) -> Markup | None:
        from cacao_web.features.lesson import view  # noqa: PLC0415  (see begin)

        tutor = _tutor(session)
        return view.card(tutor, session) if tutor else None

    # --- Start, leave, resume ------------------------------------------------------------------

    def home(self) -> None:
        """Show on the first screen how far the lesson is, if it was started."""
        number = self._begun()
        text = _("go on: {n} of {total}").format(n=number, total=TOTAL)
        again = {"type": "button", "data-command": "learn-again"}
        self._page.patch(
            {
                "learn-at": h("small", None, text) if number else None,
                "learn-anew": h("button", again, _("Start the lesson over")) if number else None,
            }
        )

    def _begun(self) -> int:
        """The chapter of an unfinished lesson; else 0."""
        saved = self._saved()
        return (
            saved.session.about.number_of(LESSON) if saved and not saved.session.game.is_over else 0
        )

    def _saved(self) -> Saved | None:
        saved = self._saves.look(ID) if self._saves.text(ID) else None
        return saved if isinstance(saved, Saved) and saved.session.about.number_of(LESSON) else None

    def open(self, owner: str = "") -> None:
        """Continue the lesson, or start it.

        Args:
            owner: the game shown before a reload; it continues even if it is over.
        """
        if self._begun() or (owner == ID and self._saved()):
            self._games.enter(self._saves.load(ID).session)
        else:
            self.begin()

    def open_game(self, text: str, owner: str) -> None:
        self.open(owner)

    def load_game(self, text: str) -> bool:
        """A program has opened it."""
        self.open()
        return False

    def begin(self) -> None:
        """Start the lesson again from the beginning."""
        from cacao_web.features.lesson import model  # noqa: PLC0415  (only for learners)

        self._saves.remove(ID)
        players = solo.seated(self._setup, ("easy",), model.PUPIL)
        session = Session.new(ID, model.script().deal, players, Options())
        self._games.begin(session, About(origin=Origin(LESSON, "1")))

    def entered(self, session: Session) -> None:
        """Give the lesson its tutor; the page shows the lesson's layout."""
        if session.about.number_of(LESSON) and not session.mode.guides:
            self._attach(session)
        self._page.set_attribute("game", "data-lesson", "yes" if session.mode.guides else "no")

    def left(self) -> None:
        """The page shows the layout of an ordinary game again."""
        self._page.set_attribute("game", "data-lesson", "no")

    def _attach(self, session: Session) -> None:
        from cacao_web.features.lesson import model, tutor  # noqa: PLC0415  (see begin)

        script = model.script()
        number = max(1, min(session.about.number_of(LESSON), TOTAL))
        start = model.CHAPTERS[number - 1].start
        if session.record.deal != script.deal:  # an imported file claims to be a lesson
            session.about = session.about._replace(origin=Origin())
            return
        if not model.fits(session.record, start):  # it is of another version of the lesson
            session.record = self._up_to(session, start)
        session.mode = mode = tutor.Tutor(number)
        session.choice = mode.choice(session.moment, session.choice)

    def _up_to(self, session: Session, moves: int) -> Record:
        """The lesson's game up to a point, with the names of a session."""
        from cacao_web.features.lesson import model  # noqa: PLC0415  (see begin)

        return model.script().up_to(moves).renamed([one.name for one in session.sitters])

    # --- In the lesson -----------------------------------------------------------------------

    def _lesson(self) -> tuple[Session, Tutor] | None:
        """The lesson on the page, unless it is going on to the next chapter."""
        session = self._table.session
        tutor = _tutor(session) if session and not session.look.presenting else None
        return (session, tutor) if session and tutor else None

    def on(self) -> None:
        """Go on to the next chapter.

        The companion's turn before it is played as in every game; more turns are shown quickly.
        """
        lesson = self._lesson()
        if lesson and lesson[0].is_paused:
            self._dialogs.close()
            self._move_on(*lesson)

    def _move_on(self, session: Session, before: Tutor) -> None:
        from cacao_web.features.lesson import texts, tutor  # noqa: PLC0415  (see begin)

        start, judged = session.record, before.judged(session)
        skips = judged is not None and (judged.differs or judged.skips)
        passage = texts.passage(judged.differs) if judged and skips else ""
        session.mode = after = tutor.Tutor(before.number + 1, passage)
        session.about = session.about._replace(origin=Origin(LESSON, str(after.number)))
        if judged is None or not skips:
            self._table.look(len(start.moves))
            return
        session.record = self._continued(session, after, judged.differs)
        moves = session.record.moves
        common = len(start.common_prefix(session.record))
        turns = [at for at in turn_starts(moves) if at > common]
        session.look.presenting = True
        self._table.look(common)
        self._tasks.run(self._present(session, [*turns, len(moves)]))

    def _continued(self, session: Session, after: Tutor, differs: bool) -> Record:
        """The game up to a chapter: the person's own, unless it has led to another board."""
        from cacao_web.features.lesson import model  # noqa: PLC0415  (see begin)

        record, upto = session.record, after.chapter.start
        if differs:
            return self._up_to(session, upto)
        for move in model.script().moves[len(record.moves) : upto]:
            record = record.play(move)
        return record

    async def _present(self, session: Session, stops: Sequence[int]) -> None:
        """Show turn after turn, up to the next chapter."""
        table = self._table
        await table.drawing.dwell(_READING)
        for stop in stops[:-1]:
            await table.drawing.dwell(_PAUSE)
            if table.session is not session or session.look.at is None:
                break
            table.look(stop)
        else:
            await table.drawing.dwell(_PAUSE)
        session.look.presenting = False
        if table.session is session:
            table.look(len(session.record.moves))

    def take_back(self) -> None:
        """Return to the person's last choice that can reach the goal; the tile stays chosen."""
        if lesson := self._lesson():
            session, tutor = lesson
            if tutor.may_take_back(session):
                at = tutor.point_before(session)
                placed = session.record.moves[at]
                session.record = session.record.up_to(at)
                self._table.look(at)
                if placed.starts_turn and not tutor.chapter.lies_ready:
                    session.choosing.take(placed)
                    self._table.cancel()

    def show_way(self) -> None:
        """Choose the intended tile, rotation and cell; confirming them is left to the person."""
        if lesson := self._lesson():
            session, tutor = lesson
            if move := tutor.shown_way(session):
                session.choosing.take(move)
                self._table.drawing.choice()
                self._page.focus(f"c{cell_name(move.cell)}")  # there Enter confirms

    def open_wins(self) -> None:
        """Show what counts at the end."""
        if self._lesson():
            self._dialogs.show(WINS)

    def wins_markup(self) -> Markup:
        from cacao_web.features.lesson import view  # noqa: PLC0415  (see begin)

        return view.wins()

    # --- After it ----------------------------------------------------------------------------

    def first_game(self) -> None:
        """Start a first game against the weakest computer, with marks on good cells."""
        form = self._setup
        players = solo.seated(form, (levels.FIRST,), 0)
        options = form.options._replace(suggestions=True)
        self._games.begin(Session.new(new_id(), Deal.shuffled(2), players, options))

    def ending(self, session: Session) -> ResultPart | None:
        if not session.about.number_of(LESSON):
            return None
        from cacao_web.features.lesson import view  # noqa: PLC0415  (see begin)

        return view.ending(session)

    def mark(self, session: Session) -> str:
        if not session.about.number_of(LESSON):
            return ""
        return _("Learn to play: {n} of {total}").format(
            n=session.about.number_of(LESSON), total=TOTAL
        )


def _tutor(session: Session) -> Tutor | None:
    """The tutor of the game; None if it is no lesson."""
    is_lesson = session.mode.guides and session.about.number_of(LESSON)
    return cast("Tutor", session.mode) if is_lesson else None
