"""The seats of somebody who is silent pass on to a computer, when all others agree."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cacao_core import CacaoError, IllegalMove, Record
from cacao_core.fair import Device
from cacao_core.fair.agreements.statements import Succession
from cacao_core.fair.agreements.successions import pass_on
from cacao_core.fair.messages import letters
from cacao_core.rules import Rules, expanded
from tests.core.fair_tables import (
    SETUPS,
    Seats,
    before_closing,
    by_seat,
    can_play,
    caught,
    changed,
    finish,
    finish_alike,
    in_turn,
    is_placing,
    ledger,
    news,
    play_on,
    refused,
    sync,
    table,
    to_draw,
    twin,
)

THREE, FOUR, GROUPS = SETUPS[2], SETUPS[3], SETUPS[5]


def silenced(setup: Seats, seat: int, seed: int = 1) -> tuple[Device, Device, list[Device]]:
    """A device whose turn it is, which falls silent, its successor, and the others."""
    devices = in_turn(setup, seat, seed=seed)
    silent = by_seat(devices)[seat]
    successor, *rest = (device for device in devices if device is not silent)
    return silent, successor, rest


def agree(successor: Device, rest: list[Device]) -> None:
    """All others let a computer play on."""
    for device in (successor, *rest):
        device.pass_on()
        sync([successor, *rest])


@pytest.mark.parametrize(("setup", "seat"), [(THREE, 0), (THREE, 1), (FOUR, 2), (GROUPS, 3)])
def test_computer_plays_on_and_all_others_verify_the_game(setup: Seats, seat: int) -> None:
    silent, successor, rest = silenced(setup, seat)
    before = silent.moves
    agree(successor, rest)
    at = len(before)
    for device in (successor, *rest):
        assert device.passed_on == tuple((one, at) for one in silent.seats)
        assert device.moves == before
    assert successor.stand_ins == silent.seats
    assert all(device.stand_ins == () for device in rest)
    assert can_play(successor)
    assert successor.fixed_moves == at
    finish([successor, *rest])
    records = [device.record() for device in (successor, *rest)]
    assert all(device.is_verified for device in (successor, *rest))
    assert all(record == records[0] for record in records)
    assert Record.from_text(records[0].to_text()).game().is_over
    assert records[0].moves[:at] == before


def test_who_has_agreed_owes_no_more_messages_once_seats_have_passed_on() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    for device, other in ((successor, third), (third, successor), (successor, third)):
        if device.may_pass_on:
            device.pass_on()
        other.receive(device.message())
    assert third.passed_on == successor.passed_on
    assert third.waits_for == successor.seats
    assert not third.has_news
    assert not twin(third).has_news


def test_hidden_tiles_are_dealt_again_and_shown_to_nobody_else() -> None:
    silent, successor, (third,) = silenced(THREE, 1)
    placed = [move.tile for move in silent.moves if move.starts_turn][1::3]
    agree(successor, [third])
    player = successor.game.players[1]
    whole = sorted([*placed, *player.hand, *player.pile])
    assert whole == sorted(silent.record().deal.worker_piles[1])
    guesses = set()
    for _ in range(12):
        third._forget_deal()
        guesses.add(third.game.players[1].hand)
    assert len(guesses) > 1
    same = twin(successor)
    same._forget_deal()
    assert same.game.players[1].hand == player.hand
    assert successor.record(1).game().players[1].hand == player.hand
    with pytest.raises(CacaoError):
        third.record(1)


def test_silent_one_that_comes_back_too_late_loses_nothing_but_the_seat() -> None:
    silent, successor, (third,) = silenced(THREE, 1)
    agree(successor, [third])
    to_draw(silent)
    late, known = silent.message(), successor.moves
    for device in (successor, third):
        device.receive(late)
        assert (device.moves, device.cheats) == (known, ())
    silent.receive(successor.message())
    for device in (silent, twin(silent)):
        assert device.passed_on == ((1, len(known)),)
        assert (device.is_closed, device.is_broken, device.cheats) == (True, False, ())
        assert device.moves == known
        assert not device.may_leave
        with pytest.raises(IllegalMove):
            device.play(device.game.legal_moves()[0])
        with pytest.raises(CacaoError):
            device.stay()
    finish([successor, third])
    silent.receive(third.message())
    assert silent.record().game().is_over
    assert silent.moves == third.moves


def test_nobody_is_replaced_without_the_agreement_of_all_others() -> None:
    silent, successor, rest = silenced(FOUR, 2)
    with pytest.raises(CacaoError):
        rest[0].pass_on()  # the successor says so first
    assert not silent.may_pass_on
    successor.pass_on()
    sync([silent, successor, *rest])
    rest[0].pass_on()
    sync([silent, successor, *rest])
    for device in (silent, successor, *rest):
        assert device.passed_on == ()
        assert set(device.passed_by) == {*successor.seats, *rest[0].seats}
    for device in (successor, rest[0]):
        for act in (device.end, device.stay, device.leave, device.pass_on):
            with pytest.raises(CacaoError):
                act()
    finish([silent, successor, *rest])
    assert all(device.is_verified for device in (silent, successor, *rest))


def test_two_devices_have_no_need_of_it() -> None:
    bo, ana = in_turn(SETUPS[0], 0)
    assert not ana.may_pass_on
    assert not bo.may_pass_on


def test_game_ends_where_it_stands_if_the_others_prefer_that() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    successor.pass_on()
    sync([successor, third])
    third.end()
    sync([successor, third])
    assert successor.is_ended
    assert third.is_ended


def test_who_wants_to_end_the_game_is_not_overruled() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    third.end()
    sync([successor, third])
    assert not successor.may_pass_on


def test_who_has_agreed_goes_on_with_the_silent_one_only_after_the_successor() -> None:
    """Else the successor may have passed the seats on meanwhile."""
    silent, successor, (third,) = silenced(THREE, 1)
    successor.pass_on()
    third.receive(successor.message())
    third.pass_on()
    to_draw(silent)
    assert not third.receive(silent.message())
    assert not twin(third).receive(silent.message())
    assert successor.receive(silent.message())
    successor.receive(third.message())  # too late: it has gone on
    assert successor.passed_on == ()
    third.receive(successor.message())
    assert third.moves == silent.moves
    finish([silent, successor, third])
    assert all(device.is_verified for device in (silent, successor, third))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_device_that_owes_a_draw_passes_on(seat: int) -> None:
    devices = before_closing(THREE, seat)
    decider = by_seat(devices)[seat]
    to_draw(decider)
    silent = next(d for d in devices if set(d.seats) & set(decider.waits_for))
    others = [device for device in devices if device is not silent]
    sync(others)
    successor, third = others
    agree(successor, [third])
    assert not any(device.awaits_draw for device in others)
    late = silent.receive(decider.message())
    silent.receive(third.message())
    assert late
    assert silent.passed_on
    assert silent.passed_on == third.passed_on
    finish(others)
    assert all(device.is_verified for device in others)
    assert successor.record() == third.record()


def test_draw_that_the_silent_one_makes_too_late_does_not_count() -> None:
    devices = before_closing(THREE, 0)
    to_draw(devices[0])
    silent = next(d for d in devices if set(d.seats) & set(devices[0].waits_for))
    successor, third = (device for device in devices if device is not silent)
    sync([successor, third])
    agree(successor, [third])
    beacon = ledger(successor).course.beacons[-1]
    silent.receive(devices[0].message())  # not what came after it
    sync([silent])
    for device in (successor, third):
        device.receive(silent.message())
        assert ledger(device).course.beacons[-1] == beacon
    sync([successor, third, silent])
    assert silent.passed_on
    assert ledger(silent).course.beacons == ledger(third).course.beacons


def test_two_of_four_pass_on_one_after_the_other() -> None:
    silent, successor, rest = silenced(FOUR, 1)
    agree(successor, rest)
    gone = rest.pop(0)
    play_on([successor, *rest], Random(5), chooser=lambda device, rng: device.game.legal_moves()[0])
    assert set(successor.waits_for) == set(gone.seats)
    agree(successor, rest)
    assert set(successor.stand_ins) == {*silent.seats, *gone.seats}
    sync([successor, *rest, silent, gone])
    assert gone.passed_on == silent.passed_on == successor.passed_on
    for device in (*rest, silent, gone):
        assert twin(device).passed_on == successor.passed_on
    finish([successor, *rest])
    assert all(device.is_verified for device in (successor, *rest))
    assert not successor.may_pass_on


@pytest.mark.parametrize("rules", [expanded("gems"), expanded("huts")])
def test_games_with_modules_go_on_as_well(rules: Rules) -> None:
    devices = table(THREE, 4, rules)
    play_on(devices, Random(4), lambda: len(devices[1].moves) > 30 and is_placing(devices[1]))
    sync(devices)
    ana, _bo, cem = devices
    agree(ana, [cem])
    finish([ana, cem])
    assert ana.is_verified
    assert cem.is_verified
    assert ana.record() == cem.record()


# --- Attacks -------------------------------------------------------------------------------------


def told_again(text: str, **changes: Any) -> str:
    """A message whose agreement says something else."""
    course = news(text).course
    (agreed,) = course.successions
    return changed(text, course=replace(course, successions=(replace(agreed, **changes),)))


def test_agreement_of_which_anything_was_changed_is_refused() -> None:
    silent, successor, rest = silenced(FOUR, 2)
    before = [twin(device) for device in rest]
    agree(successor, rest)
    text = successor.message()
    (agreed,) = news(text).course.successions
    statements = agreed.statements
    for number, one in enumerate(statements):
        if one is None:
            continue
        less = [None if n == number else other for n, other in enumerate(statements)]
        flipped = replace(one, signature=bytes([one.signature[0] ^ 1]) + one.signature[1:])
        forged = [flipped if n == number else other for n, other in enumerate(statements)]
        silentless = replace(one, answers=())
        unasked = [silentless if n == number else other for n, other in enumerate(statements)]
        for wrong in (less, forged, unasked):
            refused(silent, told_again(text, statements=tuple(wrong)))
            refused(before[0], told_again(text, statements=tuple(wrong)))
    refused(silent, told_again(text, at=agreed.at - 1))
    refused(silent, told_again(text, draws=True))
    assert silent.receive(text)


def test_successor_alone_passes_nothing_on() -> None:
    """It puts its own wish in the place of the others."""
    silent, successor, (third,) = silenced(THREE, 1)
    successor.pass_on()
    cheat = twin(successor)
    known = ledger(cheat)
    own = known.statements[known.own]
    known.course.pass_on(known.own)
    known.successions = (Succession(len(silent.moves), False, (own, None, own)),)
    known.sign()
    for device in (silent, third):
        refused(device, cheat.message())


def test_others_cannot_pass_seats_on_without_the_successor() -> None:
    """All have agreed, but it has not signed that it takes over."""
    silent, successor, (third,) = silenced(THREE, 1)
    successor.pass_on()
    third.receive(successor.message())
    third.pass_on()
    known = ledger(twin(third))
    told = tuple(None if n == 1 else one for n, one in enumerate(known.statements))
    pass_on(known, Succession(len(silent.moves), False, told))
    forger = twin(third)
    forger._memory.ledger = known
    refused(silent, forger.message())


def test_computer_places_only_what_was_dealt_to_it() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    agree(successor, [third])
    hand = successor.game.players[1].hand
    known = ledger(successor)
    move = next(m for m in known.course.game.legal_moves() if m.starts_turn and m.tile not in hand)
    known.play(move)
    found = caught(third, successor.message())
    assert (found.kind, found.seat) == ("tile", 1)


def test_successor_that_goes_on_both_ways_closes_the_game_with_the_proof() -> None:
    silent, successor, (third,) = silenced(THREE, 1)
    successor.pass_on()
    third.receive(successor.message())
    third.pass_on()
    liar = twin(successor)
    to_draw(silent)
    liar.receive(silent.message())  # goes on with the one who was silent
    successor.receive(third.message())  # and with a computer
    assert successor.passed_on
    honest = twin(third)
    for first, second in ((successor, liar), (liar, successor)):
        device = twin(honest)
        device.receive(first.message())
        device.receive(second.message())
        assert device.is_broken
        assert [(c.kind, c.seat) for c in device.cheats] == [("twice", successor.seats[0])]
        witness = twin(silent)
        witness.receive(device.message())
        assert witness.is_broken


def test_device_restored_from_before_takes_the_agreement_over() -> None:
    silent, successor, (third,) = silenced(THREE, 1)
    backups = [device.to_text() for device in (third, successor)]
    agree(successor, [third])
    for backup, other in zip(backups, (successor, third), strict=True):
        again = Device.from_text(backup, is_restored=True)
        again.receive(other.message())
        assert again.passed_on == successor.passed_on
        assert again.is_unsure
        other.receive(again.message())
        again.receive(other.message())
        assert not again.is_unsure  # nobody waits for the silent one
    finish([again, third])
    assert again.is_verified
    assert silent.cheats == again.cheats == ()


@pytest.mark.parametrize(
    "seed",
    [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(3, 20))],
)
def test_any_order_of_agreements_decisions_and_messages_ends_the_same(seed: int) -> None:
    rng = Random(seed)
    devices = table(THREE if seed % 2 else FOUR, seed)
    for _step in range(250):
        device = rng.choice(devices)
        action = rng.random()
        if action < 0.4 and can_play(device):
            device.play(rng.choice(device.game.legal_moves()))
        elif action < 0.6 and device.may_pass_on:
            device.pass_on()
        elif action < 0.65:
            devices[devices.index(device)] = twin(device)
        else:
            other = rng.choice(devices)
            if other is not device:
                other.receive(device.message())
    sync(devices)
    assert len({device.passed_on for device in devices}) == 1
    finish_alike(devices)


def test_messages_without_successions_are_as_before() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    text = third.message()
    agree(successor, [third])
    assert news(text).course.successions == ()
    grown = len(successor.message()) - len(text)
    assert 0 < grown < 500


def test_game_in_which_seats_pass_on_can_be_looked_on() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    watcher = Device.watch(*third.for_watchers())
    agree(successor, [third])
    watcher.receive(third.message())
    later = Device.watch(*third.for_watchers())
    finish([successor, third])
    for device in (watcher, later):
        device.receive(third.message())
        assert device.passed_on == third.passed_on
        assert device.is_verified
        assert device.record() == third.record()


@pytest.mark.long
def test_longest_messages_with_two_successions_can_be_read() -> None:
    """A big game of four with the longest names, and the proof that somebody has decided twice."""
    names = ["\U0001f600" * 39 + letter for letter in "abcd"]
    host = Device.host(4, (0,), names, b"a", options="x" * 200, rules=expanded(big=True))
    guests = [Device.join(host.message(), (seat,), secret=b"%d" % seat) for seat in (1, 2, 3)]
    kept, live = guests[2].to_text(), [host, *guests]
    for guest in guests:
        host.receive(guest.message())
    sync(live)
    for silent, moves in ((guests[0], 60), (guests[1], 150)):
        play_on(live, Random(1), lambda: len(host.moves) > moves and is_placing(silent))
        sync(live)
        live.remove(silent)
        agree(live[0], live[1:])
    finish(live)
    assert host.is_verified
    known = ledger(host).news(whole=True)
    late = Device.from_text(kept)
    assert late.receive(letters.to_text(known))
    assert late.passed_on == host.passed_on
    letters.from_text(letters.to_text(replace(known, other=known.course)))
    assert len(host.parcel(bytes(16))) <= 4096


@pytest.mark.parametrize("setup", [THREE, FOUR])
def test_device_in_doubt_agrees_and_is_in_doubt_no_longer(setup: Seats) -> None:
    _silent, successor, (third, *rest) = silenced(setup, 2)
    third = Device.from_text(third.to_text(), is_restored=True)
    others = [successor, third, *rest]
    sync(others)
    assert third.is_unsure
    assert not third.may_pass_on  # the successor says so first
    agree(successor, [third, *rest])
    assert not third.is_unsure
    assert all(device.passed_on for device in others)
    finish(others)
    assert all(device.is_verified for device in others)


def test_successor_in_doubt_proposes_nothing() -> None:
    _silent, successor, (third,) = silenced(THREE, 1)
    successor = Device.from_text(successor.to_text(), is_restored=True)
    sync([successor, third])
    assert successor.is_unsure
    assert not successor.may_pass_on
    assert successor.may_end


def test_device_in_doubt_that_has_forgotten_a_link_is_not_accused() -> None:
    silent, successor, (third,) = silenced(THREE, 1)
    older = third.to_text()
    to_draw(silent)
    third.receive(silent.message())
    silent.receive(third.message())
    third = Device.from_text(older, is_restored=True)
    sync([successor, third])
    agree(successor, [third])
    known = successor.moves
    for device in (successor, third):
        device.receive(silent.message())
        assert device.moves == known
    silent.receive(successor.message())
    for device in (silent, successor, third):
        assert (device.is_broken, device.cheats) == (False, ())
        assert device.passed_on == ((1, len(known)),)
    finish([successor, third])
    assert successor.is_verified
    assert third.is_verified
