"""A game that does not go on is ended by those who are left: nobody waits for ever."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core import CacaoError, IllegalMove
from cacao_core.fair import Device
from tests.core.fair_tables import (
    FOUR,
    THREE,
    TWO,
    Seats,
    before_closing,
    can_play,
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


def awaited_by(setup: Seats, seat: int = 0) -> tuple[Device, list[Device]]:
    """A device whose turn it is, which falls silent, and all others."""
    devices = in_turn(setup, seat)
    silent = next(device for device in devices if seat in device.seats)
    return silent, [device for device in devices if device is not silent]


def exchange(*devices: Device) -> None:
    """Everybody gets the newest message of everybody, once."""
    texts = [device.message() for device in devices]
    for device in devices:
        for text in texts:
            device.receive(text)


def test_who_reads_that_a_game_has_ended_owes_nobody_a_message() -> None:
    """The other one has drawn tiles before that, to which a link of this device belongs."""
    ana, bo = before_closing(TWO, 0)
    exchange(ana, bo)
    while can_play(ana):
        ana.play(ana.game.legal_moves()[0])
    ana.end()
    assert ana.has_news
    bo.receive(ana.message())
    assert not ana.has_news
    for device in (bo, twin(bo)):
        assert device.is_ended
        assert not device.has_news


@pytest.mark.parametrize("setup", [TWO, THREE, FOUR])
def test_all_others_end_a_game_in_which_one_is_silent(setup: Seats) -> None:
    silent, others = awaited_by(setup)
    moves = silent.moves
    for number, device in enumerate(others, 1):
        assert device.may_end
        device.end()
        assert device.has_news
        sync(others)
        assert [one.is_ended for one in others] == [number == len(others)] * len(others)
    for device in (*others, twin(others[0]), twin(others[-1])):
        assert device.is_closed
        assert (device.is_broken, device.is_verified, device.cheats) == (False, False, ())
        assert (device.moves, device.left_by) == (moves, ())
        assert set(device.agreed_by) == {seat for one in others for seat in one.seats}
        with pytest.raises(CacaoError):
            device.end()
        with pytest.raises(CacaoError):
            device.stay()
    silent.receive(others[0].message())  # it comes back, and is told the truth
    assert silent.is_ended
    with pytest.raises(IllegalMove, match="without a result"):
        silent.play(silent.game.legal_moves()[0])


def test_only_a_game_that_waits_for_others_can_be_ended() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    with pytest.raises(CacaoError):
        bo.end()
    assert (bo.may_end, ana.may_end, cem.may_end) == (False, True, True)
    host = Device.host(2, (0,))
    for wish in (host.end, host.leave, host.stay):
        with pytest.raises(CacaoError):
            wish()


@pytest.mark.parametrize("setup", [THREE, FOUR])
def test_one_device_alone_ends_nothing(setup: Seats) -> None:
    """It says that another one is silent, which is not: that one plays on."""
    bo, (ana, *rest) = awaited_by(setup)
    ana.end()
    sync([ana, bo, *rest])
    assert not any(device.is_ended for device in (ana, bo, *rest))
    assert bo.agreed_by == rest[0].agreed_by == ana.seats
    play_on([ana, bo, *rest], Random(1))
    assert all(device.is_verified and not device.agreed_by for device in (ana, bo, *rest))


def test_silent_one_that_comes_back_before_the_agreement_plays_on() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    to_draw(bo)
    for device in (ana, cem):
        device.receive(bo.message())
    assert ana.agreed_by == ()
    cem.receive(ana.message())
    assert cem.agreed_by == ()
    sync([ana, bo, cem])
    play_on([ana, bo, cem], Random(2))
    assert all(device.is_verified for device in (ana, bo, cem))


def test_decision_after_the_end_counts_no_more() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    moves = bo.moves
    for device in (ana, cem):
        device.end()
    exchange(ana, cem)
    to_draw(bo)
    late = bo.message()
    for device in (ana, cem, twin(cem)):
        assert not device.receive(late)
        assert (device.is_ended, device.moves) == (True, moves)
    bo.receive(cem.message())
    for device in (bo, twin(bo)):
        assert (device.is_ended, device.moves, device.record().moves) == (True, moves, moves)
        assert device.game.to_move == ana.game.to_move


def test_decision_that_nobody_has_seen_is_dropped_at_the_end() -> None:
    bo, (ana,) = awaited_by(TWO)
    moves = bo.moves
    ana.end()
    bo.play(bo.game.legal_moves()[0])
    assert bo.can_undo
    bo.receive(ana.message())
    assert (bo.is_ended, bo.moves) == (True, moves)
    assert twin(bo).moves == moves


def test_agreement_that_crosses_a_decision_is_undone_by_it_everywhere() -> None:
    """Cem agrees while Ana has heard of Bo already: all see that the game goes on."""
    bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    cem.receive(ana.message())
    to_draw(bo)
    ana.receive(bo.message())
    cem.end()
    assert cem.is_ended
    cem.receive(ana.message())
    assert not cem.is_ended
    sync([ana, bo, cem])
    play_on([ana, bo, cem], Random(3))
    assert all(device.is_verified for device in (ana, bo, cem))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_device_that_owes_a_draw_can_be_the_silent_one(seat: int) -> None:
    devices = before_closing(THREE, seat)
    decider = next(device for device in devices if seat in device.seats)
    to_draw(decider)
    owner = next(d for d in devices if set(d.seats) & set(decider.waits_for))
    third = next(d for d in devices if d not in (decider, owner))
    third.receive(decider.message())
    decider.end()
    third.receive(decider.message())
    third.end()
    decider.receive(third.message())
    assert decider.is_ended
    assert third.is_ended
    owner.receive(decider.message())
    assert owner.is_ended


def test_wish_is_gone_when_the_draw_comes() -> None:
    """The number of decisions is the same, but the game waits for somebody else."""
    devices = before_closing(THREE, 0)
    decider = devices[0]
    to_draw(decider)
    owner = next(d for d in devices if set(d.seats) & set(decider.waits_for))
    third = next(d for d in devices if d not in (decider, owner))
    decider.end()
    owner.receive(decider.message())
    decider.receive(owner.message())
    assert decider.agreed_by == ()
    assert decider.has_news
    third.receive(decider.message())
    assert (third.agreed_by, third.is_ended) == ((), False)


def test_game_that_nobody_has_begun_can_be_ended() -> None:
    ana = Device.host(3, (0,))
    bo, cem = Device.join(ana.message(), (1,)), Device.join(ana.message(), (2,))
    for guest in (bo, cem):
        ana.receive(guest.message())
    bo.receive(ana.message())
    ana.receive(bo.message())
    ana.end()
    bo.receive(ana.message())
    bo.end()
    assert bo.is_ended
    cem.receive(bo.message())
    assert cem.is_ended
    ana.receive(cem.message())
    assert ana.is_ended


# --- Leaving -------------------------------------------------------------------------------------


def test_one_of_two_that_leaves_ends_the_game() -> None:
    bo, (ana,) = awaited_by(TWO)
    bo.leave()
    ana.receive(bo.message())
    for device in (ana, bo, twin(ana), twin(bo)):
        assert (device.is_ended, device.left_by) == (True, (0,))
        assert not device.is_verified


def test_others_go_on_until_the_one_who_has_left_is_awaited() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    dua = cem if bo.game.turn + 1 not in cem.seats else ana
    dua.leave()
    assert dua.is_closed
    sync([ana, bo, cem])
    assert not bo.is_closed
    assert bo.left_by == dua.seats
    to_draw(bo)
    others = [device for device in (ana, bo, cem) if device is not dua]
    sync([ana, bo, cem])
    while ready := next((device for device in others if can_play(device)), None):
        to_draw(ready)
        sync([ana, bo, cem])
    assert not dua.has_news
    for device in others:
        assert not device.is_closed
        assert set(device.waits_for) <= {*dua.seats, *others[0].seats, *others[1].seats}
        device.end()
        sync([ana, bo, cem])
    assert all(device.is_ended for device in (ana, bo, cem))


def test_who_has_left_may_come_back_before_the_end() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    bo.leave()
    sync([ana, bo, cem])
    assert (bo.is_closed, ana.left_by) == (True, (0,))
    bo.stay()
    sync([ana, bo, cem])
    assert (bo.is_closed, ana.left_by) == (False, ())
    play_on([ana, bo, cem], Random(1))
    assert all(device.is_verified for device in (ana, bo, cem))


def test_game_ends_for_the_last_one_when_all_others_have_left() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    ana.leave()
    cem.leave()
    for device in (ana, cem):
        bo.receive(device.message())
    assert bo.is_ended


def test_wish_is_taken_back() -> None:
    _bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    cem.receive(ana.message())
    ana.stay()
    assert ana.has_news
    cem.receive(ana.message())
    assert cem.agreed_by == ()
    cem.end()
    assert not cem.is_ended


# --- Attacks, and devices that have forgotten something ------------------------------------------


def test_nobody_agrees_in_the_name_of_another_device() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    text = ana.message()
    mine = ledger(ana).statements[ledger(ana).own]
    theirs = ledger(bo).statements[ledger(cem).own]
    assert mine
    assert theirs
    answers = [b""] * 3
    answers[ledger(cem).own] = mine.answers[ledger(ana).own]
    for serial in (theirs.serial + 1, theirs.serial + 7):
        forged = replace(theirs, answers=tuple(answers), serial=serial)
        refused(bo, retold(text, {ledger(cem).own: forged}))
    assert not bo.is_ended


def test_old_wish_that_is_sent_again_is_ignored() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    old = ana.message()
    ana.stay()
    new = ana.message()
    for device in (bo, cem):
        device.receive(new)
        assert not device.receive(old)
        assert device.agreed_by == ()
    cem.end()
    bo.receive(cem.message())
    bo.receive(old)
    assert not any(device.is_ended for device in (bo, cem))


def test_wish_of_another_position_is_worth_nothing() -> None:
    """Two devices that agree at different positions have not agreed."""
    bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    wish = ana.message()
    to_draw(bo)
    for device in (ana, cem):
        device.receive(bo.message())
    assert ana.agreed_by == ()
    sync([bo, cem])  # Ana has told nothing since
    if cem.may_end:
        cem.end()
    cem.receive(wish)
    assert not cem.is_ended


@pytest.mark.parametrize("setup", [TWO, THREE])
def test_restored_device_finds_that_it_has_ended_the_game(setup: Seats) -> None:
    _bo, (ana, *rest) = awaited_by(setup)
    backup = ana.to_text()
    for device in (ana, *rest):
        device.end()
    sync([ana, *rest])
    told = (rest[-1] if rest else ana).message()
    for again in (Device.from_text(backup, is_restored=True), Device.from_text(backup)):
        again.receive(told)
        assert again.is_ended
        assert again.agreed_by == ana.agreed_by


def test_device_that_waits_for_answers_for_ever_can_agree() -> None:
    """It was restored, and the silent one never answers."""
    bo, (ana, cem) = awaited_by(THREE)
    again = Device.from_text(ana.to_text(), is_restored=True)
    cem.receive(again.message())
    again.receive(cem.message())
    assert again.is_unsure
    again.end()
    cem.receive(again.message())
    cem.end()
    again.receive(cem.message())
    bo.receive(again.message())
    for device in (again, bo, cem):
        assert device.is_ended
        assert device.cheats == ()


def test_restored_silent_one_learns_the_end_without_answers() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    again = Device.from_text(bo.to_text(), is_restored=True)
    for device in (ana, cem):
        device.end()
    sync([ana, cem])
    again.receive(ana.message())
    assert again.is_ended
    ana.receive(again.message())  # it asks, and nobody has to answer any more
    assert ana.is_ended
    assert not ana.has_news


def test_wish_survives_in_what_the_device_keeps() -> None:
    bo, (ana, cem) = awaited_by(THREE)
    ana.end()
    kept = twin(ana)
    assert kept.agreed_by == ana.seats
    cem.receive(kept.message())
    cem.end()
    assert cem.is_ended
    bo.leave()
    assert twin(bo).left_by == bo.seats


def test_wish_costs_eight_bytes_and_is_part_of_a_usual_message() -> None:
    _bo, (ana, _cem) = awaited_by(THREE)
    before = len(ana.message())
    ana.end()
    assert len(ana.message()) - before < 24
    statement = news(ana.message()).course.statements[ledger(ana).own]
    assert statement
    assert sum(map(bool, statement.answers)) == 1


@pytest.mark.parametrize("seed", range(6))
def test_devices_that_agree_leave_and_return_at_random_end_up_with_the_same(seed: int) -> None:
    """Whatever order wishes, decisions and messages have: all that hear all see the same."""
    rng = Random(seed)
    devices = table(THREE, seed)
    for _step in range(200):
        device = rng.choice(devices)
        action = rng.random()
        if action < 0.6 and can_play(device):
            device.play(rng.choice(device.game.legal_moves()))
        elif action < 0.63 and device.may_end:
            device.end()
        elif action < 0.64 and not device.is_closed:
            device.leave()
        elif action < 0.7 and device.is_closed and not device.is_ended:
            device.stay()
        else:
            other = rng.choice(devices)
            if other is not device:
                other.receive(device.message())
    sync(devices)
    assert len({device.is_ended for device in devices}) == 1
    assert not any(device.cheats for device in devices)
    if not devices[0].is_ended:
        assert len({device.moves for device in devices}) == 1
