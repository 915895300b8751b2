"""The messages that have come from a relay, to be read one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from cacao_core import BadLink
from cacao_core.fair import Parcel, RelayKeys, unpack
from cacao_web.browser.tasks import Tasks
from cacao_web.features.together.browser.relay import Relays
from cacao_web.features.together.direct.limits import Allowance

_LATER: Final = 1.0
"""Seconds until a topic is read again on which too much has come."""


class RelayInbox:
    """The newest message of each topic. Where too much comes, only some are read.

    What comes from strangers is counted together, because anybody can have many topics.

    Args:
        take: reads a message, given its topic and payload.
        tasks: run in the background.
        flooded: is called when strangers send too much.
    """

    def __init__(
        self,
        take: Callable[[str, bytes], Awaitable[None]],
        tasks: Tasks,
        flooded: Callable[[], None],
    ) -> None:
        self.known: frozenset[str] = frozenset()
        """The topics of the devices that are known."""
        self.is_flooded = False
        """Whether strangers have sent more than is read."""
        self._take = take
        self._tasks = tasks
        self._flooded = flooded
        self._strangers = Allowance()
        self._waiting: dict[str, bytes] = {}
        self._late: dict[str, bytes] = {}
        self._allowed: dict[str, Allowance] = {}
        self._is_reading = False

    def add(self, topic: str, payload: bytes) -> None:
        self._waiting.pop(topic, None)
        self._waiting[topic] = payload
        if not self._is_reading:
            self._is_reading = True
            self._tasks.run(self._read())

    def clear(self) -> None:
        """Forget what has not been read."""
        self._waiting.clear()
        self._late.clear()

    async def _read(self) -> None:
        try:
            while self._waiting:
                topic = next(iter(self._waiting))
                payload = self._waiting.pop(topic)
                if self._allows(topic):
                    await self._take(topic, payload)
                else:
                    self._put_off(topic, payload)
        finally:
            self._is_reading = False

    def _allows(self, topic: str) -> bool:
        if topic in self.known:
            return self._allowed.setdefault(topic, Allowance()).takes("parcel")
        allowed = self._strangers.takes("stranger")
        if not (allowed or self.is_flooded):
            self.flood()
        return allowed

    def flood(self) -> None:
        """Strangers have sent more than is read."""
        self.is_flooded = True
        self._flooded()

    def _put_off(self, topic: str, payload: bytes) -> None:
        """The newest message of the topic is read later."""
        if not self._late:
            self._tasks.run(self._read_late())
        self._late[topic] = payload

    async def _read_late(self) -> None:
        await asyncio.sleep(_LATER)
        late, self._late = self._late, {}
        newer = [(topic, self._waiting.pop(topic)) for topic in [*self._waiting] if topic in late]
        for topic, payload in (late | dict(newer)).items():  # whoever waits longest is read first
            self.add(topic, payload)


async def opened(
    relays: Relays, keys: RelayKeys, topic: str, payload: bytes
) -> tuple[Parcel | None, bytes]:
    """The parcel in what lies on a topic, or None if it is junk; and what was decrypted."""
    plain = await relays.decrypt(keys.cipher, payload, topic.encode())
    if plain is not None:
        with suppress(BadLink):
            return unpack(plain, keys, topic), plain
    return None, plain or b""


async def either(event: asyncio.Event, seconds: float | None) -> None:
    """Wait for an event, some seconds at most."""
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
