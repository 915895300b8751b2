"""Ways of tests to the screens of Agricola."""

from __future__ import annotations

import re

from cacao_web.browser.store import MemoryStore
from tests.web.driven import App, started
from tests.web.standin import StandIn


async def at_table(store: MemoryStore) -> tuple[StandIn, App]:
    """The page with the dialog *At the table*."""
    page = StandIn()
    app = await started(page, store)
    page.intent("companion", "")
    return page, app


def go(page: StandIn, place: str, *taps: str) -> None:
    """Go to a screen and tap what is on it."""
    page.intent("agricola-go", place)
    for tap in taps:
        assert tap in re.findall(r'data-value="([^"]+)"', page.dialog), tap
        page.intent("agricola-tap", tap)
