"""What another client can try itself with (docs/relay.md, "Format").

``python -m tests.core.relay_vectors`` writes it to data/relay.json, with bytes in hexadecimal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cacao_core.fair import Device, Parcel, Pen
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Gathering
from tests.core.fair_relays import Place, resealed, resigned, seed_of
from tests.core.fair_tables import ledger

FILE = Path(__file__).parent / "data" / "relay.json"
SETUP = ((0,), (2,), (1,))
PEN = Pen(258, b"browser1")
NONCE = bytes(range(12))


def vectors() -> dict[str, Any]:
    """All of it, always the same."""
    places = {"invited": Place(SETUP, 1), "joined": Place(SETUP, 1), "begun": Place.begun(SETUP)}
    places["joined"].join()
    places["over"] = Place.begun(SETUP)
    places["over"].play(Random(1))
    place = places["begun"]
    parcels = [
        told(about, place, at)
        for about, place in places.items()
        for at in range(len(place.devices))
        if at in (0, 1)
    ]
    return {
        "salt": place.salt.hex(),
        "game": ledger(place.devices[0]).roster.invitation.game.hex(),
        "K": place.keys.secret.hex(),
        "text": place.keys.text,
        "user": place.keys.game,
        "cipher": place.keys.cipher.hex(),
        "topics": place.keys.topics(place.devices[0].key, [one.key for one in place.devices[1:]]),
        "open topics": place.keys.open_topics,
        "devices": [device_of(place, device) for device in place.devices],
        "parcels": parcels,
        "encrypted": encrypted(place),
        "refused": [
            {"about": about, "topic": topic, "plain": plain.hex()}
            for about, topic, plain in refused(place)
        ],
    }


def device_of(place: Place, device: Device) -> dict[str, Any]:
    keys = place.keys
    return {
        "seats": device.seats,
        "seed": seed_of(device).hex(),
        "key": device.key.hex(),
        "code": device.seat_code(place.salt),
        "topic": keys.topic(device.key),
        "pen topic": keys.pen_topic(device.key),
        "presence topic": keys.presence_topic(device.key),
        "tenure": PEN.tenure,
        "browser": PEN.browser.hex(),
        "pen": device.pen(keys, PEN).rstrip(b"\0").hex(),
    }


def told(about: str, place: Place, at: int) -> dict[str, Any]:
    """A parcel, and what is in it; zeros at the end are left out."""
    parcel: Parcel = place.get(at)
    return {
        "about": about,
        "device": at,
        "size": len(place.left[at][-1]),
        "plain": place.left[at][-1].rstrip(b"\0").hex(),
        "invitation": parcel.invitation,
        "news": parcel.news,
    }


def encrypted(place: Place) -> dict[str, Any]:
    """What lies at the relay, with random bytes that are not random."""
    plain, topic = place.left[0][-1], place.keys.topic(place.devices[0].key)
    sealed = NONCE + AESGCM(place.keys.cipher).encrypt(NONCE, plain, topic.encode())
    return {"topic": topic, "sealed": sealed.hex()}


def refused(place: Place) -> Iterator[tuple[str, str, bytes]]:
    """What no honest device leaves, where it is found, and its plain bytes."""
    host, guest = place.devices[:2]
    topic = place.keys.topic(guest.key)
    true = place.left[1][-1]
    yield "of the host", topic, place.left[0][-1]
    yield "too short", topic, true[:-1]
    yield "longer than it must be", topic, resigned(guest, place.keys, true[96:] + bytes(1024))
    yield "not zero at the end", topic, resigned(guest, place.keys, true[96:-1] + b"\1")
    for at in (0, 40, 100, 1023):
        changed = true[:at] + bytes([true[at] ^ 1]) + true[at + 1 :]
        yield f"byte {at} changed", topic, changed
    yield "a pen", topic, guest.pen(place.keys, PEN)
    yield from _of_strangers(place, host, guest)


def _of_strangers(place: Place, host: Device, guest: Device) -> Iterator[tuple[str, str, bytes]]:
    """Signed, but not by a device of this game."""
    keys, salt = place.keys, place.salt
    other = Place.begun(SETUP, 2)
    plain = resigned(guest, keys, other.left[1][-1][96:])
    yield "another game", keys.topic(guest.key), plain
    late = Device.join(Place(SETUP, 1).get(0).invitation, secret=b"late")
    known = ledger(host)
    alone = Gathering(known.roster.invitation, (), 0)
    news = known.news(whole=True)
    yield "not in the list", keys.topic(late.key), resealed(late, salt, alone, news)
    assert news.roster is not None
    parties = tuple(
        replace(late._lobby.party, seats=party.seats) if party.key == guest.key else party
        for party in news.roster[0]
    )
    forged = replace(news, roster=(parties, news.roster[1]))
    yield "a forged list", keys.topic(late.key), resealed(late, salt, alone, forged)
    joined = letters.from_text(late.message())
    assert isinstance(joined, Gathering)
    party = replace(joined.joins[0], signature=bytes(64))
    forged_join = replace(joined, joins=(party,))
    yield "a forged join", keys.topic(late.key), resealed(late, salt, forged_join)
    yield "sent by the host", keys.topic(late.key), resealed(late, salt, replace(joined, sender=0))


def write() -> None:
    FILE.write_text(json.dumps(vectors(), indent=1) + "\n")


if __name__ == "__main__":
    write()
