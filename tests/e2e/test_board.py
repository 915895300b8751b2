"""The board under the hands: zoom, pan, pinch, drag and drop, motion, layouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Deal, Game, Move, Record
from cacao_core.moves import turn_starts
from tests.core.helpers import DATA, example, play_at_random
from tests.e2e.conftest import OpenPage, at_first, at_sizes, rested, settled
from tests.e2e.forms import choose_player
from tests.e2e.legible import hidden_on_board
from tests.e2e.test_game import NEARLY_OVER, begin, enter, record_of, wait_for_person

GOLDEN = Record.from_text((DATA / "golden_v1_4_seed.txt").read_text("utf-8"))
THREE = Record.from_text((DATA / "golden_v1_3_seed.txt").read_text("utf-8"))
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
}  # fmt: skip
STARTS = turn_starts(GOLDEN.moves)
SIZES = [
    (320, 568), (360, 740), (390, 844), (430, 932), (667, 375), (844, 390), (768, 1024),
    (1024, 768), (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440),
]  # fmt: skip


def load(page: Page, record: Record) -> None:
    page.evaluate("text => window.cacao.load(text)", record.to_text())
    if page.locator("[data-command=uncover]").count():
        page.locator("[data-command=uncover]").click()


def play_all(page: Page, moves: Sequence[Move]) -> None:
    """Play by the interface for programs."""
    page.evaluate(
        "async moves => { for (const move of moves) await cacao.play(move); }",
        list(map(str, moves)),
    )


def view(page: Page) -> list[float]:
    """Scale and position of the board, once it has come to rest."""
    rested(page)
    numbers: list[float] = page.evaluate(
        """() => {
            const world = document.getElementById('world');
            const {a, e, f} = new DOMMatrix(getComputedStyle(world).transform);
            return [a, e, f];
        }"""
    )
    return numbers


SCALE = "new DOMMatrix(getComputedStyle(document.getElementById('world')).transform).a"


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def in_reach(page: Page) -> list[tuple[str, float, float]]:
    """Legal cells whose middle can be hit once the board is at rest, and where: x, y."""
    view(page)
    found: list[tuple[str, float, float]] = page.evaluate(
        """[...document.querySelectorAll('#board-targets .target')].map(one => {
            const box = one.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            return [one.dataset.cell, x, y, one.contains(document.elementFromPoint(x, y))];
        }).filter(one => one.pop())"""
    )
    return found


class Fingers:
    """Real touches, through the browser's own protocol."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def _send(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def move(self, *paths: list[tuple[float, float]]) -> None:
        """Each finger along its own path, all in step, then up."""
        self._send("touchStart", [path[0] for path in paths])
        for points in list(zip(*paths, strict=True))[1:]:
            self._send("touchMove", list(points))
        self._send("touchEnd", [])


def line(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    return [(a[0] + (b[0] - a[0]) * t / 8, a[1] + (b[1] - a[1]) * t / 8) for t in range(9)]


def test_zoom_by_buttons_keys_and_wheel(open_page: OpenPage) -> None:
    page = open_page()
    load(page, GOLDEN.up_to(STARTS[20]))
    fitted = view(page)
    page.locator("#zoom [data-command=zoom-in]").click()
    assert view(page)[0] > fitted[0] * 1.2
    page.keyboard.press("-")
    assert view(page)[0] == pytest.approx(fitted[0], rel=0.01)
    page.keyboard.press("+")
    page.keyboard.press("0")
    assert view(page) == pytest.approx(fitted, abs=0.5)
    box = page.locator("#table").bounding_box()
    assert box is not None
    corner = (box["x"] + 30, box["y"] + 30)  # no cell is there
    page.mouse.move(*corner)
    under = [(c - at) / fitted[0] for c, at in zip(corner, fitted[1:], strict=True)]
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"() => {SCALE} > {fitted[0] * 1.01}")
    zoomed = view(page)
    now = [(c - at) / zoomed[0] for c, at in zip(corner, zoomed[1:], strict=True)]
    left, top = box["x"] / zoomed[0], box["y"] / zoomed[0]
    shift = [box["x"] / fitted[0], box["y"] / fitted[0]]
    assert now[0] - left == pytest.approx(under[0] - shift[0], abs=2)  # the point stays
    assert now[1] - top == pytest.approx(under[1] - shift[1], abs=2)
    page.locator("#zoom [data-command=fit]").click()
    assert view(page) == pytest.approx(fitted, abs=0.5)


