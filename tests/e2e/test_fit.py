"""Text finds room everywhere: in every language, in small windows, enlarged, and spaced out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page

from making.site import languages
from tests.e2e.tour import tour

OpenPage = Callable[..., Page]

_FREE: Final = (
    "svg, .hidden, .name, textarea, code, option, script, noscript, #flights, #failure-reason"
)
"""Names of people may be cut; pictures and records are judged elsewhere."""
_CLIPPED: Final = """free => {
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
    const judge = (element, text) => {
        let scrolls = false;
        for (let box = element; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box), outer = box.getBoundingClientRect();
            if (outer.width < 2) return "";  // for those who hear the page
            const beside = Math.max(outer.left - text.left, text.right - outer.right);
            const beyond = Math.max(outer.top - text.top, text.bottom - outer.bottom);
            scrolls ||= /auto|scroll/.test(style.overflowX);
            if (/hidden|clip/.test(style.overflowX) && !scrolls && beside > 1.5)
                return `cut off by ${Math.round(beside)} px at the side`;
            if (/auto|scroll/.test(style.overflowY)) return "";
            if (/hidden|clip/.test(style.overflowY) && beyond > 3)
                return `cut off by ${Math.round(beyond)} px above or below`;
        }
        const outside = text.left < -1 || text.right > innerWidth + 1;
        return outside && !scrolls ? "beyond the window" : "";
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const element = node.parentElement, range = document.createRange();
        if (!node.data.trim() || element.closest(free) || !element.checkVisibility()) continue;
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        const what = `${element.tagName}.${element.className} ${node.data.trim().slice(0, 60)}`;
        const problem = text.width && text.height ? judge(element, text) : "";
        if (problem) wrong.push(`${problem}: ${what}`);
    }
    return wrong;
}"""
"""What cannot be read as a whole, not even by scrolling."""

_SPACED: Final = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""The spacing of WCAG 1.4.12."""


def cut_off(page: Page) -> list[str]:
    """Everything in the whole page that cannot be read as a whole."""
    return [
        f"{place}: {problem}" for place in tour(page) for problem in page.evaluate(_CLIPPED, _FREE)
    ]


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
