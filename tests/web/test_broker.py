"""The relay of the tests behaves like a broker with the access list of docs/relay.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cacao_web.features.together.browser.relay import (
    LONGEST,
    MOST_TOPICS,
    RelayError,
    RelayLine,
    Relays,
    Trouble,
)
from making.workshop import ROOT
from tests.web.broker import BrokerStandIn, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import idle

RELAY = "relay.example.org"
GAME = "cacao/2/0123/"


class Ear:
    """A subscriber that notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.losses: list[Trouble] = []
        self.is_flooded = False

    def arrived(self, topic: str, payload: bytes) -> None:
        self.heard.append((topic.removeprefix(GAME), payload))

    def flooded(self) -> None:
        self.is_flooded = True

    def lost(self, trouble: Trouble) -> None:
        self.losses.append(trouble)


class Client:
    """A connection of a page of its own."""

    def __init__(self, broker: BrokerStandIn) -> None:
        self.page = RelaysStandIn({RELAY: broker})
        self.ear = Ear()

    async def connect(
        self, user: str = "0123", topics: str = f"{GAME}#", will: str = ""
    ) -> RelayLine:
        relays: Relays = self.page
        named = f"cacao/2/{user}/own"
        return await relays.connect(RELAY, user, (named, topics), will, self.ear)


@awaited
async def test_the_newest_of_each_topic_is_kept_for_those_who_come_later() -> None:
    broker = BrokerStandIn()
    ana, bo = Client(broker), Client(broker)
    line = await ana.connect()
    for payload in (b"1", b"2"):
        await line.publish(f"{GAME}a", payload)
    await line.publish(f"{GAME}b", b"passing", is_retained=False)
    await bo.connect()
    assert bo.ear.heard == []  # it comes a moment later
    await idle()
    assert bo.ear.heard == [("a", b"2")]
    assert ana.ear.heard[-2:] == [("a", b"2"), ("b", b"passing")]
    await line.publish(f"{GAME}a", b"")
    await idle()
    assert bo.ear.heard[-1] == ("a", b"")
    assert broker.kept == {}


@awaited
async def test_a_will_is_carried_out_only_for_a_connection_that_breaks() -> None:
    broker = BrokerStandIn()
    ana, bo, other = Client(broker), Client(broker), Client(broker)
    for client in (ana, bo):
        await (await client.connect(will=f"{GAME}here")).publish(f"{GAME}here", b"1")
    await other.connect()
    ana.page.lines[0].close()
    await idle()
    assert other.ear.heard == [("here", b"1")]
    bo.page.unplug()
    await idle()
    assert other.ear.heard[-1] == ("here", b"")
    assert (ana.ear.losses, bo.ear.losses) == ([], [Trouble.LOST])
    with pytest.raises(RelayError):
        await bo.connect()


@awaited
async def test_nobody_reads_or_deletes_what_another_user_has() -> None:
    broker = BrokerStandIn()
    await (await Client(broker).connect()).publish(f"{GAME}a", b"1")
    for topics in ("#", "cacao/#", f"{GAME}#"):
        with pytest.raises(RelayError) as refused:
            await Client(broker).connect("4567", topics)
        assert refused.value.trouble is Trouble.NOT_READ
    for user in ("", "+", "#", "0123/a"):
        with pytest.raises(RelayError) as refused:
            await Client(broker).connect(user, f"cacao/2/{user}/#")
        assert refused.value.trouble is Trouble.REFUSED
    stranger = await Client(broker).connect("4567", "cacao/2/4567/#")
    with pytest.raises(RelayError):
        await stranger.publish(f"{GAME}a", b"")
    assert list(broker.kept) == [f"{GAME}a"]


