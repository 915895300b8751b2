"""Places with room for signs on the board: they cover no workers, no prices, and not each other.

All lengths are in tile units. Signs grow when the board is drawn small (``--steady`` in
camera.py), each up to the largest scale at which it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any, Final, NamedTuple

from cacao_core import Game
from cacao_core.jungle import codes_of
from cacao_core.tiles import Cell
from cacao_web.board import plane
from cacao_web.browser.geometry import Box

LARGEST: Final = 1.6
"""Largest scale of a sign."""
SMALLEST: Final = 0.6
CENTRE: Final = 38
"""Side of the square in the middle of a worker tile in which no worker stands."""
_PRICE: Final = Box(63, 60, 32, 36)
"""Place of a jungle tile's number."""
_TWO_PRICES: Final = Box(18, 62, 74, 34)
"""Places of the two numbers of a chocolate market."""
_UNNUMBERED: Final = {*codes_of("water", "suns", "temple"), "K", "D"}
_REACH: Final = {"1": 9.5, "2": 22.5, "3": 33.5, "4": 41}
"""Half the width of the workers on an edge, by their number."""
_DEPTH: Final = (8, 31.5)
"""Distances of the workers' feet and heads from their edge."""
_ROW: Final = Box(1, 1, 98, 60)
"""The part of a jungle tile above its number."""
_ASIDE: Final = Box(1, 1, 73, 60)
"""The same without the corner on the right, where a sign is."""
_VERTICES: Final = ((102, -2), (102, 102), (-2, -2), (-2, 102))
"""The corners of a cell, in the middle between four tiles; best first."""

_ARROW: Final = 8
"""The width of an arrow in digits."""
_PLENTY: Final = 45.0
"""A free radius that is as good as any larger one."""
_ENOUGH: Final = 24.0
"""A free radius that is enough for the tick."""
_NOTHING: Final[Mapping[Cell, Any]] = {}
PILL_HEIGHT: Final = 30


class Spot(NamedTuple):
    """A place of a sign: its centre on the plane, and the largest scale that fits there."""

    x: float
    y: float
    most: float

    @property
    def at(self) -> tuple[float, float]:
        """Its centre."""
        return self.x, self.y

    @property
    def scale(self) -> float:
        """The largest scale that the sign may get, in tenths."""
        return int(10 * max(SMALLEST, min(self.most, LARGEST)) + 1e-6) / 10

    @property
    def css(self) -> str:
        """The class that limits the scale of the sign, see style.css."""
        return f"upto-{round(10 * self.scale)}"


class Pill(NamedTuple):
    """A pill with a few characters, and a symbol or none."""

    text: str
    symbol: str
    css: str

    @property
    def width(self) -> float:
        """In tile units."""
        letters = 10.5 * len(self.text) + _ARROW * self.text.count("→")
        return (39 if self.symbol else 12) + letters


