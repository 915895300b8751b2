"""The stock: the pieces of the table that nobody has yet, and those that were drawn in public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from cacao_core.chance import splitmix64
from cacao_core.deal import all_tiles
from cacao_core.fair.hashes import open_numbers, public_index
from cacao_core.game import Game
from cacao_core.rules import Rules


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
        rest = _without(left, first)
        then = _drawn(rest, "display", beacon, most)
        ordered = {name: "".join(_drawn(one, name, beacon)) for name, one in pieces.items()}
        return cls([*first, *then, *_without(rest, then)], ordered)

    def lay(self, game: Game) -> None:
        """Put everything that is face down in a position into this order."""
        game.jungle_pile = tuple(self.jungle)
        for name, pile in game.rules.piles.items():
            game.supply[pile] = self.pieces[name]


class Stock:
    """The jungle tiles and the pieces of modules; nobody knows the order of those that are left."""

    def __init__(self, rules: Rules, players: int) -> None:
        self._rules, self._players = rules, players
        self.jungle_drawn: list[str] = []
        self.dealt: dict[str, Any] = {}
        """Attribute of the deal -> what is known of it: all of what lies open from the start, and
        what was drawn of what lies face down."""

    def copy(self) -> Stock:
        """An independent copy."""
        twin = Stock(self._rules, self._players)
        twin.jungle_drawn, twin.dealt = self.jungle_drawn.copy(), self.dealt.copy()
        return twin

    @property
    def jungle_tiles(self) -> list[str]:
        """All jungle tiles of the draw pile, sorted."""
        return sorted(all_tiles(self._rules.jungle_tiles[self._players]))

    def jungle_left(self) -> list[str]:
        """The jungle tiles that are still to be drawn, sorted."""
        return _without(self.jungle_tiles, self.jungle_drawn)

    def pieces(self, name: str) -> list[str]:
        """All that modules deal face down as an attribute of the deal, sorted."""
        dealer = next(module for module in self._rules.modules if module.deals == name)
        return sorted(dealer.deal(self._players, splitmix64(0)))

    def pieces_left(self, name: str) -> list[str]:
        """The pieces of a module that were not drawn yet."""
        return _without(self.pieces(name), self.dealt[name])

    def open(self, beacon: bytes, huts: tuple[str, ...]) -> dict[str, Any]:
        """Attribute of the deal -> all that the first beacon lays open, and the chosen huts."""
        dealt: dict[str, Any] = {
            module.deals: module.deal(self._players, open_numbers(module.deals, beacon))
            for module in self._rules.modules
            if module.deals and not module.pile
        } | ({"huts": huts} if huts else {})
        self.dealt = dealt | dict.fromkeys(self._rules.piles, ())
        return dealt

    def order(self, beacon: bytes, blind: int = 0) -> Order:
        """The order of what is left, by a beacon; ``blind`` spaces are filled from the pile."""
        pieces = {name: self.pieces_left(name) for name in self._rules.piles}
        most = None if self._rules.modules else self._rules.display
        return Order.drawn(self.jungle_left(), pieces, most, beacon, blind)

    def take(self, order: Order, after: Game) -> None:
        """Note what was drawn; what is left in a position lies sorted again."""
        self.jungle_drawn += order.jungle[: len(order.jungle) - len(after.jungle_pile)]
        after.jungle_pile = tuple(self.jungle_left())
        for name, pile in self._rules.piles.items():
            drawn = len(order.pieces[name]) - len(after.supply[pile])
            self.dealt[name] = (*self.dealt[name], *order.pieces[name][:drawn])
            after.supply[pile] = "".join(self.pieces_left(name))


def _without(tiles: list[str], taken: Iterable[str]) -> list[str]:
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
