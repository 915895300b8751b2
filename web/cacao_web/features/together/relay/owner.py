"""The tasks of a box at a relay, and its news for the game that it belongs to."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cacao_core.fair import Parcel, Pen, RelayKeys
from cacao_web.features.together.relay.calls import DAILY


class Owner(Protocol):
    """The game that a box belongs to."""

    def arrived(self, parcel: Parcel) -> None:
        """A device has put something there, perhaps long ago; also another browser of this seat."""

    def called(self, text: str) -> None:
        """Somebody says something beside the game to its players."""

    def signed(self, pen: Pen) -> bytes:
        """A pen, signed by this device."""

    def box_changed(self) -> None:
        """The relay can be reached or not, somebody has come or gone, or who decides."""


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
