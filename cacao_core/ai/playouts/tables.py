"""Gains of workers, computed once for each case and then looked up.

The cases are whole numbers; their bits are shown in :mod:`cacao_core.ai.playouts.encoding`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from cacao_core.ai.playouts.encoding import (
    CREW_OF,
    CREW_SHIFTS,
    FIVE_BITS,
    FOUR_BITS,
    HAND,
    KIND_OF_ORIENTATION,
    LAST_WATER_FIELD,
    MARKET_SHIFTS,
    NUMBER,
    OLDER_BITS,
    OLDER_SHIFT,
    ONE_FIELD,
    ONE_SUN,
    ONE_TURN,
    ORIENTATIONS_OF_HAND,
    SEAT_BITS,
    SIDE_SHIFTS,
    STORAGE_SPACES,
    SUN_SITES,
    TEMPLE_CLASSES,
    TRADE,
    WORKERS_OF,
    Crew,
    Holding,
    Key,
    suns_of,
    turns_left_of,
    water_of,
)
from cacao_core.ai.playouts.weights import Weights
from cacao_core.scoring import majority
from cacao_core.tiles import Seat

PATIENCE: Final = 0.5
"""Weight of waiting workers in the fast player; a gain in this turn counts fully."""

_MOST_REMEMBERED: Final = 250_000
"""Most turns in the tables, about 150 bytes each."""


class CrewOutcome(NamedTuple):
    """The result of a crew's actions: value of the change in gold, gold, and the new holding."""

    worth: float
    gold: int
    held: Holding


class BestTurn(NamedTuple):
    """The best way to place a tile of a hand on a cell: value, orientation, crew that acts."""

    worth: float
    orientation: int
    crew: Crew


class PlacementEffect(NamedTuple):
    """The effect of an orientation on a cell: crew, lead at temples, workers at empty spaces."""

    orientation: int
    crew: Crew
    temple_gain: float
    waiting: int


class CrewOutcomes(dict[Crew, CrewOutcome]):
    """Crew -> its best result for the owner of a holding."""

    def __init__(self, held: Holding, worths: list[float]) -> None:
        super().__init__()
        self._held = held
        self._worths = worths

    def __missing__(self, crew: Crew) -> CrewOutcome:
        held, worths = self._held, self._worths
        cacao = held % ONE_SUN
        water = min(crew >> CREW_SHIFTS["water"] & FOUR_BITS, LAST_WATER_FIELD - water_of(held))
        suns = min(crew >> CREW_SHIFTS["suns"] & FOUR_BITS, SUN_SITES - suns_of(held))
        rest = held - cacao + water * ONE_FIELD + suns * ONE_SUN
        best, best_gold, best_held = float("-inf"), 0, held
        for gold, left in quick_trades(cacao, crew & TRADE):
            worth = gold + worths[rest + left]
            if worth > best:
                best, best_gold, best_held = worth, gold, rest + left
        mined = crew >> CREW_SHIFTS["gold"] & FIVE_BITS
        outcome = CrewOutcome(best + mined - worths[held], best_gold + mined, best_held)
        self[crew] = outcome
        return outcome


class BestTurns(dict[Key, BestTurn]):
    """The best way to place a tile of a hand on a cell, for the owner of a holding.

    The key has the hand's kinds (4 bits), the four sides (8 bits each), and for older workers pairs
    of their number and the tile that they act on (4 bits each).
    """

    def __init__(self, tables: Tables, held: Holding, jungle_left: bool) -> None:
        super().__init__()
        turns = turns_left_of(held)
        self._tables = tables
        self._outcomes = tables.outcomes(held)
        self._temples = tables.weights.temples[turns]
        self._tiles = [tables.weights.tiles[turns][kind] for kind in KIND_OF_ORIENTATION]
        self._waiting = PATIENCE * tables.weights.waiting[turns] if jungle_left else 0.0

    def __missing__(self, key: Key) -> BestTurn:
        best, best_orientation, best_crew = float("-inf"), 0, 0
        outcomes, temples, patience = self._outcomes, self._temples, self._waiting
        tiles = self._tiles
        for orientation, crew, temple_gain, waiting in self._tables.ways(key):
            worth = (
                outcomes[crew][0] + temples * temple_gain + patience * waiting - tiles[orientation]
            )
            if worth > best:
                best, best_orientation, best_crew = worth, orientation, crew
        turn = self[key] = BestTurn(best, best_orientation, best_crew)
        self._tables.remembered += 1
        return turn


