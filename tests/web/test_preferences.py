"""Settings: language, motion, confirmations and coordinates hold at once, and are kept."""

from __future__ import annotations

import pytest

from cacao_core import Deal, Record
from cacao_web.browser.store import MemoryStore
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn
from tests.web.test_i18n import catalogue


def spanish() -> StandIn:
    page = StandIn()
    page.catalogues["es"] = catalogue()
    return page


def put(page: StandIn, name: str, value: str) -> None:
    """Set something in the dialog."""
    page.intent("settings", "")
    page.write(name, value)


@awaited
async def test_language_shows_at_once_and_is_kept() -> None:
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


@awaited
async def test_text_size_motion_and_coordinates_are_kept() -> None:
    page, store = StandIn(), MemoryStore()
    await started(page, store)
    assert page.regions["page@data-text-size"] == ""
    put(page, "text_size", "larger")
    assert page.regions["page@data-text-size"] == "larger"
    put(page, "text_size", "huge")  # none that is offered
    again = StandIn()
    await started(again, store)
    assert again.regions["page@data-text-size"] == "larger"
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


@awaited
async def test_language_of_the_browser_holds_if_none_is_set() -> None:
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


@pytest.mark.parametrize("bytes_there", [b"", b"<html>", catalogue()[:40], catalogue()[:-4]])
@awaited
async def test_damaged_catalogue_leaves_english(
    bytes_there: bytes,
) -> None:
    page = spanish()
    app = await started(page)
    page.catalogues["de"] = bytes_there
    put(page, "language", "de")
    await settled(app)
    assert page.regions["language"] == "en"


@awaited
async def test_confirmations_hold_for_this_game_and_the_next() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    begin(page, kind_1="person")
    page.intent("uncover", "")
    session = app.game
    assert 'data-command="confirm"' in page.regions["content"]
    put(page, "confirm", "off")
    page.intent("close", "")
    assert 'data-command="confirm"' not in page.regions["content"]
    page.intent("cell", "1,0")
    assert len(session.record.moves) == 1  # it lies there without another word
    again = StandIn()
    later = await started(again, store)
    assert not later.setup.options.confirm


@awaited
async def test_confirmations_hold_for_opened_games(page: StandIn, app: App) -> None:
    for wanted, example in ((False, "order"), (True, "water")):
        put(page, "confirm", "on" if wanted else "off")
        page.intent("open-example", example)
        assert app.game.options.confirm is wanted
        page.answer("load", Record(Deal.shuffled(3, 4 + wanted)).to_link())
        assert app.game.record.deal.seed == 4 + wanted
        assert app.game.options.confirm is wanted


@awaited
async def test_confirmations_in_the_form_are_the_setting(page: StandIn, app: App) -> None:
    begin(page, kind_1="person", confirm="off")
    assert not app.settings.confirm
    page.intent("settings", "")
    assert '<input type="checkbox" name="confirm">' in page.dialog
