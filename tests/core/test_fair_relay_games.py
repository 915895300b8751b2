"""Games in which devices meet at a relay only, and come back from there (docs/relay.md)."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import BadLink
from cacao_core.errors import IllegalMove
from cacao_core.fair import Device, Parcel, TooLate, unpack
from cacao_core.rules import expanded
from tests.core.fair_relays import Place, by_parcels, seed_of, taken
from tests.core.fair_tables import (
    FOUR,
    SETUPS,
    THREE,
    TWO,
    Seats,
    can_play,
    laned,
    ledger,
    play_on,
    sync,
    twin,
)


@pytest.mark.parametrize(
    "setup",
    [TWO, *laned([SETUPS[4]], pytest.mark.long), *laned([THREE, FOUR], pytest.mark.nightly)],
)
@pytest.mark.parametrize("often", [0.0, 0.02])
def test_devices_that_only_read_what_lies_at_a_relay_end_the_same(
    setup: Seats, often: float
) -> None:
    devices = by_parcels(setup, 31, often).devices
    assert len({device.record() for device in devices}) == 1
    assert not any(device.cheats for device in devices)


def stages(setup: Seats) -> list[Place]:
    """A game at several moments, from the invitation to its end; all know what there is to know."""
    found = []
    for guests in range(len(setup) - 1):
        place = Place(setup, 5)
        for _guest in range(guests):
            place.join()
        found.append(place)
    for moves in (0, 1, 25, 500):
        found.append(Place.begun(setup, 5))
        found[-1].play(Random(5), moves)
    return found


@pytest.mark.parametrize("setup", [TWO, *laned([SETUPS[5], FOUR], pytest.mark.nightly)])
def test_device_comes_back_at_every_stage(setup: Seats) -> None:
    """From all parcels, from its own only, and from one of another device only."""
    for place in stages(setup):
        for at, device in enumerate(place.devices):
            newest = place.newest()
            others = [one for one in newest if one.key != device.key]
            again = Device.from_seed(seed_of(device), newest)
            assert (again.seats, again.names, again.key) == (device.seats, device.names, device.key)
            assert_same(again, device)
            alone = Device.from_seed(seed_of(device), [place.get(at)])
            assert_same(alone, device)
            assert alone.is_unsure is device.is_full
            for other in others if device.is_full else ():
                heard = Device.from_seed(seed_of(device), [other])
                assert_same(heard, device)
                assert heard.is_unsure  # that may have been put back there
        if place.devices[0].is_full:
            only(place).play(Random(1))
            assert len({device.record() for device in place.devices}) == 1


def test_devices_of_a_game_with_gems_come_back_and_go_on() -> None:
    place = Place.begun(TWO, 5, expanded("map", "huts", "gems"))
    place.play(Random(5), 30)
    for at, device in enumerate(place.devices):
        again = Device.from_seed(seed_of(device), place.newest())
        assert_same(again, device)
        place.devices[at] = again
    place.synced()
    place.play(Random(6))
    assert all(device.is_verified for device in place.devices)
    assert len({device.record() for device in place.devices}) == 1


def assert_same(again: Device, device: Device) -> None:
    """The device knows all that it knew, and what it keeps can be read."""
    assert (again.moves, again.is_full, again.fingerprint) == (
        device.moves,
        device.is_full,
        device.fingerprint,
    )
    assert twin(again).to_text() == again.to_text()
    if device.has_started:
        for seat in device.seats:
            assert again.game.players[seat].hand == device.game.players[seat].hand


def only(place: Place) -> Place:
    """The same game after all devices but the last are lost: each is restored from its parcel."""
    survivor = place.get(-1 % len(place.devices))
    place.devices[:-1] = [
        Device.from_seed(seed_of(device), [survivor]) for device in place.devices[:-1]
    ]
    place.synced()
    return place


def test_guest_comes_back_of_whose_join_nobody_knows_yet() -> None:
    place = Place(THREE, 1)
    place.join()
    bo = place.devices[1]
    again = Device.from_seed(seed_of(bo), [place.get(1)])
    assert (again.seats, again.is_host, again.is_unsure, again.relay_salt) == (
        (1,),
        False,
        False,
        None,
    )
    assert again.parcel(place.salt) == bo.parcel(place.salt)
    with pytest.raises(BadLink, match="its seat is not in the game"):
        Device.from_seed(seed_of(bo), [place.get(0)])
    place.devices[1] = again
    place.join()
    place.synced()
    place.play(Random(1))
    assert all(device.is_verified for device in place.devices)


def test_host_that_comes_back_takes_whom_it_has_seated() -> None:
    place = Place(THREE, 1)
    place.join()
    taken(place.devices[0], place.get(1))
    place.leave(0)
    place.join()
    ana = Device.from_seed(seed_of(place.devices[0]), place.newest())
    assert ana.relay_salt == place.salt
    assert ana.free_seats == (2,)
    alone = Device.from_seed(seed_of(ana), [place.get(1)])
    assert alone.free_seats == (1, 2)


def test_returning_device_decides_nothing_before_it_has_heard() -> None:
    place = Place.begun(TWO)
    place.play(Random(1), 9)
    at = next(at for at, device in enumerate(place.devices) if can_play(device))
    device = place.devices[at]
    again = Device.from_seed(seed_of(device), [place.get(at)])
    with pytest.raises(IllegalMove, match="waits for"):
        again.play(again.game.legal_moves()[0])
    assert again.is_unsure
    place.devices[at] = again
    place.leave(at)
    taken(again, place.get(1 - at, 4))
    assert again.is_unsure
    taken(place.devices[1 - at], place.get(at))
    place.leave(1 - at)
    taken(again, place.get(1 - at))
    again.play(again.game.legal_moves()[0])


def test_parcels_have_no_decision_that_can_be_taken_back() -> None:
    """Also when the seat has gone to another browser in the meantime."""
    place = Place.begun(TWO)
    device = place.devices[0]
    before = device.parcel(place.salt)
    device.play(device.game.legal_moves()[0])
    assert device.can_undo
    device.step_back()
    assert device.parcel(place.salt) != before  # it asks
    assert place.devices[1].receive(device.message())
    assert place.devices[1].moves == ()
    device.undo()
    place.leave(1)
    taken(device, place.get(1))
    device.play(device.game.legal_moves()[0])
    told = unpack(device.parcel(place.salt), place.keys, place.keys.topic(device.key))
    assert not device.can_undo
    assert taken(place.devices[1], told)
    assert place.devices[1].moves == device.moves
    assert not device.has_news


def test_device_comes_back_whatever_others_have_spoilt() -> None:
    place = Place.begun(TWO)
    place.play(Random(1), 12)
    other = Place.begun(TWO, 2)
    odd = other.newest()
    ana = place.devices[0]
    mixed = Device.from_seed(seed_of(ana), [*odd, *place.newest()])
    assert_same(mixed, ana)
    unsure = Device.from_seed(seed_of(ana), [odd[1], place.get(0)])
    assert unsure.is_unsure  # what belongs to another game is not heard
    spoilt = place.get(1)._replace(news=odd[1].news)
    assert Device.from_seed(seed_of(ana), [spoilt, place.get(0)]).is_unsure


def test_coming_back_without_seat_or_parcel_or_too_late() -> None:
    place = Place(TWO, 1)
    with pytest.raises(BadLink, match="nothing of its game"):
        Device.from_seed(seed_of(place.devices[0]), [])
    late = Device.join(place.get(0).invitation, secret=b"late")
    lates = unpack(late.parcel(place.salt), place.keys, place.keys.topic(late.key))
    place.join()
    place.synced()
    with pytest.raises(BadLink, match="its seat is not in the game"):
        Device.from_seed(seed_of(late), place.newest())
    with pytest.raises(TooLate, match="without this device"):
        Device.from_seed(seed_of(late), [*place.newest(), lates])
    with pytest.raises(BadLink):
        Device.from_seed(seed_of(late), [Parcel(late.key, place.salt, "x", "")])
    with pytest.raises(BadLink):
        Device.from_seed(seed_of(late), [lates._replace(news=lates.invitation)])


def test_parcels_and_messages_go_together() -> None:
    """The same game goes on in any way, at any decision."""
    place = Place.begun(THREE)
    place.play(Random(1), 20)
    play_on(place.devices, Random(1), lambda: len(place.devices[0].moves) > 40)
    place.play(Random(1), 60)
    sync(place.devices)
    assert all(len(ledger(device).course.moves) >= 60 for device in place.devices)
