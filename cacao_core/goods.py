"""Goods by name: what a player owns, what changes, and what a score is made of.

Rules list their :class:`Good` values, and everything that copies, compares, writes or draws goods
loops over that list. So a module of an expansion adds a good at one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from cacao_core.tiles import Cell


class RulesPart(Protocol):
    """The part of the rules that goods, tiles and modules read."""

    @property
    def goods(self) -> tuple[Good, ...]:
        """The goods that a player can have."""

    @property
    def storage(self) -> int:
        """Storage spaces."""

    @property
    def sun_sites(self) -> int:
        """Places for sun tokens."""

    @property
    def last_field(self) -> int:
        """Index of the last water field."""

    @property
    def display(self) -> int:
        """Jungle tiles face up in the display."""

    @property
    def start_tiles(self) -> Mapping[Cell, str]:
        """Cell -> code of the jungle tile that lies there at the start."""


@dataclass(frozen=True)
class Good:
    """A kind of possession of a player."""

    name: str
    """The attribute of the player, and the name in texts and JSON."""
    start: Any = 0
    """The player's amount at the start: a number, or a tuple of things."""
    most: Callable[[RulesPart], int] | None = None
    """The largest number that a player can have; None for no limit."""
    kinds: tuple[str, ...] = ()
    """The names of the things that a tuple may hold; empty for a number."""
    each: int = 0
    """The most things of one kind that a player can have, if it has kinds."""

    def made_of(self, things: Sequence[str]) -> str | tuple[int | str, ...]:
        """The amount of a player who has some things, given by name."""
        if isinstance(self.start, str):
            return "".join(things)
        return tuple(int(thing) if thing.isdecimal() else thing for thing in things)

    def count(self, player: object) -> int:
        """The number that a player has."""
        value = getattr(player, self.name)
        return value if isinstance(value, int) else len(value)


GOLD: Final = Good("gold")
CACAO: Final = Good("cacao", most=lambda rules: rules.storage)
SUNS: Final = Good("suns", most=lambda rules: rules.sun_sites)
WATER: Final = Good("water", most=lambda rules: rules.last_field)

GOODS: Final = (GOLD, CACAO, SUNS, WATER)
"""The goods of the game of the rulebook."""


SOURCES: Final = ("gold", "temples", "suns", "water")
"""The sources of gold in the game of the rulebook."""
SCORE_PARTS: Final = (*SOURCES, CACAO.name)
"""All parts of a score there."""


class Amounts(Mapping[str, int]):
    """Whole numbers by name, in a fixed order; each one is an attribute as well."""

    __slots__ = ("_numbers",)

    def __init__(self, **numbers: int) -> None:
        self._numbers = numbers

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def __getattr__(self, name: str) -> int:
        if not name.startswith("_") and name in self._numbers:
            return self._numbers[name]
        raise AttributeError(f"{type(self).__name__} has no {name!r}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash((type(self), *self._numbers.items()))

    def __repr__(self) -> str:
        numbers = ", ".join(f"{name}={number}" for name, number in self._numbers.items())
        return f"{type(self).__name__}({numbers})"


class Change(Amounts):
    """Changes of a village board, with the goods of the rules; ``water`` in fields."""

    __slots__ = ()

    @classmethod
    def of(cls, rules: RulesPart, **numbers: int) -> Change:
        """A change of some goods; all others stay as they are."""
        return cls(**{good.name: numbers.get(good.name, 0) for good in rules.goods})

    def __sub__(self, other: Change) -> Change:
        return Change(**{name: number - other[name] for name, number in self.items()})

    @classmethod
    def between(cls, rules: RulesPart, before: object, after: object) -> Change:
        """The change from one state of a player's village board to a later one."""
        return cls(**{good.name: good.count(after) - good.count(before) for good in rules.goods})


class Score(Amounts):
    """One player's result by source in gold; ``cacao``, in fruits, breaks ties."""

    __slots__ = ()

    @property
    def sources(self) -> dict[str, int]:
        """Source of gold -> gold from it: all but the cacao."""
        return {name: gold for name, gold in self._numbers.items() if name != CACAO.name}

    @property
    def total(self) -> int:
        """Gold at the end of the game; may be negative."""
        return sum(self._numbers.values()) - self._numbers[CACAO.name]
