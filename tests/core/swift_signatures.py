"""The functions of ``cacao_core.fair.signatures`` in C, for keys that were made here."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cacao_core.fair import hashes, ledger, signatures, table

NAMES = ("is_key", "is_signed", "key_of", "sign")
_made: set[bytes] = set()


def use(patch: pytest.MonkeyPatch, library: ModuleType) -> None:
    """Let games sign with a library; ``cacao_core.fair.signatures`` itself stays as it is."""
    for module in (hashes, ledger, table):
        for name in NAMES:
            if hasattr(module, name):
                patch.setattr(module, name, getattr(library, name))


@lru_cache(1024)
def _signer(secret: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret)


def key_of(secret: bytes) -> bytes:
    key = _signer(secret).public_key().public_bytes_raw()
    _made.add(key)
    return key


def sign(secret: bytes, message: bytes) -> bytes:
    return _signer(secret).sign(message)


def is_key(key: bytes) -> bool:
    """Whoever made it here made it of a secret; any other one is looked at closely."""
    return key in _made or signatures.is_key(key)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """The check is the same for keys of prime order: S < L, and R is compared as bytes."""
    if not is_key(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True
