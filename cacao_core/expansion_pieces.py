"""The pieces of the expansions as SVG, in the manner of :mod:`cacao_core.pieces`.

Their symbols are in ``svg/expansions.svg``, their classes in ``svg/expansions.css``. Games without
modules need neither. Modules are named as in :data:`SYMBOLS`, everything else by its code.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

from cacao_core.jungle import JUNGLE
from cacao_core.pieces import (
    PITCH,
    TILE,
    VARIANTS,
    Markup,
    Rectangle,
    corner,
    jungle_tile,
    placed,
    worker_tile,
)
from cacao_core.tiles import UNKNOWN, Cell, Side

if TYPE_CHECKING:
    from cacao_core.position import Position

GEMS: Final = "RGBW"
"""Letters of the gems: red hexagon, green square, blue drop, white triangle."""
HUTS: Final = ("MC", "HE", "RW", "TR", "FA", "SH", "MO", "MB", "FO", "FM", "CD", "CS", "CW", "CH")
MASKS: Final = (8, 9, 10, 12)


def _tiles(codes: str) -> list[str]:
    return [
        name
        for code in codes
        for name in (f"tile-{code}", *(f"more-{code}-{n}" for n in range(1, VARIANTS)))
    ]


SYMBOLS: Final = {
    "map": ("map-board", "good-map"),
    "watering": tuple(_tiles("I")),
    "chocolate": (*_tiles("KC"), "good-bar"),
    "huts": tuple(f"hut-{code}" for code in HUTS),
    "gems": (
        *_tiles("D"),
        *(f"gem-{gem}" for gem in GEMS),
        "good-gems",
        *(f"mask-{n}" for n in MASKS),
    ),
    "tree": (*_tiles("L"), "edge-glow"),
    "emperor": ("emperor",),
    "workers": ("crew-4",),
}
"""Module -> the symbols that its games need beside those of the base game."""
PICTURED: Final = frozenset(JUNGLE).union(
    *([name.removeprefix("tile-") for name in names if name.startswith("tile-")]
      for names in SYMBOLS.values())
)  # fmt: skip
"""The codes of the jungle tiles that have a picture."""
SCENE: Final = "scene"
"""The symbol below the pictures of the modules."""


def stand_ins() -> Markup:
    """A sheet with plain symbols of the same names, for the time until the pictures are there.

    They use the colours of the base game, and say what they are by letters.
    """
    drawn = []
    for name in (one for names in SYMBOLS.values() for one in names):
        kind, _dash, code = name.partition("-")
        if kind == "crew":
            look = _use("crew-3", (0, 0, TILE, TILE))
        elif kind in ("tile", "gem", "mask", "hut"):
            ground = '<rect class="f-leaf" width="100" height="100" rx="9"></rect>'
            look = (
                f'{ground if kind == "tile" else ""}<circle class="f-paper s-ink" cx="50" cy="50" '
                'r="34"></circle><text class="numeral" transform="translate(50 62) scale(1.6)">'
                f"{code}</text>"
            )
        else:
            continue
        drawn.append(f'<symbol id="{name}" viewBox="0 0 {TILE} {TILE}">{look}</symbol>')
    return Markup(f'<svg class="symbols" aria-hidden="true">{"".join(drawn)}</svg>')


def _use(symbol: str, box: Rectangle, more: str = "") -> str:
    x, y, width, height = box
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<use href="#{symbol}" {place}{more}></use>'


# --- On a tile -----------------------------------------------------------------------------------

_GEM: Final = 23
"""Size of a gem on a mine: six of them can be counted where a tile is 35 pixels wide."""
_RIM: Final = 31.5
"""Distance of the gems from the middle of the mine."""
PLACES: Final = 6
"""Places for gems on a mine."""


def gems(letters: str) -> Markup:
    """The gems that lie on a mine, in tile units; the first at the top, the others clockwise."""
    drawn = []
    for at, gem in enumerate(letters[:PLACES]):
        if gem == UNKNOWN:
            continue
        angle = radians(360 / PLACES * at)
        x = round(TILE / 2 + _RIM * sin(angle) - _GEM / 2, 1)
        y = round(TILE / 2 - _RIM * cos(angle) - _GEM / 2, 1)
        drawn.append(_use(f"gem-{gem}", (x, y, _GEM, _GEM)))
    return Markup("".join(drawn))


_FIGURE: Final = (23, 36)
"""Width and height of the emperor on a tile."""
_CORNERS: Final = (
    # left and top of his place; the two edges beside it, and the most workers there
    ((-3, -10), (0, 2), (3, 2)),
    ((80, -10), (0, 2), (1, 2)),
    ((80, 62), (1, 1), (2, 2)),
    ((-3, 62), (3, 1), (2, 2)),
)
"""Corners of a tile, best first. At the upper ones he reaches into the gap between the tiles."""


def emperor(edges: str = "0000") -> Markup:
    """The emperor on a tile, in tile units; to be drawn after all tiles.

    He stands at a corner where he covers no worker of this tile, and none and no number of others.

    Args:
        edges: the workers of his tile as placed; a jungle tile has none.
    """
    free = (
        place for place, *sides in _CORNERS if all(int(edges[side]) <= most for side, most in sides)
    )
    return Markup(_use("emperor", (*next(free, _CORNERS[0][0]), *_FIGURE)))


def waiting(game: Position) -> list[str]:
    """The gems that lie on each tile of the display, then on each of the map board."""
    gems = iter(game.supply.get("waiting_gems", ()))
    return [next(gems, "") if code == "D" else "" for code in (*game.display, *game.aside)]


def standing(game: Position) -> list[Markup]:
    """The pictures of all that lies and stands on the tiles of a game; drawn after these."""
    mines, cell = game.supply.get("mines", {}), game.supply.get("emperor")
    lying = [placed(space, gems(letters)) for space, letters in mines.items()]
    if cell is None:
        return lying
    tile = game.workers.get(cell)
    return [placed(cell, emperor(tile.edges if tile else "0000")), *lying]


def threads(cell: Cell, area: Rectangle) -> Markup:
    """The emperor's row and column as lines on the plane.

    Args:
        cell: where he stands.
        area: the part of the plane to which they reach.
    """
    left, top, width, height = area
    x, y = (start + TILE // 2 for start in corner(cell))
    lines = f"M{left:g} {y}H{left + width:g}M{x} {top:g}V{top + height:g}"
    return Markup(f'<path class="s-thread" d="{lines}"></path>')


def glow(side: Side) -> Markup:
    """The light at an edge without workers that faces a tree of life, on the worker tile."""
    turn = f' transform="rotate({side * 90} 50 50)"' if side else ""
    return Markup(_use("edge-glow", (0, 0, TILE, TILE), turn))


# --- Beside the board ----------------------------------------------------------------------------

MAP_BOARD: Final = (0.0, 0.0, 252.0, 150.0)
"""The part of the plane that the map board covers."""
_ON_MAP: Final = ((23, 18), (137, 18))
"""Upper left corners of its two places."""
_MAP_TILE: Final = 92
"""Size of a tile on the map board."""


def map_board(tiles: Sequence[str]) -> Markup:
    """The map board with the jungle tiles on it; pictures of tiles, in tile units."""
    drawn = [_use("map-board", MAP_BOARD)]
    for (x, y), tile in zip(_ON_MAP, tiles, strict=False):
        drawn.append(f'<g transform="translate({x} {y}) scale({_MAP_TILE / TILE:g})">{tile}</g>')
    return Markup("".join(drawn))


# --- Pictures of modules -------------------------------------------------------------------------

CARD: Final = (0.0, 0.0, 160.0, 100.0)
"""The part of the plane that the picture of a module covers."""


def _at(x: float, y: float, scale: float, picture: str) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{picture}</g>'


def _goods(*placed_at: tuple[str, float, float, float]) -> str:
    return "".join(_use(name, (x, y, size, size)) for name, x, y, size in placed_at)


def _workers() -> str:
    return "".join(
        _at(x, y, 0.52, worker_tile(colour, edges))
        for x, y, colour, edges in ((10, 26, "red", "0004"), (56, 14, "white", "0022"),
                                    (98, 36, "yellow", "0103"))
    )  # fmt: skip


def _favour() -> str:
    row = placed((0, 0), jungle_tile("M3")) + placed((1, 0), worker_tile("purple", "2101"))
    row += placed((2, 0), jungle_tile("P2"))
    middle = PITCH + TILE / 2
    thread = f'<path class="s-thread" d="M-30 50H338M{middle:g} -10V112"></path>'
    return _at(15, 51, 0.42, row + thread) + _use("emperor", (58, 0, 44, 62))


_CARDS: Final = {
    "map": lambda: _at(7, 9, 0.5, map_board([jungle_tile("P2"), jungle_tile("M4")]))
    + _goods(("good-map", 108, 50, 44)),
    "watering": lambda: _at(14, 13, 0.74, jungle_tile("I"))
    + f'<g class="seat-white">{_use("carrier", (98, 8, 40, 60))}</g>'
    + _goods(*(("good-cacao", 90 + 15 * n, 66 + 4 * (n % 2), 22) for n in range(4))),
    "chocolate": lambda: _at(10, 22, 0.64, jungle_tile("K")) + _at(74, 10, 0.64, jungle_tile("C"))
    + _goods(("good-bar", 112, 62, 40)),
    "huts": lambda: _goods(("hut-MC", 3, 36, 46), ("hut-FM", 111, 36, 46), ("hut-CH", 49, 18, 62)),
    "gems": lambda: _at(10, 12, 0.76, jungle_tile("D") + gems("RGBWRG"))
    + _goods(("mask-12", 92, 20, 62)),
    "tree": lambda: _at(42, 10, 0.78, jungle_tile("L")) + _goods(
        ("good-gold", 14, 40, 24), ("good-gold", 124, 26, 22), ("good-gold", 132, 56, 22)),
    "emperor": _favour,
    "workers": _workers,
}  # fmt: skip


def card(module: str) -> Markup:
    """The picture of a module, for its card among the expansions; it covers :data:`CARD`."""
    return Markup(_use(SCENE, CARD) + _CARDS[module]())
