"""A match between friends by relay, to its result.

What the page does in each case is tested without a browser in tests/web/test_together_match.py;
daily games between friends in test_daily_relay.py.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Page, expect

from cacao_core.fair import Device
from cacao_core.moves import turns_begun
from cacao_web.game.matches.series import GAMES
from making.broker import Broker
from tests.core import fair_tables
from tests.e2e.conftest import OpenPage, settled
from tests.e2e.test_links import fragment
from tests.e2e.test_relay import all_by_relay, join_by_taps, settings
from tests.e2e.test_together import play, same_moves


@pytest.fixture
def open_here(broker: Broker, open_page: OpenPage) -> partial[Page]:
    """Opens the site in a new profile whose relay is the broker."""
    return partial(open_page, has_touch=True, stored=settings(broker))


def at_a_table(open_here: partial[Page]) -> tuple[Page, Page]:
    """Ana has invited Bo to a match, and has let him in."""
    ana = open_here()
    ana.locator("#home [data-command=new-game]").tap()
    ana.locator("#play-together").tap()
    ana.locator("[name=name-0]").fill("Ana")
    ana.locator("[name=length]").select_option("match")
    ana.locator("dialog .primary.big").tap()
    expect(ana.locator("dialog .qr")).to_be_visible()
    bo = open_here(fragment(ana.locator("#link").input_value()))
    join_by_taps(bo, "Bo")
    ana.get_by_role("button", name="Let Bo in").tap()
    all_by_relay([ana, bo])
    return ana, bo


# --- A match --------------------------------------------------------------------------------------


def play_ahead(pages: Sequence[Page]) -> None:
    """Play up to the last turns; quick, because copies of the devices play, without a browser.

    Then each page is told all of it in one message, as when it was restored from an old backup.
    """
    for page in pages:
        expect(page.locator("#tray .slot").first).to_be_attached()  # the first tiles are dealt
        settled(page)
    copies = [_device(page) for page in pages]
    fair_tables.sync(copies)
    last = copies[0].rules.turns(len(pages)) * len(pages) - 1
    rng = Random(0)
    fair_tables.play_on(copies, rng, lambda: turns_begun(copies[0].moves) >= last)
    fair_tables.sync(copies)
    for page, other in zip(pages, reversed(copies), strict=True):
        page.evaluate("link => cacao.load(link)", f"page#{other.message()}")


def _device(page: Page) -> Device:
    """A copy of a page's part in the game."""
    text = page.evaluate("localStorage['cacao.game.t' + location.hash.slice(3)]")
    return Device.from_text(json.loads(text)["dealer"])


_SKIP_SHOWN = "setInterval(() => document.getElementById('now')?.click(), 50)"
"""Ends the replay of what others have played as soon as it begins."""


@pytest.mark.nightly
@pytest.mark.long
def test_match_from_the_invitation_to_its_result(open_here: partial[Page]) -> None:
    pages = at_a_table(open_here)
    for page in pages:
        page.evaluate(_SKIP_SHOWN)
    for number in range(1, GAMES + 1):
        play_ahead(pages)
        play(pages, 100)
        same_moves(pages)
        for page in pages:
            expect(page.locator("dialog .contest")).to_contain_text(f"game {number} of {GAMES}")
            expect(page.locator("dialog")).to_contain_text("Checked")
        [table] = {page.locator("dialog table.match").inner_text() for page in pages}
        assert "Ana" in table
        assert "Bo" in table
        if number < GAMES:
            _next_game(pages)
    for page in pages:
        expect(page.locator("#dialog-title")).to_contain_text("match")


def _next_game(pages: Sequence[Page]) -> None:
    """One wants to go on, and the other answers."""
    ana, bo = pages
    bo.locator("dialog [data-command=next-round]").tap()
    expect(ana.locator("dialog")).to_contain_text("Bo wants to go on with the match.")
    ana.locator("dialog [data-command=next-round]").tap()
    for page in pages:
        expect(page.locator("dialog")).to_be_hidden()
    all_by_relay(pages)