def test_board_is_dragged_and_no_cell_is_chosen(open_page: OpenPage) -> None:
    """It moves, and nothing is chosen."""
    page = open_page()
    load(page, GOLDEN.up_to(STARTS[20]))
    before = view(page)
    x, y = middle(page, "#board-targets .target")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y + 60, steps=6)
    page.mouse.up()
    scale, left, top = view(page)
    assert (scale, left - before[1], top - before[2]) == pytest.approx((before[0], 90, 60), abs=1)
    expect(page.locator("#board-targets [aria-pressed=true]")).to_have_count(0)
    page.locator("#board-targets .target").first.click()
    expect(page.locator("#board-targets [aria-pressed=true]")).to_have_count(1)
    assert view(page) == pytest.approx((scale, left, top), abs=0.5)  # a click moves nothing


def test_zoom_stays_until_a_cell_would_be_hidden(open_page: OpenPage) -> None:
    """A person who has zoomed chooses and turns tiles as before; the next turn is all in sight."""
    page = open_page()
    load(page, GOLDEN.up_to(STARTS[4]))
    for _time in range(3):
        page.locator("#zoom [data-command=zoom-in]").click()
    before = view(page)
    assert hidden_on_board(page) != []
    for key in ("2", "r", "Escape"):
        page.keyboard.press(key)
        assert view(page) == pytest.approx(before, abs=0.5)
    play_all(page, GOLDEN.moves[STARTS[4] : STARTS[8]])
    assert view(page)[0] < before[0]
    assert hidden_on_board(page) == []
    expect(page.locator("#zoom [data-command=fit]")).to_be_hidden()


def test_board_cannot_be_dragged_out_of_sight(open_page: OpenPage) -> None:
    """Wherever the pointer goes, a tile or a free cell stays in the middle of the window."""
    page = open_page()
    load(page, GOLDEN.up_to(STARTS[20]))
    [table] = boxes(page, "#table")
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)):
        page.keyboard.press("0")
        view(page)
        for _time in range(3):
            page.mouse.move(table["x"] + 40, table["y"] + 40)
            page.mouse.down()
            page.mouse.move(table["x"] + 40 + 700 * x, table["y"] + 40 + 500 * y, steps=4)
            page.mouse.up()
            view(page)
        inner = [
            (box["left"] + box["right"]) / 2 - table["left"] - table["width"] / 2
            for box in boxes(page, "#board-tiles .tile, #board-targets .target")
            if abs((box["top"] + box["bottom"]) / 2 - table["top"] - table["height"] / 2)
            <= table["height"] / 4 + 1
        ]
        assert min(map(abs, inner)) <= table["width"] / 4 + 1, (x, y)


def test_pinch_zooms_the_board_and_not_the_page(open_page: OpenPage) -> None:
    """The board follows the fingers."""
    page = open_page(**PHONE)
    load(page, GOLDEN.up_to(STARTS[20]))
    before = view(page)
    fingers = Fingers(page)
    fingers.move(line((170, 400), (120, 400)), line((220, 400), (270, 400)))
    scale = view(page)[0]
    assert scale == pytest.approx(before[0] * 3, rel=0.12)
    assert page.evaluate("visualViewport.scale") == 1  # the page itself is not zoomed
    expect(page.locator("#board-targets [aria-pressed=true]")).to_have_count(0)
    page.locator("#zoom [data-command=fit]").tap()
    assert view(page) == pytest.approx(before, abs=0.5)


def test_sheets_of_log_and_boards_open_and_close(open_page: OpenPage) -> None:
    """The log and the village boards; there is no room beside the board."""
    page = open_page(**PHONE)
    load(page, GOLDEN.up_to(STARTS[20]))
    expect(page.locator("#log")).not_to_be_visible()
    page.locator("#bar [popovertarget=side]").tap()
    expect(page.locator("#log")).to_be_visible()
    page.locator("#turns .turn").nth(3).tap()
    expect(page.locator("#content [data-command=now]")).to_be_visible()
    expect(page.locator("#log")).not_to_be_visible()
    page.locator("#content [data-command=now]").tap()
    expect(page.locator("#content [data-command=now]")).to_have_count(0)
    expect(page.locator(".village .notes").first).not_to_be_visible()
    page.locator("#bar [data-command=boards]").tap()
    expect(page.locator(".village .notes").first).to_be_visible()
    expect(page.locator("#boards")).to_have_attribute("aria-expanded", "true")
    page.locator("#bar [data-command=boards]").tap()
    expect(page.locator(".village .notes").first).not_to_be_visible()


