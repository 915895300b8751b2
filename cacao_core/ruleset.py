"""Rules as a value: the tiles, the village boards and the modules of a game.

:data:`BASE` is the game of the rulebook (docs/rules.md 1 to 6), :data:`SHORT` the short game
(docs/rules.md 10). :mod:`cacao_core.rules` finds rules by number and name, and makes those of the
expansions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final

from cacao_core.errors import BadRules, describe
from cacao_core.goods import GOODS, Good
from cacao_core.jungle import JUNGLE, JungleTile, VillageBoard
from cacao_core.module import Module, Moments
from cacao_core.tiles import COLOURS, ROTATIONS, Cell

EXPANDED: Final = 3
"""The lowest four bits of the number of rules with modules."""


@dataclass(frozen=True)
class Rules:
    """All numbers of a game; the numbers of players are the keys of ``worker_tiles``.

    Once games of it have been shared, neither its number nor its tiles may change: links and
    records would mean other games.

    Raises:
        BadRules: a tile does not exist, or a number is impossible.

    >>> from dataclasses import replace
    >>> few = replace(BASE, name="few-suns", number=12, sun_sites=1)
    >>> few.sun_sites, few.last_field
    (1, 8)
    """

    name: str
    """A word for people and programs, such as ``base``."""
    number: int
    """Names the rules in links, 1 to 15; 8 and above are for trials. Of rules with modules, the
    lowest four bits are :data:`EXPANDED` and the others say which modules."""
    worker_tiles: Mapping[int, Mapping[str, int]]
    """Number of players -> canonical name -> number of these tiles of each player."""
    jungle_tiles: Mapping[int, Mapping[str, int]]
    """Number of players -> code -> number of these tiles in the draw pile at the start."""
    start_tiles: Mapping[Cell, str]
    """Cell -> code of the jungle tile that lies there at the start."""
    hand: int = 3
    """Worker tiles in hand."""
    display: int = 2
    """Jungle tiles face up."""
    storage: int = 5
    """Cacao fruits for which a player has room."""
    sun_sites: int = 3
    """Sun tokens for which a player has room."""
    water: tuple[int, ...] = (-10, -4, -1, 0, 2, 4, 7, 11, 16)
    """Value of each water field, in the order in which the water carrier passes them."""
    temple_gold: tuple[int, int] = (6, 3)
    """Gold of a temple for most workers, and for second most."""
    overbuilding_from: int = 0
    """Overbuilding is legal while display and draw pile have at most so many tiles."""
    early_overbuilding: bool = False
    """Whether only the draw pile counts for that (docs/rules.md 11)."""
    tiles: Mapping[str, JungleTile] = field(default_factory=lambda: JUNGLE)
    """Code -> kind of jungle tile, in the order of draw piles before the shuffle."""
    modules: tuple[Module, ...] = ()
    """The modules beside the rulebook, in the order in which they take effect."""

    # Derived once, because every move reads them.
    moments: Moments = field(init=False, repr=False, compare=False)
    """The actions of modules at each moment of a game."""
    more_goods: tuple[Good, ...] = field(init=False, repr=False, compare=False)
    """The goods that players own because of modules."""
    idle: frozenset[str] = field(init=False, repr=False, compare=False)
    """The codes of jungle tiles where nothing happens before the final scoring: temples."""
    piles: Mapping[str, str] = field(init=False, repr=False, compare=False)
    """Attribute of a deal -> name in the supply, of what modules have face down."""
    largest: Mapping[str, Callable[[VillageBoard, int], int]] = field(
        init=False, repr=False, compare=False
    )
    """Code of a plain jungle tile -> its ``max_amount``."""
    waking_all: frozenset[str] = field(init=False, repr=False, compare=False)
    """The codes of jungle tiles where edges without workers act, too."""

    def __post_init__(self) -> None:
        # In a fixed order, because the shuffle begins with the order of the kinds.
        kinds: tuple[tuple[str, Iterable[str]], ...]
        kinds = ("worker_tiles", ROTATIONS), ("jungle_tiles", self.tiles)
        for which, known in kinds:
            piles: Mapping[int, Mapping[str, int]] = getattr(self, which)
            sorted_piles = {n: _checked(piles[n], known, which) for n in sorted(piles)}
            object.__setattr__(self, which, sorted_piles)
        start = dict(sorted(self.start_tiles.items()))
        object.__setattr__(self, "start_tiles", start)
        _checked(dict.fromkeys(start.values(), 1), self.tiles, "start_tiles")
        if not start or any((x + y) % 2 for x, y in start):
            raise BadRules(f"start tiles on {' '.join(map(str, start))}: expected jungle spaces")
        if not re.fullmatch("[a-z0-9+-]{1,99}", self.name):
            raise BadRules(f"name of rules: {describe(self.name)}; expected small letters")
        self._check_numbers()
        self._derive()

    def _derive(self) -> None:
        waking = (code for code, tile in self.tiles.items() if tile.wakes_all)
        derived = {
            "moments": Moments(self.modules),
            "more_goods": tuple(good for module in self.modules for good in module.goods),
            "idle": self.codes_of("temple"),
            "piles": {module.deals: module.pile for module in self.modules if module.pile},
            "largest": {c: tile.max_amount for c, tile in self.tiles.items() if tile.is_plain},
            "waking_all": frozenset(waking),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _check_numbers(self) -> None:
        players = set(self.worker_tiles)
        if not players or not players <= set(range(2, len(COLOURS) + 1)):
            raise BadRules(f"rules for {describe(sorted(players))} players: expected 2 to 4")
        if players != set(self.jungle_tiles):
            raise BadRules("worker tiles and jungle tiles are for other numbers of players")
        if not 1 <= self.number <= MOST and self.number % (MOST + 1) != EXPANDED:
            raise BadRules(f"rules number {self.number}: expected 1 to {MOST}")
        if min(self.hand, self.display, self.storage, self.sun_sites, len(self.water)) < 1:
            raise BadRules("hand, display, storage, sun sites and water fields: at least 1 each")
        if min(*self.temple_gold, self.overbuilding_from) < 0:
            raise BadRules("gold of temples, and tiles left when overbuilding: 0 or more")
        for number in players:
            if self.turns(number) < self.hand:
                raise BadRules(f"{self.turns(number)} worker tiles: fewer than a hand")

    def __hash__(self) -> int:
        return hash((self.name, self.number))

    def __getstate__(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self) if part.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._derive()

    def __repr__(self) -> str:
        return f"<Rules {self.name}>"

    @cached_property
    def text(self) -> str:
        """All of it in a fixed form: two programs whose rules differ have different texts."""
        parts = (part for part in fields(self) if part.init and part.name not in _NAMED)
        text = "; ".join(f"{part.name}: {getattr(self, part.name)!r}" for part in parts)
        if self.tiles is not JUNGLE:
            text += f"; tiles: {list(self.tiles.values())}"
        return f"{text}; early_overbuilding" if self.early_overbuilding else text

    @cached_property
    def last_field(self) -> int:
        """Index of the last water field."""
        return len(self.water) - 1

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The codes of all kinds of jungle tiles in the game, in the order of ``tiles``."""
        used = {
            *self.start_tiles.values(),
            *(c for pile in self.jungle_tiles.values() for c in pile),
        }
        return tuple(code for code in self.tiles if code in used)

    @property
    def goods(self) -> tuple[Good, ...]:
        """The goods that players own, in the order of texts."""
        return (*GOODS, *self.more_goods)

    @cached_property
    def start_goods(self) -> dict[str, Any]:
        """Name of a good -> what each player has of it at the start."""
        return {good.name: good.start for good in self.goods}

    def codes_of(self, *goods: str) -> frozenset[str]:
        """The codes of all kinds of jungle tiles for some goods."""
        return frozenset(code for code, tile in self.tiles.items() if tile.good in goods)

    def module(self, name: str) -> Module | None:
        """The module with a name, if it is part of the game."""
        return next((module for module in self.modules if module.name == name), None)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players for which the game exists, ascending."""
        return tuple(self.worker_tiles)

    def jungle_in_box(self) -> dict[str, int]:
        """Code -> number of these tiles in the largest game, start tiles included."""
        start = list(self.start_tiles.values())
        counts = self.jungle_tiles[self.players[-1]]
        return {code: counts.get(code, 0) + start.count(code) for code in self.codes}

    def turns(self, players: int) -> int:
        """Number of turns of each player."""
        return sum(self.worker_tiles[players].values())


MOST: Final = 15
"""The largest number of rules without modules; links have room for no more."""
_NAMED: Final = ("tiles", "modules", "early_overbuilding")
"""Fields that are not in the text of rules unless they differ from the rulebook."""
LONGEST_PILE: Final = 64
"""Most tiles of a pile."""


def _checked(counts: Mapping[str, int], known: Iterable[str], where: str) -> dict[str, int]:
    """The counts above 0, in the order of the known kinds."""
    names = tuple(known)
    for name, count in counts.items():
        if name not in names:
            raise BadRules(f"{where}: no tile {describe(name)}; expected {' '.join(names)}")
        if not isinstance(count, int) or count < 0:
            raise BadRules(f"{where}: {describe(count)} × {name}; expected 0 or more")
    if sum(counts.values()) > LONGEST_PILE:
        raise BadRules(f"{where}: {sum(counts.values())} tiles; expected up to {LONGEST_PILE}")
    return {name: counts[name] for name in names if counts.get(name)}


def _workers(*counts: int) -> dict[str, int]:
    return dict(zip(ROTATIONS, counts, strict=False))


def _jungle(*counts: int) -> dict[str, int]:
    return dict(zip(JUNGLE, counts, strict=True))


_WHOLE: Final = _jungle(5, 2, 1, 4, 1, 2, 1, 3, 2, 5)

BASE: Final = Rules(
    name="base",
    number=1,
    worker_tiles={2: _workers(4, 5, 1, 1), 3: _workers(3, 5, 1, 1), 4: _workers(3, 4, 1, 1)},
    jungle_tiles={2: _jungle(3, 2, 1, 3, 1, 1, 1, 2, 1, 4), 3: _WHOLE, 4: _WHOLE},
    start_tiles={(0, 0): "P1", (1, 1): "M2"},
)
"""The game of the rulebook."""

SHORT: Final = replace(
    BASE,
    name="short",
    number=2,
    worker_tiles=dict.fromkeys((2, 3, 4), _workers(2, 3, 1, 1)),
    jungle_tiles={
        2: _jungle(0, 2, 0, 2, 1, 0, 1, 1, 1, 3),
        3: _jungle(3, 2, 0, 3, 1, 0, 1, 2, 1, 4),
        4: _jungle(5, 2, 0, 3, 1, 1, 1, 2, 2, 4),
    },
)
"""A game of seven turns each (docs/rules.md 10)."""
