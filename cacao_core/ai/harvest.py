"""What the workers of a turn bring, worked out once for each case and looked up ever after.

The playouts of a search ask the same few questions millions of times: what do these workers bring
to a player who owns this? So a player's village board is one whole number, what the workers of a
turn face is another, and the answers are kept in tables.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from cacao_core.ai.weights import Weights
from cacao_core.player import Player
from cacao_core.scoring import majority
from cacao_core.tiles import (
    JUNGLE_TILES,
    LAST_WATER_FIELD,
    MARKETS,
    ROTATIONS,
    STORAGE_SPACES,
    SUN_SITES,
    TEMPLE,
    WORKERS_ON,
    Seat,
)

# --- Village boards as numbers ---------------------------------------------------------------

Holding: TypeAlias = int
"""Cacao, sun tokens, water field and turns to come of a player in one number; gold is apart."""

SUN: Final = STORAGE_SPACES + 1
FIELD: Final = SUN * (SUN_SITES + 1)
TURN: Final = FIELD * (LAST_WATER_FIELD + 1)
"""What one sun token, one water field and one turn to come add to a holding; a fruit adds 1."""


def holding(player: Player) -> Holding:
    """A player's holding."""
    return player.tiles_left * TURN + player.water * FIELD + player.suns * SUN + player.cacao


def cacao_of(held: Holding) -> int:
    """Fruits in storage."""
    return held % SUN


def suns_of(held: Holding) -> int:
    """Sun tokens."""
    return held % FIELD // SUN


def water_of(held: Holding) -> int:
    """The water carrier's field."""
    return held % TURN // FIELD


def turns_of(held: Holding) -> int:
    """Own turns to come."""
    return held // TURN


# --- What workers face as numbers ------------------------------------------------------------

CODES: Final = ("", *JUNGLE_TILES)
"""Number of a jungle tile -> its code; 0 is an empty jungle space."""
NUMBER_OF: Final = {code: number for number, code in enumerate(CODES)}
TEMPLE_NUMBER: Final = NUMBER_OF[TEMPLE]

Crew: TypeAlias = int
"""How many workers act on what, in one number of up to 30 bits: fields as in ``_SHIFTS``."""

_SHIFTS: Final = {"P": 0, "M2": 5, "M3": 9, "M4": 13, "G": 17, "W": 22, "S": 26}
_FIVE_BITS: Final = 31
_FOUR_BITS: Final = 15
_TRADING: Final = (1 << _SHIFTS["G"]) - 1


def _crew_of_one(code: str) -> Crew:
    """One worker at a jungle tile; plantations and mines count by what they give."""
    if code in _SHIFTS:
        return 1 << _SHIFTS[code]
    if code and code[0] in _SHIFTS:
        return int(code[1]) << _SHIFTS[code[0]]
    return 0


CREW: Final = tuple(map(_crew_of_one, CODES))
"""Number of a jungle tile -> the crew of one worker there; crews of several add up."""

LOOKS: Final = tuple(edges for looks in ROTATIONS.values() for edges in looks)
"""Number of an orientation -> workers n, e, s, w as placed."""
LOOK_OF: Final = {edges: number for number, edges in enumerate(LOOKS)}
WORKERS: Final = tuple(WORKERS_ON[edges] for edges in LOOKS)
KINDS: Final = tuple(ROTATIONS)
"""Number of a kind of worker tile -> its canonical name."""
KIND_OF_LOOK: Final = tuple(
    kind for kind, looks in enumerate(ROTATIONS.values()) for _look in looks
)
LOOKS_OF_HAND: Final = tuple(
    tuple(look for look, kind in enumerate(KIND_OF_LOOK) if hand >> kind & 1)
    for hand in range(1 << len(KINDS))
)
"""Set of kinds, as bits -> the orientations that may be placed."""

TEMPLE_CLASSES: Final = 16
"""Numbers of jungle tiles from here on stand for temples by what more workers there change."""

PATIENCE: Final = 0.5
"""How much of a waiting worker's worth the quick player sees: one turn's gain is nearer."""

_MOST_REMEMBERED: Final = 250_000
"""Turns that the tables keep, about 150 bytes each."""


class Outcome(NamedTuple):
    """What a crew brings: worth in gold of the change, gold, and the holding afterwards."""

    worth: float
    gold: int
    held: Holding