class Tables:
    """The tables for one number of players, filled as needed.

    Args:
        weights: the learned values.
        share: weight of each other player's gain in a player's loss; None divides a total of 1
            among them.
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
        """Holding -> value of its cacao, suns, water and turns left, in gold."""
        self.remembered = 0
        self._outcomes: dict[Holding, CrewOutcomes] = {}
        self._turns: dict[int, BestTurns] = {}
        self._ways: dict[Key, list[PlacementEffect]] = {}
        self._temples: dict[int, tuple[int, ...]] = {}
        self._leads: dict[int, float] = {}
        self._class_of: dict[int, int] = {}
        self._class_of_gains: dict[tuple[float, ...], int] = {}
        self._gains: list[tuple[float, ...]] = [()] * TEMPLE_CLASSES

    def shrink(self) -> None:
        """Clear the tables if they take much memory; results stay the same."""
        if self.remembered > _MOST_REMEMBERED:
            self.remembered = 0
            self._outcomes.clear()
            self._turns.clear()
            self._ways.clear()

    # --- Goods ---------------------------------------------------------------------------------

    def outcomes(self, held: Holding) -> CrewOutcomes:
        """The results of crews for the owner of a holding."""
        outcomes = self._outcomes.get(held)
        if outcomes is None:
            outcomes = self._outcomes[held] = CrewOutcomes(held, self.worths)
        return outcomes

    # --- Temples -------------------------------------------------------------------------------

    def temple(self, facing: int) -> tuple[int, ...]:
        """Gold that a temple pays each seat; ``facing`` has four bits of workers for each."""
        payments = self._temples.get(facing)
        if payments is None:
            counts = [facing >> SEAT_BITS * seat & FOUR_BITS for seat in range(self.seats)]
            payments = self._temples[facing] = majority(counts)
        return payments

    def lead(self, facing: int, seat: Seat) -> float:
        """A seat's gold from a temple at present, less the others' average."""
        gold = self.temple(facing)
        mine = gold[seat]
        return mine - (sum(gold) - mine) * self.share

    def temple_worth(self, held: Holding, facing: int, seat: Seat) -> float:
        """The present value of a temple for a seat, compared with the others' average."""
        key = facing << 2 | seat
        lead = self._leads.get(key)
        if lead is None:
            lead = self._leads[key] = self.lead(facing, seat)
        return self.weights.temples[held // ONE_TURN] * lead

    def temple_class(self, facing: int, seat: Seat) -> int:
        """A number for all temples where one, two, three more workers of a seat gain the same.

        It takes the place of a jungle tile's number.
        """
        key = facing << 2 | seat
        number = self._class_of.get(key)
        if number is None:
            now = self.lead(facing, seat)
            gains = tuple(
                self.lead(facing + (more << SEAT_BITS * seat), seat) - now for more in range(4)
            )
            number = self._class_of_gains.setdefault(gains, len(self._gains))
            if number == len(self._gains):
                self._gains.append(gains)
            self._class_of[key] = number
        return number

    # --- Placements ----------------------------------------------------------------------------

    def best_turns(self, held: Holding, jungle_left: bool) -> BestTurns:
        """Best turns for the owner of a holding, from which the present turn was subtracted."""
        key = held << 1 | jungle_left
        turns = self._turns.get(key)
        if turns is None:
            turns = self._turns[key] = BestTurns(self, held, jungle_left)
        return turns

    def ways(self, key: Key) -> list[PlacementEffect]:
        """Tiles and orientations with different effects; the key is that of :class:`BestTurns`."""
        ways = self._ways.get(key)
        if ways is None:
            ways = self._ways[key] = self._find_ways(key)
        return ways

    def _find_ways(self, key: Key) -> list[PlacementEffect]:
        ways: dict[tuple[int, Crew, float, int], PlacementEffect] = {}
        for orientation in ORIENTATIONS_OF_HAND[key & HAND]:
            way = self.way(key, orientation)
            ways.setdefault((KIND_OF_ORIENTATION[orientation], *way[1:]), way)
        return list(ways.values())

    def way(self, key: Key, orientation: int) -> PlacementEffect:
        """The effect of one orientation; the hand in the key does not matter."""
        crew, more = 0, key >> OLDER_SHIFT
        while more:
            crew += (more >> 4 & FOUR_BITS) * CREW_OF[more & FOUR_BITS]
            more >>= OLDER_BITS
        temple_gain, waiting = 0.0, 0
        for shift, workers in zip(SIDE_SHIFTS, WORKERS_OF[orientation], strict=True):
            number = key >> shift & NUMBER
            if number >= TEMPLE_CLASSES:
                temple_gain += self._gains[number][workers]
            elif number:
                crew += workers * CREW_OF[number]
            else:
                waiting += workers
        return PlacementEffect(orientation, crew, temple_gain, waiting)


@cache
def quick_trades(cacao: int, crew: Crew) -> tuple[tuple[int, int], ...]:
    """The results of trading, as (gold, cacao left): gathering first, or selling first.

    Args:
        cacao: fruits in storage before.
        crew: of plantations and markets only.
    """
    prices = [
        price
        for price, shift in sorted(MARKET_SHIFTS.items(), reverse=True)
        for _ in range(min(crew >> shift & FOUR_BITS, STORAGE_SPACES))
    ]
    gathered = crew & FIVE_BITS
    full = min(STORAGE_SPACES, cacao + gathered)
    trades: dict[int, int] = {}
    gold = 0
    for sold in range(min(full, len(prices)) + 1):
        gold += prices[sold - 1] if sold else 0
        left = min(STORAGE_SPACES, cacao - sold + gathered) if sold <= cacao else full - sold
        trades[gold] = max(left, full - sold)
    return tuple(trades.items())
