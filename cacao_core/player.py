"""A player's possessions (docs/rules.md 2 and 4.C)."""

from __future__ import annotations

from cacao_core.rules import BASE, JUNGLE, Rules


class Player:
    """A player's tiles and village board.

    Attributes:
        rules: of the game.
        hand: canonical names of the worker tiles in hand, in the order they were drawn.
        pile: canonical names of the worker tiles still to draw, next first.
        gold: gold gained so far, without the final scoring.
        cacao: cacao fruits in storage.
        suns: sun tokens.
        water: index of the water carrier's field, 0 for the first.
    """

    __slots__ = ("cacao", "gold", "hand", "pile", "rules", "suns", "water")

    def __init__(self, hand: tuple[str, ...], pile: tuple[str, ...], rules: Rules = BASE) -> None:
        self.rules = rules
        self.hand = hand
        self.pile = pile
        self.gold = 0
        self.cacao = 0
        self.suns = 0
        self.water = 0

    is_known = True
    """Whether no tile in hand and pile is unknown, ``?``."""

    @property
    def possible(self) -> tuple[str, ...]:
        """Canonical names of the tiles that may be in hand."""
        return self.hand

    def copy(self) -> Player:
        """An independent copy."""
        twin = Player(self.hand, self.pile, self.rules)
        twin.gold = self.gold
        twin.cacao = self.cacao
        twin.suns = self.suns
        twin.water = self.water
        return twin

    def key(self) -> tuple[object, ...]:
        """All attributes as one hashable value."""
        return (self.hand, self.pile, self.gold, self.cacao, self.suns, self.water)

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Player) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable: use key()

    def __repr__(self) -> str:
        return (
            f"<Player hand={' '.join(self.hand) or '-'} pile={len(self.pile)} gold={self.gold} "
            f"cacao={self.cacao} suns={self.suns} water={self.rules.water[self.water]}>"
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
        return JUNGLE[code].max_amount(self, workers)
