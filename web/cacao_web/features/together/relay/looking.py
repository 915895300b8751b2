"""Looks what lies at a relay, for somebody who does not take part in the game yet."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Final

from cacao_core import CacaoError, OtherVersion
from cacao_core.fair import Parcel, RelayKeys
from cacao_web.features.together.browser.relay import RelayError, Relays, Trouble
from cacao_web.features.together.relay.inbox import either, opened
from cacao_web.features.together.relay.mailbox import PATIENCE

_LABEL: Final = 8
_PAUSE: Final = 0.5
"""Seconds between looks whether a game has come that is waited for."""


class Flooded(CacaoError):
    """Strangers fill the place of a game."""


class _Looker:
    """Collects what lies on the topics of a game, until an own message has come back."""

    def __init__(self, echo: str) -> None:
        self.found: dict[str, bytes] = {}
        self.done = asyncio.Event()
        self.trouble: Trouble | None = None
        self.is_flooded = False
        self._echo = echo

    def arrived(self, topic: str, payload: bytes) -> None:
        if topic == self._echo:
            self.done.set()
        elif payload and topic.count("/") == self._echo.count("/") - 1:
            self.found[topic] = payload

    def flooded(self) -> None:
        self.is_flooded = True

    def lost(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self.done.set()


async def look(
    relays: Relays, address: str, keys: RelayKeys, waits: Callable[[], bool]
) -> list[Parcel]:
    """The parcels of a game; nothing is kept there.

    Args:
        relays: the browser's support for relays.
        address: of the relay.
        waits: asked again and again while there are none: whether to wait for the first ones.

    Raises:
        RelayError: the relay cannot be reached.
        OtherVersion: the game is one of another version of the page.
        Flooded: strangers have put so much there that the game was not found.
    """
    echo = f"{keys.open_topics[0].removesuffix('+')}{os.urandom(_LABEL).hex()}/ping"
    looker = _Looker(echo)
    line = await relays.connect(address, keys.game, (echo, keys.open_topics[0]), "", looker)
    try:
        await line.publish(echo, os.urandom(_LABEL), is_retained=False)
        await either(looker.done, PATIENCE)
        if not looker.done.is_set():
            raise RelayError(Trouble.NOT_READ)
        while True:
            if looker.trouble:
                raise RelayError(looker.trouble)
            read = await _read(relays, keys, looker)
            parcels = [parcel for parcel, _plain in read if parcel]
            if not parcels and looker.is_flooded:
                raise Flooded("junk on more topics than are read")
            if not parcels and any(plain for _parcel, plain in read):
                raise OtherVersion("what lies there was made with the link, in another form")
            if parcels or not waits():
                return parcels
            await asyncio.sleep(_PAUSE)
    finally:
        line.close()


async def _read(
    relays: Relays, keys: RelayKeys, looker: _Looker
) -> list[tuple[Parcel | None, bytes]]:
    """The messages that have come since: parcels, and decrypted texts."""
    came, looker.found = looker.found, {}
    return [await opened(relays, keys, *one) for one in came.items()]
