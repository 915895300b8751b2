"""Hints in the browser: asked for, drawn, chosen on board and list, by mouse, keys and touch."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from cacao_core import Move
from tests.core.helpers import example
from tests.e2e.conftest import OpenPage
from tests.e2e.legible import Sight, everywhere, unreadable
from tests.e2e.test_board import GOLDEN, STARTS, load
from tests.e2e.test_game import begin, record_of

READ_AT: Final[list[Sight]] = [
    *((390, 844, ""), (360, 640, ""), (844, 390, ""), (1024, 768, ""), (1440, 900, "")),
    *((390, 844, "largest"), (360, 640, "largest"), (844, 390, "largest")),
    *((1024, 768, "largest"), (1440, 900, "largest")),
]


def words_of(move: Move) -> str:
    """What the card of a hint says of placing a tile."""
    return f"places workers {'-'.join(move.what)} on {move.cell[0]},{move.cell[1]}"


@pytest.mark.usefixtures("quick_analysis")
def test_hints_by_the_mouse(open_page: OpenPage) -> None:
    page = open_page()
    begin(page)
    page.locator("#content [data-command=hint]").click()
    cards, badges = page.locator("#hints .hint"), page.locator("#board-hints .hint-badge")
    expect(cards).to_have_count(3)
    expect(badges).to_have_count(3)
    cells = {card.get_attribute("data-lights") for card in cards.all()}  # two may share one
    expect(page.locator("#board-ghost .hinted")).to_have_count(len(cells))
    for card in cards.all():
        expect(card).to_contain_text("expected at the end: ")
        card.hover()  # its cell is lit
        cell = str(card.get_attribute("data-lights"))
        light, there = (
            page.locator("#board-lights .light"),
            page.locator(f"[id='c{cell}'] rect + rect").first,
        )
        expect(light).to_have_count(1)
        if there.count():  # it may be a cell for another tile of the hand
            assert _middle(light) == pytest.approx(_middle(there), abs=3)
    cards.nth(1).click()
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board-ghost .pinned")).to_have_count(1)
    badges.nth(2).click()
    expect(cards.nth(2)).to_have_attribute("aria-pressed", "true")
    wanted = cards.nth(2).locator(".in-words").inner_text()
    page.locator("#content [data-command=confirm]").click()
    expect(page.locator("#hints")).to_be_empty()
    expect(page.locator("#board-hints")).to_be_empty()
    assert wanted.strip() == f"{words_of(record_of(page).moves[0])}:"


@pytest.mark.usefixtures("quick_analysis")
def test_hints_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page()
    begin(page)
    page.keyboard.press("h")
    cards = page.locator("#hints .hint")
    expect(cards).to_have_count(3)
    assert page.locator("#hints").get_attribute("aria-live") == "polite"
    for number in (0, 1):
        page.keyboard.press("h")
        expect(cards.nth(number)).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("document.activeElement.ariaPressed") == "true"  # its cell
    page.keyboard.press("Escape")
    expect(page.locator("#hints")).to_be_empty()
    page.keyboard.press("h")  # known already
    page.keyboard.press("h")
    expect(cards.first).to_have_attribute("aria-pressed", "true")
    wanted = cards.first.locator(".in-words").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#board-tiles .workers")).not_to_have_count(0)  # the computer may be quick
    assert wanted.strip() == f"{words_of(record_of(page).moves[0])}:"


@pytest.mark.usefixtures("quick_analysis")
def test_enter_after_a_click_on_a_hint_places_its_tile(open_page: OpenPage) -> None:
    page = open_page()
    begin(page)
    page.locator("[data-command=hint]").first.click()
    card = page.locator("#hints .hint").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator("#bar [data-command=rules]").click()
    expect(page.locator("dialog .rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    expect(page.locator("#board-targets :focus")).to_have_count(1)
    card.click()
    card.click() if card.get_attribute("aria-pressed") == "false" else None
    page.keyboard.press("Enter")
    expect(page.locator("#board-tiles .workers")).not_to_have_count(0)
    assert record_of(page).moves


@pytest.mark.nightly
@pytest.mark.usefixtures("quick_analysis")
def test_hints_fit_on_every_screen_in_every_language(open_page: OpenPage) -> None:
    page = open_page()
    for record in (GOLDEN.up_to(STARTS[18]), example("fill_activates_others")):
        load(page, record)
        page.keyboard.press("h")
        expect(page.locator("#hints .hint").first).to_be_visible()
        for where in everywhere(page, READ_AT):
            assert not unreadable(page, "#hints, #remaining"), where


def _middle(element: Locator) -> tuple[float, float]:
    box = element.evaluate(
        "e => { const b = e.getBBox(), m = e.getScreenCTM(); "
        "return [m.a * (b.x + b.width / 2) + m.e, m.d * (b.y + b.height / 2) + m.f] }"
    )
    return box[0], box[1]
