"""Attacks on what lies at a relay, by whoever has the link, or no key at all (docs/relay.md)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cacao_core import BadLink, CacaoError
from cacao_core.fair import Cheating, Device, Parcel, RelayKeys, unpack
from cacao_core.fair.messages import letters, relay
from cacao_core.fair.messages.letters import Gathering, News
from tests.core.fair_relays import Place, changes, resealed, resigned, taken
from tests.core.fair_tables import SETUPS, THREE, TWO, Seats, ledger, news
from tests.core.test_fair_secrecy import values_in
from tests.core.test_hostile_input import JUNK

FORGERIES = int(os.environ.get("CACAO_FORGERIES", "10000"))
"""How many random forgeries are tried every night."""


# --- What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [-1, 30])
def test_parcels_with_a_changed_byte_are_refused(moves: int) -> None:
    place = Place(THREE, 1) if moves < 0 else Place.begun(THREE)
    if moves > 0:
        place.play(Random(1), moves)
    topic = place.keys.topic(place.devices[0].key)
    for changed in changes(place.left[0][-1]):
        with pytest.raises(BadLink):
            unpack(changed, place.keys, topic)


def test_other_topics_keys_and_junk() -> None:
    place, other = Place.begun(TWO), Place.begun(TWO, 2)
    plain, key = place.left[0][-1], place.devices[0].key
    topic = place.keys.topic(key)
    for odd in (
        place.keys.topic(place.devices[1].key),
        place.keys.pen_topic(key),
        other.keys.topic(key),
        topic.upper(),
        *JUNK,
    ):
        with pytest.raises(BadLink):
            unpack(plain, place.keys, odd)
    with pytest.raises(BadLink, match="another place"):
        unpack(plain, other.keys, topic)
    with pytest.raises(BadLink, match="forged"):
        unpack(plain, other.keys, other.keys.topic(key))
    for odd in JUNK:
        with pytest.raises(BadLink, match="expected"):
            unpack(odd, place.keys, topic)


def test_host_cannot_be_replaced() -> None:
    """Whoever has the link makes an invitation of their own with the same names and salt."""
    place = Place(TWO, 1)
    mallory = Device.host(2, (0,), place.devices[0].names, secret=b"mallory")
    letter = letters.from_text(mallory.message())
    assert isinstance(letter, Gathering)
    plain = resealed(mallory, place.salt, letter)
    keys = mallory.relay_keys(place.salt)
    unpack(plain, keys, keys.topic(mallory.key))
    for salt in (place.salt, mallory.relay_salt or b""):
        body = relay._to_bytes(salt, letter, None)
        plain = resigned(mallory, place.keys, body)
        with pytest.raises(BadLink, match="not that of the link"):
            unpack(plain, place.keys, place.keys.topic(mallory.key))


# --- Random forgeries ----------------------------------------------------------------------------


class Forger:
    """Changes true parcels at random; Bo, who has the link, signs most of what it writes."""

    def __init__(self, places: list[Place], rng: Random) -> None:
        self.rng, self.place = rng, places[0]
        self.bo = self.place.devices[1]
        self.topic = self.place.keys.topic(self.bo.key)
        self.pool = [left[-1] for place in places for left in place.left]
        found = [one for place in places for one in place.newest()]
        letters_ = [letters.from_text(one.invitation) for one in found]
        self.gatherings = [one for one in letters_ if isinstance(one, Gathering)]
        self.news = [news(one.news) for one in found if one.news]

    def plain(self) -> bytes:
        rng = self.rng
        kinds: tuple[Callable[[], bytes], ...] = (self.bits, self.junk, self.written, self.written)
        return rng.choice(kinds)()

    def bits(self) -> bytes:
        """Some bits changed, most of the time before Bo has signed it."""
        rng = self.rng
        plain = bytearray(rng.choice(self.pool))
        for _flip in range(rng.choice((0, 1, 1, 2, 50))):
            plain[rng.randrange(rng.choice((200, len(plain))))] ^= 1 << rng.randrange(8)
        return bytes(plain) if rng.random() < 0.2 else self.signed(bytes(plain)[96:])

    def junk(self) -> bytes:
        rng = self.rng
        body = rng.randbytes(rng.choice((0, 1, 20, 200, 927, 928, 1951, 4000)))
        if rng.random() < 0.5:  # with the right beginning
            body = rng.choice(self.pool)[96 : 96 + rng.randrange(200)] + body
        return self.signed(body[:4000])

    def written(self) -> bytes:
        rng = self.rng
        letter, told = self.gathering(rng.choice(self.gatherings)), rng.choice((*self.news, None))
        salt = rng.choice((self.place.salt, self.place.salt, rng.randbytes(16)))
        try:
            return self.signed(relay._to_bytes(salt, letter, told and self.told(told)))
        except (CacaoError, OverflowError):  # it cannot even be written
            return self.junk()

    def signed(self, body: bytes) -> bytes:
        return resigned(self.bo, self.place.keys, body)

    def gathering(self, letter: Gathering) -> Gathering:
        rng, other = self.rng, self.rng.choice(self.gatherings)
        changes: list[dict[str, Any]] = [
            {},
            {},
            {"sender": rng.randrange(4)},
            {"joins": (*letter.joins, *other.joins)[:3]},
            {"joins": tuple(self.party(one) for one in letter.joins)},
            {"invitation": replace(letter.invitation, host=self.party(letter.invitation.host))},
            {"invitation": replace(letter.invitation, options=rng.choice(("\0", "x" * 255)))},
            {"invitation": replace(letter.invitation, names=other.invitation.names[::-1])},
        ]
        return replace(letter, **rng.choice(changes))

    def told(self, told: News) -> News:
        rng, other = self.rng, self.rng.choice(self.news)
        changes: list[dict[str, Any]] = [
            {},
            {"check": rng.randbytes(4)},
            {"course": other.course},
            {"other": other.course},
            {"roster": None},
            {"roster": other.roster},
            {"course": replace(told.course, moves=told.course.moves << rng.randrange(8, 3000))},
        ]
        if told.roster:
            parties = tuple(self.party(one) for one in told.roster[0])
            changes.append({"roster": (parties, told.roster[1])})
        return replace(told, **rng.choice(changes))

    def party(self, party: Any) -> Any:
        rng = self.rng
        seats = tuple(sorted(rng.sample(range(4), rng.randrange(4))))
        changes: list[dict[str, Any]] = [
            {},
            {"key": self.bo.key},
            {"key": rng.randbytes(32)},
            {"seats": seats, "names": ("x",) * len(seats)},
            {"names": (rng.choice(("", "\n", "x" * 41, "é")),) * len(party.names)},
            {"signature": rng.randbytes(64)},
        ]
        return replace(party, **rng.choice(changes))


@pytest.mark.parametrize("number", [1500, pytest.param(FORGERIES, marks=pytest.mark.nightly)])
def test_random_forgeries(number: int) -> None:
    """They are refused, or say what Bo may say; then devices take them or refuse them as well."""
    rng, counts = Random(1), Counter[str]()
    places = [Place.begun(THREE), Place.begun(THREE), Place(THREE, 1), Place(THREE, 2)]
    places[1].play(rng, 40)
    for place in places[2:]:
        place.join()
    forger, ana = Forger(places, rng), places[1].devices[0]
    for _forgery in range(number):
        plain = forger.plain()
        topic = forger.topic if rng.random() < 0.95 else places[0].keys.topic(plain[:32])
        counts[outcome(plain, places[0].keys, topic, ana)] += 1
    assert counts["refused"] > number * 0.8
    assert counts["taken"] > number * 0.002
    assert {cheating.seat for cheating in ana.cheats} <= {1}
    assert {one.seats for one in places[1].devices} == {(0,), (1,), (2,)}


def outcome(plain: bytes, keys: RelayKeys, topic: str, device: Device) -> str:
    try:
        parcel = unpack(plain, keys, topic)
    except BadLink:
        return "refused"
    assert parcel.key == plain[:32]
    try:
        taken(device, parcel)
    except (BadLink, Cheating):
        return "of no use"
    return "taken"


def test_list_of_players_with_a_device_that_has_no_seat_is_refused() -> None:
    """Even if the host has signed it."""
    place = Place.begun(TWO)
    host, guest = place.devices
    known = ledger(host)
    told = known.news(whole=True)
    odd = replace(guest._lobby.party, seats=(), names=(), key=Device.host(2, (0,)).key)
    parties = (odd, *known.roster.parties)
    course = replace(told.course, statements=(None, *told.course.statements))
    letter = replace(told, course=course, roster=(parties, bytes(64)))
    with pytest.raises(BadLink, match="without a seat"):
        Device.join(Place(TWO, 1).get(0).invitation, secret=b"x").receive(letters.to_text(letter))


# --- Nothing hidden ------------------------------------------------------------------------------


def told_by(parcel: Parcel) -> set[bytes]:
    """All values in a parcel; together with its signature they are all of it."""
    told = [letters.from_text(text) for text in (parcel.invitation, parcel.news) if text]
    return set(values_in([parcel.key, parcel.salt, told], set()))


@pytest.mark.parametrize("setup", [TWO, THREE, SETUPS[4]])
def test_parcels_determine_no_hidden_tile(setup: Seats) -> None:
    for moves in (-1, 20):
        place = Place(setup, 1) if moves < 0 else Place.begun(setup)
        if moves > 0:
            place.play(Random(1), moves)
        while len(place.devices) < len(setup):
            place.join()
        parcels = place.newest()
        values = set[bytes]().union(*map(told_by, parcels))
        assert place.salt in values
        for at, device in enumerate(place.devices):
            secrets = device._lobby.secrets
            known = device._ledger
            shown = known.chains[known.own].newest if known else -1
            assert secrets.key in told_by(parcels[at])
            hidden = {secrets.seed, secrets.signing, secrets.private, *secrets.links[shown + 1 :]}
            assert hidden.isdisjoint(values | {place.keys.secret, place.keys.cipher})
            assert not any(
                one in left for one in hidden for left in (row[-1] for row in place.left)
            )
