"""Heartbeats of a connection (docs/live.md)."""

from __future__ import annotations

import pytest

from cacao_web.browser.live import Signal, is_stun
from cacao_web.browser.pulse import BEAT, Pulse


def _after(pulse: Pulse, *times: float) -> Signal:
    for now in times:
        pulse.beat(now)
    return pulse.signal


def test_silence_makes_a_connection_shaky_and_then_closes_it() -> None:
    pulse = Pulse(10)
    assert pulse.signal is Signal.OPEN
    assert _after(pulse, 12, 14) is Signal.OPEN
    assert _after(pulse, 16) is Signal.SHAKY
    assert _after(pulse, *range(18, 40, 2)) is Signal.SHAKY
    assert _after(pulse, 40) is Signal.CLOSED


def test_whatever_arrives_opens_it_again() -> None:
    pulse = Pulse(0)
    assert _after(pulse, 2, 4, 6, 8) is Signal.SHAKY
    pulse.hear()
    assert pulse.signal is Signal.OPEN
    assert _after(pulse, 10, 12) is Signal.OPEN


def test_silence_does_not_count_while_the_page_is_slowed_down_or_asleep() -> None:
    pulse = Pulse(0)
    assert _after(pulse, *range(60, 3600, 60)) is Signal.OPEN
    assert _after(pulse, 3600, 3602, 3604) is Signal.OPEN
    assert _after(pulse, 3606) is Signal.SHAKY


def test_a_clock_that_is_set_back_does_not_count() -> None:
    assert _after(Pulse(100), 0, BEAT, 0, BEAT) is Signal.OPEN


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("stun:stun.example.org", True),
        ("stuns:[2001:db8::1]:5349", True),
        ("turn:example.org", False),
        ("https://example.org", False),
        ("stun:", False),
        ("stun:a b", False),
        ("stun:example.org?transport=tcp", False),
        ("stun:example.org\n", False),
    ],
)
def test_addresses_of_stun_servers(address: str, right: bool) -> None:
    assert is_stun(address) is right
