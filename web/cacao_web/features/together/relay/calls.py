"""The wishes of a finished game's players for another one."""

from __future__ import annotations

from typing import Final

from cacao_core.fair import RelayKeys
from cacao_web.features.together.browser.relay import Line, Relays

NEXT: Final = "/next"
"""The end of the topics where they lie."""
REMARK: Final = b"m="
"""The beginning of a remark, which lies there too."""
_MOST: Final = 16
"""So many are heard: the signature of each has to be checked."""
_MOST_REMARKS: Final = 200


class RematchCalls:
    """The wishes for the next game.

    Args:
        relays: the browser's support.
        keys: of the game.
        topic: of this device.
    """

    def __init__(self, relays: Relays, keys: RelayKeys, topic: str) -> None:
        self.own = b""
        """The message of this device, to be put there."""
        self._relays, self._keys, self._topic = relays, keys, f"{topic}{NEXT}"
        self._heard: set[bytes] = set()

    async def put(self, line: Line, seconds: int) -> None:
        """Put there for a time what this device says."""
        if self.own:
            sealed = await self._relays.encrypt(self._keys.cipher, self.own, self._topic.encode())
            await line.publish(self._topic, sealed, seconds=seconds)
            self.own = b""

    async def take(self, topic: str, payload: bytes) -> str:
        """The wish of somebody else; empty if it is none, or known."""
        plain = await self._relays.decrypt(self._keys.cipher, payload, topic.encode())
        most = _MOST_REMARKS if (plain or b"").startswith(REMARK) else _MOST
        is_new = plain not in self._heard and len(self._heard) < most
        if not plain or topic == self._topic or not is_new:
            return ""
        self._heard.add(plain)
        return plain.decode(errors="replace")
