"""Going through a game and its analysis, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Record
from tests.e2e.conftest import READY, OpenPage, settled
from tests.e2e.test_game import record_of
from tests.e2e.test_library import go_home, record_of_stored
from tests.e2e.tour import finished

NOTES = "Object.keys(localStorage).filter(key => key.startsWith('cacao.notes.')).length"


def opened(open_page: OpenPage, record: Record, **options: object) -> Page:
    """The finished game, its result closed."""
    names = "&n=Ana" + "".join(f"&n=C{seat}" for seat in range(1, record.deal.players))
    letters = "pmmm"[: record.deal.players]
    page = open_page(f"{record.to_link()}&p={letters}{names}", **options)
    expect(page.locator("dialog .scores")).to_be_visible()
    page.locator("dialog [data-command=close]").click()
    return page


def test_slider_keys_log_and_autoplay(open_page: OpenPage) -> None:
    record = finished()
    page = opened(open_page, record)
    page.locator("#through").click()
    task = page.locator("#task")
    expect(task).to_contain_text("after turn 0 of 22")
    page.locator("#slide").fill("9")
    expect(task).to_contain_text("after turn 9 of 22. Ana:")
    expect(task.locator("code")).to_contain_text("W")
    tiles = page.locator("#board-workers > *")
    shown = tiles.count()
    page.keyboard.press("Escape")
    assert tiles.count() > shown
    page.locator("#through").click()
    page.locator("#slide").focus()
    page.keyboard.press("ArrowRight")
    expect(task).to_contain_text("after turn 1 of 22")
    page.locator("[data-command=after]").click()
    expect(task).to_contain_text("after turn 2 of 22")
    page.locator("[data-command=replay]").click()
    expect(page.locator("[data-command=replay]")).to_have_attribute("aria-label", "Pause (P)")
    expect(task).to_contain_text("after turn 4 of 22")  # by itself
    page.locator("[data-command=replay]").click()
    expect(page.locator("[data-command=replay]")).to_have_attribute(
        "aria-label", "Play by itself (P)"
    )
    where = task.inner_text()
    settled(page)
    assert task.inner_text() == where
    assert record_of(page).moves == record.moves


def test_any_turn_can_be_continued_as_a_new_game(open_page: OpenPage) -> None:
    record = finished()
    page = opened(open_page, record)
    page.locator("#through").click()
    page.locator("#slide").fill("6")
    page.locator("#branch").click()
    new = record_of(page)
    assert new.moves == record.moves[: len(new.moves)]
    assert sum(move.starts_turn for move in new.moves) == 6
    expect(page.locator("#board-targets .target").first).to_be_attached()
    page.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")
    go_home(page)
    expect(page.locator("#saves .save")).to_have_count(2)
    assert record.moves in [stored.moves for stored in record_of_stored(page)]


@pytest.mark.usefixtures("quick_analysis")
def test_a_game_is_analysed_in_the_worker_and_that_is_kept(open_page: OpenPage) -> None:
    record = finished()
    page = opened(open_page, record)
    page.locator("#analyse").click()
    expect(page.locator("#analysing")).to_be_visible()
    expect(page.locator("dialog .accuracies")).to_be_visible()
    expect(page.locator("dialog .chart")).to_be_visible()
    losses = [
        int(text.replace("−", "-")) for text in page.locator("dialog .loss").all_inner_texts()
    ]
    assert losses == sorted(losses)
    assert losses[0] <= -3  # it was played at random
    label = page.locator(".costly .turn b").first.inner_text()
    page.locator(".costly .turn").first.click()
    expect(page.locator("#hints .played")).to_contain_text("played")
    expect(page.locator("#hints .better")).to_contain_text("Better")
    expect(page.locator("#board-hints .better")).to_be_attached()
    turn = int(label.split()[1].strip(","))
    expect(page.locator("#task")).to_contain_text(f"after turn {turn - 1} of 22")
    page.locator("#next-costly").click()
    expect(page.locator("#task")).not_to_contain_text(f"after turn {turn - 1} of")
    page.reload()
    expect(page.locator(READY)).to_be_attached()
    at_once = """() => {
        document.querySelector("dialog [data-command=analyse]").click();
        return document.querySelectorAll("dialog .accuracies").length;
    }"""
    page.locator("dialog [data-command=analyse]").wait_for()
    assert page.evaluate(at_once) == 1  # it was kept
    page.locator("dialog [data-command=close]").click()
    go_home(page)
    page.locator("#saves [data-command=saved-game]").click()
    page.locator("dialog [data-command=delete]").click()
    assert page.evaluate(NOTES) == 0
    page.locator("#notice [data-command=restore]").click()
    assert page.evaluate(NOTES) == 1


def test_an_analysis_can_be_stopped_and_begun_again(open_page: OpenPage) -> None:
    page = opened(open_page, finished(4))
    page.locator("#analyse").click()
    page.wait_for_function("document.getElementById('analysing')?.value > 0.01")
    page.locator("dialog [data-command=stop-analysis]").click()
    expect(page.locator("dialog [data-command=analyse-again]")).to_be_visible()
    assert (
        page.evaluate("Object.keys(localStorage).some(key => key.startsWith('cacao.notes.'))")
        is False
    )
    page.locator("dialog [data-command=analyse-again]").click()
    expect(page.locator("#analysing")).to_be_visible()


def test_without_workers_the_page_analyses_by_itself(open_unwatched: OpenPage) -> None:
    """That there are none is told to developers, so nobody watches the console here."""
    link = f"{finished().to_link()}&p=pm&n=Ana&n=Computer"
    page = open_unwatched(link, script="delete window.Worker;")
    page.locator("dialog [data-command=analyse]").click()
    expect(page.locator("dialog .accuracies")).to_be_visible()
