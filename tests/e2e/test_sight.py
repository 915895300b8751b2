"""Nothing hides what the board tells: no box, panel, strip or button, and no edge of its window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Phase
from cacao_web.features.lesson.model import CHAPTERS
from tests.e2e.conftest import OpenPage, at_sizes, rested, settled
from tests.e2e.legible import hidden_on_board, unreadable
from tests.e2e.test_board import GOLDEN, STARTS, load
from tests.e2e.test_game import begin, wait_for_person
from tests.e2e.test_learn import do_turn
from tests.e2e.tour import WALKS, close, finished, go, link

_SIZES: Final = [(390, 844), (360, 740), (390, 420), (844, 390), (1024, 768), (1440, 900)]
"""Phones upright, half of one, one sideways, a tablet, a desktop."""


def _game(page: Page, starts: Sequence[int]) -> Iterator[str]:
    """Turns of a game of four: placing, hints, all that workers do, and looking back."""
    for at in starts:
        load(page, GOLDEN.up_to(at))
        yield f"{at}: placing"
        page.locator("#board-targets .target").last.click()
        yield f"{at}: chosen"
        page.locator("#content [data-command=hint]").click()
        expect(page.locator("#hints .hint").first).to_be_visible()
        yield f"{at}: hints"
        page.locator("#hints .hint").first.click()
        yield f"{at}: hint"
        page.locator("#hints .advice > .round").click()
        yield f"{at}: no hints"
        for move in GOLDEN.moves[at : next(start for start in STARTS if start > at)]:
            page.evaluate("move => cacao.play(move)", str(move))
            yield f"{at}: after {move}"
            if page.locator("#singly").count():
                page.locator("#singly").click()
                yield f"{at}: one by one"
        if page.locator("[data-command=uncover]").count():
            page.locator("[data-command=uncover]").click()
        yield f"{at}: the next one"
        page.keyboard.press("ArrowLeft")
        yield f"{at}: looking back"


def _written(page: Page, steps: int) -> Iterator[str]:
    """A game of three at a real table, by chance."""
    page.locator("#home [data-command=companion]").click()
    page.locator("dialog [data-value='write/who']").click()
    page.locator("dialog [data-value='players:3']").click()
    for seat in range(3):
        page.locator(f"dialog [name=kind-{seat}]").select_option("person")
    for door in ("write/start", "write/begin"):
        page.locator(f"dialog [data-value='{door}']").click()
    chance = Random(5)
    for step in range(steps):
        settled(page)
        tiles = page.locator("#content [data-command=reveal]")
        if count := tiles.count():
            tiles.nth(chance.randrange(count)).click()
        else:
            moves = page.evaluate("cacao.legalMoves()")
            page.evaluate("move => cacao.play(move)", chance.choice(moves))
        yield f"step {step}"
    expect(page.locator("#villages .village")).to_have_count(3)


def _lesson(page: Page, upto: int) -> Iterator[str]:
    """Each chapter, each decision in it, and what is told afterwards."""
    page.evaluate("location.hash = 'learn'")
    for number, chapter in enumerate(CHAPTERS[:upto], 1):
        expect(page.locator("#coach h2")).to_contain_text(f"{number} of ")
        yield f"{number}"
        if chapter.goal:
            do_turn(page)
            yield f"{number}, done"
        page.locator("#coach-on").click()


def _tries(page: Page) -> Iterator[str]:
    """A costly turn of an analysed game: the better one, and any other one."""
    go(page, link(finished(2, 5)))
    close(page)
    page.locator("#analyse").click()
    page.locator(".costly .turn").first.click()
    yield "analysed"
    page.locator(".reviewed .better").first.click()
    yield "better"
    page.locator("#try-turn").click()
    yield "try"
    page.locator("#board-targets .target").first.click()
    yield "chosen"


def _storm(page: Page) -> Iterator[str]:
    page.locator("#home [data-command=puzzles]").click()
    page.locator("dialog [data-command=storm]").click()
    page.locator("dialog [data-command=storm-begin][data-value=calm]").click()
    for number in range(2):
        expect(page.locator("#storm-skip")).to_be_visible()
        yield f"{number}"
        page.locator("#board-targets .target").first.click()
        yield f"{number}, chosen"
        page.locator("#storm-skip").click()


def _puzzle(page: Page, id: str) -> Iterator[str]:
    """Its hints, its solution step by step, and one more try."""
    page.evaluate("id => { location.hash = 'puzzle=' + id }", id)
    yield "begun"
    for number in (1, 2):
        page.locator("#puzzle-hint").click()
        yield f"hint {number}"
    page.locator("#board-targets .target").first.click()
    yield "another cell"
    page.locator("#puzzle-show").click()
    while page.locator("#puzzle-step[aria-disabled]").count() == 0:
        yield "a step"
        page.locator("#puzzle-step").click()
    yield "the end"
    page.locator("#puzzle-again").click()
    yield "again"


_Walk = Callable[[Page], Iterator[str]]
_SHORT: Final[dict[str, _Walk]] = {
    "game": partial(_game, starts=[STARTS[-9]]),
    "written": partial(_written, steps=22),
    "puzzle": partial(_puzzle, id="d60f857d"),
}
_LONG: Final[dict[str, _Walk]] = {
    "game": partial(_game, starts=[STARTS[1], STARTS[14], STARTS[-9]]),
    "written": partial(_written, steps=90),
    "lesson": partial(_lesson, upto=len(CHAPTERS) - 1),
    "tries": _tries,
    "storm": _storm,
    "puzzle": partial(_puzzle, id="d60f857d"),
    **{f"tour: {name}": WALKS[name] for name in ("mistakes", "lesson", "puzzles", "at the table")},
}


def _cases() -> Iterator[Any]:
    """The tightest windows always, all walks in all windows every night."""
    yield from (pytest.param(name, _SHORT[name], [(390, 844)], id=name) for name in _SHORT)
    yield pytest.param("puzzle", _SHORT["puzzle"], [(390, 420)], id="puzzle-390x420")
    for name, walk in _LONG.items():
        yield pytest.param(name, walk, _SIZES, id=f"all-{name}", marks=pytest.mark.nightly)


@pytest.mark.long
@pytest.mark.parametrize(("name", "walk", "sizes"), list(_cases()))
@pytest.mark.usefixtures("quick_analysis")
def test_nothing_hides_what_the_board_tells(
    open_page: OpenPage, name: str, walk: _Walk, sizes: list[tuple[int, int]]
) -> None:
    wrong = []
    for width, height in sizes:
        page = open_page(viewport={"width": width, "height": height})
        for place in walk(page):
            settled(page)
            rested(page)
            wrong += [f"{width} by {height}, {place}: {it}" for it in hidden_on_board(page)]
    assert not wrong, "\n".join([name, *wrong])


_LETTERS: Final = """() => [...document.querySelectorAll(".village .name")].filter((name) => {
    const style = getComputedStyle(name), pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const needed = pen.measureText(`${name.textContent.slice(0, 3)}…`).width;
    return name.clientWidth < Math.min(name.scrollWidth, needed);
}).map((name) => name.textContent)"""
"""The names of which fewer than three letters can be read."""


@pytest.mark.parametrize("size", ["", "largest"])
def test_names_can_be_read_in_the_largest_text(open_page: OpenPage, size: str) -> None:
    """By the settings of the page, or by those of the browser: a default font of 24 pixels."""
    page = open_page(viewport={"width": 360, "height": 740})
    load(page, GOLDEN.up_to(STARTS[-9]))
    page.evaluate(
        """size => {
            document.documentElement.dataset.textSize = size;
            document.documentElement.style.fontSize = size ? "" : "24px";
        }""",
        size,
    )
    for where in at_sizes(page, [(360, 740), (390, 844), (412, 915), (844, 390), (1024, 768)]):
        assert page.evaluate(_LETTERS) == [], where


def _sells(at: int) -> bool:
    """Whether somebody may sell one, two or three cacao there, or none."""
    game = GOLDEN.game(at)
    if game.phase is not Phase.ACTIVATE:
        return False
    return max(Counter((move.cell, move.side) for move in game.legal_moves()).values()) > 3


def test_choices_of_what_is_sold_are_whole(open_page: OpenPage) -> None:
    page = open_page()
    load(page, GOLDEN.up_to(next(filter(_sells, range(len(GOLDEN.moves))))))
    if page.locator("#singly").count():
        page.locator("#singly").click()
    expect(page.locator(".amounts button").nth(3)).to_be_attached()
    for where in at_sizes(page, _SIZES):
        assert unreadable(page, "#content") == [], where


def test_toast_is_whole_in_the_largest_text_and_leaves_the_way_home(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    begin(page, kind_1="easy")
    while len(page.evaluate("cacao.record()").split("@")) < 4:
        page.evaluate("cacao.play(cacao.legalMoves()[0])")
        wait_for_person(page)
    page.evaluate("document.documentElement.dataset.textSize = 'largest'")
    while page.locator("#notice [data-command=redo]").count() == 0:
        page.keyboard.press("u")
        settled(page)
    assert unreadable(page, "#notice") == []
    page.locator("#bar [data-command=home]").click()
    expect(page.locator("#home")).to_be_visible()
