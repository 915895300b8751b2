"""Text finds room everywhere: in every language, in small windows, enlarged, and spaced out."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from making.site import languages
from tests.bench.chromium import ask_python
from tests.e2e.conftest import OpenPage
from tests.e2e.tour import WALKS

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

_SPACED: Final = """on => {
    const rules = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;
    window.spaced ??= new CSSStyleSheet();
    window.spaced.replaceSync(on ? rules : "");
    document.adoptedStyleSheets = [window.spaced];
}"""
"""The spacing of WCAG 1.4.12."""
_FIND: Final = """
sys.app = next(found for found in gc.get_objects() if type(found).__name__ == "App")
"""


def speak(page: Page, language: str) -> None:
    """Another language, wherever the page is: a dialog may be open that is not the settings'."""
    ask_python(page, f"sys.app.features.get('settings').set('language', {language!r})")
    expect(page.locator("html")).to_have_attribute("lang", language)


def cut_off(page: Page, where: str) -> list[str]:
    """Everything in sight that cannot be read as a whole."""
    page.evaluate("cacao.painted()")
    return [f"{where}: {problem}" for problem in page.evaluate(_CLIPPED, _FREE)]


@pytest.mark.long
@pytest.mark.usefixtures("quick_analysis")
@pytest.mark.parametrize("walk", WALKS)
def test_all_can_be_read_in_every_language_enlarged_and_spaced_out(
    open_page: OpenPage, walk: str
) -> None:
    """320 pixels in five languages, 1280 enlarged to 640 in German, 1280 with more spacing."""
    small: ViewportSize = {"width": 320, "height": 568}
    page = open_page(viewport=small)
    ask_python(page, _FIND)
    wrong = []
    for place in WALKS[walk](page):
        for language in (*languages(), "en"):
            speak(page, language)
            wrong += cut_off(page, f"{place}, {language}")
        page.set_viewport_size({"width": 1280, "height": 800})
        page.evaluate(_SPACED, True)
        wrong += cut_off(page, f"{place}, spaced out")
        page.evaluate(_SPACED, False)
        page.set_viewport_size({"width": 640, "height": 400})
        speak(page, "de")
        wrong += cut_off(page, f"{place}, enlarged")
        speak(page, "en")
        page.set_viewport_size(small)
        page.evaluate("cacao.painted()")
    assert not wrong, "\n".join(wrong)
