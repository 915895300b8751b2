"""The worth of things in gold to the end of the game, by the number of own turns left.

Goods of the rulebook have the values of the quick player; both these and the values of modules were
learned from self-play (docs/dev/ai.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import Any, Final, TypeAlias

from cacao_core.ai.learned.module_values import VALUES
from cacao_core.ai.learned.tables import WEIGHTS
from cacao_core.ai.playouts.encoding import MOST_TURNS
from cacao_core.ai.playouts.evaluation import softmax
from cacao_core.ai.playouts.weights import PLAIN, Weights
from cacao_core.game import Game
from cacao_core.jungle import VillageBoard
from cacao_core.modules.emperor import EMPEROR
from cacao_core.modules.gems import GEMS, LEFT
from cacao_core.modules.huts import HUTS, SUPPLY
from cacao_core.player import Player
from cacao_core.rules import Rules
from cacao_core.scoring import majority
from cacao_core.tiles import MANNED_SIDES, NEIGHBOURS, ROTATIONS, Cell, Seat

Row: TypeAlias = tuple[float, ...]
Values: TypeAlias = Mapping[str, tuple[float, float]]
"""A value with one turn left, and with many, by name."""

_NO_HURRY: Final = 4
"""With so many turns left there is time for nearly everything."""
_MOST: Final = 100_000
"""Trades that are remembered."""


def worth_at(value: tuple[float, float], turns: int) -> float:
    """A value with so many own turns left, from that with one and that with many."""
    near, far = value
    return far + (near - far) / turns if turns else 0.0


def weights_with(weights: Weights, rules: Rules, values: Values) -> Weights:
    """The values of the rulebook's goods, with what some modules bring in each turn."""
    turns = range(MOST_TURNS + 1)

    def more(what: str) -> list[float]:
        named = [values.get(f"{module.name} {what}", _NONE) for module in rules.modules]
        return [sum(worth_at(value, t) for value in named) for t in turns]

    gain = [t * gold for t, gold in enumerate(more("turns"))]
    return weights._replace(
        tempo=tuple(map(add, weights.tempo, more("tempo"))),
        income=tuple(map(add, weights.income, gain)),
    )


_NONE: Final = (0.0, 0.0)


