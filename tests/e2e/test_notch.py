"""On a phone with a notch, nothing that is read or pressed lies below it or the home indicator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import UPRIGHT, OpenPage, notched
from tests.e2e.languages import speak
from tests.e2e.legible import unreadable
from tests.e2e.tour import WALKS, by_day
from tests.pseudo import PSEUDO

_ROLL = "to => { document.scrollingElement.scrollTop = to }"


def _below(page: Page) -> Iterator[str]:
    """Things below the notch, in both orientations, at both ends of a page that scrolls."""
    for covered in notched(page):
        for end in (0, 100_000):
            page.evaluate(_ROLL, end)
            yield from (f"{covered}: {one}" for one in unreadable(page, covered=covered))
        page.evaluate(_ROLL, 0)


@pytest.mark.parametrize("name", by_day(WALKS, "placing"))
@pytest.mark.usefixtures("quick_analysis")
def test_notch_and_home_indicator_cover_nothing(open_page: OpenPage, name: str) -> None:
    page = open_page(viewport=UPRIGHT)
    speak(page, PSEUDO)
    wrong = [f"{place}, {one}" for place in WALKS[name](page) for one in _below(page)]
    assert not wrong, "\n".join(wrong)