@awaited
async def test_a_relay_can_stop_forget_and_roll_back() -> None:
    broker = BrokerStandIn()
    ana = Client(broker)
    await (await ana.connect()).publish(f"{GAME}a", b"1")
    earlier = broker.copy()
    await ana.page.lines[-1].publish(f"{GAME}a", b"2")
    broker.stop()
    await idle()
    assert ana.ear.losses == [Trouble.LOST]
    with pytest.raises(RelayError):
        await ana.page.lines[-1].publish(f"{GAME}a", b"3")
    with pytest.raises(RelayError):
        await ana.connect()
    changes: list[tuple[Callable[[], None], list[tuple[str, bytes]]]] = [
        (broker.start, [("a", b"2")]),
        (lambda: broker.roll_back(earlier), [("a", b"1")]),
        (broker.restart_empty, []),
    ]
    for change, found in changes:
        change()
        bo = Client(broker)
        await bo.connect()
        await idle()
        assert bo.ear.heard == found
    broker.refuse(Trouble.REFUSED)
    with pytest.raises(RelayError):
        await ana.connect()


@awaited
async def test_a_relay_can_be_full_silent_or_hide_something() -> None:
    broker = BrokerStandIn()
    client = Client(broker)
    line = await client.connect()
    broker.is_full = True
    with pytest.raises(RelayError) as refused:
        await line.publish(f"{GAME}a", b"1")
    assert refused.value.trouble is Trouble.NOT_KEPT
    broker.is_full = False
    broker.hidden.add(f"{GAME}a")
    await line.publish(f"{GAME}a", b"1")
    assert broker.kept == {}
    broker.hidden.clear()
    broker.acknowledges = False
    with pytest.raises(RelayError) as refused:
        await line.publish(f"{GAME}a", b"1")
    assert refused.value.trouble is Trouble.LOST
    assert f"{GAME}a" in broker.kept


@awaited
async def test_messages_expire_if_the_relay_can_do_that() -> None:
    broker = BrokerStandIn()
    line = await Client(broker).connect()
    await line.publish(f"{GAME}a", b"1", seconds=60)
    broker.wait(59)
    assert broker.kept
    broker.wait(1)
    assert not broker.kept
    broker.expires = False
    await line.publish(f"{GAME}a", b"1", seconds=60)
    broker.wait(61)
    assert broker.kept


@awaited
async def test_what_is_too_long_or_too_much_does_not_reach_the_page() -> None:
    broker = BrokerStandIn()
    client = Client(broker)
    await client.connect()
    broker.put(f"{GAME}long", bytes(LONGEST + 1))
    for number in range(MOST_TOPICS + 5):
        broker.put(f"{GAME}{number}", b"1")
    await idle()
    assert len(client.ear.heard) == MOST_TOPICS
    assert client.ear.is_flooded
    broker.put(f"{GAME}own", b"1")  # was subscribed to by name
    await idle()
    assert client.ear.heard[-1] == ("own", b"1")


@awaited
async def test_a_page_that_is_left_hears_and_does_nothing_more() -> None:
    broker = BrokerStandIn()
    client = Client(broker)
    await client.connect(will=f"{GAME}here")
    broker.put(f"{GAME}here", b"1")
    client.page.leave()
    await idle()
    assert (client.ear.heard, client.ear.losses, broker.kept) == ([], [], {})


@awaited
async def test_only_the_key_and_the_topic_of_a_message_open_it() -> None:
    relays: Relays = RelaysStandIn()
    key, other = bytes(32), bytes([1] * 32)
    sealed = await relays.encrypt(key, b"plain", b"topic")
    assert len(sealed) == len(b"plain") + 28
    assert sealed != await relays.encrypt(key, b"plain", b"topic")
    assert await relays.decrypt(key, sealed, b"topic") == b"plain"
    for wrong in ((other, sealed, b"topic"), (key, sealed, b"other"), (key, sealed[:-1], b"topic"),
                  (key, b"", b"topic"), (key, sealed[:5], b"topic")):  # fmt: skip
        assert await relays.decrypt(*wrong) is None


def test_documented_broker_is_reached_only_through_its_tls_server() -> None:
    """Mosquitto 2.0.11 ignores the address of a listener for WebSockets without the third line."""
    text = (ROOT / "docs" / "relay.md").read_text("utf-8")
    config = next(block for block in text.split("```") if "protocol websockets" in block)
    listeners = [part.splitlines() for part in config.split("listener ")[1:]]
    assert all(address.endswith(" 127.0.0.1") for address, *_options in listeners)
    sockets = [options for options in listeners if "protocol websockets" in options]
    assert sockets
    assert all("socket_domain ipv4" in options for options in sockets)
