"""Whole games with fair dealing (docs/fair.md): every device ends with the same, true record."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import IllegalMove, Record
from cacao_core.fair import Device
from cacao_core.game import Phase
from tests.core.fair_tables import (
    NAMES,
    SETUPS,
    Seats,
    by_seat,
    can_play,
    choose,
    choose_on_path,
    play_on,
    sync,
    table,
    whole_game,
)


@pytest.mark.parametrize("setup", SETUPS)
def test_devices_end_with_the_same_verified_record(setup: Seats) -> None:
    devices = whole_game(setup, 1)
    records = {device.record() for device in devices}
    assert len(records) == 1
    record = records.pop()
    for device in devices:
        assert device.is_verified
        assert device.waits_for == ()
        assert (device.cheats, device.forgetful, device.is_closed) == ((), (), False)
        assert device.game == record.game()
        assert device.public_record() == record
    assert record.game().is_over
    assert record.seats == NAMES[: record.deal.players]
    assert Record.from_link(record.to_link()).moves == record.moves


# --- While it is played --------------------------------------------------------------------------


def test_device_knows_its_own_hands_and_no_others() -> None:
    devices = table(((0, 2), (1,), (3,)), 3)
    play_on(devices, Random(3), lambda: len(devices[0].moves) > 30)
    sync(devices)
    owners = by_seat(devices)
    for device in devices:
        game = device.game
        assert game == device.record().game()
        for seat, owner in owners.items():
            hand = owner.game.players[seat].hand
            assert sorted(hand + owner.game.players[seat].pile) == sorted(
                game.players[seat].hand + game.players[seat].pile
            )
            assert (game.players[seat].hand == hand) or owner is not device
        assert game.display == devices[0].game.display
        assert game.jungle == devices[0].game.jungle


def test_guesses_stay_the_same_until_something_changes() -> None:
    ana, bo = table(((0,), (1,)), 4)
    assert ana.game == ana.game
    assert ana.record() == ana.record()
    assert bo.game == bo.game
    # Started again, it may be dealt otherwise: it is chance, and not kept.
    games = {Device.from_text(bo.to_text()).game.players[0].hand for _ in range(30)}
    assert len(games) > 1


def test_seat_of_a_device_with_several_is_told_only_its_own() -> None:
    ana, bo = table(((0, 1), (2,)), 5)
    whole = ana.record().game()
    hands = {ana.record(seat=0).game().players[1].hand for _ in range(40)}
    assert len(hands) > 1
    assert ana.record(seat=0).game().players[0].hand == whole.players[0].hand
    public = {ana.public_record().game().players[0].hand for _ in range(40)}
    assert len(public) > 1
    with pytest.raises(ValueError, match="expected one of"):
        ana.record(seat=2)
    assert bo.record(seat=2).deal.seed is None


def test_decisions_are_for_the_device_whose_turn_it_is() -> None:
    ana, bo = table(((0,), (1,)), 6)
    assert (ana.waits_for, bo.waits_for) == ((), (0,))
    with pytest.raises(IllegalMove, match="waits for Ana"):
        bo.play(bo.game.legal_moves()[0])
    with pytest.raises(IllegalMove):
        ana.play("W2101@9,9")
    hand = set(ana.game.players[0].hand)
    absent = next((tile for tile in ("3001", "3100", "2101", "1111") if tile not in hand), None)
    assert absent is not None
    with pytest.raises(IllegalMove, match="in the hand"):
        ana.play(f"W{absent}@1,0")


def test_draws_wait_until_the_decision_has_left() -> None:
    """TOGETHER: no draw is shown before the decision that it follows is out of one's hands."""
    ana, bo = table(((0,), (1,)), 8)
    rng = Random(8)
    before = ana.game
    while can_play(ana):
        ana.play(choose(ana, rng))
    assert ana.awaits_draw
    assert ana.waits_for == (1,)
    assert len(ana.game.players[0].hand) == 2
    assert set(ana.game.display) <= set(before.display)
    while ana.can_undo:
        ana.undo()
    assert ana.game == before
    ana.play(choose(ana, rng))
    while can_play(ana):
        ana.play(choose(ana, rng))
    bo.receive(ana.message())
    assert not ana.can_undo
    with pytest.raises(IllegalMove, match="it stands"):
        ana.undo()
    assert ana.waits_for == (1,)
    assert len(bo.game.display) == 2
    ana.receive(bo.message())
    assert ana.game.display == bo.game.display
    assert len(ana.game.players[0].hand) == 3


@pytest.mark.parametrize("setup", SETUPS)
def test_spaces_that_are_filled_from_the_pile_await_the_draw(setup: Seats) -> None:
    devices = table(setup, 1)
    waiting: list[Device] = []

    def is_waiting() -> bool:
        waiting[:] = [d for d in devices if d.awaits_draw and d.game.phase is Phase.FILL]
        return bool(waiting)

    play_on(devices, Random(1), is_waiting, choose_on_path)
    game = waiting[0].game
    assert game.to_move == game.turn
    assert game.to_move in waiting[0].seats
    assert (game.legal_moves(), game.display, len(game.open_spaces)) == ([], (), 1)
    space, turn, pile = game.open_spaces[0], game.turn, len(game.jungle_pile)
    seconds = waiting[0].waits_for
    assert seconds
    with pytest.raises(IllegalMove, match="waits for"):
        waiting[0].play("An0@0,1")
    sync(devices)
    after = [device.game for device in devices]
    assert not any(device.awaits_draw for device in devices) or after[0].turn != turn
    assert len({other.jungle[space] for other in after}) == 1
    assert len(after[0].jungle_pile) <= pile - 1


def test_two_messages_a_turn_are_rare_by_link() -> None:
    """A message contains the answer to the last draw and the whole next turn."""
    messages = 0
    devices = table(((0,), (1,)), 9)
    rng = Random(9)
    while not all(device.is_verified for device in devices):
        for device, other in (devices, devices[::-1]):
            while can_play(device):
                device.play(choose(device, rng))
            if device.has_news:
                messages += 1
                other.receive(device.message())
    # 22 turns; and two messages more whenever somebody decides last in another's turn.
    assert 22 <= messages <= 40
