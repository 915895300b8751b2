"""Looks what lies at a relay, for somebody who does not take part in the game yet."""

from __future__ import annotations

import asyncio
import os
from typing import Final

from cacao_core.fair import Parcel, RelayKeys
from cacao_web.browser.relay import RelayError, Relays, Trouble
from cacao_web.features.together.relay.box import PATIENCE
from cacao_web.features.together.relay.inbox import either, opened

_LABEL: Final = 8


class _Looker:
    """Collects what lies on the topics of a game, until an own message has come back."""

    def __init__(self, echo: str) -> None:
        self.found: dict[str, bytes] = {}
        self.done = asyncio.Event()
        self.trouble: Trouble | None = None
        self._echo = echo

    def arrived(self, topic: str, payload: bytes) -> None:
        if topic == self._echo:
            self.done.set()
        elif payload and topic.count("/") == self._echo.count("/") - 1:
            self.found[topic] = payload

    def lost(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self.done.set()


async def look(relays: Relays, address: str, keys: RelayKeys) -> list[Parcel]:
    """The parcels of a game; nothing is kept there.

    Raises:
        RelayError: the relay cannot be reached.
    """
    echo = f"{keys.topics.removesuffix('#')}{os.urandom(_LABEL).hex()}/ping"
    looker = _Looker(echo)
    line = await relays.connect(address, keys.game, keys.topics, "", looker)
    try:
        await line.publish(echo, os.urandom(_LABEL), is_retained=False)
        await either(looker.done, PATIENCE)
    finally:
        line.close()
    if looker.trouble or not looker.done.is_set():
        raise RelayError(looker.trouble or Trouble.NOT_READ)
    found = [await opened(relays, keys, *one) for one in looker.found.items()]
    return [parcel for parcel, _plain in found if parcel]
