"""Relays in the engines beside Chromium."""

from __future__ import annotations

import pytest

from making.broker import Broker
from tests.e2e.probe import RELAY_PROBE, until
from tests.e2e.smoke.conftest import OpenScreen


@pytest.mark.nightly
def test_messages_between_two_lines_of_a_page(
    open_screen: OpenScreen, broker: Broker, site: str
) -> None:
    screen = open_screen()
    screen.open(site)
    page = screen.driver
    page.evaluate(RELAY_PROBE)
    assert page.evaluate("probe.crypt()")[1:] == ["plain", [True] * 4]
    for name in ("first", "second"):
        assert page.evaluate(f"probe.connect('{name}', '{broker.address}')") is False
        assert page.evaluate(f"probe.publish('{name}', 'cacao/2/game/{name}', 'ü')") == "kept"
    for name in ("first", "second"):
        for topic in ("first", "second"):
            came = f"one.slice(0, 2).join() === '{name},cacao/2/game/{topic}' && one[3] === 'ü'"
            until(page.evaluate, f"probe.told().some(one => {came})")
