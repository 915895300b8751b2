"""The browser's history and address, and the time where the person is."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Deal, Game, Record
from tests import hostile
from tests.core.helpers import example, play_at_random
from tests.e2e.conftest import READY, UPRIGHT, OpenPage
from tests.e2e.test_game import begin, record_of
from tests.e2e.test_links import follow

AT_ONCE = "Promise.resolve().then(() => history.state.spare)"
"""Spare entries before any other event."""
WHEN_SEEN = """move => new Promise(resolve => {
    new MutationObserver((_changes, observer) => {
        observer.disconnect();
        resolve(Promise.resolve().then(() => history.state.spare));
    }).observe(document.getElementById("dialog"), { attributeFilter: ["open"] });
    cacao.play(move);
})"""
"""The spare entries when a game's last move has brought its result, before that is painted."""
P7 = "1Bppsmk7mui8m6DLoAAAAqBx7drC4c&p=ph&n=Ana&n=Hard%20computer"


def at_home(page: Page) -> None:
    expect(page.locator("#home")).to_be_visible()
    assert "#" not in page.url


def in_game(page: Page) -> None:
    expect(page.locator("#game")).to_be_visible()


def test_back_and_forward_go_one_screen_at_each_press(open_page: OpenPage) -> None:
    page = open_page()
    at_home(page)
    begin(page, kind_1="person", seed="7", first="0")
    in_game(page)
    record = record_of(page)
    for _round in range(2):
        page.locator("#bar [data-command=share]").click()
        expect(page.locator("#dialog")).to_be_visible()
        page.go_back()
        expect(page.locator("#dialog")).to_be_hidden()
        in_game(page)
        page.go_back()
        at_home(page)
        page.go_forward()
        in_game(page)
        assert record_of(page) == record
    page.locator("#bar [data-command=home]").click()  # goes on, as a link does
    at_home(page)
    page.go_back()
    in_game(page)
    page.go_back()
    at_home(page)


def test_back_closes_what_lies_over_the_game_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(viewport=UPRIGHT)
    begin(page, kind_1="person", seed="7", first="0")
    in_game(page)
    log, boards = page.locator("#side"), page.locator("#game")
    page.locator("#bar [popovertarget=side]").click()
    expect(log).to_be_visible()
    page.go_back()
    expect(log).to_be_hidden()
    page.locator("#boards").click()
    expect(boards).to_have_attribute("data-boards", "yes")
    page.locator("#villages [data-command=rules]").first.click()
    expect(page.locator("dialog .rules")).to_be_visible()
    page.go_back()
    expect(page.locator("#dialog")).to_be_hidden()
    page.go_back()
    expect(boards).to_have_attribute("data-boards", "no")
    in_game(page)
    page.go_back()
    at_home(page)


def test_the_log_is_open_no_moment_without_its_entry(open_page: OpenPage) -> None:
    page = open_page(viewport=UPRIGHT)
    begin(page, kind_1="person", seed="7", first="0")
    in_game(page)
    assert page.evaluate(f"document.getElementById('side').showPopover(), {AT_ONCE}") == 1
    page.go_back()
    expect(page.locator("#side")).to_be_hidden()
    in_game(page)


def test_dialog_that_comes_by_itself_is_seen_no_moment_without_its_entry(
    open_page: OpenPage,
) -> None:
    page = open_page()
    *moves, last = play_at_random(Game(Deal.shuffled(2, 7)), Random(7))
    page.evaluate("text => cacao.load(text)", Record(Deal.shuffled(2, 7), tuple(moves)).to_text())
    in_game(page)
    assert page.evaluate(WHEN_SEEN, str(last)) == 1
    page.go_back()
    expect(page.locator("#dialog")).to_be_hidden()
    in_game(page)
    page.go_back()
    at_home(page)


