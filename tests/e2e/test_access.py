"""The page for everyone: what axe finds on any screen, and a game for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.tour import tour

OpenPage = Callable[..., Page]
AXE = Axe()
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def found(page: Page) -> list[str]:
    """What axe says against the page as it is, once for each rule and element."""
    result = AXE.run(page, options=RULES)
    return [
        f"{violation['id']}: {node['html'][:150]} | {node['failureSummary'][:300]}"
        for violation in result.response["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_axe_finds_nothing_on_any_screen_in_both_themes(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    wrong = []
    for place in tour(page):
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            wrong += [f"{place}, {theme}: {problem}" for problem in found(page)]
        page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert not wrong, "\n".join(wrong)
