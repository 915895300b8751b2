"""Text finds room everywhere: in every language, in small windows, enlarged, and spaced out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page

from making.site import languages
from tests.e2e.tour import tour

OpenPage = Callable[..., Page]

_CLIPPED: Final = """() => {
    const wrong = [];
    const told = (element, why) => wrong.push(
        `${why}: ${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 60)}`);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement;
        const free = "svg, .hidden, .name, .title-own, textarea, code, option, script, noscript, #flights";
        if (!node.data.trim() || element.closest(free) || !element.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        let scrolls = false;
        for (let around = element; around && around !== document.body; around = around.parentElement) {
            const style = getComputedStyle(around);
            const outer = around.getBoundingClientRect();
            const beyond = Math.max(outer.left - box.left, box.right - outer.right);
            const below = Math.max(outer.top - box.top, box.bottom - outer.bottom);
            if (/auto|scroll/.test(style.overflowX)) scrolls = true;
            if (/hidden|clip/.test(style.overflowX) && !scrolls && beyond > 1.5) {
                told(element, `cut off by ${Math.round(beyond)} px at the side`);
                break;
            }
            if (/auto|scroll/.test(style.overflowY)) break;
            if (/hidden|clip/.test(style.overflowY) && below > 3) {
                told(element, `cut off by ${Math.round(below)} px above or below`);
                break;
            }
        }
        if (!scrolls && (box.left < -1 || box.right > innerWidth + 1)) told(element, "beyond the window");
    }
    return wrong;
}"""
"""What cannot be read as a whole. Names may be cut, records and what can be scrolled may be long."""

_SPACED: Final = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""The spacing of WCAG 1.4.12."""


def cut_off(page: Page) -> list[str]:
    """Everything in the whole page that cannot be read as a whole."""
    return [f"{place}: {problem}" for place in tour(page) for problem in page.evaluate(_CLIPPED)]


@pytest.mark.parametrize("language", ["en", *languages()])
def test_every_language_fits_a_window_of_320_pixels(open_page: OpenPage, language: str) -> None:
    page = open_page(viewport={"width": 320, "height": 568}, locale=language)
    assert page.evaluate("document.documentElement.lang") == language
    wrong = cut_off(page)
    assert not wrong, "\n".join(wrong)


def test_enlarged_twice_all_can_be_read(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 640, "height": 400}, locale="de", device_scale_factor=2)
    wrong = cut_off(page)
    assert not wrong, "\n".join(wrong)


def test_spaced_out_all_can_be_read(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    page.evaluate(_SPACED)
    wrong = cut_off(page)
    assert not wrong, "\n".join(wrong)
