"""A browser's part in games through a relay: a connection to an MQTT broker, and encryption.

``together.dom.relay`` implements it with WebCrypto, and a frame that sees topics and ciphertext;
tests use a stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol

from cacao_core import CacaoError
from cacao_web.features.together.browser.push import Pushes

LONGEST: Final = 8192
"""Most bytes of a payload; longer ones are dropped in the frame."""
MOST_TOPICS: Final = 32
"""Most topics that are read of those that a filter lets in; the frame drops messages on further
ones. Topics that were subscribed to by name are not counted."""


class Trouble(Enum):
    """The reason why there is no connection to a relay."""

    UNREACHABLE = "no WebSocket there: no network, host, port, certificate or path that is right"
    """Browsers do not say which: also a web server that knows no WebSockets is one of these."""
    NO_BROKER = "a WebSocket is opened, but nobody speaks MQTT through it"
    REFUSED = "the broker refuses the log-in"
    NOT_READ = "the broker does not let this user read its topics"
    NOT_KEPT = "the broker does not accept what is published: a rule, a limit or a full disk"
    LOST = "the connection was open, and has broken"


class RelayError(CacaoError):
    """A relay cannot be used now.

    Args:
        trouble: why.
        detail: what the browser or the broker says, for reports.
    """

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"relay: {trouble.value} ({detail})" if detail else trouble.value)
        self.trouble = trouble


class Subscriber(Protocol):
    """Whoever has connected, and is told what comes."""

    def arrived(self, topic: str, payload: bytes) -> None:
        """A message has come; an empty payload says that a retained one was deleted.

        Of several on one topic that come at once, only the newest is told.
        """

    def flooded(self) -> None:
        """There are messages on more topics than are read."""

    def lost(self, trouble: Trouble) -> None:
        """The connection has ended, and not by :meth:`RelayLine.close`."""


class RelayLine(Protocol):
    """An open connection to a relay, for one game."""

    @property
    def expires(self) -> bool:
        """Whether the relay deletes messages after their time (MQTT 5); else it keeps them."""

    async def publish(
        self, topic: str, payload: bytes, is_retained: bool = True, seconds: int = 0
    ) -> None:
        """Publish a message; returns when the relay has acknowledged it.

        Args:
            topic: the topic.
            payload: the message; an empty one deletes the retained one.
            is_retained: whether the relay keeps it, instead of the one before.
            seconds: after which the relay deletes it, if it can; 0 for never.

        Raises:
            RelayError: it was refused, or the connection broke before. It may have arrived.
        """

    def close(self) -> None:
        """End the connection properly: the will is not published."""


class Relays(Protocol):
    """The browser's support for relays."""

    @property
    def is_possible(self) -> bool:
        """Whether this page can encrypt: not if it came by plain http from another machine."""

    @property
    def preset(self) -> str:
        """The relay that the site's owner has given, as host or host:port; usually empty."""

    @property
    def pushes(self) -> Pushes:
        """The browser's support for pushes, by which a relay's bell calls."""

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> RelayLine:
        """Connect, and subscribe; the retained messages arrive after that.

        Args:
            address: host, or host and port: ``relay.example.org`` or ``relay.example.org:8084``.
            user: the user name.
            topics: what to subscribe to, by name or by filters such as ``cacao/2/0123/+``.
            will: the topic whose retained message the relay deletes if this connection breaks, or
                an empty text.
            subscriber: is told what comes.

        Raises:
            RelayError: there is no connection.
        """

    async def encrypt(self, key: bytes, plain: bytes, associated: bytes) -> bytes:
        """AES-256-GCM with 12 fresh random bytes, which stand before the ciphertext."""

    async def decrypt(self, key: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        """The plaintext that :meth:`encrypt` was given; None if it is not from there."""
