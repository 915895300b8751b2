"""Learning from mistakes in the browser: from the analysis and back to it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, settled
from tests.e2e.test_game import record_of
from tests.e2e.tour import close, finished, go, link


@pytest.mark.usefixtures("quick_analysis")
def test_costly_turn_is_tried_judged_shown_and_left(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    whole = finished(2, 5)
    go(page, link(whole))
    close(page)
    page.locator("#analyse").click()
    page.locator("#mistakes").click()
    card = page.locator("#coach")
    expect(card).to_contain_text("Find a better turn")
    start = len(record_of(page).moves)
    played = whole.moves[start]
    assert played.starts_turn
    page.evaluate("move => cacao.play(move)", str(played))
    while page.locator("#coach :is(.reached, .missed)").count() == 0:
        if legal := page.evaluate("cacao.legalMoves()"):
            move = str(whole.moves[len(record_of(page).moves)])
            page.evaluate("move => cacao.play(move)", move if move in legal else legal[0])
        settled(page)
    expect(card).to_contain_text("That is what was played")
    page.locator("#mistake-show").press("Enter")
    expect(page.locator("#mistake-step")).to_be_focused()
    while page.locator("#mistake-step[aria-disabled]").count() == 0:
        page.keyboard.press("Enter")
    expect(card).to_contain_text("Likely then: ")
    page.locator("#mistake-next").click()
    expect(card).to_contain_text("2 of ")
    page.locator("#coach [data-command=mistakes-leave]").click()
    expect(page.locator("#beside")).to_contain_text("Accuracy")
    assert record_of(page).moves == whole.moves
    page.locator("#beside .costly .turn").first.click()
    middles = _the_right_button_draws_and_opens_no_menu(page)
    page.locator("#try-turn").click()
    expect(card).to_contain_text("Play any turn")
    _a_drawing_is_gone_with_the_next_click(page, middles)


def _the_right_button_draws_and_opens_no_menu(page: Page) -> list[tuple[float, float]]:
    """It draws on the board; returns two places there."""
    settled(page)
    page.evaluate(
        "window.addEventListener('contextmenu', event => window.menu = !event.defaultPrevented)"
    )
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for name in ("0,0", "1,1")
        if (box := page.locator(f"[id='t{name}']").bounding_box())
    ]
    page.mouse.move(*middles[0])
    page.mouse.down(button="right")
    page.mouse.move(*middles[1], steps=4)
    expect(page.locator("#board-stars .drawn polygon")).to_have_count(1)
    expect(page.locator("#beside .marks")).to_have_count(0)
    page.mouse.up(button="right")
    page.mouse.click(*middles[1], button="right")
    expect(page.locator("#beside .reviewed .marks")).to_have_text(
        "Marks: arrow from 0,0 to 1,1; circle on 1,1"
    )
    assert page.evaluate("window.menu") is False
    return middles


def _a_drawing_is_gone_with_the_next_click(page: Page, middles: list[tuple[float, float]]) -> None:
    """While one plays, nothing is kept of it."""
    page.mouse.click(*middles[0], button="right")
    expect(page.locator("#board-stars .drawn")).to_have_count(1)
    page.mouse.click(*middles[0])
    expect(page.locator("#board-stars .drawn")).to_have_count(0)
