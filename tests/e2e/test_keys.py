"""Keys in a browser: of other layouts, with Caps Lock, and where they are not the page's."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_game import begin

_PRESS = """([place, init]) => {
    const target = place ? document.querySelector(place) : document.activeElement;
    const all = { bubbles: true, cancelable: true, ...init };
    const event = new KeyboardEvent("keydown", all);
    target.dispatchEvent(event);
    return event.defaultPrevented;
}"""


def press(page: Page, key: str, code: str, *, place: str = "", **more: bool) -> bool:
    """A key goes down on an element; returns whether the page has taken it from the browser."""
    taken: bool = page.evaluate(_PRESS, [place, {"key": key, "code": code, **more}])
    return taken


def test_keys_of_other_layouts_and_with_caps_lock(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person")
    page.locator("[data-command=uncover]").click()
    hand = page.locator("#content .slot[aria-pressed=true]")

    def chosen() -> str:
        return str(hand.get_attribute("aria-label"))

    press(page, "é", "Digit2")  # French
    expect(hand).to_have_id("hand-1")
    press(page, "&", "Digit1")
    expect(hand).to_have_id("hand-0")
    for number in "123":  # a tile that looks different when it is turned
        press(page, number, f"Digit{number}")
        before = chosen()
        press(page, "r", "KeyR")
        if chosen() != before:
            break
    turned = chosen()
    press(page, "R", "KeyR", shiftKey=True)
    assert chosen() == before
    for key in ("R", "к", "ρ", "ق"):  # Caps Lock; Russian, Greek, Arabic
        press(page, key, "KeyR")
        assert chosen() == turned, key
        press(page, key.lower(), "KeyR", shiftKey=True)
        assert chosen() == before, key
    for held in ("altKey", "modifierAltGraph", "ctrlKey", "metaKey", "isComposing", "repeat"):
        more: dict[str, Any] = {held: True}
        assert not press(page, "r", "KeyR", **more)
        assert chosen() == before, held
    assert press(page, "Я", "KeyZ", ctrlKey=True)  # undo
    assert not press(page, "Я", "KeyZ", ctrlKey=True, altKey=True)
    chosen_before = str(hand.get_attribute("id"))
    page.locator("#bar [data-command=share]").click()
    expect(page.locator("dialog")).to_be_visible()
    assert not press(page, "2", "Digit2", place="#bar")  # a dialog is open
    page.locator("dialog [data-command=close]").click()
    expect(hand).to_have_id(chosen_before)
    press(page, "?", "Slash", shiftKey=True)
    expect(page.locator("dialog .keys")).to_be_visible()
