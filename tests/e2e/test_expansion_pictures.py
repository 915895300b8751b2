"""The pictures of the expansions come to a page that wants them, and to no other."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage

_ASK: Final = """
import gc
from js import window
from cacao_web.dom import pictures
from cacao_web.dom.browser import Browser

async def nothing(path):
    return None

[browser] = [one for one in gc.get_objects() if isinstance(one, Browser)]
answers = [await pictures.bring(nothing)]
before = window.document.querySelectorAll("#tile-K").length
answers += [await browser.bring_pictures(), await browser.bring_pictures()]
window.told = f"{before} {answers}"
"""
"""Once without a network, then twice with one."""
_COLOURS: Final = """() => {
    const drawn = document.createElement("div");
    drawn.innerHTML = '<svg><use href="#tile-K" width="100" height="100"/></svg>';
    document.body.append(drawn);
    const fire = getComputedStyle(document.querySelector("#tile-K .f-fire")).fill;
    const { width } = drawn.querySelector("use").getBBox();
    return [fire, width >= 100, document.querySelectorAll("#tile-K").length,
            document.querySelectorAll("link[href$='expansions.css']").length];
}"""


def asked(page: Page) -> str:
    page.evaluate(
        """source => {
            const script = document.createElement("script");
            Object.assign(script, { type: "py", textContent: source });
            document.body.append(script);
        }""",
        _ASK,
    )
    page.wait_for_function("window.told")
    return str(page.evaluate("window.told"))


def test_page_gets_them_once_when_it_asks(open_page: OpenPage) -> None:
    page = open_page()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    assert page.locator("#tile-K").count() == 0
    assert asked(page) == "1 [False, True, True]"  # a stand-in, while there is no network
    page.wait_for_function(
        "[...document.styleSheets].some(one => one.href?.endsWith('expansions.css'))"
    )
    assert page.evaluate(_COLOURS) == ["rgb(245, 166, 35)", True, 1, 1]
    assert fetched.count("expansions.svg") == 1
