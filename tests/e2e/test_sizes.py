"""The game in windows of every size: all of the board, every cell and every button in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Game, Phase, Record
from cacao_web.game.setup import link as share
from tests.e2e.conftest import OpenPage, at_sizes, notched, rested, settled
from tests.e2e.languages import speak
from tests.e2e.legible import unreadable
from tests.e2e.tour import PEOPLE, finished, go, has_several_stops, record_where
from tests.pseudo import PSEUDO

_SIZES: Final = [
    (320, 256), (427, 267), (480, 340), (340, 480), (568, 320), (320, 568), (640, 360),
    (360, 640), (412, 430), (1280, 256), (390, 844), (1024, 400), (768, 1024),
    (739, 442), (999, 564), (545, 558), (363, 490), (450, 417),
]  # fmt: skip
"""Laptops enlarged to 300 %, halves of phones, phones and tablets in both orientations."""
_FEW: Final = [(320, 256), (340, 480), (568, 320), (1280, 256)]
"""The tightest of them, for each way to arrange the parts."""
_PARTS: Final = """covered => {
    const wrong = [], wide = innerWidth, high = innerHeight;
    const find = what => [...document.querySelectorAll(what)].filter(
        one => one.checkVisibility({ visibilityProperty: true }));
    const place = one => one.getBoundingClientRect();
    const name = one => one ? one.id || one.dataset.command || one.outerHTML.slice(0, 60) : "";
    const inside = (inner, outer, most) => inner.left >= outer.left - most
        && inner.top >= outer.top - most && inner.right <= outer.right + most
        && inner.bottom <= outer.bottom + most;
    const page = document.documentElement;
    const { top = 0, right = 0, bottom = 0, left = 0 } = covered;
    const window_ = { left, top, right: wide - right, bottom: high - bottom };
    if (page.scrollWidth > wide || page.scrollHeight > high) wrong.push("the page scrolls");
    const parts = find("#bar, #table, #display, #task, #content, #villages .village");
    for (const part of parts) {
        if (place(part).width && !inside(place(part), window_, 1))
            wrong.push(`${name(part)} is cut off`);
        for (const other of parts) {
            const a = place(part), b = place(other), pair = [part.id, other.id].sort().join();
            if (pair === "table,task" && document.getElementById("task").dataset.grown === "yes")
                continue;  // a long sentence grows over the board
            if (part !== other && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5)
                wrong.push(`${name(part)} lies on ${name(other)}`);
        }
    }
    const table = place(document.getElementById("table"));
    for (const tile of find("#board-jungle .tile, #board-workers .tile, #board-targets .target"))
        if (!inside(place(tile), table, 1)) wrong.push(`${name(tile)} is not in sight`);
    for (const name of find(".village .name")) {
        const board = place(name.closest(".village")), style = getComputedStyle(name);
        const pen = new OffscreenCanvas(1, 1).getContext("2d");
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const needed = pen.measureText(`${name.textContent.slice(0, 4)}…`).width;
        if (name.clientWidth < name.scrollWidth && name.clientWidth < needed)
            wrong.push(`less than four letters of ${name.textContent}`);
        if (!inside(board, place(document.getElementById("villages")), 1))
            wrong.push(`${name.textContent} is not in sight`);
    }
    for (const target of find("#board-targets .target")) {
        const box = place(target);
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
            ?.closest(".target, .tick");
        if (there !== target && !there?.matches(".tick"))
            wrong.push(`${name(target)} cannot be hit`);
    }
    return wrong;
}"""


def _begun(least: int) -> Callable[[Game], bool]:
    return lambda game: game.phase is Phase.PLACE and len(game.jungle) > least


def _fragment(record: Record) -> str:
    """The link of a game of people with long names."""
    names = "Maximiliana Wolkenstein", "Guillermo", "Wilhelmina", "Konstantin"
    people = [one._replace(name=name) for one, name in zip(PEOPLE, names, strict=True)]
    return share.fragment(record, tuple(people[: record.deal.players]), share.USUAL)


def _phases(page: Page, players: int) -> Iterator[str]:
    go(page, _fragment(record_where(_begun(5 + 4 * players), players, 7)))
    yield "hand-over"
    page.locator("[data-command=uncover]").click()
    yield "placing"
    page.locator("#board-targets .target").first.click()
    yield "placing, with a ghost"
    _enter(page, record_where(lambda game: game.phase is Phase.FILL, players, 40))
    yield "filling"
    _enter(page, record_where(has_several_stops, players, 8))
    yield "choices of workers"
    page.locator("#singly").click()
    yield "choices of workers, one by one"
    go(page, _fragment(finished(players, 5)))
    expect(page.locator("dialog .scores")).to_be_visible()
    page.keyboard.press("Escape")
    yield "end"
    page.keyboard.press("ArrowLeft")
    yield "replay"


def _enter(page: Page, record: Record) -> None:
    go(page, _fragment(record))
    settled(page)
    if page.locator("[data-command=uncover]").count():
        page.locator("[data-command=uncover]").click()


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(4, _FEW, id="few"),
        pytest.param(2, _SIZES, id="2", marks=pytest.mark.nightly),
        pytest.param(4, _SIZES, id="4", marks=pytest.mark.nightly),
    ],
)
def test_game_is_in_reach_in_windows_of_every_size(
    open_page: OpenPage, players: int, sizes: list[tuple[int, int]]
) -> None:
    """All of the board is in sight after the key 0, and nothing lies over anything else."""
    page = open_page()
    speak(page, PSEUDO)
    wrong = []
    for phase in _phases(page, players):
        settled(page)
        for size in at_sizes(page, sizes):
            page.keyboard.press("0")
            wrong += [f"{phase}, {size}: {one}" for one in _wrong(page, {})]
        for covered in notched(page):
            wrong += [f"{phase}, {covered}: {one}" for one in _wrong(page, covered)]
    assert not wrong, "\n".join(wrong)


def _wrong(page: Page, covered: dict[str, int]) -> list[str]:
    """Parts of the game and buttons that are out of reach."""
    rested(page)
    parts: list[str] = page.evaluate(_PARTS, covered)
    return parts + unreadable(page, "#game button", covered=covered)
