"""The hashes of the protocol: secrets, hash chains, beacons and draws (docs/fair.md).

Every hash is SHA-256 with a label for its purpose, so that no value of one kind can pass for one of
another.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections.abc import Iterable, Iterator
from typing import Final

from cacao_core.fair.signatures import key_of, sign

_PREFIX: Final = "cacao-fair/3/"
STORED: Final = 16
"""Bytes of a value that is stored or sent. Ten would be too few: they collide in 2**40 steps."""
_HASH: Final = 32
LINKS: Final = 64
"""Links of a hash chain, 0 to 63; at most 46 beacons occur in a game without modules."""
MORE_LINKS: Final = 2 * LINKS
"""Links of a chain in a game with modules. In the big game of four, each of 59 turns may end with a
beacon; and up to 14 times a space is filled from the pile, for which three tiles are needed."""


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


def hkdf(secret: bytes, about: bytes, count: int, salt: bytes = b"") -> bytes:
    """``count`` bytes, up to 8160, that follow from a secret: HKDF-SHA-256 of RFC 5869.

    Args:
        secret: the input keying material.
        about: what the bytes are for, ``info`` in the RFC.
        count: number of bytes.
        salt: as in the RFC; empty is the same as 32 zero bytes.
    """
    extracted = hmac.digest(salt or bytes(_HASH), secret, "sha256")
    derived, block = b"", b""
    for number in range(1, -(-count // _HASH) + 1):
        block = hmac.digest(extracted, block + about + bytes([number]), "sha256")
        derived += block
    return derived[:count]


def _with_length(field: bytes) -> bytes:
    return len(field).to_bytes(2, "big") + field


class Secrets:
    """The secrets of one device in one game. All of them follow from 32 bytes."""

    def __init__(self, seed: bytes, count: int = LINKS) -> None:
        """``count`` is the number of links."""
        self.seed = seed
        self.signing = digest("sign", seed)
        """The secret of the key, 32 bytes."""
        self.key = key_of(self.signing)
        """Public, 32 bytes; fresh for each game, so it also keeps the hashes of games apart."""
        self.private = stored("private", seed)
        """p, 16 bytes; together with the beacons, determines this device's hidden draws."""
        links = [stored("tip", seed)]
        for index in range(count - 1, 0, -1):
            links.append(link_before(self.key, index, links[-1]))
        self.links = tuple(reversed(links))
        """The links of the hash chain, 16 bytes each."""

    @property
    def commitment(self) -> bytes:
        """The commitment to the private value."""
        return commitment(self.key, self.private)

    @property
    def root(self) -> bytes:
        """The commitment to the hash chain: what would be link -1."""
        return link_before(self.key, 0, self.links[0])

    def sign(self, label: str, *fields: bytes | int) -> bytes:
        """The signature of a labelled hash, 64 bytes."""
        return sign(self.signing, digest(label, *fields))


def link_before(key: bytes, index: int, link: bytes) -> bytes:
    """The link before link ``index`` of the chain of a device with that public key."""
    return stored("chain", key, index, link)


def commitment(key: bytes, private: bytes) -> bytes:
    """The commitment to a private value."""
    return stored("commit", key, private)


def beacon(roster: bytes, segment: int, *values: bytes) -> bytes:
    """The 32 bytes of public randomness after a segment, see docs/fair.md."""
    return digest("beacon", roster, segment, *values)


def public_index(label: str, value: bytes, number: int, count: int) -> int:
    """The number of a publicly drawn piece of ``count``.

    ``label`` is ``blind`` or ``display``, or the attribute of the deal that the pieces belong to.
    """
    return int.from_bytes(digest(label, value, number), "big") % count


def open_numbers(label: str, value: bytes) -> Iterator[int]:
    """Endless 64-bit numbers of a beacon, for what lies open from the start."""
    return (int.from_bytes(digest(label, value, j)[:8], "big") for j in itertools.count())


def private_index(private: bytes, value: bytes, seat: int, number: int, count: int) -> int:
    """The number of the tile that a seat draws of ``count`` in its own pile."""
    message = digest("hand", value, seat, number)
    return int.from_bytes(hmac.digest(private, message, "sha256"), "big") % count


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two values are equal, in a time that does not depend on where they differ."""
    return hmac.compare_digest(one, other)


class Chain:
    """The hash chain of a device, as far as it was shown.

    Args:
        key: the device's public key.
        links: the commitment ("link -1"), then the links from 0 on that are known.
    """

    __slots__ = ("_key", "_links")

    def __init__(self, key: bytes, links: Iterable[bytes]) -> None:
        self._key = key
        self._links = list(links)

    def copy(self) -> Chain:
        """An independent copy."""
        return Chain(self._key, self._links)

    @property
    def newest(self) -> int:
        """Number of the newest link that is known; -1 before the first."""
        return len(self._links) - 2

    def __getitem__(self, index: int) -> bytes:
        return self._links[index + 1]

    def show(self, index: int, link: bytes) -> bool:
        """Take in a link, older or newer; False (and no change) if it is not of this chain."""
        if index <= self.newest:
            return is_same(self[index], link)
        chain = [link]
        for number in range(index, self.newest, -1):
            chain.append(link_before(self._key, number, chain[-1]))
        if not is_same(chain.pop(), self._links[-1]):
            return False
        self._links += reversed(chain)
        return True