class OverlayLayout:
    """The places of everything that is drawn over the tiles of a position.

    Args:
        game: the tiles on the table.
        pills: the pills on each jungle tile.
        shown: further tiles that are drawn: codes of jungle tiles, workers of worker tiles.
        cell: the cell whose corners have room for the tick: pills make way for it.
    """

    def __init__(
        self,
        game: Game,
        pills: Mapping[Cell, Sequence[Pill]] = _NOTHING,
        shown: Mapping[Cell, str] = _NOTHING,
        cell: Cell | None = None,
    ) -> None:
        self._game = game
        self._pills = pills
        self._shown = shown
        self._edges = plane.extent(game)
        self._aside = False
        if cell is not None and pills and self._radii(cell, "")[0][0] < _ENOUGH:
            self._aside = True

    def pills(self) -> Iterator[tuple[Pill, Spot]]:
        """All pills with their places."""
        for cell, pills in self._pills.items():
            yield from zip(pills, self._spots(cell), strict=True)

    def corners(self, cell: Cell, what: str, radius: float) -> list[Spot]:
        """The places of a round sign at the corners of a cell, those with the most room first.

        Args:
            what: the tile that is drawn there, if it is not among the shown ones.
            radius: of the sign.
        """
        x, y = plane.corner(cell)
        return [
            Spot(x + _VERTICES[number][0], y + _VERTICES[number][1], room / radius)
            for room, number in self._radii(cell, what)
        ]

    def _radii(self, cell: Cell, what: str) -> list[tuple[float, int]]:
        """The free radius around each corner of a cell, largest first, and the corner's number."""
        radii = []
        for number, (dx, dy) in enumerate(_VERTICES):
            x, y = cell[0] * plane.PITCH + dx, cell[1] * plane.PITCH + dy
            distances = [
                _distance(x, y, box)
                for beside in _around(cell, dx > 0, dy > 0)
                for box in self._taken(beside, what if beside == cell else "")
            ]
            room = min([_within(x, y, self._edges), *distances])
            radii.append((min(room, _PLENTY), number))
        return sorted(radii, key=lambda it: (-it[0], it[1]))

    def _taken(self, cell: Cell, what: str) -> list[Box]:
        """The boxes that must stay visible on a cell, on the plane."""
        game = self._game
        tile = what or self._shown.get(cell) or game.jungle.get(cell, "")
        if not tile and cell in game.workers:
            tile = game.workers[cell].edges
        boxes = []
        if tile.isdigit():
            boxes = [_crew(side, count) for side, count in enumerate(tile) if count in _REACH]
        elif tile and tile not in _UNNUMBERED:
            boxes = [_TWO_PRICES if tile == "C" else _PRICE]
        left, top = plane.corner(cell)
        placed = [box._replace(left=box.left + left, top=box.top + top) for box in boxes]
        return placed + [
            _around_middle(spot, spot.scale * pill.width, spot.scale * PILL_HEIGHT)
            for pill, spot in zip(self._pills.get(cell, ()), self._spots(cell), strict=True)
        ]

    def _spots(self, cell: Cell) -> list[Spot]:
        """The places of the pills on a jungle tile; more than two stand in columns."""
        pills = self._pills.get(cell, ())
        room = _ASIDE if self._aside else _ROW
        columns = 1 if len(pills) <= 2 else 2
        rows = max(1, -(-len(pills) // columns))
        width, height = room.width / columns, room.height / rows
        left, top = plane.corner(cell)
        return [
            Spot(
                left + room.left + (number % columns + 0.5) * width,
                top + room.top + (number // columns + 0.5) * height,
                min(width / pill.width, height / PILL_HEIGHT),
            )
            for number, pill in enumerate(pills)
        ]


def _around(cell: Cell, right: bool, below: bool) -> list[Cell]:
    """The four cells that meet at a corner of a cell."""
    x, y = cell
    u, v = x + (1 if right else -1), y + (1 if below else -1)
    return [cell, (u, y), (x, v), (u, v)]


def _around_middle(spot: Spot, width: float, height: float) -> Box:
    return Box(spot.x - width / 2, spot.y - height / 2, width, height)


def _crew(side: int, count: str) -> Box:
    """The place of the workers on an edge of a tile."""
    start, depth = _DEPTH[0], _DEPTH[1] - _DEPTH[0]
    near = start if side in (0, 3) else 100 - start - depth
    along, length = 50 - _REACH[count], 2 * _REACH[count]
    return Box(along, near, length, depth) if side % 2 == 0 else Box(near, along, depth, length)


def _within(x: float, y: float, box: Box) -> float:
    """The distance of a point from the nearest edge of a rectangle around it."""
    return min(x - box.left, box.left + box.width - x, y - box.top, box.top + box.height - y)


def _distance(x: float, y: float, box: Box) -> float:
    """The distance of a point from a rectangle."""
    dx = max(box.left - x, x - box.left - box.width, 0)
    dy = max(box.top - y, y - box.top - box.height, 0)
    return hypot(dx, dy)
