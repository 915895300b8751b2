"""The hashes of the protocol: secrets, hash chains, beacons, draws and tags (docs/fair.md).

Every hash is SHA-256 with a label for its purpose, so that no value of one kind can pass for one of
another.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

_PREFIX: Final = "cacao-fair/1/"
STORED: Final = 16
"""Bytes of a value that is stored or sent. Ten would be too few: they collide in 2**40 steps."""
TAG: Final = 8
"""Bytes of a tag. Nobody can try tags out: they are checked once, when the key is known."""
LINKS: Final = 64
"""Links of a hash chain, 0 to 63; at most 46 beacons occur in a game."""


def digest(label: str, *fields: bytes | int) -> bytes:
    """The 32 bytes of a labelled hash; whole numbers as fields have two bytes."""
    parts = [_with_length((_PREFIX + label).encode())]
    for field in fields:
        plain = field.to_bytes(2, "big") if isinstance(field, int) else field
        parts.append(_with_length(plain))
    return hashlib.sha256(b"".join(parts)).digest()


def stored(label: str, *fields: bytes | int) -> bytes:
    """A labelled hash of the length that values have when they are stored and sent."""
    return digest(label, *fields)[:STORED]


def _with_length(field: bytes) -> bytes:
    return len(field).to_bytes(2, "big") + field


class Secrets:
    """What one device alone knows in one game.

    Attributes:
        seed: 32 bytes, from which all else follows.
        salt: public, 16 bytes; keeps the hashes of different games and devices apart.
        private: p, 16 bytes; together with the beacons, determines this device's hidden draws.
        links: the links 0 to 63 of the hash chain, 16 bytes each.
    """

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.salt = stored("salt", seed)
        self.private = stored("private", seed)
        links = [stored("tip", seed)]
        for index in range(LINKS - 1, 0, -1):
            links.append(link_before(self.salt, index, links[-1]))
        self.links = tuple(reversed(links))

    @property
    def commitment(self) -> bytes:
        """The commitment to the private value."""
        return commitment(self.salt, self.private)

    @property
    def root(self) -> bytes:
        """The commitment to the hash chain: what would be link -1."""
        return link_before(self.salt, 0, self.links[0])


def link_before(salt: bytes, index: int, link: bytes) -> bytes:
    """The link before link ``index`` of a chain."""
    return stored("chain", salt, index, link)


def commitment(salt: bytes, private: bytes) -> bytes:
    """The commitment to a private value."""
    return stored("commit", salt, private)


def beacon(game: bytes, segment: int, *values: bytes) -> bytes:
    """The 32 bytes of public randomness after a segment, see docs/fair.md."""
    return digest("beacon", game, segment, *values)


def public_index(label: str, value: bytes, number: int, count: int) -> int:
    """Which of ``count`` tiles a public draw takes; ``label`` is ``blind`` or ``display``."""
    return int.from_bytes(digest(label, value, number), "big") % count


def private_index(private: bytes, value: bytes, seat: int, number: int, count: int) -> int:
    """Which of ``count`` tiles a seat draws from its own pile."""
    message = digest("hand", value, seat, number)
    return int.from_bytes(hmac.digest(private, message, "sha256"), "big") % count


def tag(game: bytes, device: int, link: bytes, count: int, history: bytes) -> bytes:
    """The tag of a device for the first ``count`` moves; ``link`` was not yet shown."""
    key = digest("tag", game, device, link)
    return hmac.digest(key, digest("moves", device, count, history), "sha256")[:TAG]


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two values are equal, in a time that does not depend on where they differ."""
    return hmac.compare_digest(one, other)


class Chain:
    """The hash chain of a device, as far as it was shown.

    Attributes:
        newest: number of the newest link known; 0 at the start.
    """

    __slots__ = ("_links", "_salt")

    def __init__(self, salt: bytes, links: Iterable[bytes]) -> None:
        self._salt = salt
        self._links = list(links)

    def copy(self) -> Chain:
        """An independent copy."""
        return Chain(self._salt, self._links)

    @property
    def newest(self) -> int:
        """Number of the newest link that is known."""
        return len(self._links) - 1

    def __getitem__(self, index: int) -> bytes:
        return self._links[index]

    def show(self, index: int, link: bytes) -> bool:
        """Take in a link, older or newer; False (and no change) if it is not of this chain."""
        if index <= self.newest:
            return is_same(self._links[index], link)
        found = [link]
        for number in range(index, self.newest, -1):
            found.append(link_before(self._salt, number, found[-1]))
        if not is_same(found.pop(), self._links[-1]):
            return False
        self._links += reversed(found)
        return True
