"""The form for a new game: one setting for a name, and a length that decides the rules."""

from __future__ import annotations

from cacao_core.rules import BASE, SHORT
from cacao_web.browser.store import MemoryStore
from cacao_web.game.players import ELSEWHERE
from cacao_web.game.setup.form import FEW_TURNS, MATCH, Setup
from cacao_web.saves.settings import Settings, from_text
from tests.web.driven import App, awaited, started
from tests.web.places import Place, host, idle
from tests.web.standin import StandIn


def person(app: App) -> str:
    return app.game.sitters[app.game.persons[0]].name


@awaited
async def test_name_of_a_new_game_is_kept_and_used_everywhere() -> None:
    store, page = MemoryStore(), StandIn()
    app = await started(page, store)
    page.intent("new-game", "")
    page.write("name-0", "  Ana  Maria ")
    page.intent("begin", "")
    assert person(app) == "Ana Maria"
    later = StandIn()
    again = await started(later, store)
    assert again.settings.name == "Ana Maria"
    later.intent("new-game", "")
    assert 'value="Ana Maria"' in later.dialog
    later.intent("close", "")
    for open_it, play in (("daily", "begin-daily"), ("ladder", "ladder-play"), ("", "learn")):
        later.intent(open_it, "") if open_it else None
        later.intent(play, "1" if play == "ladder-play" else "")
        await idle()
        assert person(again) == "Ana Maria", play
        later.intent("home", "")


@awaited
async def test_name_can_be_changed_in_the_settings(page: StandIn, app: App) -> None:
    page.intent("settings", "")
    page.write("name", "Bo")
    assert app.settings.name == "Bo"
    page.intent("close", "")
    page.intent("new-game", "")
    assert 'value="Bo"' in page.dialog
    page.write("name", "x" * 99)  # not a field of this dialog
    assert app.settings.name == "Bo"


def test_name_that_no_game_takes_is_not_kept() -> None:
    known = Settings(name="Ana")
    assert known.changed({"name": "x" * 99}).name == "Ana"
    assert known.changed({"name": " a\x07b\u200b"}).name == "ab"
    for nothing in ("  ", "\u200b", "\u3164"):
        assert known.changed({"name": nothing}).name == ""
    assert from_text('{"name": 7}').name == ""


def test_name_is_that_of_the_first_person() -> None:
    form = Setup(name="Ana")
    form.fill_in("name-1", "Hal")
    form.fill_in("kind-1", "person")
    form.fill_in("kind-0", "computer")
    assert form.name_of(1) == "Ana"
    form.fill_in("name-1", "Anna")
    assert (form.name, form.name_of(0)) == ("Anna", "")
    form.fill_in("kind-0", "person")
    assert (form.name_of(0), form.name_of(1)) == ("Anna", "Hal")


@awaited
async def test_others_of_the_last_game_keep_their_names() -> None:
    store, page = MemoryStore(), StandIn()
    await started(page, store)
    page.intent("new-game", "")
    page.write("kind-1", "person")
    page.write("name-1", "Bo")
    page.intent("begin", "")
    later = StandIn()
    await started(later, store)
    later.intent("new-game", "")
    assert 'value="Bo"' in later.dialog


@awaited
async def test_invitation_has_the_guest_s_name() -> None:
    ana = await host()
    address = ana.app.features.get("together").outbox.address
    guest = Place(address.partition("#")[2])
    guest.app.shell.preferences.change(name="Bo")
    await guest.start()
    assert 'value="Bo"' in guest.page.dialog
    guest.fill_in("name-1", "Bob")
    guest.run("join")
    await idle()
    assert guest.device.names == ("Player 1", "Bob")
    assert guest.app.settings.name == "Bob"


@awaited
async def test_name_given_by_the_host_is_not_ones_own() -> None:
    ana = await Place().start()
    ana.run("new-game")
    for name, value in (("kind-1", ELSEWHERE), ("name-1", "Bo"), ("first", "0")):
        ana.fill_in(name, value)
    ana.run("begin")
    await idle()
    address = ana.app.features.get("together").outbox.address
    guest = await Place(address.partition("#")[2]).start()
    guest.run("join")
    await idle()
    assert guest.device.names == ("Player 1", "Bo")
    assert guest.app.settings.name == ""


@awaited
async def test_guest_takes_no_name_of_somebody_there() -> None:
    ana = await host(3)
    address = ana.app.features.get("together").outbox.address
    guest = await Place(address.partition("#")[2]).start()
    guest.fill_in("name-1", " player  1")
    guest.run("join")
    await idle()
    assert "player 1 is at the table already. Please enter another name." in guest.page.dialog
    guest.fill_in("name-1", "Bo")
    guest.fill_in("seat-2", "on")
    guest.fill_in("name-2", "Ｂo\u200b")
    guest.run("join")
    assert "Ｂo is at the table already." in guest.page.dialog
    guest.fill_in("name-2", "Player 3")
    guest.run("join")
    await idle()
    assert guest.device.names == ("Player 1", "Bo", "Player 3")


def test_length_decides_about_the_rules() -> None:
    form = Setup()
    assert form.rules == BASE
    form.fill_in("length", FEW_TURNS)
    assert form.deal(2).rules == SHORT
    form.seed = "7"
    assert form.deal(3).rules == SHORT
    form.fill_in("length", MATCH)
    assert form.is_match
    assert form.rules == BASE
    form.fill_in("kind-1", ELSEWHERE)
    assert form.is_match  # a match with other devices
    form.fill_in("length", FEW_TURNS)
    assert form.rules == SHORT


@awaited
async def test_short_game_with_another_device() -> None:
    ana = await host(length=FEW_TURNS)
    bo = await Place((await ana.outcome("invite")).partition("#")[2]).start()
    assert "It is a short game: 7 turns each." in bo.page.dialog
    bo.fill_in("name-1", "Bo")
    bo.run("join")
    await idle()
    await ana.open(bo.app.features.get("together").outbox.address)
    assert ana.session.game.rules == bo.session.game.rules == SHORT
    assert "1/7" in ana.page.regions["task"]
