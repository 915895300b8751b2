"""Nothing on the board is mute: taps are answered, and disturb neither hands nor fingers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cacao_core.tiles import NEIGHBOURS, Cell
from cacao_web.board import plane
from tests.core.helpers import example
from tests.e2e.conftest import OpenPage, at_sizes, settled
from tests.e2e.test_board import GOLDEN, PHONE, STARTS, Fingers, boxes, in_reach, line, load, view
from tests.e2e.test_game import begin

EARLY = GOLDEN.up_to(STARTS[2])


def place(page: Page, cell: Cell) -> tuple[float, float]:
    """The middle of a cell on the page."""
    scale, left, top = view(page)
    [box] = boxes(page, "#table")
    x, y = plane.corner(cell)
    return box["x"] + left + scale * (x + 50), box["y"] + top + scale * (y + 50)


def test_jungle_tiles_say_what_they_do(open_page: OpenPage) -> None:
    """From there, one comes to the rules."""
    page = open_page(**PHONE)
    load(page, EARLY)
    notice = page.locator("#notice")
    page.touchscreen.tap(*place(page, (1, 1)))
    expect(notice).to_contain_text("sells 1 cacao for 2 gold")
    assert notice.get_attribute("role") == "status"  # it is read out
    page.touchscreen.tap(*place(page, (0, 0)))
    expect(notice).to_contain_text("takes 1 cacao")
    rules = notice.locator("[data-command=rules]")
    box = rules.bounding_box()
    assert box is not None
    assert box["height"] >= 43.5
    page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    expect(page.locator("#rule-plantation")).to_be_focused()
    expect(notice).to_be_hidden()


def test_cells_say_why_nothing_can_be_done(open_page: OpenPage) -> None:
    page = open_page()
    load(page, EARLY)
    game, notice = EARLY.game(), page.locator("#notice")
    free = {move.cell for move in game.legal_moves()}
    around = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]
    worker = next(iter(game.workers))
    space = next(c for c in around if sum(c) % 2 == 0 and c not in game.jungle and _near(c, free))
    for cell, told in ((worker, "overbuild"), (space, "jungle space")):
        page.mouse.click(*place(page, cell))
        expect(notice).to_contain_text(told)
    expect(page.locator("#board-targets [aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(notice).to_be_hidden()
    page.mouse.click(*place(page, min(free)))  # a legal cell is chosen as ever
    expect(page.locator("#board-targets [aria-pressed=true]")).to_have_count(1)
    expect(notice).to_be_hidden()


def _near(cell: Cell, others: set[Cell]) -> bool:
    return any(beside in others for beside in NEIGHBOURS[cell])


def test_answer_ends_by_the_next_action(open_page: OpenPage) -> None:
    page = open_page()
    load(page, EARLY)
    notice = page.locator("#notice")
    for act in ("button", "key", "page"):
        page.mouse.click(*place(page, (0, 0)))
        expect(notice).to_be_visible()
        if act == "button":
            page.locator("[data-hand='1']").click()
        elif act == "key":
            page.keyboard.press("r")
        else:
            page.locator("#task").click()
        expect(notice).to_be_hidden()


def test_other_touches_ask_nothing(open_page: OpenPage) -> None:
    """These ask nothing."""
    page = open_page(**PHONE)
    load(page, EARLY)
    notice, fingers = page.locator("#notice"), Fingers(page)
    expect(notice).to_contain_text("does not say who plays")
    page.keyboard.press("Escape")
    expect(notice).to_be_hidden()
    x, y = place(page, (0, 0))
    fingers.move(line((x, y), (x + 60, y + 40)))
    fingers.move(line((x, y), (x - 40, y)), line((x + 50, y), (x + 90, y)))
    settled(page)
    assert not notice.is_visible()  # it would go away by itself
    page.locator("#zoom [data-command=fit]").tap()
    name, *spot = in_reach(page)[0]
    before = page.locator("[data-hand='0']").get_attribute("aria-label")
    page.touchscreen.tap(*spot)
    page.touchscreen.tap(*spot)
    pressed = page.locator("#board-targets [aria-pressed=true]")
    expect(pressed).to_have_attribute("data-cell", name)
    expect(page.locator("[data-hand='0']")).not_to_have_attribute("aria-label", str(before))
    assert not notice.is_visible()


def test_keys_ask_and_their_list_is_shown(open_page: OpenPage) -> None:
    page = open_page()
    load(page, EARLY)
    page.keyboard.press("Tab")
    cell = page.locator("#board-targets .target[tabindex='0']")
    cell.focus()
    name = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    there = page.evaluate("document.activeElement.id")
    assert there != name
    page.keyboard.press("i")
    expect(page.locator("#answer-rules")).to_be_focused()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == there
    page.keyboard.press("i")
    page.keyboard.press("Enter")
    expect(page.locator("#dialog .rules")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#dialog .keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()


@pytest.mark.usefixtures("quick_analysis")
def test_number_keys_choose_tiles_while_a_panel_has_the_focus(open_page: OpenPage) -> None:
    """They choose tiles, also while a panel has the focus."""
    page = open_page()
    begin(page)
    page.keyboard.press("h")
    page.locator("#hints .hint").first.wait_for()
    for place in ("#hint-0", "#hints [data-command=no-hint]", "#task", "[data-command=rotate]"):
        for number in (2, 3, 1):
            page.locator(place).focus()
            page.keyboard.press(str(number))
            chosen = page.locator(f"[data-hand='{number - 1}']")
            expect(chosen).to_have_attribute("aria-pressed", "true")


@pytest.mark.usefixtures("quick_analysis")
def test_hint_is_on_the_board_while_it_is_pointed_at(open_page: OpenPage) -> None:
    """All of a hint is on the board while it is pointed at."""
    page = open_page()
    load(page, GOLDEN.up_to(STARTS[18]))
    page.keyboard.press("h")
    card = page.locator("#hints .hint").first
    filled = page.locator("#board-ghost .filled")
    card.hover()
    expect(filled).not_to_have_count(0)
    expect(page.locator("#task")).to_contain_text("Hint 1")
    count = filled.count()
    page.mouse.move(5, 5)
    expect(filled).to_have_count(0)
    card.focus()  # by Tab
    page.keyboard.press("Shift")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(filled).to_have_count(count)
    page.locator("#board-hints .hint-badge").first.hover()
    expect(filled).to_have_count(count)


@pytest.mark.usefixtures("quick_analysis")
def test_hint_is_shown_by_a_tap(open_page: OpenPage) -> None:
    """All of it is shown."""
    page = open_page(**PHONE)
    load(page, GOLDEN.up_to(STARTS[18]))
    page.locator("[data-command=hint]").tap()
    page.locator("#hints .hint").first.tap()
    expect(page.locator("#board-ghost .filled")).not_to_have_count(0)
    expect(page.locator("#board-ghost .pinned")).to_have_count(1)


def test_tick_stays_in_the_window(open_page: OpenPage) -> None:
    page = open_page()
    load(page, GOLDEN.up_to(STARTS[20]))
    moves = {move.cell for move in GOLDEN.game(STARTS[20]).legal_moves()}
    ends = {min(moves), max(moves), min(moves, key=lambda c: c[1]), max(moves, key=lambda c: c[1])}
    for size in at_sizes(page, [(1440, 900), (320, 568)]):
        page.keyboard.press("0")
        for cell in ends:
            page.mouse.click(*place(page, cell))
            assert _in_sight(page), size
            page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("0")
    x, y = place(page, (1, 0))
    page.mouse.click(*place(page, max(moves)))
    for corner in ((20, 20), (1080, 20), (1080, 600), (20, 600)):  # panned to each corner
        now = place(page, max(moves))
        [box] = boxes(page, "#table")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + box["x"] + corner[0] - now[0], y + box["y"] + corner[1] - now[1])
        page.mouse.up()
        x, y = place(page, (1, 0))
        assert _in_sight(page), corner


def _in_sight(page: Page) -> bool:
    """Whether all of the tick is in the board's window."""
    view(page)
    [tick], [box] = boxes(page, "#board-tick .tick circle:not(.reach)"), boxes(page, "#table")
    return (
        tick["x"] >= box["x"] - 1
        and tick["y"] >= box["y"] - 1
        and tick["x"] + tick["width"] <= box["x"] + box["width"] + 1
        and tick["y"] + tick["height"] <= box["y"] + box["height"] + 1
    )


def test_frames_of_cells_are_dashed_and_names_have_none(open_page: OpenPage) -> None:
    """A cell that is pointed at has a dashed frame, but its name has none."""
    page = open_page()
    load(page, example("three_spaces_blind").up_to(0))
    page.evaluate("document.documentElement.dataset.labels = 'on'")
    chip, frame = "#board-targets .coordinates rect", "#board-targets .target:hover > .plot"
    dashes = "one => getComputedStyle(one).strokeDasharray"
    assert page.locator(chip).first.evaluate(dashes) == "none"
    page.locator("#board-targets .target").first.hover()
    assert page.locator(frame).evaluate(dashes) != "none"
    assert page.locator(chip).first.evaluate(dashes) == "none"
