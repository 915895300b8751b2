"""Where things lie on the board's plane, and which part of it the window shows."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacao_core import Deal, Game
from cacao_web.board import plane
from cacao_web.browser import geometry
from cacao_web.browser.geometry import Box
from tests.core.helpers import play_at_random

SIZES = st.floats(min_value=80, max_value=3000)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_extent_holds_every_tile_and_every_legal_cell_and_never_shrinks(players: int) -> None:
    game = Game(Deal.shuffled(players, 3))
    before = plane.extent(game)
    for _move in play_at_random(game, Random(3)):
        box = plane.extent(game)
        for cell in [*game.jungle, *game.workers, *(move.cell for move in game.legal_moves())]:
            x, y = plane.corner(cell)
            assert box.left <= x <= box.left + box.width - plane.TILE
            assert box.top <= y <= box.top + box.height - plane.TILE
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


@given(BOXES, SIZES, SIZES, st.floats(0, 30), st.floats(0, 40))
def test_fit_shows_all_of_a_box_in_the_middle_of_what_is_free(
    box: Box, width: float, height: float, beside: float, below: float
) -> None:
    view = geometry.fit(box, width, height, plane.LARGEST, beside, below)
    x, y = view.scale * (box.left + view.x), view.scale * (box.top + view.y)
    w, h = view.scale * box.width, view.scale * box.height
    assert x >= beside - 0.01
    assert x + w <= width - beside + 0.01
    assert y >= -0.01
    assert y + h <= height - below + 0.01
    assert x + w / 2 == pytest.approx(width / 2, abs=0.1)
    assert view.scale <= plane.LARGEST
    tight = abs(w - (width - 2 * beside)) < 0.1 or abs(h - (height - below)) < 0.1
    assert tight or view.scale == plane.LARGEST


def test_a_cell_lies_where_the_view_puts_it() -> None:
    view = geometry.fit(Box(0, 0, 520, 520), 260, 260, plane.LARGEST)
    assert view.scale == 0.5
    assert plane.place(view, (1, 2)) == Box(52, 104, 50, 50)


@given(st.floats(-500, 1500), st.floats(10, 300), st.floats(400, 1000))
def test_what_is_shifted_into_sight_is_in_sight(start: float, length: float, room: float) -> None:
    dx, _dy = geometry.shift_into_sight(Box(start, 0, length, 10), room, 100, 8)
    assert start + dx >= 8 - 1e-6
    assert start + dx + length <= room - 8 + 1e-6
    if 8 <= start <= room - 8 - length:
        assert dx == 0


def test_left_and_right_go_through_all_cells_row_by_row() -> None:
    cells = [(-1, -1), (0, 0), (2, 0), (3, 3), (0, 4)]
    assert cells == [cell for cell, _ in sorted(((c, 0) for c in cells), key=plane.reading_order)]
    for here, there in pairwise(cells):
        assert plane.next_cell(cells, here, "ArrowRight") == there
        assert plane.next_cell(cells, there, "ArrowLeft") == here
    assert plane.next_cell(cells, cells[-1], "ArrowRight") is None
    assert plane.next_cell(cells, cells[0], "ArrowLeft") is None
    for here in cells:
        assert plane.next_cell(cells, here, "Home") == cells[0]
        assert plane.next_cell(cells, here, "End") == cells[-1]


def test_up_and_down_go_to_the_nearest_cell_of_the_nearest_row() -> None:
    cells = [(-1, -1), (1, -1), (0, 0), (2, 0), (3, 3)]
    assert plane.next_cell(cells, (2, 0), "ArrowUp") == (1, -1)
    assert plane.next_cell(cells, (2, 0), "ArrowDown") == (3, 3)
    assert plane.next_cell(cells, (3, 3), "ArrowUp") == (2, 0)
    assert plane.next_cell(cells, (-1, -1), "ArrowDown") == (0, 0)
    assert plane.next_cell(cells, (-1, -1), "ArrowUp") is None