def test_finger_that_just_misses_a_cell_means_it(open_page: OpenPage) -> None:
    """A finger that just misses a cell means it."""
    page = open_page(**PHONE)
    load(page, GOLDEN.up_to(STARTS[30]))
    box = page.locator("#board-targets .target.cell").first.bounding_box()
    assert box is not None
    name = page.locator("#board-targets .target.cell").first.get_attribute("data-cell")
    page.touchscreen.tap(box["x"] - 5, box["y"] - 5)
    pressed = page.locator("#board-targets [aria-pressed=true]")
    expect(pressed).to_have_count(1)
    assert pressed.get_attribute("data-cell") == name


_QUICK = """() => {
    let time = 0;
    addEventListener("click", event => {
        Object.defineProperty(event, "timeStamp", { value: time += 100 });
    }, true);
}"""
"""From now on, taps follow each other within a tenth of a second, also on a busy computer."""


def test_taps_bring_the_board_closer_and_back(open_page: OpenPage) -> None:
    """It brings the board closer, and back."""
    page = open_page(**PHONE)
    load(page, GOLDEN.up_to(_last_placement(GOLDEN)))
    page.evaluate(_QUICK)
    page.keyboard.press("0")
    before = tile_size(page)
    x, y = middle(page, "#board-workers .tile")
    for _tap in range(2):
        page.touchscreen.tap(x, y)
    page.wait_for_function(f"{SCALE} >= 0.44")
    assert tile_size(page) >= 44
    for _tap in range(2):
        page.touchscreen.tap(x, y)
    page.wait_for_function(f"{SCALE} < 0.44")
    assert tile_size(page) == pytest.approx(before, abs=0.1)


def _drag_by_mouse(page: Page, source: str, target: str) -> None:
    first, *others = line(middle(page, source), middle(page, target))
    page.mouse.move(*first)
    page.mouse.down()
    for point in others:
        page.mouse.move(*point)
    if "board" in target:
        expect(page.locator("#board-ghost .ghost")).to_be_visible()
    page.mouse.up()


def _drag_by_touch(page: Page, source: str, target: str) -> None:
    Fingers(page).move(line(middle(page, source), middle(page, target)))


@pytest.mark.parametrize("drags", [_drag_by_mouse, _drag_by_touch])
def test_tiles_are_dragged_from_hand_and_display(
    open_page: OpenPage, drags: Callable[[Page, str, str], None]
) -> None:
    """To a cell and elsewhere."""
    page = open_page(**{**PHONE, "viewport": {"width": 1024, "height": 768}})
    drag = partial(drags, page)
    load(page, example("three_spaces_blind").up_to(0))
    drag("[data-hand='1']", "#bar")  # beside the board: nothing happens
    assert record_of(page).moves == ()
    expect(page.locator("#drag *")).to_have_count(0)
    drag("[data-hand='1']", "#board-targets [data-cell='1,0']")
    expect(page.locator("#board-ghost .pinned")).to_be_visible()
    assert record_of(page).moves == ()  # a drop proposes, the tick commits
    page.locator("#board-tick .tick").click()
    expect(page.locator("#board-workers [data-cell='1,0']")).to_be_attached()
    first = record_of(page).moves[0]
    assert (first.kind, first.cell) == ("W", (1, 0))
    at = next(
        at
        for at, move in enumerate(GOLDEN.moves)
        if move.kind == "J" and len({m.what for m in GOLDEN.game(at).legal_moves()}) == 2
    )
    load(page, GOLDEN.up_to(at))
    page.locator("#board-targets .space").first.wait_for()
    cell = page.locator("#board-targets .space").first.get_attribute("data-cell")
    code = GOLDEN.game(at).display[1]
    drag("[data-display='1']", f"#board-targets [data-cell='{cell}']")
    assert len(record_of(page).moves) == at
    page.locator("#board-tick .tick").click()
    expect(page.locator(f"#board-jungle [data-cell='{cell}']")).to_be_attached()
    assert str(record_of(page).moves[at]) == f"J{code}@{cell}"


