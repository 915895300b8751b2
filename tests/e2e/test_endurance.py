"""Game after game in one page: nothing may pile up. The long form is tests/bench/endurance.py."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.bench.endurance import samples

SPARE_NODES = 25
"""A node that a whole game of 36 turns forgets in each turn is found; a passing notice is not."""
SPARE_REFERENCES = 5
"""A timer or an animation may still be on its way; one reference kept by each turn is found."""


def test_a_third_game_leaves_no_more_behind_than_the_second(
    open_page: Callable[..., Page],
) -> None:
    _first, second, third = samples(open_page(), 3)
    assert third.nodes <= second.nodes + SPARE_NODES
    assert third.listeners <= second.listeners
    assert third.documents <= second.documents
    assert third.js_proxies <= second.js_proxies + SPARE_REFERENCES
    assert third.py_proxies <= second.py_proxies + SPARE_REFERENCES
