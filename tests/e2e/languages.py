"""Another language, wherever the page is: a dialog may be open that is not the settings'."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.bench.chromium import ask_python
from tests.pseudo import PSEUDO

_SPEAK: Final = """
if not hasattr(sys, "app"):
    sys.app = next(found for found in gc.get_objects() if type(found).__name__ == "App")
sys.app.features.get("settings").set("language", {language!r})
"""
_KNOWN: Final = """pseudo => {
    const { dataset } = document.documentElement;
    if (!dataset.languages.endsWith(pseudo)) dataset.languages += ` ${pseudo}`;
}"""
_SPOKEN: Final = """async language => {
    for (let frame = 0; document.documentElement.lang !== language; frame += 1) {
        if (frame === 1000) throw new Error(`the page does not speak ${language}`);
        await cacao.painted();
    }
    await cacao.painted();
}"""


def speak(page: Page, language: str) -> None:
    """Set the language of the page, and wait until everything is drawn in it.

    It may be the one of the longest texts; the page learns of that only here.
    """
    page.evaluate(_KNOWN, PSEUDO)
    ask_python(page, _SPEAK.format(language=language))
    page.evaluate(_SPOKEN, language)
