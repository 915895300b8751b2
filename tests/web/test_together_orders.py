"""Whoever taps *Join*, in whatever order, is seated as long as seats are free (docs/relay.md)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.web.broker import Brokers
from tests.web.driven import awaited
from tests.web.places import Place, calm
from tests.web.relayed import brokers, close, elsewhere, hosted

pytestmark = pytest.mark.usefixtures("at_once")

NAMES = ("Bo", "Cem", "Dua")


class Table:
    """A host of four, and three guests who have opened the same link before anybody has joined."""

    def __init__(self, network: Brokers) -> None:
        self.network = network
        self.ana: Place
        self.id = ""
        self.guests: list[Place] = []

    async def invite(self) -> Table:
        self.ana = await hosted(self.network, 4)
        self.ana.run("invite")
        await calm()
        self.id = self.ana.session.id
        address = str(self.ana.app.features.get("together").outbox.address)
        for _guest in NAMES:
            guest = await elsewhere(self.network)
            await guest.open(address)
            await calm()
            self.guests.append(guest)
        return self

    async def join(self, at: int) -> None:
        """A guest taps *Join*, with the seat that was free when the link was opened."""
        guest = self.guests[at]
        guest.fill_in("name-1", NAMES[at])
        guest.run("join")
        await calm()

    async def reload(self, place: Place) -> Place:
        """A page is loaded again, and the game opened."""
        await close(place)
        again = await elsewhere(self.network, place.store)
        await calm()
        again.run("resume", self.id)
        await calm()
        return again

    async def let_in(self) -> None:
        """The host lets everybody in who waits, one after the other."""
        for _answer in range(12):
            waiting = (
                self.ana.app.features.get("together").shared_games.of(self.ana.session).applicants
            )
            if not waiting.waiting:
                return
            self.ana.run("seat-guest", next(iter(waiting.waiting)).hex())
            await calm()

    def assert_seated(self) -> None:
        places = [self.ana, *self.guests]
        assert all(place.device.has_started for place in places)
        assert sorted(place.device.seats[0] for place in places) == [0, 1, 2, 3]
        seated = {self.ana.device.names[guest.device.seats[0]] for guest in self.guests}
        assert seated == set(NAMES)


@pytest.mark.parametrize("away", ["nobody", "host", "guests"])
@awaited
async def test_three_tap_join_before_anybody_is_seated(away: str) -> None:
    table = await Table(brokers()).invite()
    if away == "host":
        await close(table.ana)
    for at in (2, 0, 1):
        await table.join(at)
    if away == "guests":
        for guest in table.guests:
            await close(guest)
    if away == "host":
        table.ana = await table.reload(table.ana)
    await table.let_in()
    if away == "guests":
        for _round in range(3):
            for at, guest in enumerate(table.guests):
                table.guests[at] = await table.reload(guest)
                await table.let_in()
    table.assert_seated()


@pytest.mark.nightly
@pytest.mark.parametrize("order", [*permutations(range(3))])
@pytest.mark.parametrize("let_in_after", [1, 2, 3])
@pytest.mark.parametrize("reloads", [(), (0,), (1,), (2,), (3,), (0, 1, 2, 3)])
@awaited
async def test_all_orders_of_taps_answers_and_reloads(
    order: tuple[int, int, int], let_in_after: int, reloads: tuple[int, ...]
) -> None:
    """The host answers after one, two or three taps; pages are loaded again in between."""
    table = await Table(brokers()).invite()
    for number, at in enumerate(order, 1):
        await table.join(at)
        for place in reloads:
            if place == 3:
                table.ana = await table.reload(table.ana)
            elif place in order[:number]:
                table.guests[place] = await table.reload(table.guests[place])
        if number >= let_in_after:
            await table.let_in()
    for _round in range(3):
        await table.let_in()
        await calm()
    table.assert_seated()


@awaited
async def test_who_was_refused_stays_out_and_is_told_also_after_reloads() -> None:
    table = await Table(brokers()).invite()
    for at in range(3):
        await table.join(at)
    eve = table.guests[0]
    table.ana.run("refuse-guest", eve.device.key.hex())
    await calm()
    assert "Player 1 has not let you in." in eve.page.regions["task"]
    for _reload in range(2):
        table.ana = await table.reload(table.ana)
        table.guests[0] = await table.reload(table.guests[0])
        waiting = (
            table.ana.app.features.get("together").shared_games.of(table.ana.session).applicants
        )
        assert eve.device.key not in waiting.waiting
        assert "Player 1 has not let you in." in table.guests[0].page.regions["task"]
    await table.let_in()
    assert table.ana.device.free_seats
    assert table.guests[0].device.key == eve.device.key, "it does not ask again by itself"