class Worths:
    """The worth of things in a game.

    Args:
        weights: values of the goods of the rulebook.
        values: what modules are worth.
        share: weight of each other player's gain in a player's loss; None divides 1 among them.
        factors: good -> by how much it is valued more or less than it should be.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        weights: Weights | None = None,
        share: float | None = None,
        factors: Mapping[str, float] | None = None,
        values: Values = VALUES,
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.weights = weights_with(weights or WEIGHTS[seats], rules, values)
        self._values = values
        self.share = 1 / (seats - 1) if share is None else share
        self.factors = factors or {}
        modules = {name: module for module in rules.modules if (name := module.name)}
        self._has_maps = "map" in modules
        self.has_gems, self.has_huts = "gems" in modules, "huts" in modules
        self.has_emperor = "emperor" in modules
        self._bar, self._map, self._favour, self._liquid, *self._complete = (
            self.row(name) for name in ("bar", "map", "emperor", "gold for huts", *_GEMS)
        )
        self._uses = {code: self.row(f"hut {code}") for code in HUTS}
        self._storage = [self._row("cacao", t, rules.storage) for t in range(MOST_TURNS + 1)]
        self._suns = [self._row("suns", t, rules.sun_sites) for t in range(MOST_TURNS + 1)]
        self._water = [self._fields(t) for t in range(MOST_TURNS + 1)]
        news = {name: self.row(f"tile {name}") for name in ROTATIONS}
        self._kept = [
            {name: self.weights.kept(name, t) + row[t] for name, row in news.items()}
            for t in range(MOST_TURNS + 1)
        ]
        self._known: dict[tuple[int, ...], float] = {}
        self._gems: dict[tuple[str, int, int], float] = {}
        self.traded: dict[tuple[object, ...], Any] = {}
        """The best trades of edges, as the planners have found."""
        self._majorities: dict[tuple[int, ...], Sequence[int]] = {}

    def row(self, name: str) -> Row:
        """The value with a name, by the number of turns left."""
        value = self._values.get(name, _NONE)
        return tuple(worth_at(value, turns) for turns in range(MOST_TURNS + 1))

    def kept(self, name: str, turns: int) -> float:
        """The value of still having a worker tile, above a 2101."""
        return self._kept[min(turns, MOST_TURNS)][name]

    def _row(self, good: str, turns: int, most: int) -> Row:
        """The worth of 0, 1, 2 … of a good; more than the rulebook has room for add little."""
        row = getattr(self.weights, good)[turns]
        step = (row[-1] - row[-2]) / 2
        longer = [*row, *(row[-1] + step * more for more in range(1, most - len(row) + 2))]
        return tuple(self.factors.get(good, 1.0) * worth for worth in longer)

    def _fields(self, turns: int) -> Row:
        """The worth of each water field."""
        water = self.rules.water
        row: Sequence[float] = self.weights.water[turns]
        if water != tuple(PLAIN.water[0]):
            early = min(turns, _NO_HURRY) / _NO_HURRY
            step = (water[-1] - water[0]) / max(1, len(water) - 1)
            row = [early * (water[0] + step * at) + (1 - early) * f for at, f in enumerate(water)]
        return tuple(self.factors.get("water", 1.0) * worth for worth in row)

    # --- Village boards ---------------------------------------------------------------------

    def goods(self, player: VillageBoard, turns: int, mask: int = 0) -> float:
        """All that lies on a village board but huts.

        Args:
            turns: own turns left.
            mask: the value of the next mask; 0 if none is left.
        """
        turns = min(turns, MOST_TURNS)
        worth = self.stored(player, turns) + player.gold
        if self._has_maps:
            worth += self.factors.get("maps", 1.0) * player.maps * self._map[turns]
        if self.has_gems:
            worth += sum(player.masks) + self.gems(player.gems, turns, mask)
        return worth

    def stored(self, player: VillageBoard, turns: int) -> float:
        """Cacao, bars, sun tokens and water."""
        key = turns, player.cacao, player.bars, player.suns, player.water
        worth = self._known.get(key)
        if worth is None:
            row, bars = self._storage[turns], player.bars
            worth = self._suns[turns][player.suns] + self._water[turns][player.water]
            worth += row[min(player.cacao + bars, len(row) - 1)] - row[bars]
            worth += self.factors.get("bars", 1.0) * self._bar[turns] * full_bars(bars)
            self._known[key] = worth
        return worth

    def gems(self, gems: str, turns: int, mask: int) -> float:
        """Gems: a gold each, or a part of a mask."""
        turns = min(turns, MOST_TURNS)
        known = self._gems.get((gems, turns, mask))
        if known is not None:
            return known
        worth = float(len(gems))
        for hope, rows in zip(gem_hopes(gems, turns, mask), self._complete, strict=True):
            worth += hope * rows[turns]
        worth *= self.factors.get("gems", 1.0)
        self._gems[gems, turns, mask] = worth
        return worth

    def forget(self) -> None:
        """Forget what is known, if it is much."""
        if len(self.traded) > _MOST:
            self.traded.clear()

    def payments(self, workers: tuple[int, ...]) -> Sequence[int]:
        """The payments of a temple to each seat."""
        payments = self._majorities.get(workers)
        if payments is None:
            payments = self._majorities[workers] = majority(workers, self.rules)
        return payments

    # --- Positions --------------------------------------------------------------------------

    def evaluate(self, game: Game) -> list[float]:
        """Each seat's expected gold at the end of the game."""
        if game.is_over:
            return [float(score.total) for score in game.score()]
        weights, mask = self.weights, next_mask(game)
        left = [min(player.tiles_left, MOST_TURNS) for player in game.players]
        values = [
            self.goods(player, turns, mask) + weights.income[turns]
            for player, turns in zip(game.players, left, strict=True)
        ]
        for seat, player in enumerate(game.players):
            kept = self._kept[left[seat]]
            values[seat] += sum([kept.get(name, 0.0) for name in player.hand + player.pile])
        values[game.turn] += weights.tempo[left[game.turn]]
        self._add_jungle(game, values, left)
        if self.has_huts:
            for seat, player in enumerate(game.players):
                values[seat] += sum(self.hut(game, code, seat) for code in player.huts)
                values[seat] += self.liquidity(game, player.gold, seat)
        if self.has_emperor and (tile := game.workers.get(game.supply[EMPEROR])):
            values[tile.owner] += self.favour(left[tile.owner])
        return values

    def _add_jungle(self, game: Game, values: list[float], left: Sequence[int]) -> None:
        """Temples, and workers that wait at empty spaces."""
        weights, jungle, idle = self.weights, game.jungle, self.rules.idle
        patience = [weights.waiting[turns] if game.display else 0.0 for turns in left]
        crowds: dict[Cell, list[int]] = {}
        for cell, (owner, edges, _overbuilt) in game.workers.items():
            around = NEIGHBOURS[cell]
            for side, count in MANNED_SIDES[edges]:
                code = jungle.get(around[side])
                if code is None:
                    values[owner] += count * patience[owner]
                elif code in idle:
                    crowds.setdefault(around[side], [0] * self.seats)[owner] += count
        for crowd in crowds.values():
            for seat, gold in enumerate(self.payments(tuple(crowd))):
                values[seat] += weights.temples[left[seat]] * gold

    def favour(self, turns: int) -> float:
        """Gold that the emperor on an own tile can be expected to bring in so many turns."""
        return self._favour[min(turns, MOST_TURNS)] / (self.seats - 1)

    def chances(self, game: Game, values: Sequence[float]) -> list[float]:
        """Each seat's chance of winning, given the expected gold of all."""
        if game.is_over:
            winners = game.winners()
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]
        left = min(game.players[game.turn].tiles_left, MOST_TURNS)
        return softmax(values, max(1.5, self.weights.spread[left]))

    # --- Huts ---------------------------------------------------------------------------------

    def hut(self, game: Game, code: str, seat: Seat) -> float:
        """A hut that a seat has: its cost, which comes back, and what it can be expected to do."""
        turns = game.players[seat].tiles_left
        later = self._uses[code][min(turns, MOST_TURNS)] * hut_use(code, game.players[seat], turns)
        hut = HUTS[code]
        now = hut.bonus(game, seat) if code not in _UNTIL_THE_END or not turns else 0
        return hut.cost + self.factors.get("huts", 1.0) * (now + later)

    def liquidity(self, game: Game, gold: int, seat: Seat | None = None) -> float:
        """The worth of gold that can become a hut.

        Args:
            gold: how much.
            seat: whose; None is that of the turn.
        """
        turns = game.players[game.turn if seat is None else seat].tiles_left
        if not game.supply[SUPPLY]:
            return 0.0
        return self._liquid[min(turns, MOST_TURNS)] * spendable(gold, turns)