class Turn(NamedTuple):
    """The best way to put a tile of a hand on a cell: worth, orientation, crew that acts."""

    worth: float
    look: int
    crew: Crew


class Way(NamedTuple):
    """What an orientation does on a cell: crew, lead at temples, workers facing empty spaces."""

    look: int
    crew: Crew
    holy: float
    waiting: int


class Outcomes(dict[Crew, Outcome]):
    """Crew -> what it brings to the owner of a holding, acting as well as can be."""

    def __init__(self, held: Holding, worths: list[float]) -> None:
        super().__init__()
        self._held = held
        self._worths = worths

    def __missing__(self, crew: Crew) -> Outcome:
        held, worths = self._held, self._worths
        cacao = held % SUN
        water = min(crew >> _SHIFTS["W"] & _FOUR_BITS, LAST_WATER_FIELD - water_of(held))
        suns = min(crew >> _SHIFTS["S"] & _FOUR_BITS, SUN_SITES - suns_of(held))
        rest = held - cacao + water * FIELD + suns * SUN
        best, best_gold, best_held = float("-inf"), 0, held
        for gold, left in trades(cacao, crew & _TRADING):
            worth = gold + worths[rest + left]
            if worth > best:
                best, best_gold, best_held = worth, gold, rest + left
        mined = crew >> _SHIFTS["G"] & _FIVE_BITS
        found = Outcome(best + mined - worths[held], best_gold + mined, best_held)
        self[crew] = found
        return found


class Turns(dict[int, Turn]):
    """The best way to put a tile of a hand on a cell, for the owner of a holding.

    The key has the hand's kinds (4 bits), what lies on the four sides (8 bits each), and pairs of
    older workers of the player and the tile that they act on (4 bits each).
    """

    def __init__(self, tables: Tables, held: Holding, jungle_left: bool) -> None:
        super().__init__()
        turns = turns_of(held)
        self._tables = tables
        self._outcomes = tables.outcomes(held)
        self._temples = tables.weights.temples[turns]
        self._tiles = [tables.weights.tiles[turns][kind] for kind in KIND_OF_LOOK]
        self._waiting = PATIENCE * tables.weights.waiting[turns] if jungle_left else 0.0

    def __missing__(self, key: int) -> Turn:
        best, best_look, best_crew = float("-inf"), 0, 0
        outcomes, temples, patience = self._outcomes, self._temples, self._waiting
        tiles = self._tiles
        for look, crew, holy, waiting in self._tables.ways(key):
            worth = outcomes[crew][0] + temples * holy + patience * waiting - tiles[look]
            if worth > best:
                best, best_look, best_crew = worth, look, crew
        found = self[key] = Turn(best, best_look, best_crew)
        self._tables.remembered += 1
        return found