def test_game_goes_on_while_a_tile_flies(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    begin(page, kind_1="person", name_0="Ana")
    page.locator("[data-command=uncover]").click()
    page.keyboard.press("2")
    page.locator("#board-targets [data-cell='1,0']").click()
    with at_first(page, "#flights .flight"):
        page.keyboard.press("Enter")
    page.locator("#content .edges .primary, #content [data-command=uncover]").first.click()
    assert len(record_of(page).moves) >= 2  # while the tile was still in the air
    expect(page.locator("#flights > *")).to_have_count(0)
    hidden = "[...document.querySelectorAll('.tile')].filter(t => getComputedStyle(t).opacity != 1)"
    assert page.evaluate(f"{hidden}.length") == 0


_COUNT_GLOWS = """() => {
    const count = list => list.forEach(change => change.addedNodes.forEach(
        node => { window.glows += node.querySelectorAll(".glow").length; }));
    new MutationObserver(count).observe(document.getElementById("flights"), {childList: true});
}"""


def _last_move(page: Page) -> None:
    """Play the last decision of a game of people, with motion."""
    load(page, GOLDEN.up_to(len(GOLDEN.moves) - 1))
    move = str(GOLDEN.moves[-1])
    page.evaluate("move => { window.cacao.play(move) }", move)


def test_temples_are_counted_before_the_result(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    page.evaluate(_COUNT_GLOWS)
    page.evaluate("window.glows = 0")
    before = "!document.querySelector('dialog[open] .scores')"
    with at_first(page, "#flights .figure-before", before):
        _last_move(page)
    game = GOLDEN.game()
    assert page.evaluate("atFirst.value")
    expect(page.locator("dialog[open] .scores")).to_be_visible()
    assert page.evaluate("window.glows") == sum(any(one.gold) for one in game.temples())
    page.keyboard.press("Escape")
    expect(page.locator("#board-wash .wash")).to_have_count(len(game.winners()))
    page.locator("#through").click()  # an earlier position has nobody's colour
    expect(page.locator("#board-wash .wash")).to_have_count(0)


def test_count_of_the_temples_is_skipped(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    skips = "document.querySelector('#content [data-command=result]').click()"
    with at_first(page, "#flights .figure-before", skips):
        _last_move(page)
    expect(page.locator("dialog[open] .scores")).to_be_visible()
    expect(page.locator("#flights > *")).to_have_count(0)


def test_computers_can_be_followed_or_skipped(open_page: OpenPage) -> None:
    slow = {"cacao.settings": '{"tempo": "slow"}'}
    page = open_page(reduced_motion="no-preference", stored=slow)
    page.evaluate(_HURRY)
    begin(page, kind_0="medium", kind_1="person", kind_2="medium", first="2")
    settled(page)
    expect(page.locator("#board-targets .target").first).to_be_visible()
    assert len(record_of(page).moves) - page.evaluate("window.seen") > 2
    assert page.evaluate("window.flown") <= 1  # the last move, which leads to the person


_HURRY = """() => {
    const layer = document.getElementById("flights");
    const count = changes => changes.forEach(
        change => { window.flown += change.addedNodes.length; });
    new MutationObserver((changes, first) => {
        if (!layer.querySelector(".flight")) return;
        first.disconnect();
        window.seen = cacao.record().split("@").length - 1;
        document.querySelector("#steps [data-command=hurry]").click();
        window.flown = 0;
        new MutationObserver(count).observe(layer, {childList: true});
    }).observe(layer, {childList: true, subtree: true});
}"""
"""Skips what computers do as soon as the first tile flies, and counts what moves after that."""


@pytest.mark.parametrize(
    ("starts", "sizes"),
    [
        ([STARTS[-3]], [(390, 844), (667, 375), (1280, 720)]),
        pytest.param([0, STARTS[20], STARTS[-3]], SIZES, marks=pytest.mark.nightly),
    ],
    ids=["some", "all"],
)
def test_table_is_in_sight(
    open_page: OpenPage, starts: list[int], sizes: list[tuple[int, int]]
) -> None:
    """Half of the screen is the board, and nothing lies over a cell: no button, no panel."""
    page = open_page()
    for start in starts:
        load(page, GOLDEN.up_to(start))
        page.keyboard.press("0")
        for width, height in at_sizes(page, sizes):
            [table], hand = boxes(page, "#table"), boxes(page, "[data-hand]")
            assert table["width"] * table["height"] >= width * height / 2, (width, height)
            assert hand
            for box in hand:
                assert min(box["width"], box["height"]) >= 44
                assert box["bottom"] <= height
            assert_within(page, hand)
            assert page.evaluate("document.documentElement.scrollHeight") <= height
            view(page)
            assert hidden_on_board(page) == [], (width, height)


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Where all such elements are that can be seen."""
    found: list[dict[str, float]] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(
            one => one.checkVisibility({ visibilityProperty: true })
        ).map(one => one.getBoundingClientRect().toJSON())""",
        selector,
    )
    return found


def assert_within(page: Page, found: list[dict[str, float]]) -> None:
    """Neither the page nor any of these is wider than the window."""
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in found:
        assert box["left"] >= 0
        assert box["right"] <= width


def tile_size(page: Page) -> float:
    """The side of a tile in pixels, once the board has come to rest."""
    return 100 * view(page)[0]


@pytest.mark.usefixtures("quick_analysis")
def test_tiles_are_large_at_the_end_of_a_game(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1440, "height": 900})
    load(page, THREE.up_to(_last_placement(THREE)))
    assert tile_size(page) >= 72
    page.keyboard.press("h")
    expect(page.locator("#hints .hint").first).to_be_visible()
    assert tile_size(page) >= 72
    page.keyboard.press("Escape")
    load(page, GOLDEN)
    page.locator("dialog[open] [data-command=close]").first.click()
    assert tile_size(page) >= 64, "nothing in the result counts as lying over the board"
    page.set_viewport_size({"width": 390, "height": 844})
    load(page, GOLDEN.up_to(_last_placement(GOLDEN)))
    assert tile_size(page) == pytest.approx(390 / 12 / 1.04, rel=0.02)  # twelve columns of tiles
    page.set_viewport_size({"width": 844, "height": 390})
    board = page.locator("#table").bounding_box()
    assert board is not None
    assert board["width"] * board["height"] >= 0.66 * 844 * 390


def _last_placement(record: Record) -> int:
    """How many moves come before the last turn."""
    return turn_starts(record.moves)[-1]


def test_cells_stay_clear_of_buttons_while_the_board_fills(open_page: OpenPage) -> None:
    """Also when a new cell lies within the part of the board that was visible before."""
    page = open_page()
    deal = Deal.shuffled(2, 15)
    moves = list(play_at_random(Game(deal), Random(15)))
    load(page, Record(deal, moves[:30]))
    for move in moves[30:44]:
        page.evaluate("move => cacao.play(move)", str(move))
        if page.locator("[data-command=uncover]").count():
            page.locator("[data-command=uncover]").click()
        view(page)
        assert hidden_on_board(page) == [], move


def test_game_by_touch_alone(open_page: OpenPage) -> None:
    """Its first turns and its last ones; two people hand the device over, with covered hands."""
    page = open_page(**PHONE)
    page.locator("#home [data-command=new-game]").tap()
    choose_player(page, 1, "person")
    choose_player(page, 2, "easy")
    page.locator("dialog [name=first]").select_option("0")
    page.locator("dialog [name=seed]").fill("7")
    page.locator("dialog button[type=submit]").tap()
    expect(page.locator("#game")).to_be_visible()
    assert len(record_of(page).deal.worker_piles) == 3
    rng = Random(8)
    covers = sum(_decide_by_taps(page, rng, turn=not number) for number in range(6))
    assert covers >= 2
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    enter(page, NEARLY_OVER, 0, 1)
    while wait_for_person(page):
        _decide_by_taps(page, rng)
    assert record_of(page).game().is_over
    page.locator("dialog [data-command=rematch]").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert len(record_of(page).deal.worker_piles) == NEARLY_OVER.deal.players


def _decide_by_taps(page: Page, rng: Random, turn: bool = False) -> bool:
    """Decide once; returns whether the hand was covered before."""
    assert wait_for_person(page)
    covered = page.locator("#tray [data-command=uncover]").count() > 0
    if covered:
        expect(page.locator("[data-hand]")).to_have_count(0)
        page.locator("#tray [data-command=uncover]").tap()
    before = len(record_of(page).moves)
    if page.locator("#content .edges").count():
        if page.locator("#singly").count():
            page.locator("#singly").tap()
        page.locator("#content .amounts button").nth(0).tap()
    else:
        _cell, x, y = rng.choice(in_reach(page))
        page.touchscreen.tap(x, y)
        if turn:
            page.locator("#content [data-command=rotate]").tap()
        page.locator("#content [data-command=confirm]").tap()
    assert len(record_of(page).moves) > before
    return covered


def test_gallery_of_pictures(open_page: OpenPage, site: str) -> None:
    page = open_page()
    page.goto(site + "art.html")
    expect(page.locator("svg use").first).to_be_attached()
    assert page.locator("h1").count() == 1
