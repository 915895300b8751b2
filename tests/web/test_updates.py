"""What the page says about the network and new versions, with a stand-in for the browser."""

from __future__ import annotations

import json
import re

import pytest

from cacao_web.features.bots.model import Bot
from cacao_web.features.updates.controller import told
from cacao_web.features.updates.model import CopyState, Offline
from cacao_web.game.session import Session
from making import drawings
from making.offline import ICONS, on_ground
from making.workshop import WEB
from tests.core.helpers import example
from tests.web import botfiles
from tests.web.clock import until
from tests.web.driven import App, awaited, settled, started
from tests.web.standin import StandIn
from tests.web.test_app import TWO

OFFER = 'data-command="update"'
NEW = CopyState(Offline.HERE, ready=True)


def in_a_game(app: App) -> None:
    record = example("fill_activates_others")
    app.enter(Session("x", record, TWO * (record.deal.players // 2)))


def test_state_has_its_words() -> None:
    said = [told(kept) for kept in Offline]
    assert len(set(said)) == len(Offline)


@awaited
async def test_new_version_is_offered_between_games_only(page: StandIn, app: App) -> None:
    assert page.regions.get("offer", "") == ""
    in_a_game(app)
    page.keeper.on_state(NEW)
    assert page.regions["offer"] == ""
    assert page.regions["game@data-update"] == "yes"
    page.intent("settings", "")
    assert "can update after this game" in page.dialog
    assert OFFER not in page.dialog
    page.intent("home", "")
    assert OFFER in page.regions["offer"]
    page.intent("settings", "")
    assert OFFER in page.dialog
    page.keeper.on_state(CopyState(Offline.HERE))  # another tab has changed to it
    assert page.regions["offer"] == ""
    assert OFFER not in page.dialog


@awaited
async def test_new_version_is_offered_with_the_result(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    for chair in range(2):
        page.write(f"kind-{chair}", "easy")
    page.keeper.on_state(NEW)
    page.intent("begin", "")
    await settled(app)
    assert app.between_games
    assert OFFER in page.dialog
    page.intent("close", "")
    page.keeper.on_state(CopyState(Offline.HERE))
    page.intent("result", "")
    assert OFFER not in page.dialog


@awaited
async def test_page_agrees_to_a_change_when_nothing_is_lost(page: StandIn, app: App) -> None:
    assert page.keeper.free()
    page.intent("new-game", "")
    assert not page.keeper.free()  # what was entered would be gone
    page.intent("close", "")
    in_a_game(app)
    page.intent("hint", "")
    await settled(app)
    assert page.workers
    assert not page.keeper.free()
    assert not page.workers[-1].ended
    page.intent("home", "")
    await settled(app)
    assert page.keeper.free()
    assert page.workers[-1].ended  # it can load nothing any more
    in_a_game(app)
    await settled(app)
    page.intent("hint", "")
    await settled(app)
    assert len(page.workers) == 2  # if nothing comes of the change, there is another


@pytest.mark.usefixtures("forget_bots")
@awaited
async def test_bots_end_before_a_change() -> None:
    page = StandIn()
    page.bots.kept["mine"] = Bot("mine", "mine.py", botfiles.FIRST)
    app = await started(page)
    await until(lambda: app.setup.bots)
    page.intent("new-game", "")
    for chair in range(2):
        page.write(f"kind-{chair}", "bot:mine")
    page.intent("begin", "")
    await settled(app)
    assert app.between_games
    assert [worker.ended for worker in page.bots.workers] == [False, False]
    assert page.keeper.free()
    assert [worker.ended for worker in page.bots.workers] == [True, True]


@awaited
async def test_reasons_against_a_change_are_said(page: StandIn, app: App) -> None:
    page.keeper.on_state(NEW)
    for against, words in (
        ("busy", "Another tab is busy"),
        ("silent", "is not responding"),
    ):
        page.keeper.against = against
        page.intent("update", "")
        await settled(app)
        assert words in page.regions["notice"]
    assert page.keeper.changes == 2


@awaited
async def test_page_is_installed_where_the_browser_offers_it(page: StandIn, app: App) -> None:
    page.intent("settings", "")
    assert 'data-command="install"' not in page.dialog
    page.keeper.on_state(CopyState(Offline.COMING, installable=True))
    assert 'data-command="install"' in page.dialog
    assert told(Offline.COMING) in page.dialog
    page.intent("install", "")
    await settled(app)
    assert page.keeper.installs == 1


@awaited
async def test_settings_look_whether_all_files_are_there(page: StandIn) -> None:
    page.keeper.on_state(CopyState(Offline.HERE))
    looks = page.keeper.looks
    page.intent("settings", "")
    assert page.keeper.looks > looks
    page.keeper.on_state(CopyState(Offline.FULL))
    assert "no room on this device" in page.dialog
    assert told(Offline.HERE) not in page.dialog


@awaited
async def test_settings_do_not_say_what_may_be_true_no_longer(page: StandIn) -> None:
    page.keeper.on_state(CopyState(Offline.HERE))
    for _time in range(2):
        looks = page.keeper.looks
        page.intent("settings", "")
        assert page.keeper.looks == looks + 1
        assert told(Offline.UNKNOWN) in page.dialog
        assert told(Offline.HERE) not in page.dialog
        page.keeper.on_state(CopyState(Offline.HERE))
        assert told(Offline.HERE) in page.dialog
        page.write("theme", "dark")  # the dialog is drawn again
        assert page.keeper.looks == looks + 1
        page.intent("close", "")


def test_manifest_has_colours_and_icons_of_the_page() -> None:
    manifest = json.loads((WEB / "offline" / "manifest.webmanifest").read_text("utf-8"))
    tokens = drawings.style_file("style/tokens.css").read_text("utf-8")
    light, dark = re.findall(r"--table: (#\w+);", tokens)
    assert {manifest["theme_color"], manifest["background_color"]} == {light}
    page = (WEB / "index.html").read_text("utf-8")
    for theme, colour in (("light", light), ("dark", dark)):
        assert f'content="{colour}" media="(prefers-color-scheme: {theme})"' in page
    drawn = {f"icons/{name}": f"{pixels}x{pixels}" for name, (pixels, _margin) in ICONS.items()}
    named = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    assert len([source for source in named if source.endswith(".png")]) >= 2
    for source, sizes in named.items():
        if source.endswith(".png"):
            assert drawn[source] == sizes


def test_masked_icon_has_ground_on_all_sides() -> None:
    icon = (WEB / "icons" / "icon.svg").read_text("utf-8")
    masked = on_ground(icon, 15)
    assert 'viewBox="-15 -15 130 130"' in masked
    assert masked.count('<rect x="-15"') == 2
    assert masked.count("#2f5a3f") > icon.count("#2f5a3f")