class Tables:
    """The tables for one number of players, filled as they are asked.

    Args:
        seats: number of players.
        weights: what is worth how much.
        share: how much of what each other player gains counts against a player; None shares
            a whole among them.

    Attributes:
        worths: holding -> gold that its cacao, suns, water and turns to come are worth.
    """

    def __init__(self, seats: int, weights: Weights, share: float | None = None) -> None:
        self.seats = seats
        self.weights = weights
        self.share = 1 / (seats - 1) if share is None else share
        self.worths = [
            weights.cacao[turns][cacao]
            + weights.suns[turns][suns]
            + weights.water[turns][water]
            + weights.income[turns]
            for turns in range(len(weights.temples))
            for water in range(LAST_WATER_FIELD + 1)
            for suns in range(SUN_SITES + 1)
            for cacao in range(STORAGE_SPACES + 1)
        ]
        self.remembered = 0
        self._outcomes: dict[Holding, Outcomes] = {}
        self._turns: dict[int, Turns] = {}
        self._ways: dict[int, list[Way]] = {}
        self._temples: dict[int, tuple[int, ...]] = {}
        self._leads: dict[int, float] = {}
        self._class_of: dict[int, int] = {}
        self._class_of_gains: dict[tuple[float, ...], int] = {}
        self._gains: list[tuple[float, ...]] = [()] * TEMPLE_CLASSES

    def shrink(self) -> None:
        """Forget what has been worked out once it takes much memory; results stay the same."""
        if self.remembered > _MOST_REMEMBERED:
            self.remembered = 0
            self._outcomes.clear()
            self._turns.clear()
            self._ways.clear()

    # --- Goods ---------------------------------------------------------------------------------

    def outcomes(self, held: Holding) -> Outcomes:
        """What crews bring to the owner of a holding."""
        found = self._outcomes.get(held)
        if found is None:
            found = self._outcomes[held] = Outcomes(held, self.worths)
        return found

    # --- Temples -------------------------------------------------------------------------------

    def temple(self, facing: int) -> tuple[int, ...]:
        """Gold that a temple pays each seat; ``facing`` has four bits of workers for each."""
        found = self._temples.get(facing)
        if found is None:
            counts = [facing >> 4 * seat & _FOUR_BITS for seat in range(self.seats)]
            found = self._temples[facing] = majority(counts)
        return found

    def lead(self, facing: int, seat: Seat) -> float:
        """What a seat gets from a temple as it stands, less the others' average."""
        gold = self.temple(facing)
        mine = gold[seat]
        return mine - (sum(gold) - mine) * self.share

    def holy(self, held: Holding, facing: int, seat: Seat) -> float:
        """What a temple as it stands is worth to a seat, against the others' average."""
        key = facing << 2 | seat
        lead = self._leads.get(key)
        if lead is None:
            lead = self._leads[key] = self.lead(facing, seat)
        return self.weights.temples[held // TURN] * lead

    def temple_class(self, facing: int, seat: Seat) -> int:
        """A number for all temples at which one, two, three more workers of a seat bring the same.

        It takes the place of a jungle tile's number.
        """
        key = facing << 2 | seat
        found = self._class_of.get(key)
        if found is None:
            now = self.lead(facing, seat)
            gains = tuple(self.lead(facing + (more << 4 * seat), seat) - now for more in range(4))
            found = self._class_of_gains.setdefault(gains, len(self._gains))
            if found == len(self._gains):
                self._gains.append(gains)
            self._class_of[key] = found
        return found

    # --- Placements ----------------------------------------------------------------------------

    def turns(self, held: Holding, jungle_left: bool) -> Turns:
        """Best turns of the owner of a holding, the present turn no longer counted as to come."""
        key = held << 1 | jungle_left
        found = self._turns.get(key)
        if found is None:
            found = self._turns[key] = Turns(self, held, jungle_left)
        return found

    def ways(self, key: int) -> list[Way]:
        """Tiles and orientations that differ in what they do; the key is that of :class:`Turns`."""
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._find_ways(key)
        return found

    def _find_ways(self, key: int) -> list[Way]:
        found: dict[tuple[int, Crew, float, int], Way] = {}
        for look in LOOKS_OF_HAND[key & 15]:
            way = self.way(key, look)
            found.setdefault((KIND_OF_LOOK[look], *way[1:]), way)
        return list(found.values())

    def way(self, key: int, look: int) -> Way:
        """What one orientation does; the hand in the key does not matter."""
        crew, more = 0, key >> 36
        while more:
            crew += (more >> 4 & 15) * CREW[more & 15]
            more >>= 8
        holy, waiting = 0.0, 0
        for shift, workers in zip((4, 12, 20, 28), WORKERS[look], strict=True):
            number = key >> shift & 127
            if number >= TEMPLE_CLASSES:
                holy += self._gains[number][workers]
            elif number:
                crew += workers * CREW[number]
            else:
                waiting += workers
        return Way(look, crew, holy, waiting)


@cache
def trades(cacao: int, crew: Crew) -> tuple[tuple[int, int], ...]:
    """What trading may lead to, as (gold, cacao left): gathering first, or selling first.

    Args:
        cacao: fruits in storage before.
        crew: of plantations and markets only.
    """
    prices = [
        price
        for code, price in sorted(MARKETS.items(), reverse=True)
        for _ in range(min(crew >> _SHIFTS[code] & _FOUR_BITS, STORAGE_SPACES))
    ]
    gathered = crew & _FIVE_BITS
    full = min(STORAGE_SPACES, cacao + gathered)
    found: dict[int, int] = {}
    gold = 0
    for sold in range(min(full, len(prices)) + 1):
        gold += prices[sold - 1] if sold else 0
        left = min(STORAGE_SPACES, cacao - sold + gathered) if sold <= cacao else full - sold
        found[gold] = max(left, full - sold)
    return tuple(found.items())
