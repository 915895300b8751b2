"""Every screen can be read and used by everyone: text finds room, axe finds nothing.

The tour looks at each place once, in the longest texts of all languages. Every night, each language
is looked at, also with more space between letters, words and lines.
"""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from making.site import languages
from tests.e2e import axe
from tests.e2e.conftest import OpenPage, Spoil, begin_workers_with, drawn, few_playouts, resize
from tests.e2e.languages import speak
from tests.e2e.legible import unreadable
from tests.e2e.tour import WALKS
from tests.pseudo import PSEUDO

_PHONE: Final[ViewportSize] = {"width": 320, "height": 568}
_DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
_LOW: Final[ViewportSize] = {"width": 640, "height": 400}
"""The desktop's window, enlarged to 200 %."""
_RARE: Final = ("study", "mistakes", "links", "together")
"""Walks that are only gone every night: their dialogs are made of what others have shown."""
_SPACED: Final = """on => {
    const rules = `:not(.stone) { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;
    if (!window.spaced) document.adoptedStyleSheets.push(window.spaced = new CSSStyleSheet());
    window.spaced.replaceSync(on ? rules : "");
}"""
"""The spacing of WCAG 1.4.12. A number may be wider than its stone of the water track."""


def _looks(page: Page, themes: tuple[axe.Theme, axe.Theme]) -> list[str]:
    """Problems at a place on a phone: axe asks all its rules in one theme, looks in the other."""
    return [
        *unreadable(page, focus=True),
        *axe.problems(page, axe.RULES, themes[0]),
        *axe.problems(page, axe.LOOKS, themes[1]),
    ]


def _in_another_window(page: Page) -> list[str]:
    """Problems in a large window, or in a low one for dialogs, which are as wide in it.

    The page is on a phone afterwards, as it was.
    """
    resize(page, _LOW if page.locator("dialog[open]").count() else _DESKTOP)
    problems = unreadable(page, focus=True)
    resize(page, _PHONE)
    return problems


@pytest.fixture(autouse=True)
def hasty_analysis(spoil: Spoil) -> None:
    """Hints and analyses are there, whatever they say."""
    begin_workers_with(spoil, few_playouts())


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in WALKS if name not in _RARE])
def test_screens_can_be_read_and_used(open_page: OpenPage, name: str) -> None:
    """At each place of a walk, which then goes on as if nobody had looked; at some in two windows.

    Resizing the page takes longer than looking at it.
    """
    page = open_page(viewport=_PHONE)
    speak(page, PSEUDO)
    is_even = list(WALKS).index(name) % 2 == 0
    wrong = []
    for number, place in enumerate(WALKS[name](page)):
        problems = _looks(page, ("light", "dark") if is_even else ("dark", "light"))
        wrong += [f"{place}: {problem}" for problem in problems]
        if number % 3 == 0:
            wrong += [f"{place}, larger: {problem}" for problem in _in_another_window(page)]
        assert page.locator("html").get_attribute("lang") == PSEUDO, place
    assert not wrong, "\n".join(wrong)


@pytest.mark.nightly
@pytest.mark.parametrize("name", WALKS)
@pytest.mark.parametrize("size", [_PHONE, _DESKTOP], ids=["phone", "desktop"])
def test_screens_can_be_read_in_each_language(
    open_page: OpenPage, name: str, size: ViewportSize
) -> None:
    """At each place, and in a low window in the last language.

    With more spacing, nothing may get lost; that lines meet is allowed.

    Axe looks at all of it, in both themes.
    """
    page = open_page(viewport=size)
    wrong = []
    for place in WALKS[name](page):
        for theme in axe.THEMES:
            found = axe.problems(page, axe.RULES, theme, anew=True)
            wrong += [f"{place}, {theme}: {one}" for one in found]
        for language in (*languages(), "en"):
            speak(page, language)
            wrong += [f"{place}, {language}: {one}" for one in unreadable(page, focus=True)]
            page.evaluate(_SPACED, True)
            lost = [one for one in unreadable(page) if "cut off" in one or "beyond" in one]
            wrong += [f"{place}, {language}, spaced out: {one}" for one in lost]
            page.evaluate(_SPACED, False)
        resize(page, _LOW)
        wrong += [f"{place}, low: {one}" for one in unreadable(page, focus=True)]
        resize(page, size)
        speak(page, "en")  # draws anew what depends on the size
        drawn(page)
    assert not wrong, "\n".join(wrong)
