"""Kinds of jungle tiles, and what workers do there (docs/rules.md 4.C).

Which kinds a game has is for its rules: see :attr:`cacao_core.rules.Rules.tiles`. :data:`JUNGLE`
holds those of the game of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from cacao_core.errors import BadRules
from cacao_core.goods import RulesPart
from cacao_core.tiles import Cell, PlainEdge, Seat

T = TypeVar("T")

Deed: TypeAlias = Literal["took", "sold", "moved", "made"]


class Option(NamedTuple):
    """One way in which an edge can act: an amount, and what it is made of if that is open."""

    amount: int
    choice: str = ""


class VillageBoard(Protocol):
    """The part of a player that tiles and modules read and change."""

    gold: int
    cacao: int
    suns: int
    water: int
    bars: int
    maps: int
    huts: tuple[str, ...]
    gems: str
    masks: tuple[int, ...]

    @property
    def rules(self) -> RulesPart:
        """Of the game."""

    @property
    def room(self) -> int:
        """Free storage spaces."""


class Supplied(Protocol):
    """The part of a position that tiles read and change."""

    supply: dict[str, Any]

    @property
    def players(self) -> Sequence[VillageBoard]:
        """By seat."""

    def note(
        self, seat: Seat, module: str, what: str, cell: Cell | None = None, **change: int
    ) -> None:
        """Note what a module does in this move, for the events."""


@dataclass(frozen=True)
class JungleTile:
    """A kind of jungle tile. The subclasses say what workers on an edge do there."""

    code: str
    """Its code in notation, such as ``P1``."""
    number: int = 1
    """Fruits or gold for each worker, or the selling price; 1 for the others."""

    good: ClassVar[str] = "temple"
    """The purpose of the tile; all tiles with the same good differ by a number only."""
    deed: ClassVar[Deed] = "took"
    """The deed of workers there."""
    is_plain: ClassVar[bool] = True
    """Whether the amounts of an edge are 0 to :meth:`max_amount`, and nothing else is open."""
    wakes_all: ClassVar[bool] = False
    """Whether edges without workers act here, too."""

    @property
    def gives(self) -> Mapping[str, int]:
        """The goods that each worker gets without giving anything for it; computers count them."""
        return {}

    def max_amount(self, _player: VillageBoard, _workers: int) -> int:
        """The largest possible amount of an edge with that many workers."""
        return 0

    def act(self, player: VillageBoard, amount: int) -> None:
        """Carry out the action of an edge; the amount must be possible."""

    def options(self, position: Supplied, seat: Seat, edge: PlainEdge) -> tuple[Option, ...]:
        """The ways in which an edge can act, doing nothing first."""
        most = self.max_amount(position.players[seat], edge[3])
        return tuple(Option(amount) for amount in range(most + 1))

    def most_options(self, workers: int) -> int:
        """A number of :meth:`options` that no edge with up to so many workers exceeds."""
        return workers * self.number + 1

    def carry_out(self, position: Supplied, seat: Seat, _edge: PlainEdge, option: Option) -> None:
        """Carry out one of :meth:`options`."""
        self.act(position.players[seat], option.amount)

    def gold_for(self, _amount: int) -> int:
        """Gold from an action."""
        return 0


class Plantation(JungleTile):
    """Cacao, as far as there is room for it."""

    good: ClassVar[str] = "cacao"

    @property
    def gives(self) -> Mapping[str, int]:
        return {"cacao": self.number}

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers * self.number, player.rules.storage - player.cacao - player.bars)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.cacao += amount


class Market(JungleTile):
    """Each worker may sell one cacao."""

    good: ClassVar[str] = "market"
    deed: ClassVar[Deed] = "sold"

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.cacao)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.cacao -= amount
        player.gold += amount * self.number

    def gold_for(self, amount: int) -> int:
        return amount * self.number


class Mine(JungleTile):
    """Gold."""

    good: ClassVar[str] = "gold"

    @property
    def gives(self) -> Mapping[str, int]:
        return {"gold": self.number}

    def max_amount(self, _player: VillageBoard, workers: int) -> int:
        return workers * self.number

    def act(self, player: VillageBoard, amount: int) -> None:
        player.gold += amount

    def gold_for(self, amount: int) -> int:
        return amount


class Water(JungleTile):
    """Each worker moves the water carrier on by one field."""

    good: ClassVar[str] = "water"
    deed: ClassVar[Deed] = "moved"

    @property
    def gives(self) -> Mapping[str, int]:
        return {"water": 1}

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.rules.last_field - player.water)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.water += amount


class SunSite(JungleTile):
    """Each worker takes a sun token, as far as there is room for it."""

    good: ClassVar[str] = "suns"

    @property
    def gives(self) -> Mapping[str, int]:
        return {"suns": 1}

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.rules.sun_sites - player.suns)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.suns += amount


class Temple(JungleTile):
    """Nothing happens there before the final scoring (docs/rules.md 5.1).

    Names of these classes are in :attr:`Rules.text`, which every invitation signs.
    """


JUNGLE: Final[Mapping[str, JungleTile]] = {
    tile.code: tile
    for tile in (
        Plantation("P1", 1),
        Plantation("P2", 2),
        Market("M2", 2),
        Market("M3", 3),
        Market("M4", 4),
        Mine("G1", 1),
        Mine("G2", 2),
        Water("W"),
        SunSite("S"),
        Temple("T"),
    )
}
"""Code -> jungle tile: the kinds of the rulebook, in the order of piles before the shuffle."""


TEMPLES: Final = frozenset(code for code, tile in JUNGLE.items() if tile.good == "temple")


def codes_of(*goods: str) -> tuple[str, ...]:
    """The codes of all tiles for some goods."""
    return tuple(code for code, tile in JUNGLE.items() if tile.good in goods)


def by_good(part: str, known: Mapping[str, T], apart: Iterable[str] = ()) -> Mapping[str, T]:
    """A program part's entries for each good, checked when that part is imported.

    Args:
        part: its name, for the error.
        known: good -> what the part has for it.
        apart: goods that never get there.

    Raises:
        BadRules: a tile of :data:`JUNGLE` is for another good.
    """
    for tile in JUNGLE.values():
        if tile.good not in known and tile.good not in apart:
            raise BadRules(f"jungle tile {tile.code}: {part} has nothing for {tile.good!r}")
    return known
