"""The table as SVG: where tiles lie, and of which symbols they consist.

The page and :mod:`cacao_core.svg` draw with it, so their tables look alike. The markup names the
symbols of ``svg/symbols.svg`` and the classes of ``svg/art.css``. One unit is a hundredth of a
tile; cell (0, 0) begins at the origin.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

from cacao_core.tiles import NEIGHBOURS, Cell

if TYPE_CHECKING:
    from cacao_core.position import Position

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


class Markup(str):
    """Text that is markup already, so it is not escaped."""

    __slots__ = ()


PITCH: Final = 104
"""Distance between the corners of neighbouring tiles."""
TILE: Final = 100
"""Side of a tile."""
VARIANTS: Final = 3
"""The number of pictures of each jungle tile: the plain one, and two with more."""
_SMALLEST_SIDE: Final = 5
"""Least number of visible cells in each direction, so that the first tiles are not huge."""
_MARGIN: Final = 0.12
"""Free space around the visible part, in cells."""

_PLOT: Final = '<rect class="plot" x="3" y="3" width="94" height="94" rx="9"></rect>'
_SPROUT: Final = (
    '<path class="sprout" d="M48 66C48 60 48.500 57 49 54C40 56 32 50 31 39C41 38 48 43 50 50'
    'C51 45 57 40 67 41C67 51 60 57 52 57C51.500 60 51.500 62 52 66Z"></path>'
)
"""Two leaves on the ground of a cell where a tile may go."""

_HEM: Final = 0.34
"""The width of the cloth beyond the outermost cells, in cells."""
_ROUND: Final = 2.4
"""Radius of the cloth's corners, in cells: the smallest board lies on a disc."""
_SEAMS: Final = (("s-mat", 13), ("s-mat fine", 27))
"""Style and distance from the edge of the lines that are woven into it."""
_LIGHTS: Final = ((0.80, "lamp"), (0.52, "lamp near"))
"""Parts of the cloth that a lamp lights at night, as shares of its size, and their style."""

# --- Places ------------------------------------------------------------------------------------


def corner(cell: Cell) -> tuple[int, int]:
    """The upper left corner of a cell's tile."""
    return cell[0] * PITCH, cell[1] * PITCH


def cells_of(game: Position) -> set[Cell]:
    """Every cell that has a tile, and every cell where a next tile may go."""
    cells = {*game.jungle, *game.workers, *game.open_spaces}
    if game.is_over:
        return cells
    return cells | {beside for space in game.jungle for beside in NEIGHBOURS[space]}


def around(cells: Iterable[Cell]) -> Rectangle:
    """The part of the plane that holds some cells."""
    cells = list(cells)
    xs, ys = [x for x, _y in cells], [y for _x, y in cells]
    left, width = _span(min(xs), max(xs))
    top, height = _span(min(ys), max(ys))
    return left, top, width, height


def _span(first: int, last: int) -> tuple[float, float]:
    """Start and length of a range of cells, with a small margin."""
    count = max(last - first + 1, _SMALLEST_SIDE)
    middle = (first + last + 1) / 2
    start = (middle - count / 2 - _MARGIN) * PITCH - (PITCH - TILE) / 2
    return start, (count + 2 * _MARGIN) * PITCH


CIRCLE: Final = 42
"""Radius of a circle that marks a cell."""


def arrow(tail: Cell, head: Cell) -> list[tuple[float, float]]:
    """The corners of an arrow from the middle of a cell to that of another, on the plane."""
    (x, y), (to_x, to_y) = (
        (left + TILE / 2, top + TILE / 2) for left, top in map(corner, (tail, head))
    )
    length = hypot(to_x - x, to_y - y)
    u, v = (to_x - x) / length, (to_y - y) / length
    # Along the arrow and aside of it: shaft, head, tip.
    start, end = 14.0, length - 10
    outline = ((start, 6), (end - 34, 6), (end - 38, 22), (end, 0), (end - 38, -22),
               (end - 34, -6), (start, -6))  # fmt: skip
    return [(x + along * u - aside * v, y + along * v + aside * u) for along, aside in outline]


