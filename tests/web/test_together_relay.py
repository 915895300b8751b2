"""Games whose messages travel by a relay (docs/relay.md)."""

from __future__ import annotations

from tests.web.broker import Brokers, BrokerStandIn, RelaysStandIn
from tests.web.places import Place, awaited, calm, host, play_on

RELAY = "relay.example.org"


def brokers() -> Brokers:
    return {RELAY: BrokerStandIn()}


async def hosted(network: Brokers, players: int = 2) -> Place:
    return await host(players, relays=RelaysStandIn(network, RELAY))


async def elsewhere(network: Brokers) -> Place:
    """A device on the same site."""
    return await Place(relays=RelaysStandIn(network, RELAY)).start()


async def guest_of(address: str, network: Brokers) -> Place:
    """A device that has joined."""
    place = await elsewhere(network)
    await place.outcome("load", address)
    await calm()
    return place


@awaited
async def test_two_devices_play_a_whole_game_by_the_relay() -> None:
    network = brokers()
    ana = await hosted(network)
    address = await ana.outcome("invite")
    assert address.partition("#")[2].startswith("t=")
    bo = await guest_of(address, network)
    assert ana.device.has_started
    assert ana.ask("table") == {"0": "here", "1": "relay"}
    await play_on([ana, bo], rest=calm)
    assert ana.device.is_verified
    assert bo.device.is_verified
