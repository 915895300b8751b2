"""Attacks on a game by whoever has its link, through the relay and by link (docs/fair.md)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from cacao_core.fair import Device, Pen, RelayKeys
from cacao_core.fair.messages import letters, relay
from cacao_core.fair.messages.letters import Gathering
from cacao_web.features.together import model
from cacao_web.features.together.direct.limits import LIMITS, Limit
from cacao_web.features.together.joining.applicants import MOST, Applicants
from cacao_web.features.together.relay import inbox
from tests.core.fair_tables import gathered
from tests.web.broker import Brokers
from tests.web.driven import awaited
from tests.web.places import Place, calm, host, play_on
from tests.web.relayed import (
    RELAY,
    applied,
    brokers,
    close,
    elsewhere,
    hosted,
    invited,
    resumed,
    table,
)

pytestmark = pytest.mark.usefixtures("at_once")


class Mallory:
    """Somebody with the link of a game: reads what lies there, and publishes what it likes."""

    def __init__(self, network: Brokers, place: Place) -> None:
        dealt = place.session.dealer
        assert dealt is not None
        assert dealt.relay is not None
        self.broker = network[RELAY]
        self.keys, self.salt = RelayKeys.from_text(dealt.relay.key), bytes.fromhex(dealt.relay.salt)

    def lay(self, topic: str, plain: bytes) -> None:
        nonce = os.urandom(12)
        sealed = nonce + AESGCM(self.keys.cipher).encrypt(nonce, plain, topic.encode())
        self.broker.put(topic, sealed)

    def tell(self, device: Device, letter: Gathering | None = None) -> None:
        """Publish the parcel of a device, perhaps with another content."""
        told = letter or gathered(device.message())
        plain = relay.pack(device._lobby.secrets, self.salt, told, None)
        self.lay(self.keys.topic(device.key), plain)

    def junk(self, topics: int) -> None:
        for number in range(topics):
            self.broker.put(f"cacao/2/{self.keys.game}/{number:016x}", bytes(2000))


def applicants(place: Place) -> Applicants:
    found: Applicants = place.app.features.get("together").shared_games.of(place.session).applicants
    return found


async def open_table(network: Brokers, players: int) -> Place:
    """A host that waits, with its invitation on the screen."""
    ana = await hosted(network, players)
    ana.run("invite")
    await calm()
    return ana


@awaited
async def test_guest_that_is_seated_brings_nobody_along() -> None:
    network = brokers()
    ana = await open_table(network, 3)
    mallory = Mallory(network, ana)
    empty = ana.device.message()
    bo = Device.join(empty, (1,), ("Bo",))
    eve = Device.join(empty, (2,), ("Eve",))
    mallory.tell(bo)
    await calm()
    ana.run("seat-guest", bo.key.hex())
    await calm()
    assert ana.device.free_seats == (2,)
    both = (*gathered(bo.message()).joins, *gathered(eve.message()).joins)
    mallory.tell(bo, replace(gathered(bo.message()), joins=both))
    await calm()
    assert ana.device.free_seats == (2,)
    assert "Eve" in ana.page.dialog, "a person is asked"
    ana.run("refuse-guest", eve.key.hex())
    await calm()
    ana = await resumed(ana, network)
    mallory.tell(bo, replace(gathered(bo.message()), joins=both))
    await calm()
    assert ana.device.free_seats == (2,)
    assert not applicants(ana).waiting


@awaited
async def test_answer_by_link_with_joins_for_all_seats_seats_its_sender_only() -> None:
    ana = await host(4)
    invitation = (await ana.outcome("invite")).partition("#")[2].partition("&")[0]
    bo = Device.join(invitation, (1,), ("Bo",))
    cem = Device.join(bo.message(), (2,), ("Cem",))
    dua = Device.join(cem.message(), (3,), ("Dua",))
    await ana.open(f"page#{dua.message()}")
    await calm()
    assert not ana.device.is_full
    assert [*ana.device.free_seats] == [1, 2]
    for _reload in range(2):
        for name in ("Bo", "Cem"):
            assert f"Let {name} in" in ana.page.dialog
        id = ana.session.id
        await ana.leave()
        ana = await Place(store=ana.store).start()
        assert "wants to join" in str(ana.page.regions["saves"])
        ana.run("resume", id)
        await calm()
    ana.run("seat-guest", bo.key.hex())
    ana.run("refuse-guest", cem.key.hex())
    await calm()
    assert [*ana.device.free_seats] == [2]
    assert ana.device.has_refused(cem.key)
    ana = await ana.again()
    assert "wants to join" not in ana.page.dialog + ana.page.regions["task"]


@awaited
async def test_many_may_be_refused_and_others_are_still_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LIMITS, "stranger", Limit(1000, 10))  # all are read at once
    network = brokers()
    ana = await open_table(network, 2)
    mallory, empty = Mallory(network, ana), ana.device.message()
    for number in range(MOST + 4):
        mallory.tell(Device.join(empty, (1,), (f"Eve {number}",)))
        await calm()
    assert len(applicants(ana).waiting) == MOST
    assert "More people want to join. Answer these first." in ana.page.dialog
    for _answer in range(MOST + 4):
        if applicants(ana).waiting:
            ana.run("refuse-guest", next(iter(applicants(ana).waiting)).hex())
            await calm()
    assert not applicants(ana).waiting
    mallory.tell(bo := Device.join(empty, (1,), ("Bo",)))
    await calm()
    assert "Let Bo in" in ana.page.dialog
    ana.run("seat-guest", bo.key.hex())
    await calm()
    assert ana.device.is_full


@awaited
async def test_forged_message_of_the_host_takes_no_seat() -> None:
    """Version 2: "somebody else was faster", and *Join* replaced the stored device."""
    network = brokers()
    ana, address = await invited(network)
    bo = await applied(network, address)
    eve = Device.join(ana.device.message(), (1,), ("Eve",))
    key = bo.device.key
    forged = letters.to_text(replace(gathered(eve.message()), sender=0))
    await bo.open(f"page#{forged}")
    await calm()
    assert bo.app.dialog != "join"
    assert "faster" not in bo.page.dialog + bo.page.regions["notice"]
    assert bo.device.key == key
    ana.run("seat-guest", key.hex())
    await calm()
    assert bo.device.has_started


@awaited
async def test_junk_on_many_topics_deafens_nobody_who_plays() -> None:
    network = brokers()
    places = await table(network)
    mallory = Mallory(network, places[0])
    mallory.junk(40)
    for at, place in enumerate(places):
        places[at] = await resumed(place, network)
    await calm()
    assert not any(place.session.reach.contact or place.session.reach.paused for place in places)
    await play_on(places, 4, rest=calm)
    assert len({len(place.device.moves) for place in places}) == 1


@awaited
async def test_flood_before_the_game_is_told_as_what_it_is() -> None:
    network = brokers()
    ana, address = await invited(network)
    mallory = Mallory(network, ana)
    mallory.junk(40)
    await calm()
    ana = await resumed(ana, network)
    await calm()
    assert "Strangers are filling this game’s mailbox." in ana.session.reach.contact
    network[RELAY].kept = dict(sorted(network[RELAY].kept.items()))  # the junk lies first
    late = await elsewhere(network)
    await late.open(address)
    await calm()
    assert late.app.dialog == "join" or "Strangers are filling" in late.page.dialog


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The topics whose parcels were opened, which costs signatures."""
    seen: list[str] = []

    def counting(plain: bytes, keys: RelayKeys, topic: str) -> object:
        seen.append(topic)
        return relay.unpack(plain, keys, topic)

    monkeypatch.setattr(inbox, "unpack", counting)
    yield seen


