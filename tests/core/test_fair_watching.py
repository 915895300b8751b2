"""Devices without a seat, which watch (docs/fair.md, "Watching")."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, CacaoError, IllegalMove, fair
from cacao_core.fair import Device, look
from cacao_core.fair.messages import letters
from cacao_core.rules import BASE, Rules, expanded
from tests.core.fair_relays import Place, taken
from tests.core.fair_tables import (
    SETUPS,
    Seats,
    before_closing,
    by_seat,
    changed,
    in_turn,
    ledger,
    news,
    play_on,
    refused,
    retold,
    sync,
    table,
    to_draw,
    twin,
)
from tests.core.fair_verifier import verify
from tests.core.test_fair_secrecy import reachable
from tests.core.test_fair_succession import agree, silenced

TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
"""Setups."""


def watcher_of(device: Device, seed: int = 0) -> Device:
    """Somebody who watches, with what a device shows."""
    return Device.watch(*device.for_watchers(), secret=b"watcher %d" % seed)


@pytest.mark.parametrize(
    ("seed", "setup", "rules"),
    [
        (0, TWO, BASE),
        (1, THREE, BASE),
        (2, ((0, 2), (1,)), expanded("map", "gems", "huts")),
        pytest.param(3, SETUPS[3], expanded(big=True), marks=pytest.mark.long),
    ],
)
def test_watchers_see_the_public_game_and_verify_its_end(
    seed: int, setup: Seats, rules: Rules
) -> None:
    devices, rng = table(setup, seed, rules), Random(seed)
    first = watcher_of(devices[0])
    second = Device.watch(*first.for_watchers())  # one watches by what another one passes on
    while any(not device.is_verified for device in devices):
        at = len(devices[0].moves) + 8
        play_on(devices, rng, lambda at=at: len(devices[0].moves) > at)  # type: ignore[misc]
        sync(devices)
        for device in devices:
            first.receive(device.message())
        second.receive(first.message())
        first = twin(first)
        for one in (first, second):
            assert (one.moves, one.names, one.seats) == (devices[0].moves, devices[0].names, ())
            assert one.game.display == devices[0].game.display
            assert one.waits_for or one.is_verified
    assert first.record() == second.record() == devices[0].record()
    assert first.record() == verify(*first.for_watchers())


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_watcher_holds_nothing_that_a_seat_has_hidden(setup: Seats) -> None:
    devices = table(setup, 1)
    for least in (0, 5, 25, 50):
        play_on(devices, Random(least), lambda least=least: len(devices[0].moves) >= least)  # type: ignore[misc]
        sync(devices)
        values = reachable(watcher_of(devices[0]))
        for number, device in enumerate(devices):
            secrets, shown = ledger(device).secrets, ledger(device).chains[number].newest
            assert {secrets.seed, secrets.private, *secrets.links[shown + 1 :]}.isdisjoint(values)


def test_watcher_knows_hands_only_by_chance() -> None:
    (ana, bo), same = table(TWO, 3), 0
    for seed in range(30):
        one = watcher_of(ana, seed)
        assert sorted(one.record().deal.worker_piles[0]) == sorted(
            ana.record().deal.worker_piles[0]
        )
        same += one.game.players[0].hand == ana.game.players[0].hand
        same += one.game.players[1].hand == bo.game.players[1].hand
    assert same < 10


def test_watcher_decides_nothing() -> None:
    for setup in (TWO, THREE):
        devices = table(setup, 1)
        one = watcher_of(devices[0])
        with pytest.raises(IllegalMove):
            one.play(one.game.legal_moves()[0])
        assert not any((one.may_end, one.may_leave, one.has_news, one.can_undo))
        for act in (one.end, one.leave, one.stay):
            with pytest.raises(CacaoError):
                act()
        with pytest.raises(CacaoError):
            one.refuse(devices[1].key)
        with pytest.raises(CacaoError):
            one.record(0)
        one.step_back()
        assert not one.is_unsure
        assert one.is_watching
        with pytest.raises(BadLink):  # there is no seat that could go on elsewhere
            look(one.to_text())


def test_message_of_a_watcher_changes_nothing_in_the_game() -> None:
    devices = in_turn(THREE, 0)
    one = watcher_of(devices[1])
    for device in devices:
        before = device.to_text()
        assert not device.receive(one.message())
        assert device.to_text() == before
    assert one.key not in devices[0].keys
    assert not devices[0].proved_by(one.prove("offer", b"a", b"b"), "offer", b"a", b"b")


def test_link_for_watching_is_no_seat() -> None:
    devices = table(TWO, 1)
    invitation, told = devices[1].for_watchers()
    joined = Device.join(invitation)  # nobody takes it
    for device in devices:
        with pytest.raises(BadLink):
            device.receive(joined.message())
    with pytest.raises(BadLink):
        joined.receive(told)
    with pytest.raises(BadLink):
        Device.from_text(told)
    with pytest.raises(BadLink):
        Device.watch(told, invitation)
    with pytest.raises(BadLink):
        Device.watch(invitation, invitation)


def test_nobody_looks_on_before_the_game_begins() -> None:
    host = Device.host(2, (0,))
    with pytest.raises(CacaoError):
        host.for_watchers()


def test_watcher_shows_no_link_and_waits_for_those_who_draw() -> None:
    devices = before_closing(THREE, 1)
    one, bo = watcher_of(devices[0]), by_seat(devices)[1]
    to_draw(bo)
    assert one.receive(bo.message())
    second = ledger(one).course.closings[-1].second
    assert one.awaits_draw
    assert one.waits_for == one.devices[second]
    before = [chain.newest for chain in ledger(one).chains]
    assert before == [chain.newest for chain in ledger(twin(one)).chains]
    sync(devices)
    assert one.receive(devices[second].message())
    assert not one.awaits_draw


def test_forged_messages_are_refused() -> None:
    devices = in_turn(TWO, 0)
    invitation, told = devices[0].for_watchers()
    other, _news = table(TWO, 7)[0].for_watchers()
    with pytest.raises(BadLink):
        Device.watch(other, told)
    with pytest.raises(BadLink):
        Device.watch(invitation, changed(told, roster=None))
    parties, signature = news(told).roster or ((), b"")
    renamed = (replace(parties[0], names=("Eva",)), *parties[1:])
    with pytest.raises(BadLink):
        Device.watch(invitation, changed(told, roster=(renamed, signature)))
    letter = letters.from_text(invitation)
    assert isinstance(letter, letters.Gathering)
    forged = letters.to_text(replace(letter, invitation=replace(letter.invitation, options="x")))
    with pytest.raises(BadLink):
        Device.watch(forged, told)
    one, course = watcher_of(devices[0]), news(told).course
    assert course.statements[1]
    refused(one, retold(told, {1: replace(course.statements[1], serial=9, signature=bytes(64))}))


def test_watcher_of_two_follows_the_course_that_the_other_one_has_seen() -> None:
    ana, bo = in_turn(TWO, 0)
    forgetful, first = twin(ana), twin(ana)
    one = watcher_of(bo)
    to_draw(first, 0)
    to_draw(forgetful, 1)
    one.receive(forgetful.message())
    assert one.moves == forgetful.moves
    bo.receive(first.message())
    assert one.receive(bo.message())
    assert one.moves == bo.moves
    assert not one.receive(forgetful.message())
    assert one.moves == bo.moves
    assert not any((one.forgetful, one.is_asked, one.cheats))


def test_watcher_of_three_sees_the_proof_that_closes_the_game() -> None:
    ana, bo, _cem = in_turn(THREE, 0)
    again, one = twin(ana), watcher_of(bo)
    to_draw(ana, 0)
    to_draw(again, 1)
    bo.receive(ana.message())
    with_proof = twin(bo)
    with_proof.receive(again.message())
    one.receive(with_proof.message())
    assert one.is_broken
    assert twin(one).is_broken


def test_watcher_sees_that_a_game_was_ended() -> None:
    ana, bo = in_turn(TWO, 0)
    one = watcher_of(ana)
    bo.leave()
    assert one.receive(bo.message())
    assert (one.is_ended, one.left_by) == (True, (1,))
    assert twin(one).is_closed


def test_watcher_sees_that_a_computer_plays_on_for_a_silent_device() -> None:
    silent, successor, rest = silenced(THREE, 1)
    one = watcher_of(rest[0])
    agree(successor, rest)
    assert one.receive(successor.message())
    assert one.passed_on == successor.passed_on
    first = one.game.players[1].hand
    for seed in range(12):  # the values of the seat are public, and the watcher does not look
        again = watcher_of(successor, seed)
        if again.game.players[1].hand != first:
            break
    else:
        raise AssertionError("always the same hand")
    play_on([successor, *rest], Random(3))
    sync([successor, *rest])
    one.receive(rest[0].message())
    assert twin(one).is_verified
    assert one.record() == successor.record()
    assert not one.receive(silent.message())


@pytest.mark.parametrize("seed", range(2))
def test_watcher_by_relay_follows_by_parcels(seed: int) -> None:
    place = Place.begun(THREE, seed)
    parcel = place.get(1)
    one, rng = Device.watch(parcel.invitation, parcel.news), Random(seed)
    while not place.devices[0].is_verified:
        place.play(rng, len(place.devices[0].moves) + 5)
        for found in place.newest():
            taken(one, found)
        one = twin(one)
    assert one.record() == place.devices[0].record()


def test_parcel_of_a_watcher_is_none_of_the_game() -> None:
    place = Place.begun(TWO)
    parcel = place.get(0)
    one = Device.watch(parcel.invitation, parcel.news)
    topic = place.keys.topic(one.key)

    with pytest.raises(BadLink):
        fair.unpack(one.parcel(place.salt), place.keys, topic)
