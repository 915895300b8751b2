"""Carriers: the ways by which the messages of a game travel between its devices.

Each is one module or folder with a :class:`Carrier`, and stands in ``carriers.KINDS``. A game has
one of each kind. It tells all of them what happens, and asks them what it has to know; nobody else
asks by which of them something travels. What comes through a carrier goes to its ``SharedGame``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cacao_core.fair import Device
from cacao_core.tiles import Seat
from cacao_web.features.together.browser import Support
from cacao_web.features.together.model import Opened
from cacao_web.features.together.view import Link
from cacao_web.game.dealer import Relay
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.shell.shell import Shell
from cacao_web.ui.markup import Markup


class CarrierView(NamedTuple):
    """A game as one of its carriers sees it; by default, the carrier knows nothing of it."""

    where: Mapping[Seat, Presence] = {}  # the people at other devices that it reaches
    gone: frozenset[Seat] = frozenset()  # whose devices have deleted the game
    is_told: bool = False  # whether all that this device may tell lies where others read it
    retries: bool = False  # whether it tries again and again to reach somebody
    paused: str = ""  # why nobody decides here for now, as a sentence
    is_left_out: bool = False  # whether the game has begun without this device


class Carrier:
    """One way by which the messages of a game travel. This one does nothing, and knows nothing."""

    with_watchers = True
    """True if this carrier also reaches devices that watch."""

    # --- Beginning and end -----------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        """This tab has the game: connect with the others."""

    async def fetch(self, session: Session, stays: bool) -> None:
        """Bring what has come for a game that is not on the page.

        Args:
            stays: whether to stay connected.

        Raises:
            CacaoError: nothing can be brought now; a sentence.
        """

    def adopt(self, session: Session, earlier: Carrier) -> bool:
        """Take over the connections of an earlier game of the same people, by its carrier.

        Returns:
            Whether there are any.
        """
        return False

    def wake(self, is_asked: bool = False) -> None:
        """Do not wait any longer to try again; with whether the person has asked for it."""

    def end(self) -> None:
        """Leave the others for now: this tab has the game no longer."""

    def leave(self, unheard: Session | None, is_told: bool) -> None:
        """Leave the others for good: the game is deleted here.

        Args:
            unheard: the game, if this tab has not heard of it until now, and it goes on.
            is_told: whether the others shall see that its seats are left.
        """
        self.end()

    # --- Saved games -----------------------------------------------------------------------------

    @staticmethod
    def may_fetch(session: Session) -> bool:
        """Whether news of a game can be brought without the others."""
        return False

    @staticmethod
    def is_handed_on(session: Session, browser: bytes) -> bool:
        """Whether another browser of the same person goes on with a game; with this one's key."""
        return False

    # --- Before there is a game ------------------------------------------------------------------

    @staticmethod
    def place(shell: Shell, support: Support, device: Device) -> Relay | None:
        """The place where the messages of a new game of this host lie for the others, if any."""
        return None

    @staticmethod
    def all_seats(
        shell: Shell, support: Support, sessions: Sequence[Session]
    ) -> tuple[Carrier, str]:
        """The carrier that brings the seats of several games elsewhere at once; the fragment."""
        return Carrier(), ""

    # --- Sending ---------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether decisions leave by it without a person."""
        return False

    @property
    def stays(self) -> bool:
        """True if this carrier stays connected, although nobody may be there."""
        return False

    @property
    def is_connected(self) -> bool:
        """Whether another device hears at once what is sent."""
        return False

    def send(self, session: Session) -> None:
        """The game has been stored: what it may tell leaves."""

    def show(self, kind: str, content: object) -> None:
        """Show something to those who look at the game now, see ``direct.room``."""

    def call(self, text: str) -> None:
        """Leave something beside the game where its players read it; it is signed."""

    def asks(self, session: Session) -> bool:
        """Whether those who play are asked by this, if this device asks for a seat; it asks now."""
        return False

    def tell_daily(self, text: str) -> None:
        """Exchange results of daily games with its players; with an empty text, do so no more."""

    def changed(self, session: Session) -> None:
        """The page knows now where everybody is: tell the devices that cannot know it."""

    # --- Where somebody is -----------------------------------------------------------------------

    def look(self, session: Session) -> CarrierView:
        """The game as it is seen from here."""
        return CarrierView()

    @property
    def is_elsewhere(self) -> bool:
        """Whether another browser decides for this seat."""
        return False

    def returning(self) -> frozenset[Seat]:
        """The seats, one of each device, that can come back by themselves."""
        return frozenset()

    # --- Who takes part --------------------------------------------------------------------------

    def invitation(self, session: Session) -> str:
        """The fragment of an address that invites everybody; empty if there is none."""
        return ""

    def invite(self, session: Session, link: Link, waiting: Sequence[Markup]) -> Markup | None:
        """The dialog with it; with those who want to join."""
        return None

    def asks_again(self, session: Session) -> bool:
        """As a guest, ask the host for another game; returns whether this carrier asks at once."""
        return False

    def showing(self, session: Session) -> str:
        """The fragment of an address by which others watch; empty if there is none."""
        return ""

    async def lies_there(self) -> bool:
        """Wait until others can read the game, or cannot; returns whether they can by this."""
        return False

    def answered(self, was_crowded: bool) -> None:
        """Somebody who wants to join has an answer; perhaps there is room for others now."""

    def seat(self, session: Session) -> str:
        """The fragment with which this seat goes on in another browser; empty if by another way."""
        return ""

    def move(self, link: Link, in_match: bool) -> Markup | None:
        """The dialog with it, perhaps for a match of which games are over."""
        return None

    def claim(self) -> None:
        """This browser decides for its seat from now on."""

    # --- Beside a message in a link --------------------------------------------------------------

    async def offer(self, seat: Seat) -> str:
        """The offer beside an invitation to a seat, so that this carrier can begin; else empty."""
        return ""

    async def answer(self, opened: Opened) -> str:
        """The answer to such an offer; empty if there is none.

        Raises:
            CacaoError: it is damaged, or the browser does not allow it.
        """
        return ""

    async def take(self, opened: Opened) -> bool:
        """Take such an answer; returns whether it fits."""
        return False
