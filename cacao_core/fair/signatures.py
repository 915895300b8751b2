"""Ed25519 signatures with one exact check (docs/fair.md, "Signatures").

Libraries differ in what they accept: keys of small order, values that are not reduced, signatures
that are valid only up to a small factor. So this module takes the arithmetic from a library, and
fixes the check itself.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from types import ModuleType
from typing import Any, Final

from cacao_core.errors import CacaoError

KEY: Final = 32
"""Bytes of a public key, and of the secret that it follows from."""
SIGNATURE: Final = 64

_PRIME: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_NEUTRAL: Final = b"\x01" + bytes(31)
_RECENT: Final = 64


class NoSignatures(CacaoError):
    """The library for signatures is not installed."""


@lru_cache(maxsize=1)
def _library() -> ModuleType:
    try:
        from ecdsa import eddsa  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise NoSignatures(
            "games with other devices need the package ecdsa: pip install '.[fair]' in a checkout"
        ) from None
    module: ModuleType = eddsa
    return module


@lru_cache(_RECENT)
def _signer(secret: bytes) -> Any:  # noqa: ANN401  # the library has no types
    eddsa = _library()
    return eddsa.PrivateKey(eddsa.generator_ed25519, secret)


def key_of(secret: bytes) -> bytes:
    """The public key of 32 secret bytes."""
    return bytes(_signer(secret).public_key().public_key())


def sign(secret: bytes, message: bytes) -> bytes:
    """The signature of a message, 64 bytes; always the same one."""
    return bytes(_signer(secret).sign(message))


def is_key(key: bytes) -> bool:
    """Whether bytes are a key that may be used.

    It must be in its only encoding, and of prime order: with a key of another order, one signature
    can fit many messages.
    """
    return _negative(key) is not None


@lru_cache(_RECENT)  # what lies at a relay has the same signatures again and again
def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of a message is valid: S < L, and the bytes of sB - kA are those of R."""
    negative = _negative(key)
    start, s = signature[:KEY], int.from_bytes(signature[KEY:], "little")
    if negative is None or len(signature) != SIGNATURE or s >= _ORDER:
        return False
    hashed = hashlib.sha512(start + key + message).digest()
    k = int.from_bytes(hashed, "little") % _ORDER
    return _encoded(_library().generator_ed25519 * s + negative * k) == start


@lru_cache(_RECENT)
def _negative(key: bytes) -> Any:  # noqa: ANN401
    """The point -A of a key A; None if the key may not be used."""
    point = _point(key)
    if point is None:
        return None
    # The library takes L·A for zero for some points of another order, and (L-1)·A = -A is exact.
    x, y = (-point.x() % _PRIME, point.y())
    multiple = point * (_ORDER - 1)
    if _is_zero(multiple) or (multiple.x(), multiple.y()) != (x, y):
        return None
    ellipticcurve = _library().ellipticcurve
    return ellipticcurve.PointEdwards(point.curve(), x, y, 1, x * y % _PRIME)


def _point(key: bytes) -> Any:  # noqa: ANN401
    """The point of an encoding; None if there is none, or it has another encoding as well."""
    y = int.from_bytes(key, "little") & (1 << 255) - 1
    if len(key) != KEY or y >= _PRIME:
        return None
    eddsa = _library()
    try:
        point = eddsa.ellipticcurve.PointEdwards.from_bytes(eddsa.curve_ed25519, key)
    except AssertionError:  # of which the library's error is a kind: no point has this encoding
        return None
    return None if _is_zero(point) else point


def _is_zero(point: Any) -> bool:  # noqa: ANN401
    return bool(point == _library().ellipticcurve.INFINITY)


def _encoded(point: Any) -> bytes:  # noqa: ANN401
    return _NEUTRAL if _is_zero(point) else bytes(point.to_bytes())
