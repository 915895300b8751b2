"""The people who are at a relay now, and those who have left the game for good."""

from __future__ import annotations

from typing import Final

from cacao_core.fair import RelayKeys
from cacao_web.features.together.browser.relay import Relays

HERE: Final = b"1"
GOODBYE: Final = b"left"


class Presences:
    """The topics of presence of one game."""

    def __init__(self, relays: Relays, keys: RelayKeys) -> None:
        self._relays = relays
        self._keys = keys
        self._here: set[str] = set()
        self._gone: set[str] = set()

    def is_here(self, key: bytes) -> bool:
        """Whether a device is at the relay now, as the relay says."""
        return self._keys.presence_topic(key) in self._here

    def is_gone(self, key: bytes) -> bool:
        """Whether a device has left the game for good, as long as nobody takes that back."""
        return self._keys.presence_topic(key) in self._gone

    def clear(self) -> None:
        """The relay says once more who is there."""
        self._here.clear()

    async def take(self, topic: str, payload: bytes) -> bool:
        """Somebody has come or gone, or has left for good, which only players can say.

        Returns:
            Whether that is new.
        """
        is_goodbye = False
        if payload and payload != HERE:
            plain = await self._relays.decrypt(self._keys.cipher, payload, topic.encode())
            is_goodbye = plain == GOODBYE
        before = set(self._here), set(self._gone)
        self._here.discard(topic)
        self._gone.discard(topic)
        if payload == HERE:
            self._here.add(topic)
        elif is_goodbye:
            self._gone.add(topic)
        return (self._here, self._gone) != before
