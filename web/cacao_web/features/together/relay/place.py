"""The place of a game at its relay, as one device sees it."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core.fair import Pen, RelayKeys
from cacao_web.features.together.relay.calls import DAILY

KEPT_SECONDS: Final = 60 * 24 * 3600
"""Seconds for which a relay keeps what a device leaves there."""


class Place(NamedTuple):
    """The place of something at a relay, and its owner."""

    address: str  # of the relay
    keys: RelayKeys  # of the game
    own: bytes  # this device's public key
    browser: bytes  # 8 bytes that tell this browser from others of the same person
    pen: Pen | None = None  # the highest one that this browser has seen
    others: tuple[bytes, ...] = ()  # public keys of the devices that are known to take part
    is_full: bool = False  # whether these are all
    watches: bool = False  # whether the device has no seat: it reads, and leaves nothing
    hears_daily: bool = False  # whether their results of daily games are read

    @property
    def known(self) -> frozenset[str]:
        """The topics of the devices that are known."""
        return frozenset(self._exact)

    @property
    def _exact(self) -> tuple[str, ...]:
        keys = self.others if self.hears_daily else ()
        daily = (f"{self.keys.topic(key)}{DAILY}" for key in keys)
        return (*self.keys.topics(self.own, self.others), *daily)

    @property
    def topics(self) -> tuple[str, ...]:
        """To what is subscribed there."""
        return self._exact if self.is_full else self._exact + self.keys.open_topics
