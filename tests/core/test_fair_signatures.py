"""Signatures (docs/fair.md): one exact check, wherever it runs."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from cacao_core.fair import Device, signatures
from tests.core import curve, swift_signatures
from tests.core.fair_tables import play_on, table

VECTORS = curve.vectors()


@pytest.mark.parametrize("one", VECTORS, ids=lambda one: one.about)
def test_signatures_are_checked_exactly(one: curve.Vector) -> None:
    for library in (signatures, swift_signatures):
        assert library.is_signed(one.key, one.message, one.signature) is one.valid


def test_keys_that_may_be_used() -> None:
    for one in VECTORS:
        may = not one.about.startswith(("key", "small key"))
        assert signatures.is_key(one.key) is swift_signatures.is_key(one.key) is may, one.about


def test_vector_of_rfc_8032() -> None:
    secret = bytes.fromhex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
    key = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    signature = (
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    )
    assert signatures.key_of(secret).hex() == key
    assert signatures.sign(secret, b"\xaf\x82").hex() == signature


def test_swift_signatures_of_these_tests_are_the_same() -> None:
    rng = Random(1)
    for size in range(40):
        secret, message = rng.randbytes(32), rng.randbytes(size)
        key, signature = signatures.key_of(secret), signatures.sign(secret, message)
        assert swift_signatures.key_of(secret) == key
        assert swift_signatures.sign(secret, message) == signature
        at = rng.randrange(64)
        changed = (
            signature[:at] + bytes([signature[at] ^ 1 << rng.randrange(8)]) + signature[at + 1 :]
        )
        for library in (signatures, swift_signatures):
            assert library.is_key(key)
            assert library.is_signed(key, message, signature)
            assert not library.is_signed(key, message, changed)
            assert not library.is_signed(key, message + b"\0", signature)


def test_game_has_the_same_texts_with_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def texts() -> list[str]:
        devices = table(((0,), (1,)), 3)
        play_on(devices, Random(3), lambda: len(devices[0].moves) > 12)
        return [text for one in devices for text in (one.message(), one.to_text())]

    swift = texts()
    swift_signatures.use(monkeypatch, signatures)
    assert texts() == swift


def test_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        signatures._library.cache_clear()
        signatures._signer.cache_clear()
        swift_signatures.use(monkeypatch, signatures)
        return Device.host(2, (0,))

    monkeypatch.setitem(sys.modules, "ecdsa", None)
    with pytest.raises(signatures.NoSignatures, match=r"pip install '\.\[fair\]' in a checkout"):
        missing()
