"""Finished games, checked by a program that somebody has written from docs/fair.md alone."""

from __future__ import annotations

import pytest

from cacao_core.fair import Device, letters
from tests.core.fair_tables import NAMES, SETUPS, Seats, ledger, whole_game
from tests.core.fair_verifier import verify


def finished(setup: Seats, seed: int) -> tuple[Device, str, str]:
    """A device after a game, its invitation, and its message with the list of players."""
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], NAMES[:players], secret=b"host %d" % seed)
    device = whole_game(setup, seed)[0]
    return device, host.message(), letters.to_text(ledger(device).news(whole=True))


@pytest.mark.parametrize(("seed", "setup"), [(n, SETUPS[n]) for n in (1, 2, 3, 4, 5, 7)])
def test_finished_game_verifies(seed: int, setup: Seats) -> None:
    device, invitation, news = finished(setup, seed)
    assert verify(invitation, news) == device.record()
