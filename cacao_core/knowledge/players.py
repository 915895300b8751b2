"""A player of whose worker tiles some are unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cacao_core.player import Player
from cacao_core.rules import Rules
from cacao_core.tiles import TILE_OF_EDGES, UNKNOWN, Seat, WorkerTile

if TYPE_CHECKING:
    from typing import Self

    from cacao_core.deal import Deal


class HalfKnown(Player):
    """A player with unknown tiles, ``?``, in hand or pile.

    Attributes:
        unseen: sorted canonical names of the tiles that the unknown ones may be. These are more
            than the unknown ones if it is not known which tile was covered by overbuilding.
    """

    unseen: tuple[str, ...]

    def __init__(
        self, hand: tuple[str, ...], pile: tuple[str, ...], rules: Rules, unseen: Iterable[str]
    ) -> None:
        super().__init__(hand, pile, rules)
        self.unseen = () if self.is_known else tuple(sorted(unseen))

    @property
    def is_known(self) -> bool:  # type: ignore[override]
        """Whether all unknown tiles have turned up."""
        return UNKNOWN not in self.hand and UNKNOWN not in self.pile

    @property
    def possible(self) -> tuple[str, ...]:
        """Those that are known, and all that the unknown ones may be."""
        if UNKNOWN not in self.hand:
            return self.hand
        return tuple(tile for tile in (*self.hand, *self.unseen) if tile != UNKNOWN)

    def copy(self) -> Self:
        """An independent copy."""
        twin = super().copy()
        twin.unseen = self.unseen
        return twin

    def key(self) -> tuple[object, ...]:
        """As of any player; with unknown tiles, what these may be as well."""
        return (*super().key(), self.unseen) if self.unseen else super().key()

    def discard(self, tile: str) -> None:
        """Remove a tile from the hand; one that is not known to be there is an unknown one."""
        if tile not in self.hand:
            self.name(self.hand.index(UNKNOWN), tile)
        super().discard(tile)

    def name(self, at: int, tile: str) -> None:
        """Say which tile an unknown one of the hand is."""
        unseen = list(self.unseen)
        unseen.remove(tile)
        self.hand = (*self.hand[:at], tile, *self.hand[at + 1 :])
        self.unseen = () if self.is_known else tuple(unseen)


def take_goods(player: Player, other: Player) -> None:
    """Give a player the goods of another one."""
    for name in player.rules.start_goods:
        setattr(player, name, getattr(other, name))


def player_of(
    hand: tuple[str, ...], pile: tuple[str, ...], rules: Rules, unseen: Iterable[str]
) -> Player:
    """A player with unknown tiles, or an ordinary one if there are none."""
    if UNKNOWN in hand or UNKNOWN in pile:
        return HalfKnown(hand, pile, rules, unseen)
    return Player(hand, pile, rules)


def unseen_of(player: Player) -> tuple[str, ...]:
    """The tiles that a player's unknown ones may be."""
    return player.unseen if isinstance(player, HalfKnown) else ()


def unplaced(counts: Mapping[str, int], seat: Seat, workers: Iterable[WorkerTile]) -> Counter[str]:
    """The worker tiles of a seat, without those that lie on the table face up."""
    placed = Counter(TILE_OF_EDGES[tile.edges] for tile in workers if tile.owner == seat)
    return Counter(counts) - placed


def players_of(deal: Deal) -> list[Player]:
    """The players of a deal with unknown tiles, before the first move."""
    counts, hand = deal.rules.worker_tiles[deal.players], deal.rules.hand
    workers = [] if deal.table is None else [tile for _cell, tile in deal.table.workers]
    players = []
    for seat, pile in enumerate(deal.worker_piles):
        unseen = unplaced(counts, seat, workers) - Counter(pile)
        players.append(player_of(pile[:hand], pile[hand:], deal.rules, unseen.elements()))
    return players
