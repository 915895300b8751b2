"""A person's choice of a move, before it is complete; and how the tiles in the hands are turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from cacao_core import Move
from cacao_core.tiles import MAX_PLAYERS, ROTATIONS, TILE_OF_EDGES, Cell, Seat

Turned: TypeAlias = tuple[tuple[str, int], ...]
"""Each tile of a hand, in order, with the quarters by which it is turned clockwise."""


class Choice(NamedTuple):
    """The person's choice so far, before a move is confirmed."""

    hand: int = 0  # index of the chosen tile in the hand; -1: none
    display: int = 0  # index of the chosen tile in the display; -1: none
    cell: Cell | None = None  # the chosen cell
    hovered: Cell | None = None  # the cell that is pointed at
    turned: tuple[Turned, ...] = ((),) * MAX_PLAYERS
    """The rotation of each seat's tiles, as long as they are in the hand. It may be of an earlier
    hand; see :meth:`quarters`."""

    @property
    def shown(self) -> Cell | None:
        """The cell that shows a ghost: the chosen one, else the one pointed at."""
        return self.cell or self.hovered

    def anew(self, cell: Cell | None = None) -> Choice:
        """Nothing but a cell is chosen; all tiles stay turned as they are."""
        return Choice(cell=cell, turned=self.turned)

    def index_in(self, hand: Sequence[str]) -> int:
        """Index of the chosen tile in a hand."""
        return min(self.hand, len(hand) - 1)

    def of_placement(self, seat: Seat, hand: Sequence[str], move: Move) -> Choice:
        """The tile and the cell of a placement, turned like it."""
        index = index_of(move, hand, self.hand)
        turned = self.anew(move.cell).turn(seat, hand, index, quarters_of(move))
        return turned._replace(hand=index)

    # --- How tiles are turned ------------------------------------------------------------------

    def quarters(self, seat: Seat, hand: Sequence[str]) -> list[int]:
        """By how many quarters the tiles of a hand are turned; equal tiles keep their order."""
        known = list(self.turned[seat])
        quarter_turns = []
        for tile in hand:
            at = next((at for at, (name, _quarters) in enumerate(known) if name == tile), None)
            quarter_turns.append(0 if at is None else known.pop(at)[1])
        return quarter_turns

    def edges(self, seat: Seat, hand: Sequence[str]) -> list[str]:
        """Workers n, e, s, w of the tiles of a hand, as they are turned."""
        pairs = zip(hand, self.quarters(seat, hand), strict=True)
        return [ROTATIONS[tile][by % len(ROTATIONS[tile])] for tile, by in pairs]

    def turn(self, seat: Seat, hand: Sequence[str], index: int, quarters: int) -> Choice:
        """One tile of a hand is turned by a number of quarters; the others stay as they are."""
        now = self.quarters(seat, hand)
        return self._with(seat, hand, [*now[:index], quarters, *now[index + 1 :]])

    def lay(self, seat: Seat, hand: Sequence[str], index: int) -> Choice:
        """One tile leaves a hand."""
        rest, now = (*hand[:index], *hand[index + 1 :]), self.quarters(seat, hand)
        return self._with(seat, rest, now[:index] + now[index + 1 :])

    def take_back(self, seat: Seat, hand: Sequence[str], index: int, quarters: int) -> Choice:
        """One tile is back in a hand, turned by a number of quarters; the others stay."""
        rest = self.quarters(seat, (*hand[:index], *hand[index + 1 :]))
        return self._with(seat, hand, [*rest[:index], quarters, *rest[index:]])

    def _with(self, seat: Seat, hand: Sequence[str], quarters: Sequence[int]) -> Choice:
        own = tuple(zip(hand, quarters, strict=True))
        return self._replace(turned=(*self.turned[:seat], own, *self.turned[seat + 1 :]))


def index_of(move: Move, hand: Sequence[str], wanted: int | None) -> int:
    """The index in a hand of the tile of a placement; among equal ones, that of the wanted one."""
    tile = TILE_OF_EDGES[move.what]
    same = [index for index, other in enumerate(hand) if other == tile]
    return wanted if wanted is not None and wanted in same else same[0]


def quarters_of(move: Move) -> int:
    """By how many quarters the tile of a placement is turned."""
    return ROTATIONS[TILE_OF_EDGES[move.what]].index(move.what)


NOTHING: Final = Choice()
"""Nothing is chosen, and nothing is turned."""
