"""Settings: language, motion, confirmations and coordinates hold at once, and are kept."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from cacao_core import Deal, Record
from cacao_web.browser.store import MemoryStore
from cacao_web.ui import i18n
from tests.web.standin import StandIn
from tests.web.test_app import begin, run, settled, started
from tests.web.test_i18n import catalogue


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    i18n.switch(i18n.SOURCE_LANGUAGE, None)


def spanish() -> StandIn:
    page = StandIn()
    page.catalogues["es"] = catalogue()
    return page


def put(page: StandIn, name: str, value: str) -> None:
    """Set something in the dialog."""
    page.intent("settings", "")
    page.intent("field", json.dumps([name, value]))


def test_another_language_shows_at_once_in_game_and_dialog_and_is_kept() -> None:
    async def scenario() -> None:
        page, store = spanish(), MemoryStore()
        app = await started(page, store)
        begin(page, kind_1="person")
        page.intent("uncover", "")
        before = app.session
        assert "single plantation" in page.regions["board-jungle"]
        assert "templo" not in page.regions["remaining"]
        put(page, "language", "es")
        await settled(app)
        assert page.regions["language"] == "es"
        assert "templo" in page.regions["remaining"]
        assert '<option value="es" selected>Español' in page.dialog
        assert app.session is before
        again = spanish()
        await started(again, store)
        assert again.regions["language"] == "es"

    run(scenario)


def test_a_text_size_holds_at_once_and_is_kept() -> None:
    async def scenario() -> None:
        page, store = StandIn(), MemoryStore()
        await started(page, store)
        assert page.regions["page@data-text-size"] == ""
        put(page, "text_size", "larger")
        assert page.regions["page@data-text-size"] == "larger"
        put(page, "text_size", "huge")  # none that is offered
        again = StandIn()
        await started(again, store)
        assert again.regions["page@data-text-size"] == "larger"

    run(scenario)


def test_the_language_of_the_browser_holds_again_when_none_is_set() -> None:
    async def scenario() -> None:
        page = spanish()
        page.wishes = ["es-MX"]
        app = await started(page)
        assert page.regions["language"] == "es"
        put(page, "language", "en")
        await settled(app)
        assert page.regions["language"] == "en"
        put(page, "language", "")
        await settled(app)
        assert page.regions["language"] == "es"

    run(scenario)


@pytest.mark.parametrize("bytes_there", [b"", b"<html>", catalogue()[:40], catalogue()[:-4]])
def test_a_catalogue_that_comes_damaged_or_not_at_all_leaves_english(bytes_there: bytes) -> None:
    async def scenario() -> None:
        page = spanish()
        app = await started(page)
        page.catalogues["de"] = bytes_there
        put(page, "language", "de")
        await settled(app)
        assert page.regions["language"] == "en"

    run(scenario)


def test_motion_and_coordinates_are_set_apart_from_the_speed() -> None:
    async def scenario() -> None:
        page, store = StandIn(), MemoryStore()
        await started(page, store)
        assert (page.tempo, page.motion, page.regions["game@data-labels"]) == ("", "", "off")
        put(page, "motion", "off")
        put(page, "tempo", "slow")
        put(page, "labels", "on")
        put(page, "motion", "sideways")
        assert (page.tempo, page.motion, page.regions["game@data-labels"]) == ("slow", "off", "on")
        again = StandIn()
        await started(again, store)
        assert (again.tempo, again.motion) == ("slow", "off")
        assert again.regions["game@data-labels"] == "on"

    run(scenario)


def test_confirmations_hold_for_the_present_game_and_the_next() -> None:
    async def scenario() -> None:
        page, store = StandIn(), MemoryStore()
        app = await started(page, store)
        begin(page, kind_1="person")
        page.intent("uncover", "")
        session = app.session
        assert session is not None
        assert 'data-command="confirm"' in page.regions["content"]
        put(page, "confirm", "off")
        page.intent("close", "")
        assert 'data-command="confirm"' not in page.regions["content"]
        page.intent("cell", "1,0")
        assert len(session.record.moves) == 1  # it lies there without another word
        again = StandIn()
        later = await started(again, store)
        assert not later.setup.options.confirm

    run(scenario)


def test_confirmations_hold_for_a_game_that_a_link_or_the_rules_open() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        for wanted, example in ((False, "order"), (True, "water")):
            put(page, "confirm", "on" if wanted else "off")
            page.intent("open-example", example)
            assert app.session is not None
            assert app.session.options.confirm is wanted
            page.answer("load", Record(Deal.shuffled(3, 4 + wanted)).to_link())
            assert app.session.record.deal.seed == 4 + wanted
            assert app.session.options.confirm is wanted

    run(scenario)


def test_what_the_new_game_form_says_of_confirmations_is_the_setting() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        begin(page, kind_1="person", confirm="off")
        assert not app.settings.confirm
        page.intent("settings", "")
        assert '<input type="checkbox" name="confirm">' in page.dialog

    run(scenario)


def test_how_to_see_all_of_a_large_board_is_said_once_in_words_for_the_device() -> None:
    async def scenario() -> None:
        store, page = MemoryStore(), StandIn()
        await started(page, store)
        begin(page)
        page.intent("part", "touch")
        assert "pinch" in page.regions["notice"]
        page.regions["notice"] = ""
        page.intent("part", "touch")
        later = StandIn()
        await started(later, store)
        later.intent("part", "touch")
        assert page.regions["notice"] == ""
        assert "notice" not in later.regions
        other = StandIn()
        await started(other)
        other.intent("part", "mouse")
        assert "wheel" in other.regions["notice"]
        assert "pinch" not in other.regions["notice"]

    run(scenario)
