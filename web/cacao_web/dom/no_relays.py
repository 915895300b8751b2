"""No support for relays, until ``dom.relay`` is there."""

from __future__ import annotations

from cacao_web.browser.relay import Line, RelayError, Subscriber, Trouble


class NoRelays:
    """Implements ``browser.relay.Relays``: none is possible."""

    is_possible = False
    preset = ""

    async def connect(
        self, address: str, user: str, topics: str, will: str, subscriber: Subscriber
    ) -> Line:
        raise RelayError(Trouble.UNREACHABLE)

    async def encrypt(self, key: bytes, plain: bytes, associated: bytes) -> bytes:
        raise NotImplementedError

    async def decrypt(self, key: bytes, sealed: bytes, associated: bytes) -> bytes | None:
        raise NotImplementedError
