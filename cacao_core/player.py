"""A player's possessions, and the actions of workers on an edge (docs/rules.md 4.C)."""

from __future__ import annotations

from cacao_core.tiles import (
    LAST_WATER_FIELD,
    MARKETS,
    MINES,
    PLANTATIONS,
    STORAGE_SPACES,
    SUN_SITE,
    SUN_SITES,
    WATER,
    WATER_FIELDS,
)


def gold_for(code: str, amount: int) -> int:
    """Gold from an action of an edge with some amount at a jungle tile: sales and mines."""
    if code in MARKETS:
        return amount * MARKETS[code]
    return amount if code in MINES else 0


class Player:
    """A player's tiles and village board.

    Attributes:
        hand: canonical names of up to three worker tiles, in the order they were drawn.
        pile: canonical names of the worker tiles still to draw, next first.
        gold: gold taken so far, without what the end of the game adds.
        cacao: cacao fruits in storage, 0 to 5.
        gold: gold gained so far, without the final scoring.
        water: index of the water carrier's field, 0 (value -10) to 8 (value 16).
    """

    __slots__ = ("cacao", "gold", "hand", "pile", "suns", "water")

    def __init__(self, hand: tuple[str, ...], pile: tuple[str, ...]) -> None:
        self.hand = hand
        self.pile = pile
        self.gold = 0
        self.cacao = 0
        self.suns = 0
        self.water = 0

    def copy(self) -> Player:
        """An independent copy."""
        twin = Player(self.hand, self.pile)
        twin.gold = self.gold
        twin.cacao = self.cacao
        twin.suns = self.suns
        twin.water = self.water
        return twin

    def key(self) -> tuple[object, ...]:
        """All attributes as one hashable value."""
        return (self.hand, self.pile, self.gold, self.cacao, self.suns, self.water)

    def __repr__(self) -> str:
        return (
            f"<Player hand={' '.join(self.hand) or '-'} pile={len(self.pile)} gold={self.gold} "
            f"cacao={self.cacao} suns={self.suns} water={WATER_FIELDS[self.water]}>"
        )

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
        if code in MARKETS:
            return min(workers, self.cacao)
        if code in PLANTATIONS:
            return min(workers * PLANTATIONS[code], STORAGE_SPACES - self.cacao)
        if code in MINES:
            return workers * MINES[code]
        if code == WATER:
            return min(workers, LAST_WATER_FIELD - self.water)
        if code == SUN_SITE:
            return min(workers, SUN_SITES - self.suns)
        return 0  # a temple: it only counts in the final scoring

    def act(self, code: str, amount: int) -> None:
        """Carry out an edge's action on a jungle tile; the amount must be possible."""
        self.gold += gold_for(code, amount)
        if code in MARKETS:
            self.cacao -= amount
        elif code in PLANTATIONS:
            self.cacao += amount
        elif code == WATER:
            self.water += amount
        elif code == SUN_SITE:
            self.suns += amount
