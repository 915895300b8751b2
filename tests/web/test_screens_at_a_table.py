"""Screens at a table: Back goes one screen back, and a reload comes back to the present one."""

from __future__ import annotations

import pytest

from cacao_web.browser.store import MemoryStore
from tests.web.agricola import at_table
from tests.web.driven import awaited, started
from tests.web.standin import StandIn

PLACES = {
    "companion": ("score/who", "score/0", "score/temples"),
    "agricola": ("farm/who", "farm/0", "farm/1"),
}


@pytest.mark.parametrize("feature", PLACES)
@awaited
async def test_back_and_escape_go_one_screen_back(feature: str) -> None:
    page, app = await at_table(MemoryStore())
    shown = [page.dialog]
    for place in PLACES[feature]:
        page.intent(f"{feature}-go", place)
        shown.append(page.dialog)
    assert page.held == 4
    page.intent("back", "3")
    assert page.dialog == shown[2]
    page.intent("escape", "")
    assert page.dialog == shown[1]
    page.intent(f"{feature}-back", "doors")
    assert page.dialog == shown[0]
    page.intent("escape", "")
    assert not app.dialog


@pytest.mark.parametrize("feature", PLACES)
@awaited
async def test_reload_comes_back_to_the_screen_and_its_way_back(feature: str) -> None:
    store = MemoryStore()
    page, _app = await at_table(store)
    shown = []
    for place in PLACES[feature]:
        page.intent(f"{feature}-go", place)
        shown.append(page.dialog)
    again = StandIn()
    again.place = page.place
    await started(again, store)
    assert again.dialog == shown[2]
    again.intent("escape", "")
    assert again.dialog == shown[1]


@awaited
async def test_closed_dialog_stays_closed_after_a_reload() -> None:
    store = MemoryStore()
    page, _app = await at_table(store)
    page.intent("close", "")
    again = StandIn()
    again.place = page.place
    app = await started(again, store)
    assert not app.dialog


@awaited
async def test_place_already_on_the_way_is_gone_back_to() -> None:
    page, _app = await at_table(MemoryStore())
    for place in ("farm/who", "farm/0", "farm/1", "farm/0"):
        page.intent("agricola-go", place)
    page.intent("escape", "")
    assert "Who plays" in page.dialog


@awaited
async def test_back_buttons_lead_out_and_never_in_a_circle() -> None:
    page, app = await at_table(MemoryStore())
    page.intent("agricola-go", "rounds/now")
    page.intent("agricola-back", "rounds/who")
    assert "Round helper" in page.dialog
    page.intent("agricola-back", "doors")
    assert app.dialog == "companion"
