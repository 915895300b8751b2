"""Agricola on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cacao_core.names import tidied
from cacao_web.features.agricola import undone, view
from cacao_web.features.agricola.campaigns import alone_view, party, party_view
from cacao_web.features.agricola.campaigns.party import Alone, PartyCampaign
from cacao_web.features.agricola.evenings import played as shelf
from cacao_web.features.agricola.evenings import view as evenings_view
from cacao_web.features.agricola.evenings.played import Evening, Played
from cacao_web.features.agricola.helpers import deals, deals_view, rounds, rounds_view
from cacao_web.features.agricola.helpers.deals import Deals
from cacao_web.features.agricola.helpers.rounds import Rounds
from cacao_web.features.agricola.lookup import view as lookup
from cacao_web.features.agricola.lookup.shelf import Shelf
from cacao_web.features.agricola.pad import picture, result_view, sheets
from cacao_web.features.agricola.pad import view as pad_view
from cacao_web.features.agricola.pad.sheets import Pad
from cacao_web.saves.book import Book
from cacao_web.saves.people import People
from cacao_web.saves.saves import new_id
from cacao_web.shell.controller import Evenings, Found
from cacao_web.shell.screens import Screens
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

AGRICOLA: Final = "agricola"
FARM: Final = "farm"
ROUNDS: Final = "rounds"
DEAL: Final = "deal"
CAMPAIGN: Final = "campaign"
WHO_PLAYS: Final = "campaign/who"
ALONE: Final = "alone"
EVENING: Final = "evening"
YEARS: Final = "years"
LOOK: Final = "look"
ENTRY: Final = "entry"
PICK: Final = "pick"
KEYS: Final = "keys"
"""Taps on the score pad: the keypad for another number, or its large numbers."""
TAKE_PAD: Final = "pad:all"
"""A tap: the results of the score pad."""


class AgricolaController(Screens):
    """The score pad, the helpers and the campaigns."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, AGRICOLA)
        saves = shell.saves
        self._farms = Book(saves, "agricola-farms", sheets.from_data, sheets.to_data)
        self._rounds = Book(saves, "agricola-rounds", rounds.from_data, Rounds._asdict)
        self._deals = Book(saves, "agricola-deals", deals.from_data, Deals._asdict)
        self._party = Book(saves, "agricola-campaign", party.from_data, PartyCampaign._asdict)
        self._alone = Book(saves, "agricola-alone", party.alone_from_data, Alone._asdict)
        self._played = Book(saves, "agricola-played", shelf.from_data, shelf.to_data)
        self._people = People(saves)
        self._export = shell.export
        self._shelf = Shelf(shell.page, shell.tasks, shell.dialogs.redraw)
        self._query = ""
        self._picking = ("", False)  # what the keypad is for; whether it shows large numbers
        self._notices = shell.notices

    def doors(self) -> Markup:
        return view.doors()

    def evenings(self) -> Evenings | None:
        return evenings_view.in_list(self._played.now)

    def evenings_kept(self) -> tuple[str, object] | None:
        played = self._played.now
        return (AGRICOLA, shelf.to_data(played)) if played else None

    def evenings_brought(self, data: Mapping[str, object]) -> tuple[int, int] | None:
        evenings = shelf.from_data(data.get(AGRICOLA))
        new = shelf.missing(self._played.now, evenings)
        if new:
            self._played.change(lambda now: shelf.having(now, *shelf.missing(now, evenings)))
        return (len(new), len(evenings) - len(new)) if evenings else None

    def looked_up(self, query: str) -> Found | None:
        if not query.strip():
            return Found(1, view.about())
        self._shelf.load()
        return lookup.in_rules(query, self._shelf)

    @property
    def _book(self) -> Book[Any]:
        """The book of the present screen."""
        books: dict[str, Book[Any]] = {
            FARM: self._farms, ROUNDS: self._rounds, DEAL: self._deals, CAMPAIGN: self._party,
            ALONE: self._alone, EVENING: self._played, YEARS: self._played,
        }  # fmt: skip
        return books[self._kind]

    @property
    def _has_extra_copse(self) -> bool:
        return "extra copse for two" in self._deals.now.rules

    def go(self, place: str) -> None:
        """Show another screen, from its top; those who play are remembered."""
        self._people.remember([*self._farms.now.names, *self._party.now.names])
        if place in ("", view.DOORS):
            self._dialogs.back()
            return
        self._picking = ("", False)
        if place.partition("/")[0] in (LOOK, ENTRY):
            self._shelf.load()
        elif place == WHO_PLAYS:
            names = self._farms.now.names
            self._party.change(lambda now: party.seated(now, names), typed=True)
        self._show(place)

    def screen(self) -> Markup:
        page, names = self._place.partition("/")[2], self._people.names
        if self._kind == LOOK:
            return lookup.listing(page, self._query, self._shelf)
        if self._kind == ENTRY:
            return lookup.card(page, self._shelf)
        on_pad = self._farms.now.names
        can_undo = self._book.can_undo
        screens: dict[str, Callable[[], Markup]] = {
            FARM: lambda: self._pad(page, names, can_undo),
            EVENING: lambda: self._evening(page, can_undo),
            YEARS: lambda: evenings_view.years(self._played.now, page, can_undo),
            ROUNDS: lambda: rounds_view.screen(
                page, self._rounds.now, self._has_extra_copse, names, can_undo
            ),
            DEAL: lambda: deals_view.screen(page, self._deals.now, can_undo),
            CAMPAIGN: lambda: party_view.screen(page, self._party.now, names, on_pad, can_undo),
            ALONE: lambda: alone_view.screen(page, self._alone.now, len(on_pad), can_undo),
        }
        return screens[self._kind]()

    def _pad(self, page: str, names: Sequence[str], can_undo: bool) -> Markup:
        pad, can_send = self._farms.now, self._page.can_send_pictures()
        if page == "result":
            return result_view.screen(pad, self._kept, can_undo, can_send)
        return pad_view.screen(page, pad, names, can_undo, self._picking)

    @property
    def _kept(self) -> Pad | None:
        """The score pad as it was kept among played games."""
        evening = shelf.find(self._played.now, self._farms.now.kept)
        return evening and evening.pad

    def _evening(self, id: str, can_undo: bool) -> Markup:
        evening = shelf.find(self._played.now, id)
        if evening is None:
            return evenings_view.years(self._played.now, "", can_undo)
        return evenings_view.game(evening, self._page.today(), can_undo)

    def tap(self, tap: str) -> None:
        """Something was tapped on the screen that is shown.

        Raises:
            ValueError, LookupError: there is no such tap.
        """
        if (self._kind == FARM and self._picks(tap)) or self._keeps(tap):
            return
        changes: dict[str, Callable[[Any], Any]] = {
            FARM: lambda now: sheets.tapped(now, tap),
            ROUNDS: lambda now: self._in_rounds(now, tap),
            DEAL: lambda now: deals.tapped(now, tap),
            CAMPAIGN: lambda now: self._in_campaign(now, tap),
            ALONE: lambda now: self._in_alone(now, tap),
        }
        before = self._rounds.now.round
        self._book.change(changes[self._kind])
        if self._rounds.now.round != before:
            self._show(self._place)
        else:
            self._redraw()
        if self._kind == DEAL:
            self._page.bring(deals_view.STEP)
        elif self._kind == ROUNDS and self._rounds.now.is_asked:
            self._page.bring(rounds_view.ASKED)

    def _picks(self, tap: str) -> bool:
        """Whether a tap only changes the keypad; after a number it is for the next one."""
        what, _colon, value = tap.partition(":")
        picking = self._picking[0]
        if what == "set":
            self._picking = (sheets.after(picking), False)
        elif what == PICK:
            self._picking = ("" if value == picking else value, False)
        elif what == KEYS:
            self._picking = (picking, value == "large")
        if what in (PICK, KEYS):
            self._redraw()
        return what in (PICK, KEYS)

    def _keeps(self, tap: str) -> bool:
        """Whether a tap keeps the score pad, or is about a game that was kept."""
        if tap == "keep:new":
            self._keep(new_id())
        elif tap == "keep:again":
            self._keep(self._farms.now.kept)
        elif self._kind == EVENING:
            id = self._place.partition("/")[2]
            evening = shelf.find(self._played.now, id)
            if tap == "delete:game":
                self._played.change(lambda now: shelf.without(now, id))
                self.back(view.DOORS)
            elif evening and tap == "pad:open":
                pad = evening.pad
                self._farms.change(lambda _now: pad)
                self._show("farm/0")
            else:
                raise ValueError(f"tap {tap!r:.40}")
        else:
            return False
        return True

    def _keep(self, id: str) -> None:
        """Keep what is on the score pad as a played game."""
        self._farms.change(lambda now: now._replace(kept=id), typed=True)
        pad, today = self._farms.now, self._page.today()

        def kept(played: Played) -> Played:
            old = shelf.find(played, id)
            where = next((one.place for one in reversed(played) if one.day == today), "")
            new = Evening(id, today, pad, where)
            return shelf.having(played, old._replace(pad=pad) if old else new)

        self._played.change(kept)
        self._show(f"evening/{id}")

    def save_table(self) -> None:
        """Offer all played games as a table for spreadsheets."""
        self._export.table("agricola-played", shelf.table(self._played.now))

    def _in_rounds(self, now: Rounds, tap: str) -> Rounds:
        """After a tap in the round helper, which takes names from the score pad at first."""
        after = rounds.tapped(now, tap)
        if after.helpers > now.helpers and not any(after.names):
            names = (*self._farms.now.names, *[""] * rounds.MOST_HELPERS)[: rounds.MOST_HELPERS]
            after = after._replace(names=names)
        return after

    def _in_campaign(self, now: PartyCampaign, tap: str) -> PartyCampaign:
        """After a tap in a campaign, which may take what is on the score pad."""
        if tap == TAKE_PAD:
            pad = self._farms.now
            after = party.from_pad(now, pad.names, pad.farms)
            self._notices.tell(party_view.taken(after, pad.names))
            return after
        return party.tapped(now, tap)

    def _in_alone(self, alone: Alone, tap: str) -> Alone:
        """The same alone."""
        if tap == TAKE_PAD:
            score = self._farms.now.farms[0].score().total
            return party.tapped_alone(alone, f"score:{score - alone.draft.score}")
        return party.tapped_alone(alone, tap)

    def undo(self) -> None:
        """Take the last tap back, say what it was, and show it."""
        before = self._book.now
        self._book.undo()
        step, place = undone.told(self._kind, before, self._book.now)
        if place not in ("", self._place):
            self._show(place)
        else:
            self._redraw()
        self._notices.tell(_("Taken back: {what}.").format(what=step))

    def fill_in(self, name: str, value: str) -> None:
        """A name was typed, of a person or an occupation.

        Raises:
            ValueError, IndexError: there is no such field.
        """
        typed = tidied(value)
        if self._kind == LOOK:
            self._query = value
            self._redraw()
            self._page.bring(lookup.SEARCH)
        elif self._kind == CAMPAIGN:
            self._party.change(lambda now: party.typed(now, name, typed), typed=True)
        elif self._kind == ALONE:
            self._alone.change(lambda now: party.typed_alone(now, name, typed), typed=True)
        elif self._kind == EVENING:
            id = self._place.partition("/")[2]
            self._played.change(lambda now: shelf.told(now, id, name, typed), typed=True)
        elif self._kind == ROUNDS:
            helper = int(name.removeprefix("name-"))
            self._rounds.change(lambda now: rounds.named(now, helper, typed), typed=True)
        else:
            seat = int(name.removeprefix("name-"))
            self._farms.change(lambda now: sheets.named(now, seat, typed), typed=True)

    def picture(self, how: str) -> None:
        """Save the result of the score pad as a picture, copy it, or hand it to another app.

        Args:
            how: ``save``, ``copy`` or ``send``.
        """
        name = f"agricola-{self._page.today()}"
        self._export.picture(picture.svg(self._farms.now), name, how)
