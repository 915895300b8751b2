"""Each kind of decision that modules add, by touch on a phone and by mouse on a desktop."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from cacao_core import Deal, Game, Move, Phase, Record
from cacao_core.rules import expanded
from cacao_core.tiles import NEIGHBOURS
from cacao_web.game import plans
from cacao_web.game.setup.expansion import EXPANSIONS
from cacao_web.game.texts.words import cell_name
from tests.core.helpers import play_at_random
from tests.core.test_svg_modules import PAIR
from tests.e2e.conftest import UPRIGHT, OpenPage, at_sizes, settled
from tests.e2e.test_game import enter, record_of

_OUT_OF_SIGHT = """() => {
    const place = one => one.getBoundingClientRect();
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const found = what => [...document.querySelectorAll(what)].filter(
        one => place(one).width);
    const signs = found(".village .owned > *").filter(sign => found(".village .carrier").some(
        carrier => meet(place(carrier), place(sign))));
    const low = [...found(".village"), ...found("#recap li")].filter(
        one => place(one).bottom > innerHeight);
    return [...signs, ...low].map(one => one.outerHTML.slice(0, 80));
}"""
_DESK: ViewportSize = {"width": 1440, "height": 900}
_BIG: Final = expanded(*EXPANSIONS, big=True)


def _first(wanted: str) -> tuple[int, list[Move]]:
    """The first position of a game with a real choice of a kind, and the moves to choose there.

    Args:
        wanted: ``map``, ``hut``, or the code of a jungle tile at which workers act.
    """
    for at in range(len(PAIR.moves)):
        game = PAIR.game(at)
        if found := _choice(game, wanted):
            return at, found
    raise AssertionError(f"no choice of {wanted}")


def _choice(game: Game, wanted: str) -> list[Move]:
    legal = game.legal_moves()
    if wanted == "map":
        return [move for move in legal if move.kind == "K"][:1]
    if wanted == "hut":
        return [move for move in legal if move.kind == "H" and move.what != "-"][-1:]
    if game.phase is not Phase.ACTIVATE:
        return []
    for stop in plans.stops(game):
        most = max(one.amount for one in stop.amounts)
        whole = [one for one in stop.amounts if one.amount == most]
        if stop.code == wanted and most and len(whole) > (wanted in "DC"):
            return list(whole[-1].moves)
    return []


def _press(page: Page, selector: str, touch: bool) -> None:
    found = page.locator(selector).first
    if touch:
        found.tap()
    else:
        found.click()


def _choose(page: Page, game: Game, moves: list[Move], touch: bool) -> None:
    """Choose some moves by what is seen."""
    if moves[0].kind == "H":
        _press(page, f"#build-{moves[0].what}", touch)
        return
    if moves[0].kind == "K":
        expect(page.locator(".map")).to_contain_text("map tiles")
        _press(page, f"#map-{game.aside.index(moves[0].what)}", touch)
        cell = f"#board-targets [data-cell='{cell_name(moves[0].cell)}']"
        if page.locator(cell).get_attribute("aria-pressed") != "true":
            _press(page, cell, touch)
        expect(page.locator("#task")).to_contain_text("map tile")
        _press(page, "#content [data-command^=confirm]:not([disabled])", touch)
        return
    if page.locator("#singly").count():
        _press(page, "#singly", touch)
    wanted = f"[id='act-{'+'.join(map(str, moves))}']"
    if page.locator(f".fewer:not([open]) {wanted}").count():
        _press(page, f".fewer:has({wanted}) summary", touch)
    _press(page, wanted, touch)


@pytest.mark.parametrize(
    ("size", "touch", "kinds"),
    [
        (UPRIGHT, True, ("map", "K", "hut")),
        pytest.param(
            _DESK, False, ("map", "I", "K", "C", "D", "L", "hut"), marks=pytest.mark.nightly
        ),
    ],
)
def test_each_decision_of_a_module_is_chosen_by_what_is_seen(
    open_page: OpenPage, size: ViewportSize, touch: bool, kinds: tuple[str, ...]
) -> None:
    page = open_page(viewport=size, has_touch=touch)
    for wanted in kinds:
        at, moves = _first(wanted)
        game = PAIR.game(at)
        assert game.to_move is not None
        enter(page, PAIR.up_to(at), game.to_move)
        _choose(page, game, moves, touch)
        settled(page)
        assert list(record_of(page).moves[at : at + len(moves)]) == moves, wanted
        if wanted in ("map", "hut"):
            continue
        code = game.jungle[NEIGHBOURS[moves[0].cell][moves[0].side]]
        expect(page.locator(f"#board-jungle use[href='#tile-{code}']").first).to_be_visible()
    symbols = "['tile-I', 'tile-D', 'gem-R', 'hut-MC'].every(id => document.getElementById(id))"
    assert page.evaluate(symbols)


def _big_game(seed: int, moves: int) -> Record:
    """A big game of four after some moves at random."""
    deal = Deal.shuffled(4, seed, _BIG)
    return Record(deal, tuple(islice(play_at_random(Game(deal), Random(seed)), moves)))


_FIVE_ROWS: Final = _big_game(7, 152)
"""A worker tile acts at four jungle tiles, and another one at the same time."""


def test_goods_of_modules_are_in_sight_on_four_village_boards(open_page: OpenPage) -> None:
    """No carrier stands on them, and what the others did is below the boards."""
    page = open_page()
    enter(page, _FIVE_ROWS, 0, 1, 2, 3)
    expect(page.locator(".village .owned")).to_have_count(4)
    for width, height in at_sizes(page, ((1024, 600), (1440, 900))):
        assert page.evaluate(_OUT_OF_SIGHT) == [], (width, height)


def test_no_carrier_stands_on_cacao_in_low_windows(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 1024, "height": 600})
    enter(page, Record(Deal.shuffled(4, 6)), 3)
    expect(page.locator(".village .carrier")).to_have_count(4)
    assert page.evaluate(_OUT_OF_SIGHT.replace(".owned > *", ".dent")) == []


def test_board_is_in_sight_beside_five_rows_of_choices(open_page: OpenPage) -> None:
    """Every choice can be read and hit without scrolling, over less than half of the board."""
    page = open_page(viewport=UPRIGHT)
    game = _FIVE_ROWS.game()
    assert game.to_move is not None
    enter(page, _FIVE_ROWS, game.to_move)
    page.locator("#singly").click()
    expect(page.locator(".stops > .edge")).to_have_count(5)
    for size in at_sizes(page, ((390, 844), (360, 740))):
        assert page.evaluate("""() => {
            const [rows, board] = [".stops", "#table"].map(
                what => document.querySelector(what).getBoundingClientRect());
            return rows.height < board.height / 2;
        }"""), size
        assert page.evaluate("""() => [...document.querySelectorAll(".stops button")].every(
            one => one.scrollWidth <= one.clientWidth && one.contains(document.elementFromPoint(
                one.getBoundingClientRect().left + one.clientWidth / 2,
                one.getBoundingClientRect().top + one.clientHeight / 2)))"""), size
