"""The guided first game on the page: begun, gone on with, judged, left, ended.

Its game is saved like others, under a name of its own: so it is there after a reload, and of two
tabs only one goes on with it. What it consists of is loaded only when somebody learns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cacao_core import Deal, Record
from cacao_web import solo
from cacao_web.about import About
from cacao_web.host import Host
from cacao_web.i18n import _
from cacao_web.options import Options
from cacao_web.saved import Saved
from cacao_web.session import Session
from cacao_web.storage import new_id
from cacao_web.views.html import Markup, h
from cacao_web.words import cell_name

if TYPE_CHECKING:
    from cacao_web.tutor import Tutor
    from cacao_web.views.dialogs import Ending

ID: Final = "lesson"
WINS: Final = "lesson-wins"
TOTAL: Final = 10
"""Chapters that there are: known here, where the lesson itself is not loaded."""
_COMPANION: Final = "Tula"
_PAUSE: Final = 0.45
"""Seconds for each turn that is only shown."""


class LessonDesk:
    """The guided first game.

    Args:
        app: where it is shown.
    """

    def __init__(self, app: Host) -> None:
        self._app = app

    # --- Begin, leave, resume ----------------------------------------------------------------

    def greet(self) -> None:
        """Say on the first screen how far the lesson is, if it was begun."""
        number = self._begun()
        told = _("go on: {n} of {total}").format(n=number, total=TOTAL)
        again = {"type": "button", "data-command": "learn-again"}
        self._app.page.patch(
            {
                "learn-at": h("small", None, told) if number else None,
                "learn-anew": h("button", again, _("Start the lesson over")) if number else None,
            }
        )

    def _begun(self) -> int:
        """The chapter that a lesson has come to which is not over; else 0."""
        saved = self._saved()
        return saved.session.about.lesson if saved and not saved.session.game.is_over else 0

    def _saved(self) -> Saved | None:
        found = self._app.saves.look(ID) if self._app.saves.text(ID) else None
        return found if isinstance(found, Saved) and found.session.about.lesson else None

    def open(self, owner: str = "") -> None:
        """Go on with the lesson, or begin it.

        Args:
            owner: the game that the page showed before a reload; goes on even if it is over.
        """
        if self._begun() or (owner == ID and self._saved()):
            self._app.enter(self._app.saves.load(ID).session)
        else:
            self.begin()

    def begin(self, _value: str = "") -> None:
        """Begin it anew; what was done of it is forgotten."""
        from cacao_web import lesson  # noqa: PLC0415  (only who learns pays for loading it)

        self._app.saves.remove(ID)
        person, companion = solo.seated(self._app.setup, ("easy",), lesson.PUPIL)
        players = (person, companion._replace(name=_COMPANION))
        session = Session.new(ID, lesson.script().deal, players, Options())
        self._app.enter_new(session, About(lesson=1))

    def attach(self, session: Session) -> None:
        """Give a game that is entered its coach, if it is a lesson; the page looks like it."""
        if session.about.lesson and not session.coach:
            self._attach(session)
        self._app.page.set_attribute("game", "data-lesson", "yes" if session.coach else "no")

    def _attach(self, session: Session) -> None:
        from cacao_web import lesson, tutor  # noqa: PLC0415  (see begin)

        script = lesson.script()
        number = max(1, min(session.about.lesson, TOTAL))
        start = lesson.CHAPTERS[number - 1].start
        if session.record.deal != script.deal:  # somebody else's file says that it were one
            session.about = session.about._replace(lesson=0)
            return
        if session.record.moves[:start] != script.moves[:start]:  # of another version of it
            session.record = self._up_to(session, start)
        session.coach = tutor.Tutor(number)

    def _up_to(self, session: Session, moves: int) -> Record:
        """The lesson's game up to a point, with the names of a session."""
        from cacao_web import lesson  # noqa: PLC0415  (see begin)

        return lesson.script().up_to(moves).renamed([one.name for one in session.sitters])

    # --- In the lesson -----------------------------------------------------------------------

    def _lesson(self) -> tuple[Session, Tutor] | None:
        """The lesson at the table, unless it is just moving on."""
        from cacao_web.tutor import Tutor  # noqa: PLC0415  (see begin)

        session = self._app.table.session
        if session and isinstance(session.coach, Tutor) and not session.coach.travels:
            return session, session.coach
        return None

    def on(self, _value: str = "") -> None:
        """To the next chapter: the turns up to there are shown quickly."""
        found = self._lesson()
        if found and found[1].holds(found[0]):
            self._app.close_dialog()
            self._move_on(*found)

    def _move_on(self, session: Session, before: Tutor) -> None:
        from cacao_web import tutor  # noqa: PLC0415  (see begin)

        here, start = session.record.moves, session.record
        session.coach = after = tutor.Tutor(before.number + 1)
        session.about = session.about._replace(lesson=after.number)
        session.record = self._up_to(session, after.chapter.start)
        if session.record.moves == start.moves:
            self._arrive(session)
            return
        moves = session.record.moves
        pairs = enumerate(zip(here, moves, strict=False))
        common = next(
            (at for at, (one, other) in pairs if one != other), min(len(here), len(moves))
        )
        turns = [at for at, move in enumerate(moves) if move.starts_turn and at > common]
        after.travels = True
        self._app.table.look(common)
        self._app.tasks.run(self._travel(session, after, [*turns, len(moves)]))

    async def _travel(self, session: Session, tutor: Tutor, stops: Sequence[int]) -> None:
        """Show turn after turn, up to where there is something to learn."""
        table = self._app.table
        for stop in stops[:-1]:
            await table.rest_awhile(_PAUSE)
            if table.session is not session or session.looking is None:
                break
            table.look(stop)
        else:
            await table.rest_awhile(_PAUSE)
        tutor.travels = False
        if table.session is session:
            self._arrive(session)

    def _arrive(self, session: Session) -> None:
        """A chapter begins."""
        self._app.table.look(len(session.record.moves))
        if session.coach and session.held:
            self._app.show(WINS)

    def take_back(self, _value: str = "") -> None:
        """Back to where the chapter begins."""
        if found := self._lesson():
            session, tutor = found
            if tutor.may_take_back(session):
                session.record = self._up_to(session, tutor.chapter.start)
                self._app.table.look(tutor.chapter.start)

    def show_way(self, _value: str = "") -> None:
        """Choose tile, rotation and cell as they are meant; to confirm them stays to be done."""
        if found := self._lesson():
            session, tutor = found
            if move := tutor.shown_way(session):
                session.take(move)
                self._app.table.draw_choice()
                self._app.page.focus(f"c{cell_name(move.cell)}")  # there Enter confirms

    def open_wins(self, _value: str = "") -> None:
        """What counts at the end."""
        if self._lesson():
            self._app.show(WINS)

    def wins_markup(self) -> Markup:
        """The dialog that says what counts at the end."""
        from cacao_web.views import lesson as views  # noqa: PLC0415  (see begin)

        return views.wins()

    # --- After it ----------------------------------------------------------------------------

    def first_game(self, _value: str = "") -> None:
        """A game of one's own: against the easy computer, with good cells marked."""
        form = self._app.setup
        players = solo.seated(form, ("easy",), 0)
        options = solo.options(form)._replace(suggestions=True)
        self._app.enter_new(Session.new(new_id(), Deal.shuffled(2), players, options))

    def note(self, session: Session) -> None:
        """A lesson counts for nothing."""

    def ended(self, session: Session) -> Ending | None:
        """What the end says of the lesson's game."""
        if not session.about.lesson:
            return None
        from cacao_web.views import lesson as views  # noqa: PLC0415  (see begin)

        return views.ending(session)

    def mark(self, session: Session) -> str:
        """What the list of games says about the lesson."""
        if not session.about.lesson:
            return ""
        return _("Learn to play: {n} of {total}").format(n=session.about.lesson, total=TOTAL)


COMMANDS: Final[dict[str, Callable[[LessonDesk, str], None]]] = {
    "learn": LessonDesk.open,
    "learn-again": LessonDesk.begin,
    "learn-on": LessonDesk.on,
    "learn-back": LessonDesk.take_back,
    "learn-show": LessonDesk.show_way,
    "learn-wins": LessonDesk.open_wins,
    "first-game": LessonDesk.first_game,
}
"""Name of an intent -> what it does with its value."""
DIALOGS: Final[dict[str, Callable[[LessonDesk], Markup | None]]] = {WINS: LessonDesk.wins_markup}
"""Name of a dialog -> what is in it."""
