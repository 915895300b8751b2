"""At the table, on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Final

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.browser.json_text import read_json
from cacao_web.features.companion import notes, table, view
from cacao_web.features.companion.book import Book
from cacao_web.features.companion.evenings.turns import Turns
from cacao_web.game.session import Session
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.shell import Shell
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import TITLE

if TYPE_CHECKING:
    from cacao_web.features.companion.agricola.desk import FarmDesk
    from cacao_web.features.companion.evenings.desk import Desk

COMPANION: Final = "companion"
AGRICOLA: Final = ("farm", "rounds", "deal", "campaign", "alone")
EVENINGS: Final = ("played", "match", "years", "person", "dates")
"""The kinds of screens of these; they are loaded when one of them is needed."""
SEATS: Final = ("kind-", "level-")
"""Fields that say who sits at a seat."""
PAD: Final = "pad:score"
"""A tap: a played game is put right on the score pad."""
MOST_NAMES: Final = 12
"""Names that are remembered."""


class CompanionController(Controller):
    """At the table.

    Args:
        shell: the parts of the page.
    """

    def __init__(self, shell: Shell) -> None:
        saves = shell.saves
        self._table = Book(saves, "companion-cacao", table.from_data, table.to_data)
        self._names = Slot(saves, "companion-names", _read_names, json.dumps)
        self._dialogs = shell.dialogs
        self._page = shell.page
        self._games = shell.games
        self._tasks = shell.tasks
        self._shell = shell
        self._turns = Turns(shell, self._redraw_clock)
        self._place = view.DOORS

    @cached_property
    def _farms(self) -> FarmDesk:
        from cacao_web.features.companion.agricola.desk import FarmDesk  # noqa: PLC0415

        return FarmDesk(self._shell)

    @cached_property
    def _desk(self) -> Desk:
        from cacao_web.features.companion.evenings.desk import Desk  # noqa: PLC0415

        return Desk(self._shell)

    @property
    def _kind(self) -> str:
        """The kind of the screen that is shown."""
        return self._place.partition("/")[0]

    def open(self) -> None:
        """Show the doors."""
        self.go(view.DOORS)

    def go(self, place: str) -> None:
        """Show another screen, from its top; or the game that is to be written down."""
        self._remember()
        if place == view.BEGIN:
            self._games.begin(notes.session(self._table.now), notes.ABOUT)
            return
        if place in view.LAY:
            self._games.begin(notes.laid(self._table.now, view.LAY[place]), notes.ABOUT)
            return
        self._show(self._led(place))

    def _led(self, place: str) -> str:
        """Where a place leads that is no screen; any other one is itself."""
        kind, _slash, page = place.partition("/")
        if kind == "played":
            self._desk.look()
        if place in view.KEEPING:
            kept = self._desk.keep(self._table.now, place == view.CORRECT)
            self._table.change(lambda now: now._replace(kept=kept), typed=True)
            return f"played/{kept}"
        if place == view.NEW and self._table.now.kept:
            self._table.change(lambda now: table.tapped(now, "clear:all"))
        elif kind == "next":
            self._table.change(lambda now: self._desk.next_of(page, now))
        return "score/who" if kind == "next" or place == view.NEW else place

    def _show(self, place: str) -> None:
        """A screen, from its top."""
        self._place = place
        self._page.stay_awake(True)
        if self._dialogs.open == COMPANION:
            self._page.show_dialog(None)
        self._dialogs.show(COMPANION)
        self._page.focus(TITLE)

    def laid(self) -> None:
        """The temples of the table that was laid are counted; then it is not needed any more."""
        session = self._games.session
        if session is None or not session.is_laying:
            return
        from cacao_web.game import laying  # noqa: PLC0415  # rarely needed

        rows = laying.temples(laying.layout(session.record))
        self._table.change(lambda now: table.with_temples(now, rows))
        self._games.go_home()
        self._games.saves.remove(session.id)
        self.go(view.TEMPLES)

    def markup(self) -> Markup:
        names, now = tuple(self._names.get()), self._table.now
        if self._kind in AGRICOLA:
            return self._farms.screen(self._place, names)
        if self._kind in EVENINGS:
            return self._desk.screen(self._place)
        if self._place == view.CLOCK:
            return self._turns.screen(now)
        keeping = self._desk.keeping(now) if self._place == view.RESULT else ()
        return view.screen(self._place, now, names, self._table.can_undo, keeping)

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
        elif self._kind in AGRICOLA:
            self._farms.tap(self._kind, tap)
        else:
            self._table.change(lambda now: table.tapped(now, tap))
        self._dialogs.show(COMPANION)

    def _in_evenings(self, tap: str) -> None:
        """A tap on a screen of evenings, which may lead to another one."""
        if tap == PAD:
            id = self._place.partition("/")[2]
            self._table.change(lambda now: self._desk.on_pad(id, now))
            self._show("score/0")
            return
        after = self._desk.tap(self._place, tap)
        if after != self._place:
            self._show(after)
        elif self._dialogs.open == COMPANION:
            self._dialogs.show(COMPANION)

    def bring(self, text: str) -> None:
        """Add the played games of a file.

        Raises:
            CacaoError: it is no such file; the message is for the person.
        """
        self._show(self._desk.bring(text))

    def undo(self) -> None:
        """Take the last tap back."""
        if self._kind in EVENINGS:
            self._desk.undo()
        elif self._place == view.CLOCK:
            self._turns.undo()
        else:
            book = self._farms.book(self._kind) if self._kind in AGRICOLA else self._table
            book.undo()
        self._dialogs.show(COMPANION)

    def picture(self, how: str) -> None:
        """Save the result of the score pad as a picture, copy it, or hand it to another app.

        Args:
            how: ``save``, ``copy`` or ``send``.
        """
        self._tasks.run(self._farms.give(how))

    def fill_in(self, name: str, value: str) -> None:
        """A name was typed, of a person or an occupation.

        Raises:
            ValueError, IndexError: there is no such field.
        """
        typed = tidied(value)
        if self._kind in EVENINGS:
            self._desk.fill_in(self._place, name, value)
        elif self._kind in AGRICOLA:
            self._farms.fill_in(self._kind, name, typed)
        elif name.startswith(SEATS):
            self.tap(f"kind:{name.partition('-')[2]}:{value}")
        else:
            self._table.change(lambda now: table.named(now, _seat(name), typed), typed=True)

    # --- Games that are written down -----------------------------------------------------------

    def entered(self, session: Session) -> None:
        self._turns.entered(session)
        self._page.stay_awake(_is_going(session))

    def saved(self, session: Session) -> None:
        """The clock follows; a game that is over is listed."""
        self._turns.follow(session)
        if notes.is_listed(session):
            self._desk.look()

    def left(self) -> None:
        self._turns.stop()
        self._page.stay_awake(False)

    def dialog_closed(self) -> None:
        """Without a game at the table behind it, the screen may go dark."""
        session = self._games.session
        self._page.stay_awake(session is not None and _is_going(session))

    def stop_clock(self) -> None:
        """Stop the clock beside the game, or let it go on."""
        self._turns.toggle()

    def _redraw_clock(self) -> bool:
        """Show the time again; whether it is shown."""
        shown = self._dialogs.open == COMPANION and self._place == view.CLOCK
        if shown:
            self._dialogs.redraw(COMPANION)
        return shown

    def mark(self, session: Session) -> str:
        return _("At the table") if session.about.real else ""

    def ending(self, session: Session) -> ResultPart | None:
        """Where it is listed."""
        told = h("p", {"class": "soft"}, _("You find it under “Played games”."))
        onward = widgets.button("companion-go", _("Day, place, note"), icon="star",
                                value=f"played/{session.id}")  # fmt: skip
        return ResultPart(told, onward) if notes.is_listed(session) else None

    def _remember(self) -> None:
        """Remember who plays, those of today first."""

        def later(names: list[str]) -> list[str]:
            farms = self._farms.names if self._kind in AGRICOLA else ()
            today = dict.fromkeys([*self._table.now.names, *farms])
            new = [name for name in today if name]
            known = {outline(name) for name in new}
            return [*new, *(one for one in names if outline(one) not in known)][:MOST_NAMES]

        self._names.update(later)


def _is_going(session: Session) -> bool:
    return session.is_written and not session.game.is_over


def _seat(field: str) -> int:
    return int(field.removeprefix("name-"))


def _read_names(text: str) -> list[str]:
    try:
        data = read_json(text)
    except ValueError:
        return []
    names = data if isinstance(data, list) else []
    return [name for one in names if (name := tidied(str(one))[:LONGEST_NAME])][:MOST_NAMES]
