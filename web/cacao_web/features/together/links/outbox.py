"""The link in a dialog, and the address that a program waits for."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine
from typing import Any

from cacao_core import CacaoError
from cacao_core.tiles import Seat
from cacao_web.features.together import model
from cacao_web.features.together.carrier import Carrier
from cacao_web.features.together.events import TogetherEvents
from cacao_web.features.together.model import dealer
from cacao_web.features.together.news.calling import Calling
from cacao_web.features.together.news.calls import Calls
from cacao_web.features.together.shared_games import SharedGames
from cacao_web.features.together.view import Link
from cacao_web.game.matches import rounds
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.shell.shell import Shell
from cacao_web.ui.i18n import _


class Outbox:
    """Makes links, and sends them.

    Args:
        shell: the parts of the page, among them clipboard and share sheet.
        shared_games: keep a game before its link leaves.
        calls: whether the person may be asked to allow notifications.
        events: shows what fails.
    """

    def __init__(
        self, shell: Shell, shared_games: SharedGames, calls: Calls, events: TogetherEvents
    ) -> None:
        self.address = ""  # the link that is shown; empty while it is being made
        self._secrets: set[str] = set()  # the addresses that give away a seat
        self._watched: set[str] = set()  # the addresses by which others watch
        self._games = shell.games
        self._export = shell.export
        self._shared_games = shared_games
        self._calls = calls
        self._events = events
        self._outcome: str | None = ""  # None while it is being made
        self._error: CacaoError | None = None
        self._number = 0  # of the latest work that a program waits for

    @property
    def link(self) -> Link:
        session = self._games.session
        calling = self._calls.calling(session) if session and session.dealer else Calling()
        return Link(self.address, self._export.can_share, calling)

    def written(
        self, session: Session, seat: Seat | None = None, offer: str = "", answer: str = ""
    ) -> str:
        """The address with the newest message of a game; decisions in it stand.

        Raises:
            CacaoError: the game cannot be saved, so nothing may leave.
        """
        shared = self._shared_games.of(session)
        shared.settle(session)
        if dealer(session).has_news:
            shared.contact.sent(session)
        message = dealer(session).device.message()
        self._keep(session)
        remark = shared.gestures.for_link(session)
        return self._export.address(model.fragment(message, seat, offer, answer, remark))

    def with_seat(self, session: Session) -> tuple[Carrier, str]:
        """The address with which this seat goes on elsewhere, and the carrier that brings it.

        Raises:
            CacaoError: the game cannot be saved.
        """
        self._keep(session)
        carrier, fragment = self._shared_games.of(session).first(Carrier.seat, session)
        return carrier, self._secret(fragment)

    def to_everybody(self, session: Session) -> str:
        """The address that invites everybody; empty if each seat is invited by itself.

        Raises:
            CacaoError: the game cannot be saved.
        """
        fragment = self._shared_games.of(session).first(Carrier.invitation, session)[1]
        if not fragment:
            return ""
        self._keep(session)
        return self._export.address(fragment)

    def for_watchers(self, session: Session) -> str:
        """The address by which others watch.

        Raises:
            CacaoError: the game cannot be saved.
        """
        shared = self._shared_games.of(session)
        shared.settle(session)
        fragment = shared.first(Carrier.showing, session)[1]
        self._keep(session)
        address = self._export.address(fragment)
        self._watched.add(address)
        return address

    def _keep(self, session: Session) -> None:
        """Keep a game before its link leaves."""
        if not self._shared_games.of(session).here.keep(session):
            raise CacaoError(session.reach.unsaved or _("This game is open in another tab"))

    def with_all_seats(self) -> tuple[Carrier, str, bool]:
        """The carrier that brings the seats here in all games that go on, and the address.

        The games that are over follow, as far as matches that go on consist of them, and whether
        there are such.

        Raises:
            CacaoError: there are none; a sentence.
        """
        here = self._here()
        going = [one for one in here if model.goes_on(one)]
        over = [one for one in rounds.running(here) if not model.goes_on(one)]
        carrier, fragment = self._shared_games.all_seats([*going, *over])
        return carrier, self._secret(fragment), bool(over)

    def _here(self) -> list[Session]:
        """The games that this device plays, or has played, and no other browser."""
        sessions = (saved.session for saved in self._games.saves.dealt())
        moved = self._shared_games.is_handed_on
        return [one for one in sessions if not (one.is_watching or moved(one))]

    def _secret(self, fragment: str) -> str:
        """The address of a fragment that gives away a seat."""
        address = self._export.address(fragment)
        self._secrets.add(address)
        return address

    def copy(self) -> None:
        """Copy the link below a sentence about the game: messengers show many of them."""
        if self.address:
            self._export.copy_link(f"{self._cover()}\n{self.address}")

    def _cover(self) -> str:
        """The sentence above the link."""
        session = self._games.session
        if self.address in self._secrets or session is None:
            return _("Cacao: your own seat, for your other device. Keep this link to yourself.")
        return model.cover(session, self.address in self._watched)

    def remind_host(self, session: Session) -> None:
        """Copy a sentence that asks the host to open the game, with an address that does so."""
        sentence = _("I have joined your game of Cacao. Open it once to let me in:")
        address = self._export.address(link.own_fragment(dealer(session).token))
        done = _("Copied. Send it to the person who has invited you.")
        self._export.copy(f"{sentence}\n{address}", done, _("Please copy the link by hand."))

    def remind(self, session: Session) -> None:
        """Copy a sentence about the turn that is awaited, with an address that opens the game."""
        address = self._export.address(link.own_fragment(dealer(session).token))
        done = _("Copied. Send it to {name}.")
        done = done.format(name=model.names(session, session.mode.waited_for(session.game)))
        text = f"{model.cover(session)}\n{address}"
        self._export.copy(text, done, _("Please copy the link by hand."))

    def send(self) -> None:
        """Share the link by the device's share sheet."""
        if self.address:
            self._export.share(self.address, self._cover())

    async def quietly(self, work: Awaitable[str]) -> None:
        """Wait for work of the page itself, and report a failure."""
        try:
            await work
        except CacaoError as error:
            self._events.failed(str(error))

    def expected(self, work: Awaitable[str]) -> Coroutine[Any, Any, None]:
        """Work that ends with the address that a program waits for, or with an empty text."""
        self._outcome = self._error = None
        self._number += 1
        return self._waited(work, self._number)

    async def _waited(self, work: Awaitable[str], number: int) -> None:
        outcome, failed = "", None
        try:
            outcome = await work
        except CacaoError as error:
            failed = error
            self._events.failed(str(error))
        if number == self._number:
            self._outcome, self._error = outcome, failed

    def outcome(self) -> str | None:
        """The address; None while it is being made.

        Raises:
            CacaoError: it could not be made.
        """
        if error := self._error:
            self._error = None
            raise error
        return self._outcome
