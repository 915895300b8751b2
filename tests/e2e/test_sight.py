"""Nothing hides what the board tells: no box, panel, strip or button, and no edge of its window."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from cacao_core import Phase
from tests.e2e.conftest import OpenPage, rested, settled
from tests.e2e.legible import hidden_on_board
from tests.e2e.test_board import GOLDEN, STARTS, THREE, load
from tests.e2e.test_learn import at as cell_at
from tests.e2e.tour import WALKS

SIZES: Final = [(360, 740), (390, 844), (390, 420), (844, 390), (1024, 768), (1440, 900)]


def _hide(page: Page) -> list[str]:
    settled(page)
    rested(page)
    return hidden_on_board(page)


def _game(page: Page) -> Iterator[str]:
    """Turns of a game of four, from its beginning to its end."""
    for at in (STARTS[1], STARTS[14], STARTS[-9]):
        load(page, GOLDEN.up_to(at))
        yield f"{at}: placing"
        page.locator("#board-targets .target").last.click()
        yield f"{at}: chosen"
        if page.locator("#content [data-command=rotate]:enabled").count():
            page.locator("#content [data-command=rotate]").click()
            yield f"{at}: turned"
        page.locator("#content [data-command=hint]").click()
        yield f"{at}: looking for hints"
        expect(page.locator("#hints .hint").first).to_be_visible()
        yield f"{at}: hints"
        page.locator("#hints .hint").first.click()
        yield f"{at}: hint"
        page.locator("#hints .advice > .round").click()
        yield f"{at}: no hints"
        rest = iter(GOLDEN.moves[at:])
        page.evaluate("move => cacao.play(move)", str(next(rest)))
        for move in rest:
            if move.starts_turn:
                break
            yield f"{at}: {move}"
            if page.locator("#singly").count():
                page.locator("#singly").click()
                yield f"{at}: singly"
            page.evaluate("move => cacao.play(move)", str(move))
        if page.locator("[data-command=uncover]").count():
            page.locator("[data-command=uncover]").click()
        yield f"{at}: next"
        page.keyboard.press("ArrowLeft")
        yield f"{at}: looking back"


def _written(page: Page) -> Iterator[str]:
    """A game of three at a real table."""
    page.locator("#home [data-command=companion]").click()
    page.locator("dialog [data-value='write/who']").click()
    for name in ("dialog [data-value='write/start']", "dialog [data-value='write/begin']"):
        page.locator(name).click()
    rng = Random(5)
    for step in range(60):
        settled(page)
        slots = page.locator("#content .palette .slot:not(:disabled)")
        if page.locator("#content [data-command=reveal]").count():
            page.locator("#content [data-command=reveal]").nth(rng.randrange(3)).click()
        elif moves := page.evaluate("cacao.legalMoves()"):
            page.evaluate("move => cacao.play(move)", rng.choice(moves))
        yield f"written {step}"
    _ = slots


PLACES: Final[dict[str, Callable[[Page], Iterator[str]]]] = {
    "game": _game,
    "written": _written,
    **{name: WALKS[name] for name in ("placing", "filling and workers", "analysis", "mistakes", "lesson", "puzzles", "at the table")},
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", PLACES)
@pytest.mark.usefixtures("quick_analysis")
def test_nothing_hides_what_the_board_tells(open_page: OpenPage, name: str, size: tuple[int, int]) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    wrong = []
    page.set_default_timeout(15000)
    for place in PLACES[name](page):
        found = _hide(page)
        if found:
            wrong += [f"{place}: {one}" for one in found]
            page.screenshot(path=f"/tmp/board/{name}-{size[0]}-{place.replace('/', '_')}.png".replace(' ', '_'))
    assert not wrong, "\n".join(wrong)
