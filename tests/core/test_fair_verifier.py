"""Finished games, checked by a program that somebody has written from docs/fair.md alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core.fair import Device
from cacao_core.fair.messages import letters
from tests.core.fair_tables import (
    NAMES,
    SETUPS,
    Seats,
    before_closing,
    in_turn,
    ledger,
    play_on,
    sync,
    to_draw,
    whole_game,
)
from tests.core.fair_verifier import verify
from tests.core.test_fair_new_device import given, lost, lost_at_draw


def finished(setup: Seats, seed: int) -> tuple[Device, str, str]:
    """A device after a game, its invitation, and its message with the list of players."""
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], NAMES[:players], secret=b"host %d" % seed)
    device = whole_game(setup, seed)[0]
    return device, host.message(), letters.to_text(ledger(device).news(whole=True))


@pytest.mark.parametrize("draws", [False, True])
def test_game_in_which_a_computer_has_played_on_verifies(draws: bool) -> None:
    """The devices of a game of three, of which one falls silent: on its turn, or as a second."""
    devices = before_closing(SETUPS[2], 0) if draws else in_turn(SETUPS[2], 1)
    if draws:
        to_draw(devices[0])
    waiting = devices[0]
    silent = next(one for one in devices if set(one.seats) & set(waiting.waits_for))
    others = [one for one in devices if one is not silent]
    sync(others)
    for one in others:
        one.pass_on()
        sync(others)
    play_on(others, Random(1))
    sync(others)
    known = ledger(others[0])
    alone = letters.Gathering(known.roster.invitation, (), devices[0].host_seats[0])
    news = letters.to_text(known.news(whole=True))
    assert verify(letters.to_text(alone), news) == others[0].record()
    less = replace(known.successions[0], statements=(None,) * 3)
    course = replace(known.signed_course(), successions=(less,))
    forged = letters.to_text(replace(known.news(whole=True), course=course))
    with pytest.raises(ValueError, match="agree"):
        verify(letters.to_text(alone), forged)


@pytest.mark.parametrize("draws", [False, True])
def test_game_with_a_new_device_verifies(draws: bool) -> None:
    """The devices of a game of three, of which one is lost: on its turn, or as a second."""
    old, new, others = lost_at_draw(0) if draws else lost(SETUPS[2], 1)
    devices = given(new, others)
    play_on(devices, Random(1))
    sync([*devices, old])
    known = ledger(old)
    alone = letters.Gathering(known.roster.invitation, (), new.host_seats[0])
    news = letters.to_text(known.news(whole=True))
    assert verify(letters.to_text(alone), news) == new.record() == old.record()
    less = replace(known.successions[0], statements=(None,) * 3)
    course = replace(known.signed_course(), successions=(less,))
    forged = letters.to_text(replace(known.news(whole=True), course=course))
    with pytest.raises(ValueError, match="said nothing"):
        verify(letters.to_text(alone), forged)


@pytest.mark.parametrize(("seed", "setup"), [(n, SETUPS[n]) for n in (1, 2, 3, 4, 5, 7)])
def test_finished_game_verifies(seed: int, setup: Seats) -> None:
    device, invitation, news = finished(setup, seed)
    assert verify(invitation, news) == device.record()
