"""A player's possessions (docs/rules.md 2 and 4.C)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cacao_core.rules import BASE, Rules

if TYPE_CHECKING:
    from typing import Self

    from cacao_core.goods import Good


class Player:
    """A player's tiles and village board: the goods of the rules by name.

    Attributes:
        rules: of the game.
        hand: canonical names of the worker tiles in hand, in the order they were drawn.
        pile: canonical names of the worker tiles still to draw, next first.
        gold: gold gained so far, without the final scoring.
        cacao: cacao fruits in storage.
        suns: sun tokens.
        water: index of the water carrier's field, 0 for the first.
        bars: chocolate bars in storage; this and all below are empty without their modules.
        maps: map tiles.
        huts: codes of huts, in the order in which they were built.
        gems: the colours of gems, in the order ``RGBW``.
        masks: values of masks.
    """

    gold: int
    cacao: int
    suns: int
    water: int
    bars: int = 0
    maps: int = 0
    huts: tuple[str, ...] = ()
    gems: str = ""
    masks: tuple[int, ...] = ()

    def __init__(self, hand: tuple[str, ...], pile: tuple[str, ...], rules: Rules = BASE) -> None:
        self.rules = rules
        self.hand = hand
        self.pile = pile
        self.gold = self.cacao = self.suns = self.water = 0
        for good in rules.more_goods:
            setattr(self, good.name, good.start)

    is_known = True
    """Whether no tile in hand and pile is unknown, ``?``."""

    @property
    def possible(self) -> tuple[str, ...]:
        """Canonical names of the tiles that may be in hand."""
        return self.hand

    @property
    def room(self) -> int:
        """Free storage spaces."""
        return self.rules.storage - self.cacao - self.bars

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(self.__class__)
        twin.rules = self.rules
        twin.hand = self.hand
        twin.pile = self.pile
        twin.gold = self.gold
        twin.cacao = self.cacao
        twin.suns = self.suns
        twin.water = self.water
        for good in self.rules.more_goods:
            setattr(twin, good.name, getattr(self, good.name))
        return twin

    def key(self) -> tuple[object, ...]:
        """All attributes but the rules as one hashable value."""
        more = (getattr(self, good.name) for good in self.rules.more_goods)
        return (self.hand, self.pile, self.gold, self.cacao, self.suns, self.water, *more)

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Player) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable: use key()

    def __repr__(self) -> str:
        goods = " ".join(f"{good.name}={self.shown(good)}" for good in self.rules.goods)
        return f"<Player hand={' '.join(self.hand) or '-'} pile={len(self.pile)} {goods}>"

    def shown(self, good: Good) -> str:
        """The player's amount of a good, as people read it; of water, the value of the field."""
        value = getattr(self, good.name)
        if good.name == "water":
            return str(self.rules.water[value])
        return str(value) if isinstance(value, int) else ",".join(map(str, value)) or "-"

    @property
    def tiles_left(self) -> int:
        """Worker tiles still to place, in hand and pile; the same as the number of turns left."""
        return len(self.hand) + len(self.pile)

    def discard(self, tile: str) -> None:
        """Remove a tile, given by canonical name, from the hand."""
        index = self.hand.index(tile)
        self.hand = self.hand[:index] + self.hand[index + 1 :]

    def draw(self) -> None:
        """Draw the top tile of the pile, if any, into the hand."""
        self.hand += self.pile[:1]
        self.pile = self.pile[1:]

    def max_amount(self, code: str, workers: int) -> int:
        """The largest possible amount of an edge with so many workers at a jungle tile."""
        return self.rules.tiles[code].max_amount(self, workers)
