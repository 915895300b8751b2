"""Ed25519 in plain whole numbers, for signatures that no library would make.

``python -m tests.core.curve`` writes them to data/signatures.json, with bytes in hexadecimal. What
is valid there is what one exact check accepts: the key is in its only encoding and of prime order,
S < L, and the bytes of sB - kA are those of R. Much of the rest is accepted by laxer checks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha512
from itertools import count
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "data" / "signatures.json"
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SIGN = 1 << 255
NEUTRAL = 0, 1
MESSAGE = b"cacao"

Point = tuple[int, int]


class Vector(NamedTuple):
    """A signature, and whether it is valid."""

    about: str
    key: bytes
    message: bytes
    signature: bytes
    valid: bool = False


def add(one: Point, other: Point) -> Point:
    (a, b), (c, d) = one, other
    both = D * a * b * c * d
    x, y = (a * d + b * c) * pow(1 + both, -1, P), (b * d + a * c) * pow(1 - both, -1, P)
    return x % P, y % P


def times(number: int, point: Point) -> Point:
    found = NEUTRAL
    for digit in f"{number:b}":
        found = add(found, found)
        found = add(found, point) if digit == "1" else found
    return found


def at(y: int) -> Point | None:
    """The point with an even x, if there is one."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    for x in (root := pow(square, (P + 3) // 8, P), root * pow(2, (P - 1) // 4, P) % P):
        if x * x % P == square:
            return (P - x if x & 1 else x), y
    return None


def encoded(point: Point, shift: int = 0) -> bytes:
    """The bytes of a point; with a shift, others that mean the same or nothing."""
    x, y = point
    return ((y | (x & 1) << 255) + shift).to_bytes(32, "little")


def torsion() -> list[Point]:
    """The eight points whose eightfold is neutral; that with index 1 has order 8."""
    for y in count(2):
        point = at(y)
        if point is not None and times(4, eighth := times(L, point)) != NEUTRAL:
            return [times(number, eighth) for number in range(8)]
    raise AssertionError


def k_of(start: bytes, key: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(start + key + message).digest(), "little") % L


def hashed(text: str) -> int:
    return int.from_bytes(sha512(text.encode()).digest(), "little") % L


def whole(start: bytes, s: int) -> bytes:
    return start + s.to_bytes(32, "little")


BASE = at(4 * pow(5, -1, P) % P) or NEUTRAL
SECRET, NONCE = hashed("secret"), hashed("nonce")
OWN, START = times(SECRET, BASE), times(NONCE, BASE)
KEY = encoded(OWN)


def signed(message: bytes, start: bytes, nonce: int, key: bytes = KEY) -> bytes:
    return whole(start, (nonce + k_of(start, key, message) * SECRET) % L)


def vectors() -> Iterator[Vector]:
    """All of them, always the same."""
    yield from _plain()
    twisted = torsion()
    yield from _odd_starts(twisted)
    yield from _keys_with_torsion(twisted)
    yield from _small_keys(twisted)


def _plain() -> Iterator[Vector]:
    start = encoded(START)
    for size in (0, 1, 32, 1000):
        long = (bytes(range(256)) * 4)[:size]
        yield Vector(f"true, {size} bytes", KEY, long, signed(long, start, NONCE), True)
    true = signed(MESSAGE, start, NONCE)
    s = int.from_bytes(true[32:], "little")
    for bit in (0, 100, 255, 256, 300, 511):
        flipped = (int.from_bytes(true, "little") ^ 1 << bit).to_bytes(64, "little")
        yield Vector(f"bit {bit} changed", KEY, MESSAGE, flipped)
    yield Vector("another message", KEY, b"cocoa", true)
    yield Vector("another key", encoded(add(OWN, BASE)), MESSAGE, true)
    for extra in range(1, 16):
        yield Vector(f"S + {extra} L", KEY, MESSAGE, whole(start, s + extra * L))
    yield Vector("S = 0", KEY, MESSAGE, whole(start, 0))
    yield Vector("S = L", KEY, MESSAGE, whole(start, L))
    for size in (0, 32, 63, 65):
        yield Vector(f"{size} bytes", KEY, MESSAGE, (true + b"\0")[:size])
    for size in (0, 31, 33):
        yield Vector(f"key of {size} bytes", (KEY + b"\0")[:size], MESSAGE, true)
    off = next(y for y in count(2) if at(y) is None)
    yield Vector("key on no curve", off.to_bytes(32, "little"), MESSAGE, true)


def _odd_starts(twisted: list[Point]) -> Iterator[Vector]:
    neutral = encoded(NEUTRAL)
    yield Vector("R neutral", KEY, MESSAGE, signed(MESSAGE, neutral, 0), True)
    for shift in (P, SIGN, P + SIGN):
        odd = encoded(NEUTRAL, shift)
        yield Vector(f"R neutral, as {odd.hex()}", KEY, MESSAGE, signed(MESSAGE, odd, 0))
    for number, point in enumerate(twisted[1:], 1):
        odd = encoded(add(START, point))
        yield Vector(f"R with torsion {number}", KEY, MESSAGE, signed(MESSAGE, odd, NONCE))


def _keys_with_torsion(twisted: list[Point]) -> Iterator[Vector]:
    """The equation holds for some messages, up to a factor of 8 for all."""
    start = encoded(START)
    for number, point in enumerate(twisted[1:], 1):
        odd = encoded(add(OWN, point))
        fits = (b"%d" % n for n in count() if k_of(start, odd, b"%d" % n) % 8 == 0)
        message = next(fits)
        yield Vector(f"key with torsion {number}", odd, message, signed(message, start, NONCE, odd))


def _small_keys(twisted: list[Point]) -> Iterator[Vector]:
    """With such a key, anybody can sign: S = 0, and R is one of eight points."""
    for number, point in enumerate(twisted):
        shifts = [0, *([P] if point[1] < 19 else []), *([SIGN] if point[0] == 0 else [])]
        for shift in (*shifts, *([P + SIGN] if point == NEUTRAL else [])):
            key = encoded(point, shift)
            for tried in count():
                message, start = b"%d" % tried, encoded(twisted[tried % 8])
                if twisted[-k_of(start, key, message) * number % 8] == twisted[tried % 8]:
                    yield Vector(f"small key {key.hex()}", key, message, whole(start, 0))
                    break


def write() -> None:
    told = [
        {"about": one.about, "key": one.key.hex(), "message": one.message.hex()}
        | {"signature": one.signature.hex(), "valid": one.valid}
        for one in vectors()
    ]
    FILE.write_text("[\n" + ",\n".join(map(json.dumps, told)) + "\n]\n")


if __name__ == "__main__":
    write()
