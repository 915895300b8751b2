"""Finished games, checked by a program that somebody has written from docs/fair.md alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cacao_core.fair import Device, letters
from cacao_core.formats import link
from tests.core.fair_tables import NAMES, SETUPS, Seats, ledger, whole_game
from tests.core.fair_verifier import verify


def finished(setup: Seats, seed: int) -> tuple[Device, str, str]:
    """A device after a game, its invitation, and its message with the list of players."""
    players = sum(map(len, setup))
    host = Device.host(players, setup[0], NAMES[:players], secret=b"host %d" % seed)
    device = whole_game(setup, seed)[0]
    return device, host.message(), letters.to_text(ledger(device).news(whole=True))


@pytest.mark.parametrize(("seed", "setup"), [(n, SETUPS[n]) for n in (1, 2, 3, 5)])
def test_finished_game_verifies(seed: int, setup: Seats) -> None:
    device, invitation, news = finished(setup, seed)
    assert verify(invitation, news) == device.record()


def test_changed_games_do_not_verify() -> None:
    """Any digit, with check digits that fit; and what each device has signed, part by part."""
    _device, invitation, news = finished(SETUPS[2], 3)
    rng = Random(1)
    for _change in range(20):
        at = rng.randrange(3, len(news) - 5)
        digit = rng.choice([one for one in "Aa0_-z" if one != news[at]])
        body = news[2:at] + digit + news[at + 1 : -5]
        with pytest.raises(ValueError, match=r"."):
            verify(invitation, letters._SEAL.text(link.from_digits(body)))
    letter = letters.from_text(news)
    assert isinstance(letter, letters.News)
    told = letter.story.statements
    for device, one in enumerate(told):
        assert one is not None
        for forged in (
            replace(one, signature=bytes(64)),
            replace(one, count=one.count - 1),
            replace(one, value=bytes(16)),
            replace(one, private=bytes(16)),
        ):
            story = replace(letter.story, statements=(*told[:device], forged, *told[device + 1 :]))
            with pytest.raises(ValueError, match=r"."):
                verify(invitation, letters.to_text(replace(letter, story=story)))
