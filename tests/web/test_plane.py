"""Where things lie on the board's plane, and which part of it the window shows."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacao_core import Deal, Game
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.browser import geometry
from cacao_web.browser.geometry import Box, Margins, View
from tests.core.helpers import play_at_random

SIZES = st.floats(min_value=240, max_value=3000)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_extent_holds_all_cells_and_never_shrinks(players: int) -> None:
    game = Game(Deal.shuffled(players, 3))
    before = plane.extent(game)
    for _move in play_at_random(game, Random(3)):
        box = plane.extent(game)
        for cell in [*game.jungle, *game.workers, *(move.cell for move in game.legal_moves())]:
            x, y = plane.corner(cell)
            assert box.left <= x <= box.left + box.width - plane.TILE
            assert box.top <= y <= box.top + box.height - plane.TILE
        if game.is_over:  # no more plots: the tiles come closer
            assert box.width <= before.width
            assert box.height <= before.height
            break
        assert box.width >= before.width
        assert box.height >= before.height
        before = box


BOXES = st.builds(
    Box,
    st.floats(-2000, 2000),
    st.floats(-2000, 2000),
    st.floats(500, 3000),
    st.floats(500, 3000),
)


@given(
    BOXES,
    SIZES,
    SIZES,
    st.builds(Margins, st.floats(0, 30), st.floats(0, 30), st.floats(0, 40), st.floats(0, 99)),
)
def test_fit_shows_a_box_in_the_middle_of_what_is_free(
    box: Box, width: float, height: float, free: Margins
) -> None:
    view = geometry.fit(box, width, height, plane.LARGEST, free)
    left, right, below, above = free
    x, y = view.scale * (box.left + view.x), view.scale * (box.top + view.y)
    w, h = view.scale * box.width, view.scale * box.height
    assert x >= left - 0.01
    assert x + w <= width - right + 0.01
    assert y >= above - 0.01
    assert y + h <= height - below + 0.01
    assert x + w / 2 == pytest.approx((left + width - right) / 2, abs=0.1)
    assert y + h / 2 == pytest.approx((above + height - below) / 2, abs=0.1)
    assert view.scale <= plane.LARGEST
    tight = abs(w - (width - left - right)) < 0.1 or abs(h - (height - below - above)) < 0.1
    assert tight or view.scale == plane.LARGEST


def test_cell_lies_where_the_view_puts_it() -> None:
    view = geometry.fit(Box(0, 0, 520, 520), 260, 260, plane.LARGEST)
    assert view.scale == 0.5
    assert plane.place(view, (1, 2)) == Box(52, 104, 50, 50)


@given(st.floats(-500, 1500), st.floats(10, 300), st.floats(400, 1000))
def test_shift_into_sight_brings_into_sight(start: float, length: float, room: float) -> None:
    dx, _dy = geometry.shift_into_sight(Box(start, 0, length, 10), room, 100, Margins(8, 8, 8, 8))
    assert start + dx >= 8 - 1e-6
    assert start + dx + length <= room - 8 + 1e-6
    if 8 <= start <= room - 8 - length:
        assert dx == 0


CELLS = [(-1, -1), (1, -1), (0, 0), (2, 0), (4, 0), (3, 3)]


@pytest.mark.parametrize(
    ("here", "key", "there"),
    [
        ((0, 0), "ArrowRight", (2, 0)),  # the next one in the row, before any diagonal one
        ((2, 0), "ArrowRight", (4, 0)),
        ((2, 0), "ArrowLeft", (0, 0)),
        ((4, 0), "ArrowRight", None),  # not to the next row's far end
        ((0, 0), "ArrowLeft", (-1, -1)),
        ((1, -1), "ArrowLeft", (-1, -1)),
        ((2, 0), "ArrowUp", (1, -1)),
        ((2, 0), "ArrowDown", (3, 3)),
        ((3, 3), "ArrowUp", (4, 0)),
        ((-1, -1), "ArrowDown", (0, 0)),
        ((-1, -1), "ArrowUp", None),
        ((4, 0), "PageDown", (3, 3)),
        ((0, 0), "PageUp", (1, -1)),
        ((3, 3), "PageDown", None),
    ],
)
def test_arrow_keys_lead_to_the_nearest_cell(here: Cell, key: str, there: Cell | None) -> None:
    assert plane.next_cell(CELLS, here, key) == there


def test_keys_stay_in_the_column_and_reach_both_ends() -> None:
    cells = [(x, y) for y in range(9) for x in range(9) if (x + y) % 2]
    here = start = (3, 0)
    for _step in range(6):
        found = plane.next_cell(cells, here, "ArrowDown")
        assert found is not None
        assert abs(found[0] - start[0]) <= 1
        here = found
    assert here[1] == 6
    for here in CELLS:
        assert plane.next_cell(CELLS, here, "Home") == CELLS[0]
        assert plane.next_cell(CELLS, here, "End") == CELLS[-1]


@given(st.lists(st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, unique=True))
def test_arrow_key_never_leads_far_aside(cells: list[Cell]) -> None:
    cells.sort(key=lambda cell: plane.reading_order((cell, None)))
    for key, (dx, dy) in {"ArrowUp": (0, -1), "ArrowRight": (1, 0), "ArrowDown": (0, 1)}.items():
        found = plane.next_cell(cells, cells[0], key)
        if found:
            u, v = found[0] - cells[0][0], found[1] - cells[0][1]
            assert u * dx + v * dy > 0
            assert abs(u * dy + v * dx) <= 2 * (u * dx + v * dy)


@given(st.integers(-9, 9), st.integers(-9, 9), st.floats(1, 99), st.floats(1, 99))
def test_point_belongs_to_the_cell_that_is_shown_there(
    x: int, y: int, right: float, down: float
) -> None:
    view = geometry.fit(Box(0, 0, 520, 520), 260, 300, plane.LARGEST)
    box = plane.place(view, (x, y))
    at = box.left + box.width * right / 100, box.top + box.height * down / 100
    assert plane.cell_at(view, *at) == (x, y)


def test_buttons_take_room_where_they_would_cover() -> None:
    """Cells in the middle of a wide board leave its corners to the buttons."""
    covers = Box(0, 450, 50, 150), Box(750, 450, 50, 150)
    box = Box(0, 0, 800, 600)

    def scale(height: float, *parts: Box) -> float:
        area = geometry.Area(box, parts)
        return geometry.fit_beside(area, covers, 800, height, 2.0, geometry.NO_MARGINS).scale

    assert scale(600, Box(300, 0, 100, 600)) == 1.0
    assert scale(600, Box(0, 0, 100, 100), Box(700, 0, 100, 100)) == 1.0
    left, both = Box(0, 500, 100, 100), Box(700, 500, 100, 100)
    assert scale(600, left) == pytest.approx(750 / 800)
    assert scale(600, left, both) == pytest.approx(700 / 800)
    corner = (Box(750, 0, 50, 90),)
    area = geometry.Area(Box(0, 0, 800, 600), (Box(700, 0, 100, 100),))
    view = geometry.fit_beside(area, corner, 800, 900, 2.0, geometry.NO_MARGINS)
    assert view.scale == 1.0
    assert view.show(area.box).top >= 90


@given(
    st.floats(100, 3000),
    st.floats(60, 3000),
    st.builds(Margins, *(4 * [st.floats(0, 200)])),
    st.integers(0, 60),
)
def test_board_is_in_sight_in_every_window(
    width: float, height: float, free: Margins, moves: int
) -> None:
    """Even where the margins for buttons are larger than the window."""
    area = plane.area(plane.cells_of(_played(moves)))
    view = plane.fitted(area, width, height, free, (Box(width - 50, height - 140, 50, 140),))
    for part in area.parts:
        shown = view.show(part)
        assert shown.left >= -0.01
        assert shown.top >= -0.01
        assert shown.left + shown.width <= width + 0.01
        assert shown.top + shown.height <= height + 0.01


@cache
def _played(moves: int) -> Game:
    game = Game(Deal.shuffled(4, 3))
    for _move in islice(play_at_random(game, Random(3)), moves):
        pass
    return game


@given(st.integers(0, 60), st.lists(st.sampled_from(["hints", "strip", "buttons", "box"])))
def test_nothing_lies_over_the_board(moves: int, names: list[str]) -> None:
    """Wherever boxes lie, as long as they leave room."""
    width, height = 390.0, 520.0
    places = {
        "hints": Box(0, 400, 390, 120),
        "strip": Box(0, 0, 300, 60),
        "buttons": Box(346, 0, 44, 90),
        "box": Box(0, 200, 90, 90),
    }
    covers = [places[name] for name in dict.fromkeys(names)]
    area = plane.area(plane.cells_of(_played(moves)))
    view = plane.fitted(area, width, height, Margins(), covers)
    assert geometry.hidden(area.parts, view, covers, width, height) == set()


def test_board_stays_where_it_is_almost_as_large() -> None:
    area = plane.area(plane.cells_of(_played(30)))
    best = plane.fitted(area, 390, 520, Margins())
    nearly = best._replace(x=best.x + 20 / best.scale)
    assert plane.is_near(area, nearly, best)
    assert not plane.is_near(area, best._replace(x=best.x + 60 / best.scale), best)
    small = geometry.fit(area.box, 390, 520, 0.9 * best.scale)
    assert not plane.is_near(area, small, best)


def test_parts_that_are_covered_or_outside_are_hidden() -> None:
    view = View(0.5, 0, 0)
    inside, covered, outside = Box(0, 0, 100, 100), Box(200, 0, 100, 100), Box(380, 0, 100, 100)
    parts = [inside, covered, outside]
    found = geometry.hidden(parts, view, [Box(110, 20, 30, 30)], 200, 100)
    assert found == {covered, outside}