def full_bars(bars: int) -> float:
    """Bars, of which each further one counts a little less."""
    return bars * (1 - 0.06 * max(0, bars - 1))


_GEMS: Final = ("gem 1", "gem 2", "gem 3")


def gem_hopes(gems: str, turns: int, mask: int) -> tuple[float, float, float]:
    """The gain of a mask that 1, 2 and 3 different gems may become; less for further sets."""
    hopes = [0.0, 0.0, 0.0]
    if mask and turns and gems:
        counts = sorted((gems.count(gem) for gem in GEMS), reverse=True)
        hope = min(1.0, turns / _NO_HURRY) * (mask - len(GEMS))
        for layer in range(1, counts[0] + 1):
            different = sum(count >= layer for count in counts)
            hopes[min(different, 3) - 1] += hope / layer**2
    return hopes[0], hopes[1], hopes[2]


def spendable(gold: int, turns: int) -> float:
    """Gold that can be spent for huts in so many turns."""
    return min(1.0, turns / _NO_HURRY) * min(gold, _DEAREST)


_DEAREST: Final = 24
_UNTIL_THE_END: Final = frozenset(("TR", "FM"))
"""Huts that look at goods at the end, which are not what they are now."""
_Use: TypeAlias = Callable[[Player, int], float]


def hut_use(code: str, player: Player, turns: int) -> float:
    """The use that a hut can be expected to be of, in its own measure."""
    return _USE[code](player, turns) if turns and code in _USE else 0.0


def _for_turns(_player: Player, turns: int) -> float:
    return turns


def _trader(player: Player, turns: int) -> float:
    return min(3.0, player.cacao + 0.5 * turns)


def _shaman(player: Player, _turns: int) -> float:
    return max(0, 3 - player.suns)


def _well(player: Player, turns: int) -> float:
    """The chance of the last water field."""
    steps = player.rules.last_field - player.water
    return 4.0 * min(1.0, 1.2 * turns / (steps + 0.01 + turns)) if steps <= 2 * turns else 0.0


def _strong(player: Player, _turns: int) -> float:
    """The tiles with three workers on an edge, that will have four."""
    return sum("3" in tile for tile in player.hand + player.pile)


_USE: Final[Mapping[str, _Use]] = {
    **dict.fromkeys(("MC", "HE", "RW", "FA", "MO", "MB"), _for_turns),
    **{"TR": _trader, "SH": _shaman, "FO": _strong, "FM": _well},
}
"""Code of a hut -> the use that it will be of, beside its bonus as things stand."""


def next_mask(game: Game) -> int:
    """The value of the mask that is exchanged next; 0 if there is none."""
    left = game.supply.get(LEFT)
    return left[0] if left else 0


@lru_cache(maxsize=16)
def worths_for(rules: Rules, seats: int) -> Worths:
    """The worths of a game."""
    return Worths(rules, seats)
