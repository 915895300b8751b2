"""A browser's part in live play: connections, other tabs, a screen that stays on.

``together.dom.live`` implements it with WebRTC; tests use a fake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final, NamedTuple, Protocol

LONGEST: Final = 100_000
"""Length limit of the texts that are sent."""


def is_stun(address: str) -> bool:
    """Whether it is the address of a STUN server."""
    return bool(re.fullmatch(r"stuns?:[A-Za-z0-9.:\[\]-]{1,255}", address))


class Signal(Enum):
    """The state of a connection."""

    OPENING = "the answer is awaited, or the connection is being made"
    OPEN = "messages arrive"
    SHAKY = "nothing has arrived for a while; the browsers are still trying"
    CLOSED = "it will not come back"


class Listener(Protocol):
    """Whoever made a connection, and is told what comes through it."""

    def heard(self, text: str) -> None:
        """The other device has sent a text."""

    def changed(self, signal: Signal) -> None:
        """The connection has another state."""


class Ends(NamedTuple):
    """The properties that tell a connection from all others, as seen from one end."""

    role: str
    """``offer`` or ``answer``: what this device has made."""
    own: bytes
    """SHA-256 of this device's certificate."""
    other: bytes
    """The same of the other device."""


class Connection(Protocol):
    """A connection to one other device. Texts arrive whole, in order, at most once."""

    @property
    def ends(self) -> Ends:
        """The properties that tell it from all others; only while it is open."""

    @property
    def signal(self) -> Signal:
        """Its state."""

    def send(self, text: str) -> None:
        """Send a text; nothing is sent unless the connection is open.

        Raises:
            CacaoError: it is longer than ``LONGEST``.
        """

    def close(self) -> None:
        """Close it; the other side is told."""


class Offered(Protocol):
    """A connection that waits for the answer to its offer."""

    @property
    def text(self) -> str:
        """The offer: URL-safe, about 200 characters."""

    @property
    def connection(self) -> Connection:
        """The connection; it opens some time after the answer was taken."""

    async def take(self, answer: str, waits: bool = False) -> None:
        """Take the answer; the first one stands.

        Args:
            answer: its text.
            waits: whether the connection may open at any later time.

        Raises:
            BadLink: it is damaged, or answers another offer.
        """


class Answered(NamedTuple):
    """A connection that opens when the answer has been taken by the other device."""

    text: str
    connection: Connection


class Live(Protocol):
    """The browser's support for live play."""

    @property
    def is_possible(self) -> bool:
        """Whether this browser can connect to others at all."""

    @property
    def servers(self) -> tuple[str, ...]:
        """Addresses of STUN servers that the site's owner has given; usually none."""

    async def offer(self, listener: Listener, servers: Sequence[str] = ()) -> Offered:
        """Begin a connection.

        Args:
            listener: is told what comes through it.
            servers: addresses of STUN servers; without them, only devices on the same network are
                found.

        Raises:
            CacaoError: the browser does not allow it.
        """

    async def answer(self, offer: str, listener: Listener, servers: Sequence[str] = ()) -> Answered:
        """Accept an offer.

        Raises:
            BadLink: it is damaged.
            CacaoError: the browser does not allow it.
        """

    @property
    def keeps_spares(self) -> bool:
        """Whether this browser may have connections that are opened later."""

    async def keep_spare(self, offer: str, name: str) -> str:
        """Answer an offer for later; this end can be opened after a reload, for a day or more.

        Args:
            offer: the offer, whose connection waits at the other device.
            name: under which this end is kept, in this browser only; it replaces an earlier one.

        Returns:
            The answer.

        Raises:
            BadLink: the offer is damaged.
            CacaoError: the browser does not allow it.
        """

    async def open_spare(
        self, name: str, listener: Listener, servers: Sequence[str] = ()
    ) -> Connection | None:
        """Open what was kept under a name; it ends soon if the other device does not wait.

        Returns:
            None if nothing is kept.

        Raises:
            CacaoError: the browser does not allow it.
        """

    async def forget_spare(self, name: str) -> None:
        """Delete what is kept under a name."""

    def await_mail(self, name: str, taken: Callable[[str], bool]) -> None:
        """Take texts that other tabs of this browser post under a name, which this tab holds.

        Args:
            name: the name; a new call for the same name replaces the old one.
            taken: called with each text; returns whether this tab takes it.
        """

    def end_mail(self, name: str) -> None:
        """Take no more texts of this name."""

    async def post(self, name: str, text: str) -> bool:
        """Offer a text to the tab of this browser that holds a name; returns whether it takes it.

        If no tab holds it, that is known at once.
        """

    async def hold(self, name: str, lost: Callable[[], None], seize: bool = False) -> bool:
        """Hold a name for this tab until it is closed; returns False if another tab holds it.

        Args:
            lost: called when another tab has seized it: at once, or when this tab wakes up.
            seize: whether to take it from another tab, which may be asleep and not hear anything.
        """

    def let_go(self, name: str) -> None:
        """Stop holding a name."""

    @property
    def container(self) -> str:
        """The app whose own browser shows the page, see ``browser.containers``; empty if none."""

    def keep_storage(self) -> None:
        """Ask the browser not to delete what is stored when it needs room; it may refuse."""

    def stay_awake(self, wanted: bool) -> None:
        """Keep the screen on as long as the page is visible, if the browser can; or no longer."""

    def is_hidden(self) -> bool:
        """Whether the person looks at another tab or app."""

    def await_return(self, back: Callable[[], None]) -> None:
        """Call something whenever the page is seen again, or the network is back."""

    def set_badge(self, count: int) -> None:
        """Show a number at the icon of the installed app, where there is one; none for 0."""

    def set_title(self, title: str) -> None:
        """Set the tab's title; an empty one restores the usual one."""

    def may_ask_to_notify(self) -> bool:
        """Whether the person may be asked to allow notifications, and has not answered yet."""

    def may_notify(self) -> bool:
        """Whether the person has allowed notifications."""

    async def ask_to_notify(self) -> bool:
        """Ask the person to allow notifications; returns whether they are allowed."""

    def must_install(self) -> bool:
        """Whether this device notifies only those who have put the page on its home screen."""

    def notify(self, title: str, text: str, address: str) -> None:
        """Show a notification, if the person has allowed them; a click on it shows the page.

        Args:
            title: its first line.
            text: the rest.
            address: the fragment of the game; of several of one game, the newest is shown.
        """
