"""Moves and their notation (docs/rules.md 7): one immutable value for each decision of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from cacao_core.errors import IllegalMove, describe
from cacao_core.tiles import (
    ROTATIONS,
    SIDE_OF_LETTER,
    SIDES,
    STRENGTHENED,
    TILE_OF_EDGES,
    Cell,
    Side,
)

if TYPE_CHECKING:
    from cacao_core.jungle import Option

MoveKind: TypeAlias = Literal["W", "O", "J", "K", "A", "H"]
"""The kind of a move; its letter in the notation."""
PLACE: Final[MoveKind] = "W"
OVERBUILD: Final[MoveKind] = "O"
FILL: Final[MoveKind] = "J"
FILL_FROM_MAP: Final[MoveKind] = "K"
ACTIVATE: Final[MoveKind] = "A"
BUILD: Final[MoveKind] = "H"
KIND_OF_LETTER: Final[dict[str, MoveKind]] = {
    kind: kind for kind in (PLACE, OVERBUILD, FILL, FILL_FROM_MAP, ACTIVATE, BUILD)
}
FILLS: Final = (FILL, FILL_FROM_MAP)
"""The kinds of moves that fill a jungle space."""

BLIND: Final = "*"
"""In place of a code: the top tile of the draw pile."""
NO_HUT: Final = "-"
"""In place of a code: no hut is built."""
NOWHERE: Final[Cell] = (0, 0)
"""The cell of moves that happen beside the board."""

_SHAPE: Final = re.compile(r"([A-Z])([A-Za-z0-9+*]*)@(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_EDGE: Final = re.compile(r"([nesw])([0-9]|[0-9]\+[0-9]|(?=[RGBW])R{0,9}G{0,9}B{0,9}W{0,9})")
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]{0,2}")
_HUT: Final = re.compile(r"H([A-Z]{2}|-)")


class Move(NamedTuple):
    """One decision; ``str`` gives its notation and :meth:`parse` reads it back.

    >>> Move.parse("An2@1,0")
    Move(kind='A', what='n', cell=(1, 0), amount=2, choice='')
    >>> str(Move("J", "M3", (2, 0)))
    'JM3@2,0'
    """

    kind: MoveKind
    """``W`` place, ``O`` overbuild, ``J`` fill a jungle space, ``K`` fill it from the map board,
    ``A`` activate an edge, ``H`` build a hut."""
    what: str
    """Workers n, e, s, w as placed (``W``, ``O``), code of the jungle tile or ``*`` (``J``,
    ``K``), letter of the edge (``A``), code of the hut or ``-`` (``H``)."""
    cell: Cell
    """The cell: the worker tile's cell, or the jungle space; (0, 0) for a hut."""
    amount: int = 0
    """Amount of the edge's action (``A``), else 0."""
    choice: str = ""
    """The parts of the amount, where they are open: ``1+2`` for cacao and bars, or gems."""

    def __str__(self) -> str:
        if self.kind == BUILD:
            return f"{self.kind}{self.what}"
        x, y = self.cell
        amount = (self.choice or self.amount) if self.kind == ACTIVATE else ""
        return f"{self.kind}{self.what}{amount}@{x},{y}"

    @property
    def tile(self) -> str:
        """Canonical name of the worker tile (``W``, ``O``) or code of the jungle tile (``J``).

        Raises:
            IllegalMove: an activation or a hut has no tile of its own.
        """
        if self.kind in (ACTIVATE, BUILD):
            raise IllegalMove(f"{self} has no tile")
        return self.what if self.kind in FILLS else TILE_OF_EDGES[self.what]

    @property
    def starts_turn(self) -> bool:
        """Whether the move places a worker tile, as the first move of each turn does."""
        return self.kind in (PLACE, OVERBUILD)

    @property
    def side(self) -> Side:
        """The activated edge as a number, 0 north … 3 west; -1 for other moves."""
        return SIDE_OF_LETTER[self.what] if self.kind == ACTIVATE else -1

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read the notation of a move.

        Raises:
            IllegalMove: with the reason, when the text is not a move of any position.
        """
        if not isinstance(text, str):
            raise IllegalMove(f"a move is text such as W2101@1,0, not {describe(text)}")
        if hut := _HUT.fullmatch(text):
            return Move(BUILD, hut[1], NOWHERE)
        match = _SHAPE.fullmatch(text)
        if not match:
            raise IllegalMove(f"{describe(text)}: expected something such as W2101@1,0 or An2@1,0")
        letter, what, x, y = match.groups()
        move = _checked(letter, what, (int(x), int(y)), text)
        if str(move) != text:
            raise IllegalMove(f"{describe(text)}: expected it to be written {move}")
        return move


def by_turn(moves: Iterable[Move]) -> list[list[Move]]:
    """The moves of a game from its start, grouped into turns."""
    grouped: list[list[Move]] = []
    for move in moves:
        if move.starts_turn or not grouped:
            grouped.append([])
        grouped[-1].append(move)
    return grouped


def turn_starts(moves: Iterable[Move]) -> list[int]:
    """The indices of the moves that start a turn."""
    return [at for at, move in enumerate(moves) if move.starts_turn]


def turns_begun(moves: Iterable[Move]) -> int:
    """The number of turns that some moves start; for those from the start, that of the last."""
    return sum(move.starts_turn for move in moves)


def _checked(letter: str, what: str, cell: Cell, text: str) -> Move:
    kind = KIND_OF_LETTER.get(letter)
    if kind is None or kind == BUILD:
        raise IllegalMove(
            f"{describe(text)}: a move starts with W, O, J, K, A or H, not {letter!r}"
        )
    if kind in (PLACE, OVERBUILD):
        if what not in TILE_OF_EDGES or what in STRENGTHENED.values():
            raise IllegalMove(f"{describe(text)}: no worker tile has workers {describe(what)}")
        return Move(kind, what, cell)
    if kind in FILLS:
        if not (_CODE.fullmatch(what) or (kind, what) == (FILL, BLIND)):
            raise IllegalMove(f"{describe(text)}: no jungle tile {describe(what)}")
        return Move(kind, what, cell)
    edge = _EDGE.fullmatch(what)
    if not edge:
        raise IllegalMove(
            f"{describe(text)}: expected an edge n, e, s or w and one digit, got {describe(what)}"
        )
    return Move(ACTIVATE, edge[1], cell, *_amount(edge[2]))


def _amount(text: str) -> tuple[int, str]:
    """The amount and the choice of an activation."""
    if text.isdecimal():
        return int(text), ""
    if "+" in text:
        cacao, bars = text.split("+")
        return int(cacao) + int(bars), text
    return len(text), text


# Moves are created once and shared by all positions: legal_moves only joins tuples.


class Placements(dict[Cell, tuple[Move, ...]]):
    """Cell -> all ways to place one of some tiles on it."""

    def __init__(self, kind: MoveKind, tiles: frozenset[str]) -> None:
        self._kind = kind
        self._looks = [edges for tile in sorted(tiles) for edges in ROTATIONS[tile]]

    def __missing__(self, cell: Cell) -> tuple[Move, ...]:
        self[cell] = made = tuple(Move(self._kind, edges, cell) for edges in self._looks)
        return made


@cache
def placements(kind: MoveKind, tiles: frozenset[str]) -> Placements:
    """All placements, or overbuildings, of tiles given by canonical name."""
    return Placements(kind, tiles)


@cache
def fill(code: str, space: Cell) -> Move:
    """The move that places a jungle tile on a space."""
    return Move(FILL, code, space)


@cache
def activations(cell: Cell, side: Side, max_amount: int) -> tuple[Move, ...]:
    """The moves of one edge, from amount 0 to the largest."""
    return tuple(Move(ACTIVATE, SIDES[side], cell, amount) for amount in range(max_amount + 1))


def activate(cell: Cell, side: Side, options: Iterable[Option]) -> list[Move]:
    """The moves of one edge that can act in some ways."""
    return [Move(ACTIVATE, SIDES[side], cell, *option) for option in options]
