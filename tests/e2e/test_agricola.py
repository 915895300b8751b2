"""Agricola on a phone: a button that is held repeats; Back and a reload keep the screen."""

from __future__ import annotations

import re

from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import OpenPage, reload

PHONE = ViewportSize(width=360, height=740)


def farm(page: Page) -> None:
    """Open the first farm of the score pad."""
    page.locator("#home [data-command=companion]").click()
    for place in ("farm/who", "farm/0"):
        page.locator(f"dialog [data-value='{place}']").first.click()


def test_held_button_repeats_and_a_tap_counts_once(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    farm(page)
    more = page.locator("dialog [data-value='step:0:sheep:1']")
    number = page.locator("dialog [data-value='pick:sheep']")
    more.tap()  # up follows down at once, also on a busy computer
    expect(number).to_have_text("1")
    more.hover()
    page.mouse.down()
    expect(number).to_have_text(re.compile(r"[4-9]|\d\d"))
    page.mouse.up()
    held = number.inner_text()
    page.wait_for_timeout(400)
    expect(number).to_have_text(held)
    more.tap()
    expect(number).to_have_text(str(int(held) + 1))


def test_keypad_goes_on_and_the_screen_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    farm(page)
    page.locator("dialog [data-value='pick:fields']").click()
    for what, count in (("fields", 4), ("pastures", 2), ("pasture_spaces", 3)):
        page.locator(f"dialog [data-value='set:0:{what}:{count}']").click()
    expect(page.locator("dialog .keypad")).to_contain_text("Fenced stables")
    page.locator("dialog [data-value='set:0:fenced_stables:0']").dblclick()  # the same number twice
    expect(page.locator("dialog .keypad")).to_contain_text("Rooms")
    reload(page)
    expect(page.locator("dialog [data-value='pick:fields']")).to_have_text("4")
    page.go_back()
    expect(page.locator("#dialog-title")).to_have_text("Who plays")


def test_look_up_is_read_when_it_is_opened(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#home [data-command=companion]").click()
    assert not any("agricola.json" in url for url in asked)
    page.locator("dialog [data-value='look/space']").click()
    page.locator("dialog [data-value='entry/forest']").wait_for()
    assert any("agricola.json" in url for url in asked)
    page.locator("#agricola-find").fill("may I cook new-born animals?")
    expect(page.locator("dialog article.looked-up").first).to_contain_text("Not at breeding")