@awaited
async def test_parcels_of_strangers_are_read_at_a_limited_rate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = brokers()
    ana = await open_table(network, 4)
    mallory, empty = Mallory(network, ana), ana.device.message()
    eves = [Device.join(empty, (1,), (f"Eve {number}",)) for number in range(8)]
    with counted(monkeypatch) as seen:
        for _round in range(20):
            for eve in eves:
                mallory.tell(eve)
            await calm()
        assert len(seen) < 60
        assert "Strangers are filling" in ana.session.reach.contact
        await close(ana)


@awaited
async def test_owner_takes_a_seat_back_from_the_last_tenure() -> None:
    network = brokers()
    ana, bo = await table(network)
    mallory = Mallory(network, ana)
    highest = Pen(65535, b"\xff" * 8)
    topic = mallory.keys.pen_topic(ana.device.key)
    mallory.lay(topic, ana.device.pen(mallory.keys, highest))
    await calm()
    assert ana.session.reach.is_elsewhere
    for _time in range(2):
        ana.run("claim")
        await calm()
        assert not ana.session.reach.is_elsewhere
        mallory.lay(topic, ana.device.pen(mallory.keys, highest))
        await calm()
        assert ana.session.reach.is_elsewhere
    ana.run("claim")
    await calm()
    await play_on([ana, bo], 4, rest=calm)
    assert ana.device.moves == bo.device.moves
    assert len(ana.device.moves) >= 4


@awaited
async def test_what_lies_there_in_another_form_says_that_the_page_has_another_version() -> None:
    network = brokers()
    ana, address = await invited(network)
    mallory = Mallory(network, ana)
    for topic in [*network[RELAY].kept]:
        network[RELAY].put(topic, b"")
    await close(ana)
    mallory.lay(mallory.keys.topic(bytes(32)), bytes(1024))
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    assert "another version of the page" in bo.page.dialog


@awaited
async def test_game_that_was_never_opened_here_says_goodbye_when_it_is_deleted() -> None:
    network = brokers()
    ana, bo = await table(network)
    id = bo.session.id
    await close(bo)
    again = await elsewhere(network, bo.store)
    await calm()
    again.run("delete", id)
    again.run("delete-shared", id)
    await calm()
    assert "has left the game" in ana.session.reach.contact
    assert not again.app.features.get("together").shared_games.has(model.token_of(id))
    again.run("restore")
    again.run("resume", id)
    await calm()
    assert "has left the game" not in ana.session.reach.contact + ana.page.regions["task"]
