"""Going through a game and its analysis, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from cacao_core import Record
from cacao_core.moves import turns_begun
from tests.bench.chromium import ask_python
from tests.e2e.conftest import OpenPage, at_first, at_sizes, few_playouts, reload, settled, some
from tests.e2e.test_game import record_of
from tests.e2e.test_library import go_home, record_of_stored
from tests.e2e.tour import finished

NOTES = "Object.keys(localStorage).filter(key => key.startsWith('cacao.notes.')).length"


def opened(open_page: OpenPage, record: Record, **options: object) -> Page:
    """The finished game of the person at this device, its result closed."""
    names = "&n=Ana" + "".join(f"&n=C{seat}" for seat in range(1, record.deal.players))
    letters = "pmmm"[: record.deal.players]
    fragment = f"{record.to_link()}&p={letters}{names}"
    page = open_page(fragment, stored={"cacao.settings": '{"name": "Ana"}'}, **options)
    expect(page.locator("dialog .scores")).to_be_visible()
    page.locator("dialog [data-command=close]").click()
    return page


def test_replay_by_slider_keys_and_itself_and_going_on_from_a_turn(open_page: OpenPage) -> None:
    record = finished()
    page = opened(open_page, record)
    _slider_and_keys(page)
    _autoplay(page)
    assert record_of(page).moves == record.moves
    page.keyboard.press("Escape")
    _an_analysis_is_stopped_and_begun_again(page)
    page.locator("#through").click()
    page.locator("#slide").fill("6")
    page.locator("#branch").click()
    new = record_of(page)
    assert new.moves == record.moves[: len(new.moves)]
    assert turns_begun(new.moves) == 6
    expect(page.locator("#board-targets .target").first).to_be_attached()
    page.evaluate("window.cacao.play(window.cacao.legalMoves()[0])")
    go_home(page)
    expect(page.locator("#saves .save")).to_have_count(2)
    assert record.moves in [stored.moves for stored in record_of_stored(page)]


def _slider_and_keys(page: Page) -> None:
    page.locator("#through").click()
    task = page.locator("#task")
    expect(task).to_contain_text("Before turn 1 of 22 · Ana")
    page.locator("#slide").fill("9")
    expect(task).to_contain_text("Turn 9 of 22 · Ana")
    expect(task.locator(".laid .tile").first).to_be_visible()
    expect(task.locator("code")).not_to_be_visible()
    tiles = page.locator("#board-workers > *")
    shown = tiles.count()
    page.keyboard.press("Escape")
    assert tiles.count() > shown
    page.locator("#through").click()
    page.locator("#slide").focus()
    page.keyboard.press("ArrowRight")
    expect(task).to_contain_text("Turn 1 of 22")
    page.locator("[data-command=after]").click()
    expect(task).to_contain_text("Turn 2 of 22")


def _autoplay(page: Page) -> None:
    task = page.locator("#task")
    page.locator("[data-command=replay]").click()
    expect(page.locator("[data-command=replay]")).to_have_attribute("aria-label", "Pause (P)")
    expect(task).to_contain_text(re.compile(r"Turn ([4-9]|1\d|2\d) of 22"))  # by itself
    page.locator("[data-command=replay]").click()
    expect(page.locator("[data-command=replay]")).to_have_attribute(
        "aria-label", "Play automatically (P)"
    )
    where = task.inner_text()
    settled(page)
    assert task.inner_text() == where


def _an_analysis_is_stopped_and_begun_again(page: Page) -> None:
    page.locator("#analyse").click()
    page.wait_for_function("document.getElementById('analysing')?.value > 0.01")
    page.locator("[data-command=stop-analysis]").click()
    expect(page.locator("[data-command=analyse-again]")).to_be_visible()
    assert page.evaluate(NOTES) == 0
    page.locator("[data-command=analyse-again]").click()
    expect(page.locator("#analysing")).to_be_visible()


SIZES = [(390, 844), (1024, 768)]


@pytest.mark.usefixtures("quick_analysis")
def test_analysis_is_made_in_the_worker_and_kept(open_page: OpenPage) -> None:
    page = opened(open_page, finished())
    with at_first(page, "#analysing"):
        page.locator("#analyse").click()
    expect(page.locator("#beside .made")).to_contain_text("ou gave away")
    expect(page.locator("#beside .accuracies")).to_be_visible()
    expect(page.locator("#beside .chart")).to_have_count(2)
    expect(page.locator("dialog[open]")).to_have_count(0)
    _costly_turns_are_listed_and_looked_at(page)
    page.keyboard.press("Escape")
    page.locator("[data-command=close-analysis]").click()
    for width, _height in at_sizes(page, SIZES):
        if not page.locator(".costly .turn:visible").count():
            page.locator("#analyse").click()
        _a_better_turn_is_played_on_the_board(page, width)
    _it_is_kept_and_deleted_with_the_game(page)


def _costly_turns_are_listed_and_looked_at(page: Page) -> None:
    for one in some(page.locator(".costly")):
        losses = [int(text.replace("−", "-")) for text in one.locator(".loss").all_inner_texts()]
        assert losses == sorted(losses)
        assert losses[0] <= -1  # it was played at random
    label = page.locator(".costly .turn b").first.inner_text()
    page.locator(".costly .turn").first.click()
    expect(page.locator("#beside .played")).to_contain_text("played")
    expect(page.locator("#beside .better").first).to_contain_text("Better")
    expect(page.locator("#board-hints .better")).to_be_attached()
    turn = int(label.split()[1].strip(","))
    expect(page.locator("#task")).to_contain_text(f"Before turn {turn} of 22")
    page.locator("#next-costly").click()
    expect(page.locator("#task")).not_to_contain_text(f"Before turn {turn} of")


def _a_better_turn_is_played_on_the_board(page: Page, width: int) -> None:
    page.locator(".costly .turn:visible").first.click()
    better = page.locator(".reviewed .better:visible").first
    better.hover()
    cells = str(better.get_attribute("data-lights")).split()
    expect(page.locator(LIT)).to_have_count(len(cells))
    better.click()
    expect(better).to_have_attribute("aria-pressed", "true")
    for cell in cells:
        expect(page.locator(f"[id='t{cell}']")).to_be_attached()
    expect(page.locator("#task")).to_contain_text("Variation")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board = page.locator("#table").bounding_box()
    assert board is not None
    assert board["height"] >= 100
    if width >= 1024:
        beside = page.locator("#beside").bounding_box()
        assert beside is not None
        assert board["x"] + board["width"] <= beside["x"]
    page.keyboard.press("Escape")
    expect(better).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#task")).to_contain_text("Before turn")
    page.keyboard.press("Escape")
    expect(page.locator("#task")).to_contain_text("The game is over.")


def _it_is_kept_and_deleted_with_the_game(page: Page) -> None:
    reload(page)
    at_once = """() => {
        document.querySelector("dialog [data-command=analyse]").click();
        return document.querySelectorAll("#beside .accuracies").length;
    }"""
    page.locator("dialog [data-command=analyse]").wait_for()
    assert page.evaluate(at_once) == 1  # it was kept
    go_home(page)
    page.locator("#saves [data-command=saved-game]").click()
    page.locator("dialog [data-command=delete]").click()
    assert page.evaluate(NOTES) == 0
    page.locator("#notice [data-command=restore]").click()
    assert page.evaluate(NOTES) == 1


@pytest.mark.nightly
def test_analysis_without_workers(open_unwatched: OpenPage) -> None:
    """That there are none is told to developers, so nobody watches the console here."""
    link = f"{finished().to_link()}&p=pm&n=Ana&n=Computer"
    page = open_unwatched(link, script="delete window.Worker;")
    ask_python(page, f"global ai, _hinting, _reviewing{few_playouts()}")
    page.locator("dialog [data-command=analyse]").click()
    expect(page.locator("#beside .accuracies")).to_be_visible()


# --- Cells that are lit ----------------------------------------------------------------------

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1440, "height": 900}
LIT = "#board-lights .light"


def lit(page: Page) -> list[tuple[float, float]]:
    """The middles of the lit cells on the page, in pixels."""
    boxes = [light.bounding_box() for light in page.locator(LIT).all()]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]


def middles(page: Page, cells: str) -> list[tuple[float, float]]:
    """The middles of the tiles on some cells."""
    boxes = [
        page.locator(f"[id='t{name}'] > :first-child").bounding_box() for name in cells.split()
    ]
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]


ENDED = f"{finished().to_link()}&p=pm&n=Ana&n=C"


def test_result_gives_way_to_the_mouse_if_it_moves(open_page: OpenPage) -> None:
    page = open_page(ENDED, viewport=DESK)
    rematch = page.locator("dialog [data-command=rematch]")
    page.locator("dialog .temples button").nth(1).hover()
    expect(page.locator(LIT).nth(1)).to_be_attached()
    expect(rematch).not_to_be_visible()
    page.mouse.move(5, 5)
    expect(rematch).to_be_visible()
    expect(page.locator(LIT)).to_have_count(0)
    assert len(record_of(page).moves) == len(finished().moves)
    _result_that_opens_below_a_resting_mouse_stays(page)


def test_log_lights_the_cells_of_a_turn_follows_and_shows_notation(open_page: OpenPage) -> None:
    page = open_page(ENDED, viewport=DESK)
    page.locator("dialog [data-command=close]").click()
    _mouse_and_keyboard_light_the_cells_of_a_turn(page)
    _the_log_follows_and_the_page_stays(page)
    _notation_is_shown_if_somebody_wants_it(page)


def _mouse_and_keyboard_light_the_cells_of_a_turn(page: Page) -> None:
    entry = page.locator("#turn-18")
    cells = str(entry.locator("button").get_attribute("data-lights"))
    assert len(cells.split()) > 1  # jungle tiles as well
    entry.hover()
    expect(page.locator(LIT)).to_have_count(len(cells.split()))
    for (x, y), (tile_x, tile_y) in zip(lit(page), middles(page, cells), strict=True):
        assert abs(x - tile_x) < 3
        assert abs(y - tile_y) < 3
    page.locator("#task").hover()
    expect(page.locator(LIT)).to_have_count(0)
    page.locator("#turn-19 button").focus()
    page.keyboard.press("Tab")
    expect(page.locator(LIT)).to_have_count(len(cells.split()))
    for _turn in range(25):
        page.keyboard.press("Shift+Tab")
    expect(page.locator(LIT)).to_have_count(0)


_INSIDE = """() => {
    const log = document.getElementById("turns").getBoundingClientRect();
    const turn = document.querySelector("#turns [aria-current]").getBoundingClientRect();
    return turn.top >= log.top - 1 && turn.bottom <= log.bottom + 1;
}"""


def _the_log_follows_and_the_page_stays(page: Page) -> None:
    page.locator("#through").click()
    page.locator("[data-command=after]").click()
    expect(page.locator("#turn-1 [aria-current=step]")).to_be_visible()
    assert page.evaluate(_INSIDE)
    for _turn in range(5):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(_INSIDE)
    page.keyboard.press("Home")
    expect(page.locator("#task")).to_contain_text("Before turn 1 of")
    page.keyboard.press("End")
    expect(page.locator("#task")).to_contain_text("The game is over.")
    assert page.evaluate("[scrollY, document.getElementById('log').scrollTop]") == [0, 0]


def _result_that_opens_below_a_resting_mouse_stays(page: Page) -> None:
    """It gives way to the board only when the mouse moves there."""
    page.locator("dialog [data-command=close]").click()
    dialog = page.locator("#dialog")
    page.keyboard.press("Escape")
    page.locator("#content [data-command=result]").click()
    box = dialog.locator("[data-lights]").first.bounding_box()
    assert box is not None
    page.locator("dialog [data-command=close]").click()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.locator("#content [data-command=result]").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    settled(page)
    expect(dialog).not_to_have_attribute("data-aside", "")
    page.mouse.move(2, 2)
    page.mouse.move(x, y)
    expect(dialog).to_have_attribute("data-aside", "")
    page.mouse.move(2, 2)
    expect(dialog).not_to_have_attribute("data-aside", "")


def _notation_is_shown_if_somebody_wants_it(page: Page) -> None:
    code = page.locator("#turn-22 code")
    expect(code).not_to_be_visible()
    page.locator("#bar [data-command=settings]").click()
    page.locator("dialog [name=notation]").check()
    page.locator("dialog [type=submit]").click()
    expect(code).to_be_visible()
    expect(page.locator("#turn-22 .in-words")).to_contain_text("places workers")


def test_taps_light_cells_and_the_log_opens_at_the_turn(open_page: OpenPage) -> None:
    page = open_page(ENDED, viewport=PHONE, has_touch=True, is_mobile=True)
    _scrolling_with_a_finger_on_a_temple_is_no_tap(page)
    _a_tap_brings_the_result_back(page)
    page.locator("dialog [data-command=close]").tap()
    page.locator("#bar [popovertarget=side]").tap()
    page.locator("#turn-18 button").tap()
    expect(page.locator("#log")).not_to_be_visible()
    assert page.locator(LIT).count() > 1
    page.locator("#content [data-command=now]").tap()
    expect(page.locator(LIT)).to_have_count(0)
    page.locator("#through").tap()
    page.locator("[data-command=after]").tap()
    page.locator("#bar [popovertarget=side]").tap()
    expect(page.locator("#turn-1")).to_be_in_viewport()


def _scrolling_with_a_finger_on_a_temple_is_no_tap(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 480})
    temple, dialog = page.locator("dialog .temples button").nth(1), page.locator("#dialog")
    temple.scroll_into_view_if_needed()
    box, before = temple.bounding_box(), dialog.evaluate("dialog => dialog.scrollTop")
    assert box is not None
    x, y, tools = box["x"] + 20, box["y"] + box["height"] / 2, page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x, y))
    expect(dialog).not_to_have_attribute("data-aside", "")
    way = 1 if before else -1
    for step in range(1, 9):
        touch("touchMove", (x, y + way * 20 * step))
    touch("touchEnd")
    tools.detach()
    page.wait_for_function("before => document.getElementById('dialog').scrollTop !== before",
                           arg=before)  # fmt: skip
    expect(dialog).not_to_have_attribute("data-aside", "")
    expect(page.locator(LIT)).to_have_count(0)
    page.set_viewport_size(PHONE)


def _a_tap_brings_the_result_back(page: Page) -> None:
    rematch = page.locator("dialog [data-command=rematch]")
    temples = page.locator("dialog .temples button")
    temples.nth(1).scroll_into_view_if_needed()
    boxes = [temples.nth(number).bounding_box() for number in (0, 1)]
    spots = [(box["x"] + 20, box["y"] + box["height"] / 2) for box in boxes if box]
    # A second tap, one on a row that nobody can see, and one where the button was.
    for back in (spots[1], spots[0], (195.0, 800.0)):
        page.touchscreen.tap(*spots[1])
        expect(page.locator(LIT).nth(1)).to_be_attached()
        expect(rematch).not_to_be_visible()  # the dialog gives way
        page.touchscreen.tap(*back)
        expect(rematch).to_be_visible()
        expect(page.locator(LIT)).to_have_count(0)
    assert len(record_of(page).moves) == len(finished().moves)
