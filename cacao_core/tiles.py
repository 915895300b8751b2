"""Tile kinds, their numbers, and the tables made of them (docs/rules.md 1 and 3).

All of it is plain data computed once at import: strings for codes, tuples for cells, dicts for
lookups, because the engine reads these tables in its innermost loops.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from cacao_core.notebook import shown

Seat: TypeAlias = int
"""A player, 0 for the start player, then clockwise."""

Cell: TypeAlias = tuple[int, int]
"""A square (x, y) of the playing area; x grows to the east, y to the south."""

Side: TypeAlias = int
"""An edge of a square: 0 north, 1 east, 2 south, 3 west."""

RULES_VERSION: Final = 1
"""Version of docs/rules.md, and of the shuffle, that records and links name."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
COLOURS: Final = ("red", "purple", "white", "yellow")
"""Player colours in seat order."""

HAND_SIZE: Final = 3
DISPLAY_SIZE: Final = 2
STORAGE_SPACES: Final = 5
SUN_SITES: Final = 3
WATER_FIELDS: Final = (-10, -4, -1, 0, 2, 4, 7, 11, 16)
"""Value of each water field, in the order in which the water carrier passes them."""
LAST_WATER_FIELD: Final = len(WATER_FIELDS) - 1

# --- Worker tiles ----------------------------------------------------------------------------

SIDES: Final = "nesw"
"""Letters of the edges, in the order of :data:`Side`."""
SIDE_OF_LETTER: Final = {letter: side for side, letter in enumerate(SIDES)}

WORKER_TILES: Final = {"1111": 4, "2101": 5, "3001": 1, "3100": 1}
"""Canonical name (workers on n, e, s, w) -> number of these tiles of each colour."""

_RETURNED_WORKERS: Final[dict[int, tuple[str, ...]]] = {2: (), 3: ("1111",), 4: ("1111", "2101")}


def _rotations(name: str) -> tuple[str, ...]:
    """The different orientations of a tile, by quarter turns clockwise, each once."""
    turned = [name[-turns:] + name[:-turns] if turns else name for turns in range(4)]
    return tuple(dict.fromkeys(turned))


ROTATIONS: Final = {name: _rotations(name) for name in WORKER_TILES}
"""Canonical name -> its different orientations, clockwise from the canonical one."""

TILE_OF_EDGES: Final = {edges: name for name, looks in ROTATIONS.items() for edges in looks}
"""Workers n, e, s, w as placed -> canonical name of the tile."""

WORKERS_ON: Final = {edges: tuple(map(int, edges)) for edges in TILE_OF_EDGES}
"""Workers as placed, as text -> the same as four numbers."""

MANNED_SIDES: Final = {
    edges: tuple((side, workers) for side, workers in enumerate(numbers) if workers)
    for edges, numbers in WORKERS_ON.items()
}
"""Workers as placed, as text -> (side, workers) of each edge that has any."""


def worker_counts(players: int) -> dict[str, int]:
    """Number of worker tiles of each kind for every player (docs/rules.md 2.1)."""
    counts = dict(WORKER_TILES)
    for name in _RETURNED_WORKERS[players]:
        counts[name] -= 1
    return counts


class WorkerTile(NamedTuple):
    """The upper worker tile of a cell: owner's seat, workers n, e, s, w, whether it covers one."""

    owner: Seat
    edges: str
    overbuilt: bool = False

    def _repr_svg_(self) -> str:
        return shown(self)


# --- Jungle tiles ----------------------------------------------------------------------------

START_TILES: Final[dict[Cell, str]] = {(0, 0): "P1", (1, 1): "M2"}

JUNGLE_TILES: Final = {
    "P1": 6,
    "P2": 2,
    "M2": 2,
    "M3": 4,
    "M4": 1,
    "G1": 2,
    "G2": 1,
    "W": 3,
    "S": 2,
    "T": 5,
}
"""Code -> number of these tiles in the full game, the two start tiles included."""

_REMOVED_WITH_TWO: Final = {"P1": 2, "M3": 1, "G1": 1, "W": 1, "S": 1, "T": 1}

PLANTATIONS: Final = {"P1": 1, "P2": 2}
"""Plantation -> cacao for each worker."""
MARKETS: Final = {"M2": 2, "M3": 3, "M4": 4}
"""Market -> selling price."""
MINES: Final = {"G1": 1, "G2": 2}
"""Gold mine -> gold for each worker."""
WATER: Final = "W"
SUN_SITE: Final = "S"
TEMPLE: Final = "T"


def jungle_counts(players: int) -> dict[str, int]:
    """Number of jungle tiles of each kind in the first draw pile (docs/rules.md 1 and 2.2)."""
    counts = dict(JUNGLE_TILES)
    for code in START_TILES.values():
        counts[code] -= 1
    if players == MIN_PLAYERS:
        for code, removed in _REMOVED_WITH_TWO.items():
            counts[code] -= removed
    return counts


# --- The checkerboard ------------------------------------------------------------------------


class _Neighbours(dict[Cell, tuple[Cell, Cell, Cell, Cell]]):
    """Cell -> the cells to its north, east, south and west; computed once for each cell."""

    def __missing__(self, cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
        x, y = cell
        around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        self[cell] = around
        return around


NEIGHBOURS: Final = _Neighbours()
OPPOSITE: Final = (2, 3, 0, 1)
"""Side -> the side of the neighbour that touches it."""
