"""What counts between friends, by relay.

What the page does in each case is tested without a browser in tests/web/test_daily_relay.py.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from cacao_web.features.daily import model as daily
from cacao_web.features.daily.model import DailyResult
from making.broker import Broker
from tests.e2e.conftest import OpenPage
from tests.e2e.forms import choose_level
from tests.e2e.test_contests import go_home, play_to_the_end
from tests.e2e.test_links import fragment
from tests.e2e.test_relay import all_by_relay, join_by_taps, settings


@pytest.fixture
def open_here(broker: Broker, open_page: OpenPage) -> partial[Page]:
    """Opens the site in a new profile whose relay is the broker."""
    return partial(open_page, has_touch=True, stored=settings(broker))


def at_a_table(open_here: partial[Page], length: str = "one", **stored: str) -> tuple[Page, Page]:
    """Ana has invited Bo, in whose browser something is stored, and has let him in."""
    ana = open_here()
    ana.locator("#home [data-command=new-game]").tap()
    ana.locator("#play-together").tap()
    ana.locator("[name=name-0]").fill("Ana")
    ana.locator("[name=length]").select_option(length)
    ana.locator("dialog .primary.big").tap()
    expect(ana.locator("dialog .qr")).to_be_visible()
    here = {**open_here.keywords["stored"], **stored}
    bo = open_here(fragment(ana.locator("#link").input_value()), stored=here)
    join_by_taps(bo, "Bo")
    ana.get_by_role("button", name="Let Bo in").tap()
    all_by_relay([ana, bo])
    return ana, bo


# --- The daily game -------------------------------------------------------------------------------


def say_yes(page: Page) -> None:
    """Agree to exchange results with those with whom one plays."""
    go_home(page)
    page.locator("#home [data-command=daily]").tap()
    page.locator("dialog [name=exchange]").check()


def test_results_of_daily_games_stand_beside_each_other(open_here: partial[Page]) -> None:
    """Bo has played already; his result is shown after Ana's own game."""
    day = datetime.now(UTC).date()
    bos = daily.to_text({day: DailyResult("easy", 61, 40, 1)})
    ana, bo = at_a_table(open_here, **{"cacao.daily": bos})
    for page in (ana, bo):
        say_yes(page)
    choose_level(ana, "easy")
    ana.locator("dialog [data-command=begin-daily]").tap()
    record = play_to_the_end(ana)
    own = record.game().score()[daily.seat_of(day)].total
    expect(ana.locator("dialog .beside")).to_contain_text("Bo 61")
    expect(ana.locator("dialog .beside")).to_contain_text(f"you {own}".replace("-", "−"))
    row = bo.locator("dialog .friends tr", has_text="Ana")
    expect(row).to_contain_text(f"{own} : ".replace("-", "−"))
