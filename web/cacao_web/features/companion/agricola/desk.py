"""Agricola on the page: which screen is shown, and what taps and fields change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

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
from cacao_web.shell.export import saved_as
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup

FARM: Final = "farm"
ROUNDS: Final = "rounds"
DEAL: Final = "deal"
CAMPAIGN: Final = "campaign"
ALONE: Final = "alone"
TAKE_PAD: Final = "pad:all"
"""A tap: the results of the score pad."""


class FarmDesk:
    """The score pad, the helpers and the campaigns.

    Args:
        shell: the parts of the page.
    """

    def __init__(self, shell: Shell) -> None:
        saves = shell.saves
        self._farms = Book(saves, "companion-farms", farms.from_data, farms.to_data)
        self._rounds = Book(saves, "companion-rounds", rounds.from_data, rounds.to_data)
        self._deals = Book(saves, "companion-deals", deals.from_data, deals.to_data)
        self._party = Book(saves, "companion-campaign", campaigns.from_data, campaigns.to_data)
        self._alone = Book(
            saves, "companion-alone", campaigns.alone_from_data, campaigns.alone_to_data
        )
        self._page = shell.page
        self._notices = shell.notices

    @property
    def names(self) -> list[str]:
        """Who plays."""
        return [*self._farms.now.names, *self._party.now.names]

    def book(self, kind: str) -> Book[Any]:
        """What is written on a kind of screen."""
        books: dict[str, Book[Any]] = {
            FARM: self._farms, ROUNDS: self._rounds, DEAL: self._deals, CAMPAIGN: self._party,
            ALONE: self._alone,
        }  # fmt: skip
        return books[kind]

    def screen(self, place: str, names: Sequence[str]) -> Markup:
        """The screen of a place, with names of people who were here before."""
        kind, _slash, page = place.partition("/")
        people, can_send = len(self._farms.now.names), self._page.can_send_pictures()
        can_undo = self.book(kind).can_undo
        screens: dict[str, Callable[[], Markup]] = {
            FARM: lambda: farms_view.screen(page, self._farms.now, names, can_undo, can_send),
            ROUNDS: lambda: rounds_view.screen(page, self._rounds.now, can_undo),
            DEAL: lambda: deals_view.screen(page, self._deals.now, can_undo),
            CAMPAIGN: lambda: campaigns_view.screen(page, self._party.now, names, people, can_undo),
            ALONE: lambda: alone_view.screen(page, self._alone.now, people, can_undo),
        }
        return screens[kind]()

    def tap(self, kind: str, tap: str) -> None:
        """Something was tapped on a kind of screen.

        Raises:
            ValueError, LookupError: there is no such tap.
        """
        if kind == FARM:
            self._farms.change(lambda now: farms.tapped(now, tap))
        elif kind == ROUNDS:
            self._rounds.change(lambda now: rounds.tapped(now, tap))
        elif kind == DEAL:
            self._deals.change(lambda now: deals.tapped(now, tap))
        elif kind == CAMPAIGN:
            self._party.change(lambda now: self._in_campaign(now, tap))
        else:
            self._alone.change(lambda now: self._in_alone(now, tap))

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

    def fill_in(self, kind: str, name: str, typed: str) -> None:
        """A name was typed, of a person or an occupation.

        Raises:
            ValueError, IndexError: there is no such field.
        """
        if kind == CAMPAIGN:
            self._party.change(lambda now: campaigns.typed(now, name, typed), typed=True)
        elif kind == ALONE:
            self._alone.change(lambda now: campaigns.typed_alone(now, name, typed), typed=True)
        else:
            seat = int(name.removeprefix("name-"))
            self._farms.change(lambda now: farms.named(now, seat, typed), typed=True)

    async def give(self, how: str) -> None:
        """Save the result of the score pad as a picture, copy it, or hand it to another app.

        Args:
            how: ``save``, ``copy`` or ``send``.
        """
        name = f"agricola-{self._page.today()}.png"
        if not await self._page.give_picture(farm_picture.svg(self._farms.now), name, how):
            self._notices.tell(_("This browser cannot do that with a picture."))
        elif how == "copy":
            self._notices.tell(_("Picture copied."))
        elif how == "save":
            self._notices.tell(saved_as(name))
