"""The seats of a lost device are given to a new one (docs/fair.md, "A new device")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from cacao_core import BadLink, CacaoError, IllegalMove, OtherVersion, Record
from cacao_core.fair import Cheating, Device, RelayKeys, look, unpack
from cacao_core.fair.agreements.claims import Claim
from cacao_core.fair.agreements.statements import Succession
from cacao_core.fair.agreements.successions import MOST, pass_on
from cacao_core.fair.dealing.hidden import first_not_held
from cacao_core.fair.messages import letters
from cacao_core.fair.messages.letters import Asking
from cacao_core.fair.messages.seal import Seal
from cacao_core.rules import Rules, expanded
from tests.core.fair_tables import (
    SETUPS,
    Seats,
    before_closing,
    by_seat,
    can_play,
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


def watcher(of: Device, seed: int = 0) -> Device:
    """A device without a seat, which has opened the game."""
    return Device.watch(*of.for_watchers(), secret=b"new %d" % seed)


def asking(of: Device, seat: int, seed: int = 0) -> Device:
    """A new device that asks for a seat."""
    found = watcher(of, seed)
    found.ask_for(seat)
    return found


def tell(device: Device, others: Sequence[Device]) -> None:
    for other in others:
        other.receive(device.asking())


def agree(new: Device, others: Sequence[Device]) -> None:
    """All others, the successor first, give the seats to a new device."""
    for device in others:
        device.give(new.key)
        sync(others)


def lost(setup: Seats, seat: int, seed: int = 1) -> tuple[Device, Device, list[Device]]:
    """A device whose turn it is, which is lost, the new one that asks, and the others."""
    devices = in_turn(setup, seat, seed=seed)
    old = by_seat(devices)[seat]
    others = [device for device in devices if device is not old]
    new = asking(others[0], seat, seed)
    tell(new, others)
    return old, new, others


def lost_at_draw(seat: int) -> tuple[Device, Device, list[Device]]:
    """Lost, new and other devices, where the lost one owes a link after the turn of a seat."""
    devices = before_closing(THREE, seat)
    decider = by_seat(devices)[seat]
    to_draw(decider)
    old = next(d for d in devices if set(d.seats) & set(decider.waits_for))
    others = [device for device in devices if device is not old]
    sync(others)
    new = asking(others[0], old.seats[0])
    tell(new, others)
    return old, new, others


def given(new: Device, others: Sequence[Device]) -> list[Device]:
    """All devices that play after everybody has agreed, and the new one has heard of it."""
    agree(new, others)
    devices = [*others, new]
    sync(devices)
    return devices


@pytest.mark.parametrize(("setup", "seat"), [(THREE, 0), (THREE, 1), (FOUR, 2), (GROUPS, 3)])
def test_new_device_plays_on_and_all_verify_the_game(setup: Seats, seat: int) -> None:
    old, new, others = lost(setup, seat)
    before = old.moves
    devices = given(new, others)
    for device in devices:
        assert device.given_on == tuple((one, len(before)) for one in old.seats)
        assert device.passed_on == ()
        assert device.moves == before
        assert device.names == old.names
    assert (new.seats, new.is_watching, new.is_host) == (old.seats, False, old.is_host)
    assert can_play(new)
    finish(devices)
    assert all(device.is_verified for device in devices)
    records = [device.record() for device in devices]
    assert all(record == records[0] for record in records)
    assert Record.from_text(records[0].to_text()).game().is_over
    assert records[0].moves[: len(before)] == before
    assert not any(device.cheats for device in devices)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_device_is_lost_while_it_owes_a_draw(seat: int) -> None:
    old, new, others = lost_at_draw(seat)
    devices = given(new, others)
    assert new.seats == old.seats
    assert not any(device.waits_for for device in devices if can_play(device))
    assert ledger(new).course.due is None
    finish(devices)
    assert all(device.is_verified for device in devices)
    assert len({device.record().to_text() for device in devices}) == 1


def test_hidden_tiles_are_dealt_again_and_only_the_new_device_sees_them() -> None:
    old, new, others = lost(THREE, 1)
    placed = [move.tile for move in old.moves if move.starts_turn][1::3]
    before = twin(new)
    agree(new, others)
    new.receive(others[0].message())
    player = new.game.players[1]
    assert sorted([*placed, *player.hand, *player.pile]) == sorted(
        old.record().deal.worker_piles[1]
    )
    assert len(player.hand) == 3
    assert twin(new).game.players[1].hand == player.hand
    for device in others:
        assert ledger(device).private_of(1) is None
    beacons = len(ledger(before).course.beacons)
    (draws,) = {tuple(ledger(device).course.worker_draws[1]) for device in (new, *others)}
    assert {draw.beacon for draw in draws} == set(ledger(new).course.beacons[beacons:])


def test_successor_that_does_what_all_have_agreed_to_has_forgotten_nothing() -> None:
    _old, new, (successor, third) = lost(THREE, 1)
    successor.give(new.key)
    third.receive(successor.message())
    third.give(new.key)
    successor.receive(third.message())
    assert successor.given_on
    assert not successor.is_unsure


def test_seat_is_not_given_without_the_agreement_of_all_others() -> None:
    old, new, others = lost(FOUR, 2)
    with pytest.raises(CacaoError):
        others[1].give(new.key)  # the successor says so first
    others[0].give(new.key)
    sync([old, *others])
    others[1].give(new.key)
    sync([old, *others, new])
    assert new.is_watching
    for device in (old, *others):
        assert device.given_on == ()
    (one,) = others[2].asked_for
    assert set(one.agreed_by) == {*others[0].seats, *others[1].seats}
    for device in others[:2]:
        for act in (device.end, device.stay, device.leave, device.pass_on):
            with pytest.raises(CacaoError):
                act()
    finish([old, *others])  # the lost one is there again, before all have agreed
    assert all(device.is_verified for device in (old, *others))
    new.receive(old.message())
    assert new.is_watching
    assert new.is_verified


def test_old_device_that_comes_back_too_late_loses_nothing_but_the_seat() -> None:
    old, new, others = lost(THREE, 1)
    devices = given(new, others)
    to_draw(old)
    late, known = old.message(), new.moves
    for device in devices:
        device.receive(late)
        assert (device.moves, device.cheats) == (known, ())
    old.receive(others[0].message())
    for device in (old, twin(old)):
        assert device.given_on == ((1, len(known)),)
        assert (device.has_passed_on, device.is_closed, device.is_broken) == (True, True, False)
        assert (device.cheats, device.moves, device.has_news) == ((), known, False)
        with pytest.raises(IllegalMove):
            device.play(device.game.legal_moves()[0])
        for act in (device.stay, device.leave, device.end):
            with pytest.raises(CacaoError):
                act()
    finish(devices)
    old.receive(new.message())
    assert old.is_verified
    assert old.record() == new.record()


def test_draw_that_the_lost_one_makes_too_late_does_not_count() -> None:
    old, new, others = lost_at_draw(0)
    devices = given(new, others)
    beacons = ledger(new).course.beacons
    old.receive(next(d for d in others if 0 in d.seats).message())
    sync([old])
    sync([*devices, old])
    assert old.has_passed_on
    assert {tuple(ledger(device).course.beacons) for device in (*devices, old)} == {tuple(beacons)}


@pytest.mark.parametrize("at_draw", [False, True])
def test_who_reads_of_it_later_knows_the_same(at_draw: bool) -> None:
    old, new, others = lost_at_draw(0) if at_draw else lost(THREE, 1)
    behind = twin(old)
    early = watcher(others[0], 7)
    devices = given(new, others)
    late = watcher(others[1], 8)
    finish(devices)
    for device in (behind, early, late):
        device.receive(new.message())
        assert device.given_on == new.given_on
        assert device.is_verified
        assert device.record() == new.record()
        assert twin(device).record() == new.record()


def test_new_device_is_lost_as_well() -> None:
    _old, new, others = lost(THREE, 1)
    devices = given(new, others)
    play_on(devices, Random(5), lambda: len(new.moves) > 30 and is_placing(new))
    sync(devices)
    newer = asking(others[0], 1, 9)
    tell(newer, others)
    live = given(newer, others)
    assert len(newer.given_on) == 2
    new.receive(newer.message())
    assert new.has_passed_on
    assert twin(new).has_passed_on
    finish(live)
    late = watcher(others[0], 11)
    assert all(device.is_verified for device in (*live, late))
    assert late.record() == newer.record()


def test_computer_plays_on_for_a_new_device_that_is_lost() -> None:
    _old, new, others = lost(THREE, 1)
    given(new, others)
    for device in others:
        device.pass_on()
        sync(others)
    assert others[0].stand_ins == (1,)
    finish(others)
    new.receive(others[1].message())
    assert all(device.is_verified for device in (new, *others))
    assert new.passed_on[0][0] == new.given_on[0][0] == 1


def test_two_new_devices_for_one_seat() -> None:
    old, new, others = lost(THREE, 1)
    rival = asking(others[1], 1, 5)
    tell(rival, others)
    assert [one.key for one in others[0].asked_for] == [new.key, rival.key]
    others[0].give(rival.key)
    with pytest.raises(CacaoError):
        others[0].give(new.key)
    sync(others)
    with pytest.raises(CacaoError):
        others[1].give(new.key)  # the successor has named the other one
    others[1].give(rival.key)
    sync([*others, rival])
    assert (rival.seats, others[1].asked_for) == ((1,), ())
    for device in (new, old):
        device.receive(rival.message())
    assert (new.is_watching, new.asks_for, new.given_on) == (True, (), rival.given_on)
    refused(others[0], letters.to_text(Asking(b"\0" * 6, b"\0" * 4, claim_of(rival))))
    assert not others[0].receive(asking_text(rival))  # it has the seat
    finish([*others, rival])
    assert rival.is_verified


def claim_of(device: Device) -> Claim:
    known = ledger(device)
    return Claim.of(known.secrets, 1, known.roster.hash)


def asking_text(device: Device, claim: Claim | None = None) -> str:
    """The message of a device that asks for seat 1, whatever it has."""
    known = ledger(device)
    token, check = known.roster.invitation.token, known.roster.hash[:4]
    return letters.to_text(Asking(token, check, claim or claim_of(device)))


def test_successor_that_wanted_a_computer_can_give_the_seat_instead() -> None:
    _old, new, others = lost(FOUR, 2)
    others[0].pass_on()
    sync(others)
    others[1].pass_on()
    sync(others)
    others[0].give(new.key)
    sync(others)
    for device in others[1:]:
        device.give(new.key)
        sync(others)
    sync([*others, new])
    assert new.seats == (2,)
    finish([*others, new])
    assert all(device.is_verified for device in (*others, new))


def test_computer_that_was_agreed_on_first_keeps_the_seat() -> None:
    _old, new, others = lost(THREE, 1)
    late = new.asking()
    for device in others:
        device.pass_on()
        sync(others)
    refused(others[0], asking_text(asking_again(new)))
    new.receive(others[0].message())
    assert (new.asks_for, new.may_ask_for(1), new.passed_on[0][0]) == ((), False, 1)
    with pytest.raises(BadLink):
        others[1].receive(late)


def asking_again(new: Device) -> Device:
    return Device.from_text(new.to_text())


def test_wish_that_crosses_a_decision_is_gone() -> None:
    old, new, others = lost(THREE, 1)
    others[0].give(new.key)
    others[1].receive(others[0].message())
    others[1].give(new.key)
    to_draw(old)
    assert not others[1].receive(old.message())  # the successor may have given the seat away
    assert others[0].receive(old.message())
    others[0].receive(others[1].message())
    assert others[0].given_on == ()
    sync([old, *others])
    assert others[1].moves == old.moves
    finish([old, *others])
    assert all(device.is_verified for device in (old, *others))


@pytest.mark.parametrize("rules", [expanded("gems"), expanded("huts"), expanded(big=True)])
def test_games_with_modules_go_on_as_well(rules: Rules) -> None:
    devices = table(THREE, 4, rules)
    play_on(devices, Random(4), lambda: len(devices[1].moves) > 30 and is_placing(devices[1]))
    sync(devices)
    new = asking(devices[0], 1)
    tell(new, [devices[0], devices[2]])
    live = given(new, [devices[0], devices[2]])
    finish(live)
    assert all(device.is_verified for device in live)
    assert live[0].record() == new.record()


def test_end_is_preferred_by_who_wants_it() -> None:
    _old, new, others = lost(THREE, 1)
    others[0].give(new.key)
    sync(others)
    others[1].end()
    sync(others)
    assert all(device.is_ended for device in others)
    new.receive(others[0].message())
    assert (new.is_ended, new.is_watching) == (True, True)


def test_who_may_ask() -> None:
    old, new, others = lost(THREE, 1)
    for device in (old, *others):
        assert not device.may_ask_for(1)
        with pytest.raises(CacaoError):
            device.ask_for(1)
    assert new.asks_for == (1,)
    assert twin(new).asks_for == (1,)
    pair = in_turn(SETUPS[0], 0)
    assert not watcher(pair[0]).may_ask_for(0)  # two devices have no need of it
    bystander = watcher(others[0])
    with pytest.raises(CacaoError):
        bystander.asking()


# --- By a relay ----------------------------------------------------------------------------------


def test_relay_brings_the_new_device_back() -> None:
    _old, new, others = lost(THREE, 1)
    given(new, others)
    salt = others[0].relay_salt
    assert salt is not None
    keys = RelayKeys.of(salt, ledger(new).roster.invitation.game)
    parcels = [
        unpack(device.parcel(salt), keys, keys.topic(device.key)) for device in (new, *others)
    ]
    assert new.key in others[0].keys
    for known in (parcels, parcels[1:]):
        again = Device.from_seed(ledger(new).secrets.seed, known)
        assert again.seats == (1,)
        sync([again, *others])
        assert not again.is_unsure
    finish([*others, again])
    assert again.is_verified


def test_new_device_restored_from_before_it_had_the_seat() -> None:
    _old, new, others = lost(THREE, 1)
    backup = new.to_text()
    devices = given(new, others)
    to_draw(new)
    sync(devices)
    again = Device.from_text(backup, is_restored=True)
    again.receive(others[0].message())
    assert (again.seats, again.is_unsure) == ((1,), True)
    sync([again, *others])
    assert not again.is_unsure
    finish([again, *others])
    assert again.is_verified


# --- Forms ---------------------------------------------------------------------------------------


def test_programs_of_before_say_that_they_need_a_newer_one() -> None:
    old, new, others = lost(THREE, 1)
    before = others[0].message()
    seal = Seal("f", "3", "fair", "message of fair dealing")
    assert before.startswith("f3")  # nobody has agreed: an unknown person changes nothing
    assert look(new.asking()).kind == "asking"
    others[0].give(new.key)
    texts = [new.asking(), others[0].message(), new.to_text()]
    agree_rest(new, others)
    texts += [others[1].message(), new.to_text()]
    for text in texts:
        with pytest.raises(OtherVersion):
            seal.number(text, 1 << 14)
    late = old.message()
    assert late.startswith("f3")


def agree_rest(new: Device, others: Sequence[Device]) -> None:
    sync(others)
    others[1].give(new.key)
    sync([*others, new])


def test_newer_form_is_refused_where_the_older_one_would_do() -> None:
    _old, _new, others = lost(THREE, 1)
    told = news(others[0].message())
    number = Seal("f", "3", "fair", "").number(others[0].message(), 4096)
    assert number % 3 == 1
    with pytest.raises(BadLink):
        others[1].receive(Seal("f", "4", "fair", "").text(number))
    assert told.course.claims == ()


@pytest.mark.long
def test_longest_messages_with_new_devices_can_be_read() -> None:
    names = ["\U0001f600" * 39 + letter for letter in "abcd"]
    host = Device.host(4, (0,), names, b"a", options="x" * 200, rules=expanded(big=True))
    guests = [Device.join(host.message(), (seat,), secret=b"%d" % seat) for seat in (1, 2, 3)]
    kept, live = guests[2].to_text(), [host, *guests]
    for guest in guests:
        host.receive(guest.message())
    sync(live)
    for number in range(MOST):
        gone = live[1]
        play_on(live, Random(1), lambda: len(host.moves) > 40 * number and is_placing(gone))
        sync(live)
        rest = [device for device in live if device is not gone]
        new = asking(host, 1, number)
        tell(new, rest)
        agree(new, rest)
        live = [host, new, *rest[1:]]
        sync(live)
    finish(live)
    assert host.is_verified
    known = ledger(host).news(whole=True)
    late = Device.from_text(kept)
    assert late.receive(letters.to_text(known))
    assert late.given_on == host.given_on
    letters.from_text(letters.to_text(replace(known, other=known.course)))
    keys = RelayKeys.of(bytes(16), ledger(host).roster.invitation.game)
    plain = host.parcel(bytes(16))
    assert unpack(plain, keys, keys.topic(host.key)).news


# --- Attacks -------------------------------------------------------------------------------------


def told_again(text: str, **changes: object) -> str:
    """A message whose agreement says something else."""
    course = news(text).course
    (agreed,) = course.successions
    return changed(text, course=replace(course, successions=(replace(agreed, **changes),)))  # type: ignore[arg-type]


def test_agreement_of_which_anything_was_changed_is_refused() -> None:
    old, new, others = lost(FOUR, 2)
    stranger = asking(others[0], 2, 77)
    before = twin(others[1])
    agree(new, others)
    text = others[0].message()
    (agreed,) = news(text).course.successions
    statements, claim = agreed.statements, agreed.claim
    assert claim is not None
    wrong = []
    for number, one in enumerate(statements):
        assert one is not None
        flipped = replace(one, signature=bytes([one.signature[0] ^ 1]) + one.signature[1:])
        for other in (None, flipped, replace(one, answers=()), replace(one, count=one.count - 1)):
            changes = tuple(other if n == number else kept for n, kept in enumerate(statements))
            wrong.append(told_again(text, statements=changes))
    foreign = Claim.of(ledger(stranger).secrets, 2, ledger(stranger).roster.hash)
    flipped_claim = replace(claim, signature=bytes(64))
    for other_claim in (foreign, flipped_claim, replace(claim, device=1), None):
        wrong.append(told_again(text, claim=other_claim))
    wrong.append(told_again(text, at=agreed.at - 1))
    wrong.append(told_again(text, draws=True))
    for lie in wrong:
        for device in (old, before, stranger):
            if lie != text:
                refused(device, lie)
    assert old.receive(text)
    assert stranger.receive(text)
    assert stranger.is_watching


def test_stranger_cannot_take_a_seat_alone() -> None:
    """It makes the agreement itself, with the words of the others from another purpose."""
    old, new, others = lost(THREE, 1)
    known = ledger(twin(new))
    told = tuple(known.statements)
    with pytest.raises(BadLink):
        pass_on(known, Succession(*known.stage, told, claim_of(new)))
    known.course.give(0, claim_of(new).hash(known.roster.hash))
    known.successions = (Succession(known.stage[0] - 1, False, told, claim_of(new)),)
    forged = letters.to_text(known.news())
    for device in (old, *others):
        refused(device, forged)


def test_forged_requests_are_refused() -> None:
    _old, new, others = lost(THREE, 1)
    claim = claim_of(watcher(others[0], 5))
    for wrong in (
        replace(claim, signature=bytes(64)),
        replace(claim, commitment=bytes(16)),
        replace(claim, device=2),
        replace(claim, key=bytes(32)),
    ):
        refused(others[0], asking_text(new, wrong))
    used = ledger(others[1]).secrets
    own = Claim.of(used, 1, ledger(new).roster.hash)  # of a device that has a seat
    assert not others[0].receive(asking_text(new, own))
    assert [one.key for one in others[0].asked_for] == [new.key]


def test_only_the_newest_of_many_requests_are_kept_and_no_agreed_one_is_lost() -> None:
    _old, new, others = lost(THREE, 1)
    others[0].give(new.key)
    for seed in range(20, 30):
        tell(asking(others[0], 1, seed), others[:1])
    keys = [one.key for one in others[0].asked_for]
    assert len(keys) == 4
    assert new.key in keys
    assert [one.key for one in twin(others[0]).asked_for] == keys


def test_successor_that_goes_on_both_ways_closes_the_game_with_the_proof() -> None:
    old, new, others = lost(THREE, 1)
    successor, third = others
    successor.give(new.key)
    third.receive(successor.message())
    third.give(new.key)
    liar = twin(successor)
    to_draw(old)
    liar.receive(old.message())  # goes on with the one who was lost
    successor.receive(third.message())  # and gives the seat away
    assert successor.given_on
    for first, second in ((successor, liar), (liar, successor)):
        device = twin(third)
        device.receive(first.message())
        device.receive(second.message())
        assert device.is_broken
        assert [(c.kind, c.seat) for c in device.cheats] == [("twice", successor.seats[0])]
        witness = twin(old)
        witness.receive(device.message())
        assert witness.is_broken


def test_new_device_places_what_follows_from_the_value_that_it_has_fixed() -> None:
    _old, new, others = lost(THREE, 1)
    devices = given(new, others)
    liars = [twin(device) for device in devices]
    ledger(liars[2]).secrets.private = bytes(16)
    with pytest.raises(Cheating) as found:
        finish(liars)
    assert (found.value.kind, found.value.seat) == ("value", 1)
    finish(devices)
    course = ledger(new).course
    assert first_not_held(1, ledger(new).secrets.private, course) is None
    assert first_not_held(1, bytes(16), course) is not None


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 20))]
)
def test_any_order_of_requests_agreements_and_messages_ends_the_same(seed: int) -> None:
    rng = Random(seed)
    devices = table(THREE if seed % 2 else FOUR, seed)
    play_on(devices, Random(seed), lambda: len(devices[0].moves) > 8)
    sync(devices)
    new = [asking(devices[0], seat, seat) for seat in range(2)]
    everybody = [*devices, *new]
    for one in new:
        tell(one, devices)
    for _step in range(200):
        device = rng.choice(everybody)
        action = rng.random()
        wanted = [one.key for one in device.asked_for if one.may_agree]
        if action < 0.3 and can_play(device):
            device.play(rng.choice(device.game.legal_moves()))
        elif action < 0.6 and wanted:
            device.give(rng.choice(wanted))
        elif action < 0.62 and device.may_pass_on:
            device.pass_on()
        elif action < 0.68:
            everybody[everybody.index(device)] = twin(device)
        else:
            other = rng.choice(everybody)
            if other is not device:
                other.receive(device.message())
    sync(everybody)
    assert len({device.given_on for device in everybody}) == 1
    finish_alike(everybody)
