"""The functions of ``cacao_core.fair.signatures`` in C, for keys that were made here."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cacao_core.fair import hashes, ledger, lobby, signatures, table
from cacao_core.fair.messages import relay

NAMES = ("is_key", "is_signed", "key_of", "sign")
_made: set[object] = set()
"""Keys, and keys with a message and its signature: what was made here need not be checked."""


def use(patch: pytest.MonkeyPatch, library: ModuleType) -> None:
    """Let games sign with a library; ``cacao_core.fair.signatures`` itself stays as it is."""
    for module in (hashes, ledger, lobby, relay, table):
        for name in NAMES:
            if hasattr(module, name):
                patch.setattr(module, name, getattr(library, name))


@lru_cache(1024)
def _signer(secret: bytes) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(secret)


@lru_cache(1024)
def key_of(secret: bytes) -> bytes:
    key = _signer(secret).public_key().public_bytes_raw()
    _made.add(key)
    return key


def sign(secret: bytes, message: bytes) -> bytes:
    signature = _signer(secret).sign(message)
    _made.add((key_of(secret), message, signature))
    return signature


def is_key(key: bytes) -> bool:
    return key in _made or signatures.is_key(key)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """The check is the same for keys of prime order: S < L, and R is compared as bytes."""
    if (key, message, signature) in _made:
        return True
    if not is_key(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True
