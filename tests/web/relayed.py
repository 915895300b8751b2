"""Devices of one game by a relay: the site, the brokers, and what they do."""

from __future__ import annotations

from cacao_web.browser.store import MemoryStore
from tests.web.broker import Brokers, BrokerStandIn, RelaysStandIn
from tests.web.places import Place, calm, host

RELAY = "relay.example.org"
OTHER = "relay.example.net"


def brokers() -> Brokers:
    return {RELAY: BrokerStandIn(), OTHER: BrokerStandIn()}


async def hosted(network: Brokers, players: int = 2, first: int = 0) -> Place:
    return await host(players, first, relays=RelaysStandIn(network, RELAY))


async def elsewhere(network: Brokers, store: MemoryStore | None = None) -> Place:
    """A device on the same site."""
    return await Place(store=store, relays=RelaysStandIn(network, RELAY)).start()


async def guest_of(address: str, network: Brokers) -> Place:
    """A device that has joined, by a program."""
    place = await elsewhere(network)
    await place.outcome("load", address)
    await calm()
    return place


async def table(network: Brokers, players: int = 2) -> list[Place]:
    """Devices that play together."""
    places = [await hosted(network, players)]
    address = await places[0].outcome("invite")
    places += [await guest_of(address, network) for _guest in range(players - 1)]
    await calm()
    return places


async def invited(network: Brokers) -> tuple[Place, str]:
    """A host that has its invitation on the screen, and the address."""
    ana = await hosted(network)
    ana.run("invite")
    await calm()
    return ana, str(ana.app.features.get("together").outbox.address)


async def close(place: Place) -> None:
    """The page is closed: its relay notices that."""
    place.page.relays.leave()
    place.page.live.let_go(place.device.token)
    await calm()


async def reopened(place: Place, network: Brokers) -> Place:
    """The page is opened again in the same browser, at its first screen."""
    await close(place)
    return await elsewhere(network, place.store)


async def resumed(place: Place, network: Brokers) -> Place:
    """The same, and the game is opened."""
    id = place.session.id
    again = await reopened(place, network)
    again.run("resume", id)
    await calm()
    return again


async def all_done(places: list[Place]) -> None:
    await calm()
    assert all(place.device.is_verified for place in places)
    assert len({place.device.record().to_text() for place in places}) == 1
    assert not any(place.device.cheats for place in places)


async def applied(network: Brokers, address: str) -> Place:
    """A device whose person has joined, and waits for the host's answer."""
    bo = await elsewhere(network)
    await bo.open(address)
    await calm()
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await calm()
    return bo
