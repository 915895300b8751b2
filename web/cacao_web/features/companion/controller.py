"""At the table, on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from cacao_core.names import tidied
from cacao_web.features.companion import notes, setup_view, table, undone, view
from cacao_web.features.companion.evenings.turns import Turns
from cacao_web.game.session import Session
from cacao_web.game.setup.expansion import FIELDS
from cacao_web.play import writing
from cacao_web.saves.book import Book
from cacao_web.saves.people import People
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.screens import Screens, is_going
from cacao_web.shell.shell import Shell
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h

if TYPE_CHECKING:
    from cacao_web.features.companion.evenings.editor import EveningsEditor

COMPANION: Final = "companion"
EVENINGS: Final = ("played", "match", "years", "person", "dates")
"""The kinds of their screens; they are loaded when one of them is needed."""
SEATS: Final = ("kind-", "level-")
"""Fields that say who sits at a seat."""
PAD: Final = "pad:score"
"""A tap: a played game is put right on the score pad."""


class CompanionController(Screens):
    """At the table."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, COMPANION)
        self._table = Book(shell.saves, "companion-cacao", table.from_data, table.to_data)
        self._people = People(shell.saves)
        self._shell = shell
        self._notices = shell.notices
        self._turns = Turns(shell, self._redraw_clock)

    @cached_property
    def _editor(self) -> EveningsEditor:
        from cacao_web.features.companion.evenings.editor import EveningsEditor  # noqa: PLC0415

        return EveningsEditor(self._shell)

    def go(self, place: str) -> None:
        """Show another screen, from its top; or the game that is to be written down."""
        self._people.remember(self._table.now.names)
        self._shell.tasks.run(self._page.bring_pictures())  # of the expansions
        if place == view.BEGIN:
            self._games.begin(notes.session(self._table.now), notes.ABOUT)
            return
        if place in view.LAY:
            self._games.begin(notes.laid(self._table.now, view.LAY[place]), notes.ABOUT)
            return
        self._show(self._led(place or view.DOORS))

    def _led(self, place: str) -> str:
        """The screen to which a place leads; any other place is itself."""
        kind, _slash, page = place.partition("/")
        if kind == "played":
            self._editor.look()
        if place in view.KEEPING:
            evening = self._editor.keep(self._table.now, place == view.CORRECT)
            self._table.change(lambda now: now._replace(kept=evening), typed=True)
            return f"played/{evening}"
        if place == view.NEW and self._table.now.kept:
            self._table.change(lambda now: table.tapped(now, "clear:all"))
        elif kind == "next":
            self._table.change(lambda now: self._editor.next_of(page, now))
        return "score/who" if kind == "next" or place == view.NEW else place

    def laid(self) -> None:
        """The temples of the table that was laid are counted; then it is not needed any more."""
        session = self._games.session
        if session is None or not session.asked.laying:
            return
        from cacao_web.game.real_table import laying  # noqa: PLC0415  # rarely needed

        rows = laying.temples(laying.layout(session.record))
        has_huts = session.record.deal.rules.module("huts")
        huts = notes.hut_numbers(session.record) if has_huts else []
        self._table.change(lambda now: table.with_temples(table.with_hut_numbers(now, huts), rows))
        self._games.go_home()
        self._games.saves.remove(session.id)
        self.go(view.TEMPLES)

    def screen(self) -> Markup:
        now = self._table.now
        if self._kind in EVENINGS:
            return self._editor.screen(self._place)
        if self._place == view.CLOCK:
            return self._turns.screen(now)
        session = self._games.session
        if self._place == view.HUTS and session and session.mode.is_written:
            return setup_view.lying(session.record.deal.huts)
        keeping = self._editor.keeping(now) if self._place == view.RESULT else ()
        others = self._shell.others.answers(Controller.doors) if self._place == view.DOORS else ()
        return view.screen(
            self._place, now, self._people.names, self._table.can_undo, keeping, others
        )

    def tap(self, tap: str) -> None:
        """Something was tapped on the screen that is shown.

        Raises:
            ValueError, IndexError: there is no such tap.
        """
        if self._kind in EVENINGS:
            self._in_evenings(tap)
            return
        if self._place == view.CLOCK:
            self._turns.tap(self._table.now, tap)
        else:
            self._table.change(lambda now: table.tapped(now, tap))
        self._redraw()

    def _in_evenings(self, tap: str) -> None:
        """A tap on a screen of evenings, which may lead to another one."""
        if tap == PAD:
            id = self._place.partition("/")[2]
            self._table.change(lambda now: self._editor.on_pad(id, now))
            self._show("score/0")
            return
        after = self._editor.tap(self._place, tap)
        if after != self._place:
            self._show(after)
        else:
            self._redraw()

    def bring(self, text: str) -> None:
        """Add the played games of a file.

        Raises:
            CacaoError: it is no such file; the message is for the person.
        """
        self._show(self._editor.bring(text))

    def undo(self) -> None:
        """Take the last tap back; on the score pad, say what it was, and show it."""
        if self._kind in EVENINGS:
            self._editor.undo()
        elif self._place == view.CLOCK:
            self._turns.undo()
        elif self._table.can_undo:
            before = self._table.now
            self._table.undo()
            step, place = undone.told(before, self._table.now)
            self._notices.tell(_("Taken back: {what}.").format(what=step))
            if self._kind == "score" and place not in ("", self._place):
                self._show(place)
                return
        self._redraw()

    def fill_in(self, name: str, value: str) -> None:
        """A name was typed.

        Raises:
            ValueError, IndexError: there is no such field.
        """
        typed = tidied(value)
        if self._kind in EVENINGS:
            self._editor.fill_in(self._place, name, value)
        elif self._place == view.HUTS:
            writing.turn_hut(self._games.table, int(name.removeprefix("side-")), value)
            self._redraw()
        elif name.partition("-")[0] in FIELDS:
            self._table.change(lambda now: table.expanded(now, name, value))
            self._redraw()
        elif name.startswith(SEATS):
            self.tap(f"kind:{name.partition('-')[2]}:{value}")
        else:
            self._table.change(lambda now: table.named(now, _seat(name), typed), typed=True)

    # --- Games that are written down -----------------------------------------------------------

    def entered(self, session: Session) -> None:
        self._turns.entered(session)
        self._page.stay_awake(is_going(session))

    def saved(self, session: Session) -> None:
        """The clock follows; a game that is over is listed."""
        self._turns.follow(session)
        if notes.is_listed(session):
            self._editor.look()

    def left(self) -> None:
        self._turns.stop()
        self._page.stay_awake(False)

    def stop_clock(self) -> None:
        """Stop the clock beside the game, or let it go on."""
        self._turns.toggle()

    def _redraw_clock(self) -> bool:
        """Show the time again; whether it is shown."""
        shown = self._is_open and self._place == view.CLOCK
        if shown:
            self._redraw()
        return shown

    def mark(self, session: Session) -> str:
        return _("At the table") if session.about.real else ""

    def ending(self, session: Session) -> ResultPart | None:
        """The list where the game stands."""
        note = h("p", {"class": "soft"}, _("You find it under “Played games”."))
        onward = widgets.button("companion-go", _("Day, place, note"), icon="star",
                                value=f"played/{session.id}")  # fmt: skip
        return ResultPart(note, onward) if notes.is_listed(session) else None


def _seat(field: str) -> int:
    return int(field.removeprefix("name-"))
