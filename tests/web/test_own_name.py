"""A person's name is asked once: it is one setting for all that need it."""

from __future__ import annotations

import json

from cacao_web.browser.store import MemoryStore
from cacao_web.game.players import ELSEWHERE
from cacao_web.game.setup.form import Setup
from cacao_web.saves.settings import Settings, from_text
from tests.web.driven import App
from tests.web.places import Place, awaited, host, idle
from tests.web.standin import StandIn
from tests.web.test_app import run, started


def enter(page: StandIn, name: str, text: str) -> None:
    page.intent("field", json.dumps([name, text]))


def person(app: App) -> str:
    assert app.session is not None
    return app.session.sitters[app.session.persons[0]].name


def test_the_name_of_a_new_game_is_kept_and_used_everywhere() -> None:
    async def scenario() -> None:
        store, page = MemoryStore(), StandIn()
        app = await started(page, store)
        page.intent("new-game", "")
        enter(page, "name-0", "  Ana  Maria ")
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

    run(scenario)


def test_the_name_can_be_changed_in_the_settings() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        page.intent("settings", "")
        enter(page, "name", "Bo")
        assert app.settings.name == "Bo"
        page.intent("close", "")
        page.intent("new-game", "")
        assert 'value="Bo"' in page.dialog
        enter(page, "name", "x" * 99)  # not a field of this dialog
        assert app.settings.name == "Bo"

    run(scenario)


def test_a_name_that_no_game_takes_is_not_kept() -> None:
    known = Settings(name="Ana")
    assert known.changed({"name": "x" * 99}).name == "Ana"
    assert known.changed({"name": " a\x07b\u200b"}).name == "ab"
    for nothing in ("  ", "\u200b", "\u3164"):
        assert known.changed({"name": nothing}).name == ""
    assert from_text('{"name": 7}').name == ""


def test_the_name_is_that_of_the_first_person_wherever_they_sit() -> None:
    form = Setup(name="Ana")
    form.fill_in("name-1", "Hal")
    form.fill_in("kind-1", "person")
    form.fill_in("kind-0", "computer")
    assert form.name_of(1) == "Ana"
    form.fill_in("name-1", "Anna")
    assert (form.name, form.name_of(0)) == ("Anna", "")
    form.fill_in("kind-0", "person")
    assert (form.name_of(0), form.name_of(1)) == ("Anna", "Hal")


def test_the_others_of_the_last_new_game_keep_their_names_too() -> None:
    async def scenario() -> None:
        store, page = MemoryStore(), StandIn()
        await started(page, store)
        page.intent("new-game", "")
        enter(page, "kind-1", "person")
        enter(page, "name-1", "Bo")
        page.intent("begin", "")
        later = StandIn()
        await started(later, store)
        later.intent("new-game", "")
        assert 'value="Bo"' in later.dialog

    run(scenario)


@awaited
async def test_an_invitation_has_the_guest_s_name_and_keeps_a_new_one() -> None:
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
async def test_a_name_that_only_the_host_has_given_is_not_taken_for_one_s_own() -> None:
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
async def test_a_guest_does_not_take_a_name_of_somebody_at_the_table() -> None:
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
