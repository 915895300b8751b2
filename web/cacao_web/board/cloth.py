"""What lies under the tiles: a woven cloth that grows with the board, and the tiles' shadows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import Game
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.board.plane import PITCH, TILE
from cacao_web.browser.geometry import Box
from cacao_web.game import words
from cacao_web.ui.i18n import cached
from cacao_web.ui.markup import Markup, h, join

_HEM: Final = 0.34
"""How far the cloth reaches beyond the outermost cells, in cells."""
_ROUND: Final = 2.4
"""Radius of the cloth's corners, in cells: the smallest board lies on a disc."""
_SEAMS: Final = (("s-mat", 13), ("s-mat fine", 27))
"""Style and distance from the edge of the lines that are woven into it."""
WASH: Final = "board-wash"
"""Id of the winners' colours on the table."""
_FAR: Final = 4000
"""How far these reach, in units of the plane: beyond the window at any scale."""
_LIGHTS: Final = ((0.80, "lamp"), (0.52, "lamp near"))
"""Parts of the cloth that a lamp lights at night, as shares of its size, and their style."""


def cloth(game: Game) -> Markup:
    """The cloth under the board; in the dark theme a lamp shines on its middle."""
    whole = around(game)
    lights = [_piece(css, _part(whole, share)) for share, css in _LIGHTS]
    seams = [_piece(css, _within(whole, gap)) for css, gap in _SEAMS]
    fall = whole._replace(top=whole.top + 12)
    return join(_piece("cloth-shade", fall), _piece("f-mat", whole), lights, seams)


def around(game: Game) -> Box:
    """The part of the plane that the cloth covers."""
    box, hem = plane.extent(game), _HEM * PITCH
    return Box(box.left - hem, box.top - hem, box.width + 2 * hem, box.height + 2 * hem)


def _part(whole: Box, share: float) -> Box:
    """A part of the cloth around its middle."""
    width, height = whole.width * share, whole.height * share
    left = whole.left + (whole.width - width) / 2
    return Box(left, whole.top + (whole.height - height) / 2, width, height)


def _within(whole: Box, gap: float) -> Box:
    left, top, width, height = whole
    return Box(left + gap, top + gap, width - 2 * gap, height - 2 * gap)


def _piece(css: str, box: Box) -> Markup:
    """A rectangle with corners as round as its size allows."""
    radius = min(_ROUND * PITCH, min(box.width, box.height) / 2)
    place = {"x": box.left, "y": box.top, "width": box.width, "height": box.height}
    return h("rect", {"class": css, **{k: round(v, 1) for k, v in place.items()}, "rx": radius})


def shade(game: Game) -> dict[str, Markup]:
    """The shadows of all tiles. They are below all tiles, so that none falls on another tile."""
    return {
        f"s{words.cell_name(cell)}": shadow(cell) for cell in sorted((*game.jungle, *game.workers))
    }


@cached
def shadow(cell: Cell) -> Markup:
    """The shadow of one tile: a piece of its own, so that only its place is painted anew."""
    x, y = plane.corner(cell)
    place = {"x": x + 3, "y": y + 12, "width": TILE, "height": TILE, "rx": 9}
    return h("rect", {"id": f"s{words.cell_name(cell)}", "class": "shaded", **place})


def wash(game: Game, colours: Sequence[str]) -> Markup | None:
    """The winners' colours over cloth and table, side by side, when a game is over."""
    if not game.is_over:
        return None
    area, winners = plane.extent(game), game.winners()
    x, y = area.left + area.width / 2, area.top + area.height / 2
    if len(winners) == 1:
        css = f"wash seat-{colours[winners[0]]}"
        return h("circle", {"class": css, "cx": x, "cy": y, "r": _FAR})
    width = 2 * _FAR / len(winners)
    places = [x - _FAR + at * width for at in range(len(winners))]
    return join(
        h("rect", {"class": f"wash seat-{colours[seat]}", "x": left, "y": y - _FAR,
                   "width": width, "height": 2 * _FAR})
        for left, seat in zip(places, winners, strict=True)
    )  # fmt: skip
