"""Five languages: from the browser's wish, before Python is there, and switched in mid-game."""

from __future__ import annotations

from gettext import GNUTranslations

import pytest
from playwright.sync_api import expect

from making.site import languages
from making.workshop import DIST
from tests.core.helpers import example
from tests.e2e.conftest import OpenPage, reload
from tests.e2e.test_game import record_of
from tests.e2e.test_page import load


def translated(language: str) -> GNUTranslations:
    """The catalogue that the site ships."""
    with (DIST / "locale" / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)


TRANSLATED = """
    WebAssembly.compileStreaming = () => new Promise(() => {});
    new MutationObserver(() => {
        const {lang, dataset} = document.documentElement;
        const text = document.querySelector("#home [data-command=new-game]").textContent;
        window.translated ??= [lang, dataset.state, text];
    }).observe(document, {subtree: true, attributeFilter: ["lang"]});
"""
"""Notes the first change of the language: to which one, when, and what the page says then.

Python never comes."""


def test_first_screen_speaks_before_python_is_there(open_page: OpenPage) -> None:
    """In all languages, and when it fails: tests/site/test_start.py."""
    page = open_page(ready=False, locale="de-XX", script=TRANSLATED)
    text = translated("de").gettext
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("translated") == ["de", "booting", text("New game")]
    settings = page.locator("#home [data-command=settings]")
    expect(settings).to_have_attribute("aria-label", text("Settings"))


@pytest.mark.nightly
def test_texts_that_do_not_come_leave_english(open_page: OpenPage) -> None:
    script = """
        const ask = window.fetch;
        window.fetch = (address, options) => String(address).includes("locale/")
            ? Promise.reject(new TypeError("gone")) : ask(address, options);
    """
    page = open_page(locale="nl", script=script)
    expect(page.locator("#home [data-command=new-game]")).to_have_text("New game")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_language_changed_in_mid_game_changes_every_text_and_no_move(open_page: OpenPage) -> None:
    page = open_page(locale="en")
    load(page, example("temple"))
    record = record_of(page)
    assert record.moves
    page.locator("#bar [data-command=settings]").click()
    for language in (*languages(), "en"):
        page.locator("dialog [name=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        text = translated(language).gettext if language != "en" else str
        expect(page.locator("#dialog-title")).to_have_text(text("Settings"))
        expect(page.locator("#display h2")).to_contain_text(text("Jungle display"))
        expect(page.locator("#log h2")).to_have_text(text("Log"))
        expect(page.locator("dialog [name=language]")).to_have_value(language)
        assert record_of(page) == record
    page.locator("dialog [name=language]").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("dialog [type=submit]").click()
    reload(page)
    expect(page.locator("#log h2")).to_have_text(translated("de").gettext("Log"))
    assert record_of(page) == record


def test_way_to_the_language_needs_no_language(open_page: OpenPage) -> None:
    """Languages call themselves by their own names."""
    page = open_page(locale="es-XX")
    expect(page.locator("#home [data-command=new-game]")).to_have_text(
        translated("es").gettext("New game")
    )
    page.locator("#home [data-command=language]").click()
    choose = page.locator("dialog [name=language]")
    expect(choose).to_be_focused()
    names = choose.locator("option").all_inner_texts()
    assert names[1:] == ["Deutsch", "English", "Español", "Italiano", "Nederlands"]
    choose.select_option("it")
    expect(page.locator("#home [data-command=new-game]")).to_have_text(
        translated("it").gettext("New game")
    )
