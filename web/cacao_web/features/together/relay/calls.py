"""The things that players say beside a game: remarks, wishes for another one, daily results."""

from __future__ import annotations

from typing import Final

from cacao_core.fair import RelayKeys
from cacao_web.features.together.browser.relay import RelayLine, Relays

NEXT: Final = "/next"
"""The end of the topics where remarks and wishes lie."""
DAILY: Final = "/daily"
"""The end of the topics where results of daily games lie."""
REMARK: Final = b"m="
"""The beginning of a remark, which lies there too."""
_MOST: Final = 16
"""So many are heard: the signature of each has to be checked."""
_MOST_REMARKS: Final = 200
_DAY: Final = 24 * 3600
KEPT: Final = {NEXT: 60 * _DAY, DAILY: 7 * _DAY}
"""Seconds for which a relay keeps them, by the end of the topic."""


class RelayCalls:
    """Messages of one kind beside a game.

    Args:
        topic: of this device.
        kind: the end of the topics, see :data:`KEPT`.
    """

    def __init__(self, relays: Relays, keys: RelayKeys, topic: str, kind: str) -> None:
        self.own: bytes | None = None
        """The message of this device, to be put there; an empty one takes away what lies there."""
        self._relays, self._keys, self._topic = relays, keys, f"{topic}{kind}"
        self._seconds = KEPT[kind]
        self._heard: set[bytes] = set()

    async def put(self, line: RelayLine) -> None:
        """Put there for a time what this device says."""
        if (own := self.own) is not None:
            self.own = None
            topic = self._topic.encode()
            sealed = await self._relays.encrypt(self._keys.cipher, own, topic) if own else b""
            await line.publish(self._topic, sealed, seconds=self._seconds)

    async def take(self, topic: str, payload: bytes) -> str:
        """The message of somebody else; empty if it is none, or known."""
        plain = await self._relays.decrypt(self._keys.cipher, payload, topic.encode())
        most = _MOST_REMARKS if (plain or b"").startswith(REMARK) else _MOST
        is_new = plain not in self._heard and len(self._heard) < most
        if not plain or topic == self._topic or not is_new:
            return ""
        self._heard.add(plain)
        return plain.decode(errors="replace")