def test_back_passes_over_what_was_closed_otherwise(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person", seed="7", first="0")
    in_game(page)
    for close in ("x", "Escape"):
        page.locator("#bar [data-command=rules]").click()
        expect(page.locator("dialog .rules")).to_be_visible()
        if close == "x":
            page.locator("dialog [data-command=close]").first.click()
        else:
            page.keyboard.press(close)
        expect(page.locator("#dialog")).to_be_hidden()
    page.locator("[data-command=uncover]").click()
    page.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")  # the address changes
    record = record_of(page)
    page.go_back()
    at_home(page)
    page.go_forward()
    in_game(page)
    assert record_of(page) == record


def test_back_and_escape_close_one_dialog_at_home(open_page: OpenPage) -> None:
    page = open_page()
    for leave in ("Back", "Escape"):
        page.locator("#home [data-command=new-game]").click()
        page.locator("dialog [data-command=rules]").first.click()
        expect(page.locator("dialog .rules")).to_be_visible()
        for there in ("[name=seed]", ""):
            if leave == "Back":
                page.go_back()
            else:
                page.keyboard.press("Escape")
            expect(page.locator("dialog .rules")).to_be_hidden()
            expect(page.locator("dialog [name=seed]")).to_be_visible(visible=bool(there))
        expect(page.locator("#dialog")).to_be_hidden()
        at_home(page)


def test_game_after_a_game_is_reached_from_the_first_screen(open_page: OpenPage) -> None:
    """An entry for a dialog became that of another game: Back leads to the latter."""
    page = open_page()
    begin(page, kind_1="person", seed="7", first="0")
    in_game(page)
    page.locator("#bar [data-command=rules]").click()
    page.locator("dialog .rule-open").first.click()
    in_game(page)
    expect(page.locator("#dialog")).to_be_hidden()
    record = record_of(page)
    page.locator("#bar [data-command=home]").click()
    at_home(page)
    page.go_back()
    in_game(page)
    assert record_of(page) == record
    page.go_back()
    at_home(page)


def test_reload_over_a_game_stays_in_it(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, kind_1="person", seed="7", first="0")
    in_game(page)
    record = record_of(page)
    page.locator("#bar [data-command=rules]").click()
    expect(page.locator("dialog .rules")).to_be_visible()
    page.reload()
    page.wait_for_selector(READY)
    in_game(page)
    assert record_of(page) == record
    page.go_back()
    at_home(page)


def test_address_of_a_game_takes_one_entry(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.locator("#home")).to_be_visible()
    follow(page, f"#{P7}")
    in_game(page)
    page.go_back()
    at_home(page)
    page.go_forward()
    in_game(page)
    page.go_back()
    at_home(page)
    page.evaluate("location.hash = 'learn'")
    in_game(page)
    page.go_back()
    at_home(page)


def test_link_with_a_question_takes_one_entry(open_page: OpenPage) -> None:
    page = open_page()
    follow(page, "#1Bppsmk7mui8m6DLoAAAAqBx7drC4c&p=pp&l=1&n=Ana&n=Bo")
    expect(page.locator("#dialog #be-0")).to_be_visible()
    page.locator("#be-0").click()
    in_game(page)
    page.go_back()
    at_home(page)
    page.go_forward()
    in_game(page)
    expect(page.locator("#dialog")).to_be_hidden()


def test_address_is_shared_without_what_others_have_added(open_page: OpenPage, site: str) -> None:
    page = open_page(P7)
    page.goto(f"{site}?fbclid=IwAR0&utm_source=mail#{P7}")
    page.wait_for_selector(READY)
    in_game(page)
    page.locator("#bar [data-command=share]").click()
    link = page.locator("#link").input_value()
    assert link.partition("#")[0] == site
    assert page.url == link
    page.locator("dialog [data-command=close]").click()
    page.locator("#bar [data-command=home]").click()
    at_home(page)
    assert page.url == site


@pytest.mark.parametrize(
    ("zone", "locale", "summer", "winter"),
    [
        pytest.param(
            *("America/Los_Angeles", "en-US", "Jun 30, 2026, 5:30 PM", "Dec 31, 2025, 4:30 PM"),
            marks=pytest.mark.nightly,
        ),
        ("Asia/Kolkata", "de-DE", "01.07.2026, 06:00", "01.01.2026, 06:00"),
        pytest.param(
            *("Europe/London", "en-GB", "1 Jul 2026, 01:30", "1 Jan 2026, 00:30"),
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_times_of_saved_games_are_those_of_the_place(
    open_page: OpenPage, zone: str, locale: str, summer: str, winter: str
) -> None:
    page = open_page(zone=zone, locale=locale)
    record = example("temple").renamed(["Ana", "Bo", "Cy", "Di"])
    saved = {
        name: json.dumps({**json.loads(hostile.saved()), "saved": when,
                          "record": record.to_text()})
        for name, when in (
            ("summer", "2026-07-01T00:30:00.000+00:00"),
            ("winter", "2026-01-01T00:30:00.000+00:00"),
        )
    }  # fmt: skip
    page.evaluate(
        "saved => { for (const id in saved) localStorage[`cacao.game.${id}`] = saved[id] }", saved
    )
    page.reload()
    page.wait_for_selector(READY)
    for name, told in (("summer", summer), ("winter", winter)):
        date = told.rpartition(", ")[0]
        expect(page.locator(f"#save-{name} time")).to_have_text(date)
        page.locator(f"#save-{name} [data-command=saved-game]").click()
        exact = re.compile(told.replace(" PM", r"\sPM"))  # a narrow space
        expect(page.locator("#dialog .saved-game")).to_contain_text(exact)
        page.locator("dialog [data-command=close]").first.click()
