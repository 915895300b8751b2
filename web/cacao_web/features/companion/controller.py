"""At the table, on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.browser.json_text import read_json
from cacao_web.features.companion import notes, table, view
from cacao_web.features.companion.agricola import (
    alone_view,
    campaigns,
    campaigns_view,
    deals,
    deals_view,
    farm_picture,
    farms,
    farms_view,
    rounds,
    rounds_view,
)
from cacao_web.features.companion.agricola.campaigns import Alone, Party
from cacao_web.features.companion.book import Book
from cacao_web.features.companion.evenings.desk import CORRECT, KEEP, PLACES, Desk
from cacao_web.features.companion.evenings.played_view import NEW
from cacao_web.features.companion.evenings.turns import Turns
from cacao_web.game import laying
from cacao_web.game.session import Session
from cacao_web.saves.slot import Slot
from cacao_web.shell.controller import Controller
from cacao_web.shell.endings import ResultPart
from cacao_web.shell.export import saved_as
from cacao_web.shell.shell import Shell
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import TITLE

COMPANION: Final = "companion"
FARM: Final = "farm"
ROUNDS: Final = "rounds"
DEAL: Final = "deal"
CAMPAIGN: Final = "campaign"
ALONE: Final = "alone"
TAKE_PAD: Final = "pad:all"
"""A tap: the results of the score pad."""
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
        self._farms = Book(saves, "companion-farms", farms.from_data, farms.to_data)
        self._rounds = Book(saves, "companion-rounds", rounds.from_data, rounds.to_data)
        self._deals = Book(saves, "companion-deals", deals.from_data, deals.to_data)
        self._party = Book(saves, "companion-campaign", campaigns.from_data, campaigns.to_data)
        self._alone = Book(
            saves, "companion-alone", campaigns.alone_from_data, campaigns.alone_to_data
        )
        self._names = Slot(saves, "companion-names", _read_names, json.dumps)
        self._dialogs = shell.dialogs
        self._page = shell.page
        self._games = shell.games
        self._tasks = shell.tasks
        self._notices = shell.notices
        self._desk = Desk(shell)
        self._turns = Turns(shell, self._redraw_clock)
        self._place = view.DOORS

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
        if place in (KEEP, CORRECT):
            kept = self._desk.keep(self._table.now, place == CORRECT)
            self._table.change(lambda now: now._replace(kept=kept), typed=True)
            return f"played/{kept}"
        if place == NEW and self._table.now.kept:
            self._table.change(lambda now: table.tapped(now, "clear:all"))
        elif kind == "next":
            self._table.change(lambda now: self._desk.next_of(page, now))
        return "score/who" if kind == "next" or place == NEW else place

    def _show(self, place: str) -> None:
        """A screen, from its top."""
        self._place = place
        if self._dialogs.open == COMPANION:
            self._page.show_dialog(None)
        self._dialogs.show(COMPANION)
        self._page.focus(TITLE)

    def laid(self) -> None:
        """The temples of the table that was laid are counted; then it is not needed any more."""
        session = self._games.session
        if session is None or not session.is_laying:
            return
        rows = laying.temples(laying.layout(session.record))
        self._table.change(lambda now: table.with_temples(now, rows))
        self._games.go_home()
        self._games.saves.remove(session.id)
        self.go(view.TEMPLES)

    def markup(self) -> Markup:
        names, can_undo = tuple(self._names.get()), self._book.can_undo
        kind, _slash, page = self._place.partition("/")
        people, can_send = len(self._farms.now.names), self._page.can_send_pictures()
        screens: dict[str, Callable[[], Markup]] = {
            FARM: lambda: farms_view.screen(page, self._farms.now, names, can_undo, can_send),
            ROUNDS: lambda: rounds_view.screen(page, self._rounds.now, can_undo),
            DEAL: lambda: deals_view.screen(page, self._deals.now, can_undo),
            CAMPAIGN: lambda: campaigns_view.screen(page, self._party.now, names, people, can_undo),
            ALONE: lambda: alone_view.screen(page, self._alone.now, people, can_undo),
            **dict.fromkeys(PLACES, lambda: self._desk.screen(self._place)),
        }
        if self._place == view.CLOCK:
            return self._turns.screen(self._table.now)
        return screens[kind]() if kind in screens else self._cacao(names, can_undo)

    def _cacao(self, names: Sequence[str], can_undo: bool) -> Markup:
        keeping = self._desk.keeping(self._table.now)
        return view.screen(self._place, self._table.now, names, can_undo, keeping)

    @property
    def _book(self) -> Book[Any]:
        """What is written on the screen that is shown."""
        books: dict[str, Book[Any]] = {
            FARM: self._farms, ROUNDS: self._rounds, DEAL: self._deals, CAMPAIGN: self._party,
            ALONE: self._alone,
        }  # fmt: skip
        return books.get(self._place.partition("/")[0], self._table)

    def tap(self, tap: str) -> None:
        """Something was tapped on the screen that is shown.

        Raises:
            ValueError, IndexError: there is no such tap.
        """
        kind = self._place.partition("/")[0]
        if kind in PLACES:
            self._in_evenings(tap)
            return
        if self._place == view.CLOCK:
            self._turns.tap(self._table.now, tap)
        elif kind == FARM:
            self._farms.change(lambda now: farms.tapped(now, tap))
        elif kind == ROUNDS:
            self._rounds.change(lambda now: rounds.tapped(now, tap))
        elif kind == DEAL:
            self._deals.change(lambda now: deals.tapped(now, tap))
        elif kind == CAMPAIGN:
            self._party.change(lambda now: self._in_campaign(now, tap))
        elif kind == ALONE:
            self._alone.change(lambda now: self._in_alone(now, tap))
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
        self._desk.bring(text)
        self._show(view.PLAYED)

    def undo(self) -> None:
        """Take the last tap back."""
        if self._place.partition("/")[0] in PLACES:
            self._desk.undo()
        else:
            self._book.undo()
        self._dialogs.show(COMPANION)

    def picture(self, how: str) -> None:
        """Save the result of the score pad as a picture, copy it, or hand it to another app.

        Args:
            how: ``save``, ``copy`` or ``send``.
        """
        self._tasks.run(self._give(how))

    async def _give(self, how: str) -> None:
        name = f"agricola-{self._page.today()}.png"
        if not await self._page.give_picture(farm_picture.svg(self._farms.now), name, how):
            self._notices.tell(_("This browser cannot do that with a picture."))
        elif how == "copy":
            self._notices.tell(_("Picture copied."))
        elif how == "save":
            self._notices.tell(saved_as(name))

    def _in_campaign(self, party: Party, tap: str) -> Party:
        """After a tap in a campaign, which may take what is on the score pad."""
        if tap == TAKE_PAD:
            return campaigns.from_pad(party, self._farms.now.farms)
        return campaigns.tapped(party, tap)

    def _in_alone(self, alone: Alone, tap: str) -> Alone:
        """The same alone."""
        if tap == TAKE_PAD:
            score = self._farms.now.farms[0].score().total
            return campaigns.tapped_alone(alone, f"score:{score - alone.draft.score}")
        return campaigns.tapped_alone(alone, tap)

    def fill_in(self, name: str, value: str) -> None:
        """A name was typed, of a person or an occupation.

        Raises:
            ValueError, IndexError: there is no such field.
        """
        kind, typed = self._place.partition("/")[0], tidied(value)
        if kind in PLACES:
            self._desk.fill_in(self._place, name, value)
        elif kind == CAMPAIGN:
            self._party.change(lambda now: campaigns.typed(now, name, typed), typed=True)
        elif kind == ALONE:
            self._alone.change(lambda now: campaigns.typed_alone(now, name, typed), typed=True)
        elif kind == FARM:
            self._farms.change(lambda now: farms.named(now, _seat(name), typed), typed=True)
        elif name.startswith(SEATS):
            self.tap(f"kind:{name.partition('-')[2]}:{value}")
        else:
            self._table.change(lambda now: table.named(now, _seat(name), typed), typed=True)

    # --- Games that are written down -----------------------------------------------------------

    def entered(self, session: Session) -> None:
        self._turns.entered(session)

    def saved(self, session: Session) -> None:
        """The clock follows; a game that is over is listed."""
        self._turns.follow(session)
        if session.is_written and session.game.is_over:
            self._desk.look()

    def left(self) -> None:
        self._turns.stop()

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
        told = h("p", {"class": "soft"}, _("It is among the played games."))
        onward = widgets.button("companion-go", _("Day, place, note"), icon="star",
                                value=f"played/{session.id}")  # fmt: skip
        return ResultPart(told, onward) if session.is_written else None

    def _remember(self) -> None:
        """Remember who plays, those of today first."""

        def later(names: list[str]) -> list[str]:
            today = dict.fromkeys(
                [*self._table.now.names, *self._farms.now.names, *self._party.now.names]
            )
            new = [name for name in today if name]
            known = {outline(name) for name in new}
            return [*new, *(one for one in names if outline(one) not in known)][:MOST_NAMES]

        self._names.update(later)


def _seat(field: str) -> int:
    return int(field.removeprefix("name-"))


def _read_names(text: str) -> list[str]:
    try:
        data = read_json(text)
    except ValueError:
        return []
    names = data if isinstance(data, list) else []
    return [name for one in names if (name := tidied(str(one))[:LONGEST_NAME])][:MOST_NAMES]
