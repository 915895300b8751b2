"""Parcels, pens and codes of seats (docs/relay.md): their form, and what they tell."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, CacaoError
from cacao_core.fair import Device, Pen, RelayKeys, look, read_pen, read_seat_code, unpack
from cacao_core.fair.hashes import hkdf
from cacao_core.fair.messages import letters, relay
from cacao_core.fair.messages.letters import Gathering, News
from tests.core import relay_vectors, relay_verifier
from tests.core.fair_relays import Place, changes, seed_of, taken
from tests.core.fair_tables import (
    FOUR,
    SETUPS,
    THREE,
    TWO,
    Seats,
    is_placing,
    laned,
    news,
    play_on,
    to_draw,
    twin,
)
from tests.core.test_hostile_input import JUNK

# --- Keys and texts ------------------------------------------------------------------------------


def test_vectors_of_rfc_5869() -> None:
    """Appendix A, test cases 1 to 3."""
    first = hkdf(b"\x0b" * 22, bytes(range(0xF0, 0xFA)), 42, bytes(range(13)))
    assert first.hex() == (
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )
    salt, about = bytes(range(0x60, 0xB0)), bytes(range(0xB0, 0x100))
    assert hkdf(bytes(range(0x50)), about, 82, salt).hex() == (
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
        "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
        "cc30c58179ec3e87c14c01d5c1f3434f1d87"
    )
    assert hkdf(b"\x0b" * 22, b"", 42).hex() == (
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    )


def test_keys_follow_from_k() -> None:
    place = Place(TWO, 1)
    keys, device = place.keys, place.devices[0]
    assert RelayKeys.from_text(keys.text) == keys
    assert len(keys.text) == 22
    assert len(keys.game) == 32
    assert keys.topic(device.key) in keys.topics(device.key, ())
    assert keys.open_topics[0] == f"cacao/2/{keys.game}/+"
    assert keys.pen_topic(device.key) == keys.topic(device.key) + "/pen"
    assert keys.presence_topic(device.key) == keys.topic(device.key) + "/here"
    other = RelayKeys(bytes(16))
    assert keys.topic(device.key)[-16:] != other.topic(device.key)[-16:]
    assert keys.secret.hex() not in repr(keys)
    assert repr(keys.secret) not in repr(keys)


def test_text_of_k_is_the_only_one() -> None:
    text = RelayKeys(bytes(15) + b"\x01").text
    for odd in (text[:-1], text + "A", text[:-1] + "R", text[:-1] + "=", "+" + text[1:], *JUNK):
        with pytest.raises(BadLink, match="link of a game at a relay"):
            RelayKeys.from_text(odd)
    for secret in (b"", bytes(15), bytes(17), "x" * 16, None):
        with pytest.raises(CacaoError, match="expected 16 bytes"):
            RelayKeys(secret)  # type: ignore[arg-type]


def test_code_of_a_seat() -> None:
    place = Place.begun(TWO)
    for device in place.devices:
        code = device.seat_code(place.salt)
        assert len(code) == 64
        assert read_seat_code(code) == (place.keys, seed_of(device))
    for odd in (code[:-1], code + "A", "=" + code[1:], " " + code[1:], *JUNK):
        with pytest.raises(BadLink, match="code of a seat"):
            read_seat_code(odd)


def test_arguments_that_cannot_be() -> None:
    place = Place(TWO, 1)
    device = place.devices[0]
    for salt in (b"", bytes(15), bytes(17), None, "x" * 16):
        for use in (device.parcel, device.seat_code, device.relay_keys):
            with pytest.raises(CacaoError, match="expected 16 bytes"):
                use(salt)  # type: ignore[arg-type]
    assert device.has_news is twin(device).has_news
    for pen in (Pen(0, bytes(8)), Pen(65536, bytes(8)), Pen(1, bytes(7)), Pen(True, bytes(8))):
        with pytest.raises(CacaoError, match="expected"):
            device.pen(place.keys, pen)
    for seed in (b"", bytes(31), None):
        with pytest.raises(CacaoError, match="expected 32 bytes"):
            Device.from_seed(seed, [])  # type: ignore[arg-type]


# --- Round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    [TWO, *laned([THREE, SETUPS[5]], pytest.mark.long), *laned([FOUR], pytest.mark.nightly)],
)
def test_parcel_is_what_a_message_tells_and_enough_to_begin_with(setup: Seats) -> None:
    for moves in (-1, 0, 7, 30, 500):
        place = Place(setup, 3) if moves < 0 else Place.begun(setup, 3)
        if moves > 0:
            place.play(Random(3), moves)
        for at, device in enumerate(place.devices):
            plain, message = device.parcel(place.salt), letters.from_text(device.message())
            parcel = unpack(plain, place.keys, place.keys.topic(device.key))
            assert len(plain) == 1024
            assert (parcel.key, parcel.salt) == (device.key, place.salt)
            assert look(parcel.invitation).token == device.token
            if isinstance(message, Gathering):
                assert (parcel.invitation, parcel.news) == (device.message(), "")
            else:
                assert isinstance(message, News)
                assert replace(news(parcel.news), roster=message.roster) == message
                assert news(parcel.news).roster is not None
            assert place.get(at) == parcel


def test_longest_names_and_proofs_fit() -> None:
    """What a device tells is never too long to be taken in."""
    names = ["\U0001f600" * 39 + letter for letter in "abcd"]
    host = Device.host(4, (0,), names, secret=b"a", options="x" * 200)
    salt = host.relay_salt
    assert salt is not None
    place = Place(FOUR, 1)
    place.salt, place.keys = salt, host.relay_keys(salt)
    place.devices, place.left = [host], [[host.parcel(salt)]]
    for _guest in range(3):
        place.join()
        place.leave(0)
    assert {len(left[-1]) for left in place.left} == {2048}
    place.synced()
    devices, bo = place.devices, place.devices[1]
    play_on(devices, Random(1), lambda: len(host.moves) > 90 and is_placing(bo))
    place.synced()
    one, other = twin(bo), twin(bo)
    to_draw(one)
    to_draw(other, -1)
    host.receive(one.message())
    assert host.receive(other.message())
    place.leave(0)
    assert len(place.left[0][-1]) == 3072
    cem = devices[2]
    taken(cem, place.get(0))
    assert cem.is_closed
    assert Device.from_seed(seed_of(cem), [place.get(0)]).is_closed


def test_pens() -> None:
    place = Place.begun(TWO)
    ana, bo = place.devices
    for pen in (Pen(1, bytes(8)), Pen(65535, b"\xff" * 8), relay_vectors.PEN):
        plain = ana.pen(place.keys, pen)
        assert read_pen(plain, place.keys, place.keys.pen_topic(ana.key)) == pen
        for topic in (place.keys.pen_topic(bo.key), place.keys.topic(ana.key), "", None):
            with pytest.raises(BadLink, match="another place"):
                read_pen(plain, place.keys, topic)  # type: ignore[arg-type]
    assert Pen(2, bytes(8)) > Pen(1, b"\xff" * 8)
    assert Pen(2, b"browser2") > Pen(2, b"browser1")
    topic = place.keys.pen_topic(ana.key)
    for content in (bytes(10), b"\0\1browser1\1", b"\0\1browser1" + bytes(919) + b"\1"):
        plain = relay._sealed("pen", ana._lobby.secrets, place.keys, content)
        with pytest.raises(BadLink, match="more in it"):
            read_pen(plain, place.keys, topic)
    plain = ana.pen(place.keys, relay_vectors.PEN)
    for changed in changes(plain):
        with pytest.raises(BadLink):
            read_pen(changed, place.keys, topic)
    with pytest.raises(BadLink, match="forged"):
        read_pen(place.left[0][-1], place.keys, topic)


# --- Vectors for other clients -------------------------------------------------------------------


VECTORS = json.loads(relay_vectors.FILE.read_text())


def test_vectors_are_those_of_the_file() -> None:
    assert json.loads(json.dumps(relay_vectors.vectors())) == VECTORS


@pytest.mark.parametrize("one", VECTORS["refused"], ids=lambda one: one["about"])
def test_vectors_to_refuse_are_refused(one: dict[str, str]) -> None:
    with pytest.raises(BadLink):
        unpack(bytes.fromhex(one["plain"]), RelayKeys.from_text(VECTORS["text"]), one["topic"])


@pytest.mark.long
def test_reader_that_was_written_from_the_documentation_agrees() -> None:
    link = relay_verifier.Link(VECTORS["text"])
    assert link.game.hex() == VECTORS["user"]
    one = VECTORS["encrypted"]
    plain = relay_verifier.decrypted(link, bytes.fromhex(one["sealed"]), one["topic"])
    assert relay_verifier.opened(link, plain, one["topic"], "parcel")[0].hex() in plain.hex()
    for device in VECTORS["devices"]:
        assert link.topic(bytes.fromhex(device["key"])) == device["topic"]
        plain = bytes.fromhex(device["pen"]).ljust(1024, b"\0")
        pen = relay_verifier.read_pen(link, plain, device["pen topic"])
        assert pen == (device["tenure"], bytes.fromhex(device["browser"]))
    for setup in (relay_vectors.SETUP, SETUPS[6]):
        place = Place.begun(setup)
        place.play(Random(1))
        link = relay_verifier.Link(place.keys.text)
        device, left = place.devices[-1], place.left[-1]
        record = relay_verifier.finished_game(link, left[-1], place.keys.topic(device.key))
        assert record == device.record()
