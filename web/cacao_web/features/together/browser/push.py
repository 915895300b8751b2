"""The browser as the bell of a relay needs it: pushes for a page that is closed (docs/relay.md).

``together.dom.push`` implements it; tests use a stand-in.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Subscription(NamedTuple):
    """The address of a browser at its push service, and its keys; URL-safe texts."""

    endpoint: str
    p256dh: str
    auth: str


class Pushes(Protocol):
    """The browser's support for pushes."""

    @property
    def is_possible(self) -> bool:
        """Whether this browser can be pushed to, if its person allows notifications."""

    async def subscribe(self, key: str) -> Subscription | None:
        """Let somebody with a key of VAPID push to this browser, and nobody else.

        Args:
            key: public, as URL-safe text.

        Returns:
            None if the browser does not allow it.
        """

    async def unsubscribe(self) -> None:
        """Nobody may push any more."""

    async def agree(self, key: bytes) -> tuple[bytes, bytes]:
        """A secret that is shared with the owner of a public key (P-256, 65 bytes), used once.

        Returns:
            The fresh public key with which the owner computes it, and the secret, 32 bytes.
        """

    async def note(self, text: str) -> None:
        """Keep a text for the service worker, which shows what is pushed."""
