"""Game after game, death after death, one hostile address after the other.

The long forms are tests/bench/endurance.py, kills.py and fragments.py.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.bench.endurance import samples
from tests.bench.fragments import fragments, store_a_game, visit
from tests.bench.kills import deaths
from tests.e2e.pages import NOT_DRAWN

SPARE_NODES = 25
"""A node that a whole game of 36 turns forgets in each turn is found; a passing notice is not."""
SPARE_REFERENCES = 5
"""A timer or an animation may still be on its way; one reference kept by each turn is found."""


@pytest.mark.nightly
def test_third_game_leaves_no_more_behind_than_the_second(
    open_page: Callable[..., Page],
) -> None:
    _first, second, third = samples(open_page(), 3)
    assert third.nodes <= second.nodes + SPARE_NODES
    assert third.listeners <= second.listeners
    assert third.documents <= second.documents
    assert third.js_proxies <= second.js_proxies + SPARE_REFERENCES
    assert third.py_proxies <= second.py_proxies + SPARE_REFERENCES


@pytest.mark.nightly
def test_game_is_back_at_the_decision_whenever_the_tab_dies(browser: Browser, site: str) -> None:
    for death in deaths(browser, site, kills=3, seed=3, longest=900, script=NOT_DRAWN):
        assert not death.fault(), death.when


@pytest.mark.nightly
def test_hostile_addresses_open_a_game_or_are_refused_in_words(
    open_page: Callable[..., Page],
) -> None:
    page = open_page()
    kept = store_a_game(page)
    tally = visit(page, list(islice(fragments(Random(2)), 150)), kept)
    assert tally.faults == []
    assert tally.opened > 5
    assert tally.refused > 100
