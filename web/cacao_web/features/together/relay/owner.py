"""The tasks of a box at a relay, and its news for the game that it belongs to."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cacao_core.fair import Parcel, Pen, RelayKeys


class Owner(Protocol):
    """The game that a box belongs to."""

    def arrived(self, parcel: Parcel) -> None:
        """A device has put something there, perhaps long ago; also another browser of this seat."""

    def called(self, text: str) -> None:
        """Somebody says something about another game to the players of this one."""

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

    @property
    def known(self) -> frozenset[str]:
        """The topics of the devices that are known."""
        return frozenset(self.keys.topics(self.own, self.others))

    @property
    def topics(self) -> tuple[str, ...]:
        """To what is subscribed there."""
        exact = self.keys.topics(self.own, self.others)
        return exact if self.is_full else exact + self.keys.open_topics
