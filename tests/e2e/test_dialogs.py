"""Dialogs: where they begin. test_screens.py tells that what has the focus is in sight."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage, at_sizes

LOW = [(1280, 800), (390, 844), (640, 360)]


def is_clear(element: Locator) -> bool:
    """Whether all of an element is in the window, and no bar lies over it."""
    return bool(
        element.evaluate(
            """element => {
                const box = element.getBoundingClientRect(), x = box.left + box.width / 2;
                return [box.top + 1, box.bottom - 1].every(
                    y => element.contains(document.elementFromPoint(x, y)));
            }"""
        )
    )


def scrolled(page: Page) -> int:
    return int(page.locator("#dialog").evaluate("dialog => dialog.scrollTop"))


def test_dialogs_begin_where_they_should(open_page: OpenPage) -> None:
    page = open_page()
    for _size in at_sizes(page, LOW):
        page.locator("#home [data-command=language]").click()
        expect(page.locator("#field-language")).to_be_focused()
        assert is_clear(page.locator("#field-language"))
        assert scrolled(page) == 0
        page.locator("#to-keys").scroll_into_view_if_needed()
        page.locator("#to-keys").click()
        expect(page.locator("dialog .keys")).to_be_visible()
        assert scrolled(page) == 0
        page.keyboard.press("Escape")  # the settings come back
        expect(page.locator("#field-language")).to_be_visible()
        page.keyboard.press("Escape")
        page.locator("#home [data-command=new-game]").click()
        assert scrolled(page) == 0
        page.locator("dialog [data-command=bots]").click()
        expect(page.locator("dialog .caution")).to_be_visible()
        assert scrolled(page) == 0
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
