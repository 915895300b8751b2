"""Relays in the settings: entering one, trying it, and those that this device knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest

from cacao_core import CacaoError
from cacao_web.browser.store import MemoryStore
from cacao_web.features.together.browser.relay import Subscriber, Trouble
from cacao_web.features.together.relay.settings.known import KnownRelays
from cacao_web.features.together.relay.settings.trial import tried
from tests.web.broker import Brokers, BrokerStandIn, LineStandIn, RelaysStandIn
from tests.web.driven import awaited
from tests.web.places import Place, idle

RELAY = "relay.example.org"
OTHER = "other.example.org:8084"


async def settings(broker: BrokerStandIn | None = None, preset: str = "") -> Place:
    """A page that shows its settings at the relay, and can reach one."""
    brokers: Brokers = {RELAY: broker} if broker else {}
    place = await Place(relays=RelaysStandIn(brokers, preset)).start()
    place.run("relay-settings")
    return place


def told(place: Place) -> str:
    """The outcome of a trial, as it is shown."""
    return place.page.dialog.partition('id="relay-told" role="status">')[2].partition("</p>")[0]


def known(place: Place) -> KnownRelays:
    return KnownRelays(place.app.shell, place.page.relays)


@awaited
async def test_relay_that_works_is_told_and_nothing_stays_there() -> None:
    broker = BrokerStandIn()
    place = await settings(broker)
    assert place.page.focused[-1] == "field-relay"
    place.fill_in("relay", f"wss://{RELAY.upper()}/mqtt")
    place.run("relay-try")
    assert told(place) == f"Trying {RELAY}…"
    await idle()
    assert told(place) == f"{RELAY} works."
    assert (broker.kept, broker.lines) == ({}, [])
    first = broker.log[0]
    assert first.topic.startswith(f"cacao/2/{first.user}/")
    assert len(first.user) == 32
    assert first.seconds > 0
    place.run("relay-try")
    await idle()
    assert broker.log[-1].user != first.user
    assert place.app.settings.relay == f"wss://{RELAY.upper()}/mqtt"
    assert known(place).own == RELAY


@awaited
async def test_outcome_stays_in_sight_until_the_field_changes() -> None:
    place = await settings(BrokerStandIn())
    place.fill_in("relay", RELAY)
    place.run("relay-try")
    await idle()
    place.fill_in("sound", "on")
    assert told(place) == f"{RELAY} works."
    place.fill_in("relay", f"{RELAY}:80")
    assert told(place) == ""
    place = await settings(BrokerStandIn())
    place.fill_in("relay", RELAY)
    place.run("relay-try")
    place.fill_in("relay", OTHER)
    await idle()
    assert told(place) == ""


CASES: list[tuple[Callable[[BrokerStandIn], object], str]] = [
    (lambda broker: broker.stop(), "does not answer"),
    (lambda broker: broker.refuse(Trouble.NO_BROKER), "not as a relay"),
    (lambda broker: broker.refuse(Trouble.REFUSED), "does not let this page in"),
    (lambda broker: broker.refuse(Trouble.NOT_READ), "does not let it read messages"),
    (lambda broker: setattr(broker, "is_full", True), "does not accept our messages"),
    (lambda broker: setattr(broker, "acknowledges", False), "broke off"),
    (lambda broker: setattr(broker, "expires", False), "works. It does not delete old messages"),
]


@pytest.mark.parametrize(("fault", "sentence"), CASES)
@awaited
async def test_faults_of_a_relay_are_sentences(
    fault: Callable[[BrokerStandIn], object], sentence: str
) -> None:
    broker = BrokerStandIn()
    place = await settings(broker, preset=RELAY)
    fault(broker)
    place.run("relay-try")
    await idle()
    assert f"{RELAY} " in told(place) or f"to {RELAY} " in told(place)
    assert sentence in told(place)
    assert broker.lines == []


@awaited
async def test_relay_that_passes_messages_on_only_is_found_out() -> None:
    broker = BrokerStandIn()
    broker.retains = False
    assert "does not keep them" in await tried(RelaysStandIn({RELAY: broker}), RELAY, 0.05)
    assert broker.lines == []
    broker.retains = True
    broker.restart_empty()
    broker.hidden = Everything()
    assert "does not keep them" in await tried(RelaysStandIn({RELAY: broker}), RELAY, 0.05)


class Everything(set[str]):
    def __contains__(self, _topic: object) -> bool:
        return True


class Silent(RelaysStandIn):
    """A way to a relay that never answers."""

    async def connect(
        self, address: str, user: str, topics: Sequence[str], will: str, subscriber: Subscriber
    ) -> LineStandIn:
        await asyncio.sleep(60)
        raise AssertionError


@awaited
async def test_trial_ends_also_if_nobody_ever_answers() -> None:
    assert "does not answer" in await tried(Silent(), RELAY, 0.05)


@pytest.mark.parametrize("entered", ["", "   ", "relay", "ws://relay.example.org", "a b", "127.1"])
@awaited
async def test_text_that_is_no_address_is_not_contacted(entered: str) -> None:
    place = await settings()
    place.fill_in("relay", entered)
    place.run("relay-try")
    await idle()
    assert told(place)
    assert place.page.relays.asked == []
    assert known(place).own == ""
    place.run("close")
    assert ("relay-settings" in place.page.regions.get("notice", "")) is bool(entered.strip())


@awaited
async def test_relay_of_the_site_is_used_unless_another_is_entered() -> None:
    place = await settings(BrokerStandIn(), preset=RELAY)
    assert f'placeholder="{RELAY}"' in place.page.dialog
    assert f"This page’s relay is {RELAY}" in place.page.dialog
    assert known(place).own == RELAY
    place.fill_in("relay", OTHER)
    assert known(place).own == OTHER
    assert known(place).is_trusted(OTHER)
    assert known(place).is_trusted(RELAY)
    place.fill_in("relay", "nonsense")
    assert known(place).own == ""


@awaited
async def test_forgotten_relay_is_asked_about_again() -> None:
    store = MemoryStore()
    place = await Place(store=store).start()
    relays = known(place)
    for address in (RELAY, OTHER, RELAY):
        assert relays.is_trusted(address) is (address in relays.listed)
        relays.trust(relays.checked(address))
    assert relays.listed == (RELAY, OTHER)
    again = await Place(store=store).start()
    again.run("relay-settings")
    assert f'aria-label="Forget {RELAY}"' in again.page.dialog
    again.run("relay-forget", RELAY)
    assert f"Forget {RELAY}" not in again.page.dialog
    assert not known(again).is_trusted(RELAY)
    assert not relays.is_trusted(RELAY)
    assert relays.is_trusted(OTHER)
    assert not relays.is_trusted("")


@awaited
async def test_damaged_list_of_relays_is_no_list() -> None:
    for text in ('{"addresses": 3}', "[]", "{", '{"addresses": [3, "<b>", "127.0.0.1", "A.ORG"]}'):
        place = await Place().start()
        place.app.saves.keep("relays", text)
        assert known(place).listed == ()
        known(place).trust(RELAY)
        assert known(place).listed == (RELAY,)
    for number in range(60):
        known(place).trust(f"r{number}.example.org")
    assert len(known(place).listed) == 50
    assert known(place).listed[0] == "r59.example.org"


@awaited
async def test_page_without_encryption_has_no_field() -> None:
    place = await Place().start()
    place.page.relays.is_possible = False
    place.run("relay-settings")
    assert "needs a secure page" in place.page.dialog
    assert "field-relay" not in place.page.dialog


@awaited
async def test_relay_on_this_machine_is_tried_from_there_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = await Place().start()
    with pytest.raises(CacaoError):
        known(place).checked("localhost:9001")
    monkeypatch.setattr(place.page, "address", lambda text: f"http://localhost:8000/#{text}")
    assert known(place).checked("localhost:9001") == "localhost:9001"
