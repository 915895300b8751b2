"""The rule book in the browser: the ways to it, search, examples."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cacao_web.ui.help import ENTRY_OF
from tests.e2e.conftest import OpenPage, at_sizes
from tests.e2e.languages import speak
from tests.e2e.legible import unreadable
from tests.e2e.test_game import begin, record_of


def close(page: Page) -> None:
    page.locator("dialog [data-command=close]").click()
    expect(page.locator("#dialog")).to_be_hidden()


def expect_at(page: Page, entry: str) -> None:
    """The heading of an entry has the focus, and nothing lies over it."""
    heading = page.locator(f"#rule-{entry}")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    assert heading.evaluate(
        """element => {
            const box = element.getBoundingClientRect()
            return element.contains(document.elementFromPoint(box.left + 5, box.top + 5))
        }"""
    )


def test_rules_opened_by_a_finger_bring_no_keyboard(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.evaluate(
        """() => addEventListener("focusin", (event) => {
            window.typed ||= event.target.matches("input");
        })"""
    )
    page.locator("#home [data-command=rules]").tap()
    expect(page.locator("#dialog-title")).to_be_focused()
    assert not page.evaluate("window.typed")
    page.locator("#rules-find").tap()
    page.keyboard.type("water")
    expect(page.locator("#rules-find")).to_be_focused()
    expect(page.locator("#rules-find")).to_have_value("water")


def test_rules_from_the_first_screen_by_contents_and_search(open_page: OpenPage) -> None:
    page = open_page(ready=False)
    page.locator("#home [data-command=rules]").click()  # before Python is there
    expect(page.locator("dialog[open] #rule-aim")).to_be_visible()
    search = page.locator("#rules-find")
    expect(search).to_be_focused()
    page.locator(".rules-contents [data-value=temple]").click()
    expect_at(page, "temple")
    search.press_sequentially("sún TOKEN over")
    expect(page.locator(".rules-found")).to_contain_text("found")
    expect(search).to_have_value("sún TOKEN over")
    expect(page.locator("#rule-overbuilding")).to_be_in_viewport()
    expect(page.locator("#rule-market")).to_have_count(0)
    assert page.locator("#dialog").evaluate("e => e.scrollTop") == 0
    search.fill("<b>nowhere")
    expect(page.locator(".rules-found")).to_contain_text("Nothing found")
    expect(page.locator(".rule-entry")).to_have_count(0)
    search.fill("")
    expect(page.locator("#rule-market")).to_be_attached()
    for _time in range(20):  # the focus stays in the dialog
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(
            "document.activeElement === document.body"
            "|| document.getElementById('dialog').contains(document.activeElement)"
        )
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()


def test_rules_from_every_panel_to_its_entry(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person", seed="7", first="0")
    page.locator("[data-command=uncover]").click()
    page.set_viewport_size({"width": 390, "height": 844})
    code = record_of(page).game().display[0]
    for way, entry in {"#display-0": ENTRY_OF[code], "#task .sign": "placing"}.items():
        page.locator(way).click()
        expect_at(page, entry)
        expect(page.locator("dialog :focus")).to_have_id(f"rule-{entry}")
        close(page)
    page.locator("#boards").click()  # folded on a phone
    page.locator("#village-help button").click()
    expect_at(page, "village-board")
    close(page)
    page.keyboard.press("Escape")
    page.locator("#bar [popovertarget=side]").click()
    page.locator(".left [data-value=temple]").click()
    expect_at(page, "temple")


@pytest.mark.parametrize("language", ["de", pytest.param("nl", marks=pytest.mark.nightly)])
def test_rules_in_large_text_are_not_wider_than_their_dialog(
    open_page: OpenPage, language: str
) -> None:
    page = open_page(viewport={"width": 320, "height": 740})
    speak(page, language)
    page.locator("#home [data-command=rules]").click()
    expect(page.locator("#rule-temple")).to_be_attached()
    for size in ("larger", "largest"):
        page.evaluate("size => { document.documentElement.dataset.textSize = size }", size)
        for _size in at_sizes(page, [(320, 740), (360, 740), (1440, 900)]):
            assert unreadable(page, "dialog .rules") == []
