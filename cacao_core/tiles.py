"""Seats, cells and worker tiles, and the tables made of them (docs/rules.md 1 and 3).

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

PlainEdge: TypeAlias = tuple[Cell, Side, str, int]
"""An :class:`~cacao_core.activation.Edge` as a plain tuple, which takes a third of the time."""

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
COLOURS: Final = ("red", "purple", "white", "yellow")
"""Player colours in seat order."""

UNKNOWN: Final = "?"
"""A worker or jungle tile that is not known, in hands, piles and the display (docs/record.md)."""

CLOCKWISE: Final = {
    players: tuple(
        tuple((first + more) % players for more in range(players)) for first in range(players)
    )
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
}
"""Number of players -> for each seat all seats, that one first, then clockwise."""

# --- Worker tiles ----------------------------------------------------------------------------

SIDES: Final = "nesw"
"""Letters of the edges, in the order of :data:`Side`."""
SIDE_OF_LETTER: Final = {letter: side for side, letter in enumerate(SIDES)}

BASE_KINDS: Final = ("1111", "2101", "3001", "3100")
"""Canonical names of the worker tiles of the rulebook."""
NEW_KINDS: Final = ("0022", "0202", "0103", "0004")
"""Canonical names of the new worker tiles (docs/rules.md 11)."""


def _rotations(name: str) -> tuple[str, ...]:
    """The different orientations of a tile, by quarter turns clockwise, each once."""
    turned = [name[-turns:] + name[:-turns] if turns else name for turns in range(4)]
    return tuple(dict.fromkeys(turned))


ROTATIONS: Final = {name: _rotations(name) for name in (*BASE_KINDS, *NEW_KINDS)}
"""Canonical name -> its different orientations, clockwise from the canonical one."""

BASE_ROTATIONS: Final = {name: ROTATIONS[name] for name in BASE_KINDS}
"""The same, with the tiles of the rulebook only."""

_NAME_OF_LOOK: Final = {edges: name for name, looks in ROTATIONS.items() for edges in looks}

STRENGTHENED: Final = {edges: edges.replace("3", "4") for edges in _NAME_OF_LOOK if "3" in edges}
"""Workers as placed -> the same where three workers count as four (docs/rules.md 11, foreman)."""
TILE_OF_EDGES: Final = {
    **_NAME_OF_LOOK,
    **{stronger: _NAME_OF_LOOK[edges] for edges, stronger in STRENGTHENED.items()},
}
"""Workers n, e, s, w as placed, or strengthened -> canonical name of the tile."""

WORKERS_ON: Final = {edges: tuple(map(int, edges)) for edges in TILE_OF_EDGES}
"""Workers as placed, as text -> the same as four numbers."""

MANNED_SIDES: Final = {
    edges: tuple((side, workers) for side, workers in enumerate(numbers) if workers)
    for edges, numbers in WORKERS_ON.items()
}
"""Workers as placed, as text -> (side, workers) of each edge that has any."""


class WorkerTile(NamedTuple):
    """The upper worker tile of a cell: owner's seat, workers n, e, s, w, whether it covers one.

    On a tile of a foreman (docs/rules.md 11) ``4`` stands for three workers that count as four.
    """

    owner: Seat
    edges: str
    overbuilt: bool = False

    def _repr_svg_(self) -> str:
        return shown(self)


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
