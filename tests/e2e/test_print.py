"""Pages on paper: all of what is open, dark on white, in whichever theme it is on the screen."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Phase
from tests.e2e.conftest import OpenPage, settled
from tests.e2e.tour import close, finished, go, link, record_where

_ON_PAPER: Final = """() => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const light = colour => {
        pen.fillStyle = "#fff";
        pen.fillRect(0, 0, 1, 1);
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map(c => (c / 255) ** 2.2);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const judge = (element, text) => {
        const wrong = [];
        if (1.05 / (light(getComputedStyle(element).color) + 0.05) < 4.5) wrong.push("pale");
        for (let box = element; box; box = box.parentElement) {
            const style = getComputedStyle(box), outer = box.getBoundingClientRect();
            if (light(style.backgroundColor) < 0.5) wrong.push("on dark");
            if (style.position === "fixed") wrong.push("on every page");
            if (style.overflowY !== "visible" && box !== document.documentElement
                && (text.bottom > outer.bottom + 3 || text.right > outer.right + 3))
                wrong.push("cut off");
        }
        return wrong;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [], wrong = [], range = document.createRange();
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement;
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect(), outer = element.getBoundingClientRect();
        if (!node.data.trim() || !element.checkVisibility() || !text.width || outer.width < 2)
            continue;
        if (element.closest("svg, .hidden")) continue;
        texts.push(node.data);
        wrong.push(...judge(element, text).map(one => `${one}: ${node.data}`));
    }
    return [texts, wrong];
}"""
"""All texts on paper, and what is wrong with them."""
_TILES: Final = """() => {
    const table = document.getElementById("table").getBoundingClientRect();
    return [...document.querySelectorAll("#board-tiles .tile")].map(tile => {
        const { left, top, right, bottom } = tile.getBoundingClientRect();
        return left >= table.left && top >= table.top
            && right <= table.right && bottom <= table.bottom;
    });
}"""
"""For each tile on the board, whether all of it is on paper."""


def printed(page: Page) -> tuple[int, set[str]]:
    """Print; returns the number of sheets and all texts. The page stays as it is on paper."""
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    page.emulate_media(media="print")
    texts, wrong = page.evaluate(_ON_PAPER)
    assert not wrong, "\n".join(wrong)
    return len(sheets), set(texts)


@pytest.mark.nightly
def test_rules_are_printed_to_the_end(open_page: OpenPage) -> None:
    page = open_page(color_scheme="dark")
    page.locator("#home [data-command=rules]").click()
    expect(page.locator("#dialog .rules")).to_be_visible()
    sheets, texts = printed(page)
    assert sheets > 8
    assert set(page.locator("dialog .rule-entry h4").all_text_contents()) <= texts
    assert page.locator("button:visible").count() == 0


def test_game_and_its_result_are_printed(open_page: OpenPage) -> None:
    page = open_page(color_scheme="dark")
    go(page, link(record_where(lambda game: game.phase is Phase.PLACE and len(game.jungle) > 9)))
    page.locator("[data-command=uncover]").click()
    settled(page)
    for _time in range(3):
        page.locator("[data-command=zoom-in]").click()  # on paper is all of the board
    sheets, texts = printed(page)
    assert sheets == 2
    assert {"Ana", "Bo", "Log"} <= texts
    tiles = page.evaluate(_TILES)
    assert len(tiles) > 9
    assert all(tiles)
    page.emulate_media(media="null")
    go(page, link(finished(4, 5)))
    expect(page.locator("dialog .scores")).to_be_visible()
    sheets, texts = printed(page)
    assert sheets == 1
    assert {"Ana wins", "Temples", "Score, turn by turn"} <= texts
    assert "Log" not in texts


@pytest.mark.nightly
def test_print_after_a_picture_is_that_of_the_game(open_page: OpenPage) -> None:
    page = open_page()
    go(page, link(finished(2, 5)))
    page.locator("dialog [data-command=share]").click()
    page.locator("dialog [data-command=picture]").click()
    page.locator("dialog [data-command=print-sheet]").click()
    expect(page.locator("#sheet")).to_have_count(0)
    close(page)
    sheets, texts = printed(page)
    assert sheets == 2
    assert "Log" in texts


def test_print_prints_the_sheet_once_and_as_the_browser_does(open_page: OpenPage) -> None:
    page = open_page()
    go(page, link(finished(2, 5)))
    page.locator("dialog [data-command=share]").click()
    page.locator("dialog [data-command=picture]").click()
    page.evaluate("""() => {
        window.sheets = [];
        window.print = () => {
            dispatchEvent(new Event("beforeprint"));
            sheets.push(document.querySelectorAll("#sheet").length);
            dispatchEvent(new Event("afterprint"));
        };
    }""")
    page.locator("dialog [data-command=print-sheet]").click()
    page.wait_for_function("sheets.length > 0")
    assert page.evaluate("sheets") == [1]
    expect(page.locator("#sheet")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # as Ctrl+P does
    expect(page.locator("#sheet")).to_have_count(1)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#sheet")).to_have_count(0)
