"""The woven cloth under the tiles, which grows with the board, and the tiles' shadows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core import Game, pieces
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.browser.geometry import Box
from cacao_web.game.texts import words
from cacao_web.ui.i18n import cached
from cacao_web.ui.markup import Markup, h, join

WASH: Final = "board-wash"
"""Id of the winners' colours on the table."""
_FAR: Final = 4000
"""The reach of these, in units of the plane: beyond the window at any scale."""


def cloth(game: Game) -> Markup:
    """The cloth under the board; in the dark theme a lamp shines on its middle."""
    return pieces.cloth(plane.extent(game))


def around(game: Game) -> Box:
    """The part of the plane that the cloth covers."""
    return Box(*pieces.beyond(plane.extent(game)))


def shade(game: Game) -> dict[str, Markup]:
    """The shadows of all tiles. They are below all tiles, so that none falls on another tile."""
    return {
        f"s{words.cell_name(cell)}": shadow(cell) for cell in sorted((*game.jungle, *game.workers))
    }


@cached
def shadow(cell: Cell) -> Markup:
    """The shadow of one tile: an element of its own, so that only its area is repainted."""
    return pieces.shadow(cell, f'id="s{words.cell_name(cell)}" ')


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
