"""What games count for, in the browser: the daily game, a match, the ladder, statistics."""

from __future__ import annotations

from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from cacao_core import Record
from cacao_web.features.daily import model as daily
from tests.e2e.conftest import OpenPage, reload
from tests.e2e.forms import choose_level
from tests.e2e.stored import to_its_last_turn
from tests.e2e.test_game import record_of

_FINISH = """async () => {
    for (let legal; (legal = window.cacao.legalMoves()).length; )
        window.cacao.play(legal[0])
}"""
"""Plays for everybody; no computer comes in between, for nothing is waited for."""
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def play_to_the_end(page: Page, seed: int = 1) -> Record:
    """Plays the last turns of a game, and waits for its result."""
    expect(page.locator("#game")).to_be_visible()
    to_its_last_turn(page, seed)
    page.evaluate(_FINISH)
    expect(page.locator("dialog .scores").first).to_be_visible()
    return record_of(page)


def go_home(page: Page) -> None:
    if page.locator("dialog[open] [data-command=close]").count():
        page.locator("dialog[open] [data-command=close]").click()
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()


def test_daily_game_counts_once_and_is_told_without_spoilers(open_page: OpenPage) -> None:
    page = open_page(**CLIPBOARD)
    day = datetime.now(UTC).date()
    page.locator("#home [data-command=daily]").click()
    expect(page.locator("dialog .day")).to_have_text(day.isoformat())
    choose_level(page, "easy")
    page.locator("dialog [data-command=begin-daily]").click()
    record = play_to_the_end(page)
    assert record.deal == daily.deal_of(day)
    scores = record.game().score()
    own, other = scores[daily.seat_of(day)].total, scores[1 - daily.seat_of(day)].total
    page.locator("dialog [data-command=copy-daily]").click()
    expect(page.locator("#notice")).to_contain_text("Result copied")
    text = page.evaluate("navigator.clipboard.readText()")
    gold = f"{own} : {other}".replace("-", "−")
    assert text.startswith(f"Cacao, daily game {day}: Computer 5 (easy), {gold}, ")
    told, _newline, link = text.rpartition("\n")
    assert link.startswith(f"{page.url.partition('#')[0]}#daily=")
    assert "@" not in told
    kept = page.evaluate("localStorage['cacao.daily']")
    reload(page)  # the address has the game: its end is shown again
    expect(page.locator("dialog #daily-text")).to_be_visible()
    go_home(page)
    assert page.evaluate("localStorage['cacao.daily']") == kept
    page.locator("#home [data-command=daily]").click()
    expect(page.locator("dialog")).to_contain_text("You have played today’s game")
    tally = page.locator("dialog .tally dd")  # days in a row: played, won, the most
    expected = str(daily.streak(daily.from_text(kept), day, won=True))
    expect(tally).to_have_text(["1", expected, "1"])
