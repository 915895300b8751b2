"""The rules of a game as a value: its tiles, its village boards, and what each jungle tile does.

:data:`BASE` is the game of the rulebook (docs/rules.md 1 to 6), :data:`SHORT` the short game
(docs/rules.md 10). A deal names its rules, and a position has them from its deal, so everything
else asks ``game.rules``. Links and records name rules by their number; :func:`rules_of` finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final, Literal, Protocol, TypeAlias, TypeVar

from cacao_core.errors import BadRules, describe
from cacao_core.tiles import COLOURS, ROTATIONS, Cell

# --- What jungle tiles do (docs/rules.md 4.C) ------------------------------------------------

Good: TypeAlias = Literal["cacao", "market", "gold", "water", "suns", "temple"]
"""What a jungle tile is for; all tiles with the same good differ by a number only."""


class VillageBoard(Protocol):
    """What a jungle tile reads and changes of a player."""

    rules: Rules
    gold: int
    cacao: int
    suns: int
    water: int


@dataclass(frozen=True)
class JungleTile:
    """A kind of jungle tile. The subclasses say what workers on an edge do there."""

    code: str
    """Its code in notation, such as ``P1``."""
    number: int = 1
    """Fruits or gold for each worker, or the selling price; 1 for the others."""

    good: ClassVar[Good] = "temple"

    @property
    def gives(self) -> Mapping[Good, int]:
        """What each worker gets without giving anything for it, by good; computers count it."""
        return {}

    def max_amount(self, _player: VillageBoard, _workers: int) -> int:
        """The largest possible amount of an edge with that many workers."""
        return 0

    def act(self, player: VillageBoard, amount: int) -> None:
        """Carry out the action of an edge; the amount must be possible."""

    def gold_for(self, _amount: int) -> int:
        """Gold from an action."""
        return 0


class Plantation(JungleTile):
    """Cacao, as far as there is room for it."""

    good: ClassVar[Good] = "cacao"

    @property
    def gives(self) -> Mapping[Good, int]:
        return {"cacao": self.number}

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers * self.number, player.rules.storage - player.cacao)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.cacao += amount


class Market(JungleTile):
    """Each worker may sell one cacao."""

    good: ClassVar[Good] = "market"

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.cacao)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.cacao -= amount
        player.gold += amount * self.number

    def gold_for(self, amount: int) -> int:
        return amount * self.number


class Mine(JungleTile):
    """Gold."""

    good: ClassVar[Good] = "gold"

    @property
    def gives(self) -> Mapping[Good, int]:
        return {"gold": self.number}

    def max_amount(self, _player: VillageBoard, workers: int) -> int:
        return workers * self.number

    def act(self, player: VillageBoard, amount: int) -> None:
        player.gold += amount

    def gold_for(self, amount: int) -> int:
        return amount


class Water(JungleTile):
    """Each worker moves the water carrier on by one field."""

    good: ClassVar[Good] = "water"

    @property
    def gives(self) -> Mapping[Good, int]:
        return {"water": 1}

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.rules.last_field - player.water)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.water += amount


class SunSite(JungleTile):
    """Each worker takes a sun token, as far as there is room for it."""

    good: ClassVar[Good] = "suns"

    @property
    def gives(self) -> Mapping[Good, int]:
        return {"suns": 1}

    def max_amount(self, player: VillageBoard, workers: int) -> int:
        return min(workers, player.rules.sun_sites - player.suns)

    def act(self, player: VillageBoard, amount: int) -> None:
        player.suns += amount


class Temple(JungleTile):
    """Nothing happens there before the final scoring (docs/rules.md 5.1)."""


JUNGLE: Final[Mapping[str, JungleTile]] = MappingProxyType(
    {
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
)
"""Code -> jungle tile: all kinds that there are, in the order of draw piles before the shuffle."""


TEMPLES: Final = frozenset(code for code, tile in JUNGLE.items() if tile.good == "temple")


def codes_of(*goods: Good) -> tuple[str, ...]:
    """The codes of all tiles for some goods."""
    return tuple(code for code, tile in JUNGLE.items() if tile.good in goods)


T = TypeVar("T")


def by_good(part: str, known: Mapping[Good, T], apart: Iterable[Good] = ()) -> Mapping[Good, T]:
    """What a part of the program has for each good, checked when that part is imported.

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


# --- Rules ---------------------------------------------------------------------------------------


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
    """Names the rules in links, records and letters, 1 to 15; 8 and above are for trials."""
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

    def __post_init__(self) -> None:
        # In a fixed order, because the shuffle begins with the order of the kinds.
        for field, known in (("worker_tiles", ROTATIONS), ("jungle_tiles", JUNGLE)):
            piles: Mapping[int, Mapping[str, int]] = getattr(self, field)
            sorted_piles = {n: _checked(piles[n], known, field) for n in sorted(piles)}
            object.__setattr__(self, field, sorted_piles)
        start = dict(sorted(self.start_tiles.items()))
        object.__setattr__(self, "start_tiles", start)
        _checked(dict.fromkeys(start.values(), 1), JUNGLE, "start_tiles")
        if not start or any((x + y) % 2 for x, y in start):
            raise BadRules(f"start tiles on {' '.join(map(str, start))}: expected jungle spaces")
        if not re.fullmatch("[a-z-]{1,20}", self.name):
            raise BadRules(f"name of rules: {describe(self.name)}; expected small letters")
        self._check_numbers()

    def _check_numbers(self) -> None:
        players = set(self.worker_tiles)
        if not players or not players <= set(range(2, len(COLOURS) + 1)):
            raise BadRules(f"rules for {describe(sorted(players))} players: expected 2 to 4")
        if players != set(self.jungle_tiles):
            raise BadRules("worker tiles and jungle tiles are for other numbers of players")
        if not 1 <= self.number <= MOST:
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

    def __repr__(self) -> str:
        return f"<Rules {self.name}>"

    @cached_property
    def text(self) -> str:
        """All of it in a fixed form: two programs whose rules differ have different texts."""
        return "; ".join(f"{part.name}: {getattr(self, part.name)!r}" for part in fields(self))

    @cached_property
    def last_field(self) -> int:
        """Index of the last water field."""
        return len(self.water) - 1

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The codes of all kinds of jungle tiles in the game, in the order of :data:`JUNGLE`."""
        used = {
            *self.start_tiles.values(),
            *(c for pile in self.jungle_tiles.values() for c in pile),
        }
        return tuple(code for code in JUNGLE if code in used)

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
"""The largest number of rules; links have room for no more."""
LONGEST_PILE: Final = 40
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
    return dict(zip(ROTATIONS, counts, strict=True))


def _jungle(*counts: int) -> dict[str, int]:
    # Kinds that were added at the end of JUNGLE are not in these games.
    return dict(zip(JUNGLE, counts, strict=False))


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

_KNOWN: Final[dict[int, Rules]] = {rules.number: rules for rules in (BASE, SHORT)}


def rules_of(number: int) -> Rules | None:
    """The rules with a number, if this program knows them."""
    return _KNOWN.get(number)


def rules_named(name: str) -> Rules | None:
    """The rules with a name, if this program knows them."""
    return next((rules for rules in _KNOWN.values() if rules.name == name), None)


def add_rules(rules: Rules) -> Rules:
    """Make rules known, so that links, records and positions of them can be read.

    Raises:
        BadRules: other rules have the number or the name.
    """
    for known in (rules_of(rules.number), rules_named(rules.name)):
        if known is not None and known != rules:
            raise BadRules(
                f"rules {rules.name} ({rules.number}): the name or number belongs to {known.name}"
            )
    _KNOWN[rules.number] = rules
    return rules
