"""The draws of a game: what ends a segment, and the order in which a beacon draws what is left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from cacao_core.fair.hashes import public_index
from cacao_core.game import Game, Phase
from cacao_core.moves import BLIND, BUILD, NOWHERE, Move
from cacao_core.tiles import Seat

PASSED: Final = Move(BUILD, "~", NOWHERE)
"""In place of a move: the seats of a device have passed on ("Successions")."""


class Closing(NamedTuple):
    """The end of a segment."""

    at: int
    """Number of moves up to its closing decision, that included."""
    decider: int
    """D, the number of the device that decided."""
    second: int
    """T, the number of the other device that shows a link."""


class WorkerDraw(NamedTuple):
    """A draw from a seat's own pile: the beacon that it follows, and its number there."""

    beacon: bytes
    number: int


class Order(NamedTuple):
    """The order that a beacon gives all that is left face down for everybody."""

    jungle: list[str]
    pieces: dict[str, str]
    """Attribute of the deal -> what modules have face down."""

    @classmethod
    def drawn(
        cls,
        left: list[str],
        pieces: Mapping[str, list[str]],
        most: int | None,
        beacon: bytes,
        blind: int = 0,
    ) -> Order:
        """The order of what is left.

        Args:
            left: jungle tiles.
            pieces: attribute of the deal -> pieces of modules.
            most: number of jungle tiles that the display can need; None for any.
            beacon: from which it follows.
            blind: number of tiles that fill spaces from the pile.
        """
        first = _drawn(left, "blind", beacon, blind)
        rest = without(left, first)
        then = _drawn(rest, "display", beacon, most)
        ordered = {name: "".join(_drawn(one, name, beacon)) for name, one in pieces.items()}
        return cls([*first, *then, *without(rest, then)], ordered)

    def lay(self, game: Game) -> None:
        """Put everything that is face down in a position into this order."""
        game.jungle_pile = tuple(self.jungle)
        for name, pile in game.rules.piles.items():
            game.supply[pile] = self.pieces[name]


def filled_blind(before: Game, after: Game, move: Move) -> int:
    """Number of spaces that a decision has filled from the pile.

    It is the same whatever lies there.
    """
    if before.phase is not Phase.FILL:
        return 0  # the display is empty when a worker tile is placed only if the pile is
    return len(after.jungle) - len(before.jungle) - (move.what != BLIND)


def draws_worker(game: Game, seat: Seat) -> bool:
    """Whether a seat draws at the end of its turn: its other hand tiles are not all it has."""
    return len(game.players[seat].hand) >= game.rules.hand


def without(tiles: list[str], taken: Iterable[str]) -> list[str]:
    """The tiles that are left after some were taken."""
    left = tiles.copy()
    for tile in taken:
        left.remove(tile)
    return left


def _drawn(left: list[str], label: str, beacon: bytes, most: int | None = None) -> list[str]:
    """Pieces drawn in public from the sorted multiset of what is left; all of them, if None."""
    left, tiles = left.copy(), [""] * 0
    for number in range(len(left) if most is None else min(most, len(left))):
        tiles.append(left.pop(public_index(label, beacon, number, len(left))))
    return tiles