# --- Tiles -------------------------------------------------------------------------------------


def jungle_tile(code: str, variant: int = 0) -> Markup:
    """A jungle tile as one of its ``VARIANTS``."""
    plain = _whole(f"tile-{code}")
    return Markup(plain + _whole(f"more-{code[0]}-{variant}") if variant else plain)


def grown(code: str, cell: Cell) -> Markup:
    """The jungle tile at a cell: neighbours mostly differ, so that a board looks grown."""
    x, y = cell
    return jungle_tile(code, (x + 2 * (y // 2)) % VARIANTS)


def worker_tile(colour: str, edges: str, overbuilt: bool = False) -> Markup:
    """A worker tile; an overbuilt one shows the rim of the tile beneath."""
    # The tile beneath is turned a little, so that its corners are visible on all four sides.
    rim = (
        '<rect class="rim" x="-1" y="-1" width="102" height="102" rx="9" '
        'transform="rotate(5 50 50)"></rect>'
    )
    parts = (
        rim if overbuilt else "",
        _whole("clearing"),
        _whole("hut"),
        f'<use href="#emblem-{colour}" x="42.5" y="36" width="15" height="15" '
        'class="f-on-player"></use>',
        *(
            f'<g class="w{side}">{_crew(side, count)}</g>'
            for side, count in enumerate(edges)
            if count != "0"
        ),
    )
    return Markup(f'<g class="seat-{colour}">{"".join(parts)}</g>')


def _crew(side: int, count: str) -> str:
    """The workers on an edge, feet towards it; the symbol shows them on the north edge."""
    turn = f' transform="rotate({side * 90} 50 50)"' if side else ""
    return _whole(f"crew-{count}", turn)


def _whole(symbol: str, more: str = "") -> str:
    """A symbol as large as a tile."""
    return f'<use href="#{symbol}" x="0" y="0" width="{TILE}" height="{TILE}"{more}></use>'


def placed(cell: Cell, picture: str) -> Markup:
    """A picture in tile units, moved to its cell."""
    x, y = corner(cell)
    return Markup(f'<g transform="translate({x} {y})">{picture}</g>')


# --- What lies below ---------------------------------------------------------------------------


def plot(sprouting: bool = True) -> Markup:
    """A cell where a tile may go, in tile units."""
    return Markup(_PLOT + _SPROUT if sprouting else _PLOT)


def shadow(cell: Cell, more: str = "") -> Markup:
    """The shadow of one tile."""
    x, y = corner(cell)
    place = f'x="{x + 3}" y="{y + 12}" width="{TILE}" height="{TILE}" rx="9"'
    return Markup(f'<rect {more}class="shaded" {place}></rect>')


def cloth(box: Rectangle) -> Markup:
    """The cloth under the board; in the dark theme a lamp shines on its middle.

    Args:
        box: the part of the plane that holds all cells; the cloth reaches :func:`beyond` it.
    """
    whole = left, top, width, height = beyond(box)
    lights = [_piece(css, _part(whole, share)) for share, css in _LIGHTS]
    seams = [
        _piece(css, (left + gap, top + gap, width - 2 * gap, height - 2 * gap))
        for css, gap in _SEAMS
    ]
    fall = left, top + 12, width, height
    return Markup("".join((_piece("cloth-shade", fall), _piece("f-mat", whole), *lights, *seams)))


def beyond(box: Rectangle) -> Rectangle:
    """The part of the plane that the cloth covers."""
    left, top, width, height = box
    hem = _HEM * PITCH
    return left - hem, top - hem, width + 2 * hem, height + 2 * hem


def _part(whole: Rectangle, share: float) -> Rectangle:
    """A part of the cloth around its middle."""
    left, top, width, height = whole
    wide, high = width * share, height * share
    return left + (width - wide) / 2, top + (height - high) / 2, wide, high


def _piece(css: str, box: Rectangle) -> str:
    """A rectangle with corners as round as its size allows."""
    left, top, width, height = (round(number, 1) for number in box)
    radius = min(_ROUND * PITCH, min(box[2:]) / 2)
    place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<rect class="{css}" {place} rx="{radius}"></rect>'
