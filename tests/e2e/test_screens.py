"""Every screen can be read by everyone: text finds room everywhere, and axe finds nothing.

In every language, in small windows, enlarged, and spaced out; in both themes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

from making.site import languages
from tests.e2e.conftest import OpenPage, at_sizes
from tests.e2e.tongues import speak
from tests.e2e.tour import WALKS

# --- Text that cannot be read ----------------------------------------------------------------

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

_CUT_OFF: Final = f"free => cacao.painted().then(() => ({_CLIPPED})(free))"
_LANGUAGES: Final = sorted(languages(), key=lambda language: language == "de")
"""All but English; German comes last, as the page is also looked at enlarged in it."""
_SPACED: Final = """on => {
    const rules = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;
    if (!window.spaced) document.adoptedStyleSheets.push(window.spaced = new CSSStyleSheet());
    window.spaced.replaceSync(on ? rules : "");
}"""
"""The spacing of WCAG 1.4.12."""


_COVERED: Final = """() => {
    const dialog = document.querySelector("dialog[open]"), wrong = [];
    if (!dialog) return wrong;
    const before = document.activeElement, top = dialog.scrollTop;
    const find = what => [...dialog.querySelectorAll(what)].filter(one => one.checkVisibility());
    const controls = find("a[href], button:enabled, input, select, textarea, summary, [tabindex]");
    const bars = find("*").filter(one => getComputedStyle(one).position === "sticky");
    const place = one => one.getBoundingClientRect();
    const covers = box => bar =>
        Math.min(bar.bottom, box.bottom) - Math.max(bar.top, box.top);
    const look = one => {
        one.blur();
        one.focus();
        const box = place(one), frame = place(dialog);
        const over = bars.filter(bar => !bar.contains(one)).map(place).map(covers(box));
        const hidden = Math.max(frame.top - box.top, box.bottom - frame.bottom, ...over);
        if (hidden > 0.5)
            wrong.push(`${Math.round(hidden)} px are covered: ${one.outerHTML.slice(0, 90)}`);
    };
    dialog.scrollTop = 0;
    controls.forEach(look);
    dialog.scrollTop = dialog.scrollHeight;
    controls.reverse().forEach(look);
    before?.focus({ preventScroll: true });
    dialog.scrollTop = top;
    return wrong;
}"""
"""What is not in sight as a whole in a dialog while it has the focus, forwards and backwards."""


def cut_off(page: Page, where: str) -> list[str]:
    """Everything in sight that cannot be read as a whole."""
    return [f"{where}: {problem}" for problem in page.evaluate(_CUT_OFF, _FREE)]


def covered(page: Page, where: str) -> list[str]:
    """What is not in sight as a whole while it has the focus."""
    return [f"{where}: {problem}" for problem in page.evaluate(_COVERED)]


# --- What axe says ---------------------------------------------------------------------------

_RULES: Final = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
_OF_LOOKS: Final = {**_RULES, "runOnly": ["color-contrast", "target-size"]}
"""What a theme or the size of a window can break; all other rules are about elements."""
_AXE: Final = """async rules => {
    const sheets = document.adoptedStyleSheets, dull = sheets.filter(sheet => !sheet.disabled);
    dull.forEach(sheet => { sheet.disabled = true; });
    const preload = !window.sheetsSeen;  // it parses all style sheets, for a rule about these alone
    window.sheetsSeen = true;
    const { violations } = await axe.run({ preload, ...rules });
    dull.forEach(sheet => { sheet.disabled = false; });
    return violations;
}"""
"""Axe passes over the colours of what is not drawn, as pages of tests are."""


def found(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe says against the page as it is, once for each rule and element.

    Its program is read once for each document: that takes as long as the look at a small screen.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [
        f"{violation['id']}: {node['html'][:150]} | {node['failureSummary'][:300]}"
        for violation in page.evaluate(_AXE, rules)
        for node in violation["nodes"]
    ]


# --- The walks -------------------------------------------------------------------------------

_SMALL: Final = (320, 568)
_LARGE: Final = (1280, 800)
_WALKS: Final = [
    *(pytest.param(walk, _SMALL, id=name) for name, walk in WALKS.items()),
    pytest.param(WALKS["analysis"], _LARGE, id="analysis in a column"),
]
"""Each walk on a phone, where parts of the page are folded that are opened, and in a large window
the one that goes another way there: the analysis lies beside the board, where axe has seen it."""


def axe_finds(page: Page, place: str, number: int) -> list[str]:
    """Problems in one theme on a phone, and in the other one in a large window, which it leaves.

    All rules are asked in one of the two, those of looks in both; which is which changes with the
    number of the place.
    """
    wrong = []
    themes = ("light", "dark") if number % 2 else ("dark", "light")
    rules = (_RULES, _OF_LOOKS) if number // 2 % 2 else (_OF_LOOKS, _RULES)
    sizes = at_sizes(page, [(390, 844), _LARGE])
    for theme, asked, size in zip(themes, rules, sizes, strict=True):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        wrong += [f"{place}, {theme}, {size}: {problem}" for problem in found(page, asked)]
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    return wrong


def spaced_out(page: Page, place: str) -> list[str]:
    """What cannot be read with more spacing."""
    page.evaluate(_SPACED, True)
    wrong = cut_off(page, f"{place}, spaced out")
    page.evaluate(_SPACED, False)
    return wrong


@pytest.mark.long
@pytest.mark.usefixtures("quick_analysis")
@pytest.mark.parametrize(("walk", "size"), _WALKS)
def test_every_screen_can_be_read_by_everyone(
    open_page: OpenPage, walk: Callable[[Page], Iterator[str]], size: tuple[int, int]
) -> None:
    """At each place of a walk, which then goes on as if nobody had looked.

    In the walks on a phone, axe finds nothing in a light large window and a dark small one, or the
    other way round; what does not depend on looks it judges in one of the two. All can be read in
    five languages, in a window of 1280 pixels with more spacing, and in German when that window is
    enlarged to 640. What has the focus is in sight in English, and in German when enlarged.
    """
    usual: ViewportSize = {"width": size[0], "height": size[1]}
    page = open_page(viewport=usual)
    wrong = []
    for number, place in enumerate(walk(page)):
        wrong += cut_off(page, f"{place}, en") + covered(page, f"{place}, en")
        if size == _SMALL:
            wrong += axe_finds(page, place, number)
        wrong += spaced_out(page, place)
        page.set_viewport_size(usual)
        for language in _LANGUAGES:
            speak(page, language)
            wrong += cut_off(page, f"{place}, {language}")
        page.set_viewport_size({"width": 640, "height": 400})
        wrong += cut_off(page, f"{place}, enlarged") + covered(page, f"{place}, enlarged")
        page.set_viewport_size(usual)
        speak(page, "en")  # draws anew what depends on the size
        page.evaluate("cacao.painted()")
    assert not wrong, "\n".join(wrong)
