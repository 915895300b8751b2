"""The best order and amounts in which the edges of a turn act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from cacao_core.ai.general.worths import Worths, next_mask
from cacao_core.ai.playouts.encoding import MOST_TURNS
from cacao_core.game import Game, Phase
from cacao_core.jungle import Option
from cacao_core.modules.gems import MINES
from cacao_core.moves import ACTIVATE, Move
from cacao_core.player import Player
from cacao_core.tiles import NEIGHBOURS, SIDES, Cell, Seat

Crew: TypeAlias = tuple[str, int, str]
"""An edge, wherever it is: code of the jungle tile, workers, and the gems that lie there."""
Step: TypeAlias = tuple[int, Option]
"""The edge that acts, and its amount."""

_HARMLESS: Final = frozenset(("gold", "suns", "tree"))
"""Goods of which an edge takes all that it can, whatever the others do."""
NOTHING: Final = Option(0)
Traded: TypeAlias = tuple[float, tuple[tuple[Crew, Option], ...]]
"""The gain of trading edges, and the steps of each, in order."""
_NOTHING_TRADED: Final[Traded] = (0.0, ())
_APART: Final = ("gold", "suns", "gems", "masks", "maps")
"""Goods on which it does not depend how others are traded."""


class WorkerOrder(NamedTuple):
    """An order of edges with their amounts."""

    gain: float
    """The worth."""
    steps: tuple[Step, ...]


class _Bench:
    """A player alone, with what tiles ask of a position."""

    def __init__(self, player: Player) -> None:
        self.players = (player,)
        self.supply: dict[str, Any] = {}

    def note(
        self, seat: Seat, module: str, what: str, cell: Cell | None = None, **change: int
    ) -> None:
        """Nothing is told."""


class Planner:
    """Plans the edges of one player.

    Args:
        player: whose edges they are; not changed.
        turns: own turns left after this one.
        mask: the value of the next mask; 0 if none is left.
    """

    def __init__(self, worths: Worths, player: Player, turns: int, mask: int) -> None:
        self._worths = worths
        self._player = player
        self._turns = turns
        self._mask = mask
        self._before = worths.goods(player, turns, mask)
        self._plans: dict[tuple[Crew, ...], WorkerOrder] = {}
        self._tiles = worths.rules.tiles
        self._trading = [g.name for g in worths.rules.goods if g.name not in _APART]

    def plan(self, crews: tuple[Crew, ...]) -> WorkerOrder:
        """The best order and amounts of some edges."""
        plan = self._plans.get(crews)
        if plan is None:
            plan = self._plans[crews] = self._made(crews)
        return plan

    def _made(self, crews: tuple[Crew, ...]) -> WorkerOrder:
        player, tiles = self._player.copy(), self._tiles
        goods = [tiles[crew[0]].good for crew in crews]
        harmless = _HARMLESS if "watering" in goods else _HARMLESS | {"water"}
        steps: list[Step] = []
        trading: list[int] = []
        gems, left = 0.0, dict[str, str]()
        for at, (code, workers, lying) in enumerate(crews):
            tile = tiles[code]
            if goods[at] in harmless:
                amount = tile.max_amount(player, workers)
                tile.act(player, amount)
                steps.append((at, Option(amount)))
            elif goods[at] == "gems":
                gain, taken = self._gems(player, lying, left, workers)
                gems += gain
                steps.append((at, Option(len(taken), taken) if taken else NOTHING))
            elif goods[at] != "temple":
                trading.append(at)
        gain = self._worths.goods(player, self._turns, self._mask) - self._before + gems
        if trading:
            traded, rest = self._traded(player, tuple(sorted(crews[at] for at in trading)))
            gain += traded
            for crew, option in rest:
                at = next(at for at in trading if crews[at] == crew)
                trading.remove(at)
                steps.append((at, option))
        return WorkerOrder(gain, tuple(steps))

    def _traded(self, player: Player, left: tuple[Crew, ...]) -> Traded:
        """The best order and amounts of edges at goods that are stored or sold."""
        if not left:
            return _NOTHING_TRADED
        state = tuple([getattr(player, name) for name in self._trading])
        key = self._turns, left, state
        trade = self._worths.traded.get(key)
        if trade is None:
            trade = self._worths.traded[key] = self._best(player, left)
        return trade

    def _best(self, player: Player, left: tuple[Crew, ...]) -> Traded:
        """The same, tried."""
        best, best_steps = float("-inf"), _NOTHING_TRADED[1]
        stored, turns = self._worths.stored, min(self._turns, MOST_TURNS)
        now = player.gold + stored(player, turns)
        for at, crew in enumerate(left):
            if at and crew == left[at - 1]:
                continue
            others = left[:at] + left[at + 1 :]
            for option, after in self._ways(player, crew):
                gain, steps = self._traded(after, others)
                gain += after.gold + stored(after, turns) - now
                if gain > best:
                    best, best_steps = gain, ((crew, option), *steps)
        return best, best_steps

    def _ways(self, player: Player, crew: Crew) -> list[tuple[Option, Player]]:
        """The sensible ways in which an edge can act, with the player after each."""
        code, workers, _gems = crew
        tile = self._tiles[code]
        ways = []
        if tile.is_plain:
            most = tile.max_amount(player, workers)
            for amount in range(most if tile.good == "cacao" else 0, most + 1):
                after = player.copy()
                tile.act(after, amount)
                ways.append((Option(amount), after))
            return ways
        edge = ((0, 0), 0, code, workers)
        for option in tile.options(_Bench(player), 0, edge):
            after = player.copy()
            tile.carry_out(_Bench(after), 0, edge, option)
            ways.append((option, after))
        return ways

    def _gems(
        self, player: Player, mine: str, left: dict[str, str], workers: int
    ) -> tuple[float, str]:
        """The gems that are taken, one by one, and what they are worth.

        Args:
            player: takes them.
            mine: the gems that lay there before the turn.
            left: these -> those that no other edge has taken.
            workers: on the edge.
        """
        worth, taken, gained = self._worths.gems, "", 0.0
        lying = left.get(mine, mine)
        for _worker in range(workers):
            best, best_gem = float("-inf"), ""
            before = worth(player.gems, self._turns, self._mask)
            for gem in dict.fromkeys(lying):
                gems = player.gems + gem
                completes = self._mask and len(set(gems)) == 4
                after = self._mask if completes else worth(gems, self._turns, self._mask)
                if after - before > best:
                    best, best_gem = after - before, gem
            if not best_gem:
                break
            gained += best
            taken += best_gem
            lying = lying.replace(best_gem, "", 1)
            player.gems += best_gem
            if self._mask and len(set(player.gems)) == 4:
                for gem in set(player.gems):
                    player.gems = player.gems.replace(gem, "", 1)
        left[mine] = lying
        return gained, "".join(sorted(taken, key="RGBW".index))


def crew_of(game: Game, cell: Cell, side: int, code: str, workers: int) -> Crew:
    """An edge as a crew."""
    mines = game.supply.get(MINES)
    lying = mines.get(NEIGHBOURS[cell][side], "") if mines else ""
    return code, workers, lying


def activate_all(game: Game, worths: Worths, seat: Seat | None = None) -> list[Move]:
    """Play the planned activations while somebody has to activate; returns the moves.

    Args:
        game: it is changed.
        seat: play those of this seat only, up to the first of another.
    """
    line: list[Move] = []
    while game.phase is Phase.ACTIVATE and seat in (None, game.to_move):
        planned = planned_moves(game, worths)
        asked, turn = game.to_move, game.turn
        for move in planned:
            if game.phase is not Phase.ACTIVATE or game.to_move != asked or game.turn != turn:
                break
            game.apply(move)
            line.append(move)
    return line


def planned_moves(game: Game, worths: Worths) -> list[Move]:
    """The moves with which the seat to move lets its edges act."""
    seat = game.to_move
    assert seat is not None, "somebody has to activate"
    player, edges = game.players[seat], game.open_edges
    turns = player.tiles_left
    planner = Planner(worths, player, turns, next_mask(game))
    crews = tuple(crew_of(game, *edge) for edge in edges)
    steps = planner.plan(crews).steps
    return [move_of(edges[at], option) for at, option in steps]


def move_of(edge: Sequence[Any], option: Option) -> Move:
    """The move of an edge that acts in a way."""
    cell, side, *_rest = edge
    return Move(ACTIVATE, SIDES[side], cell, *option)


def obvious(game: Game) -> Move | None:
    """The next activation if it is certainly right, else None: it takes all, and costs nothing."""
    assert game.to_move is not None, "somebody has to activate"
    player, tiles = game.players[game.to_move], game.rules.tiles
    goods = {tiles[edge.code].good for edge in game.open_edges}
    harmless = _HARMLESS if "watering" in goods else _HARMLESS | {"water"}
    for edge in game.open_edges:
        tile = tiles[edge.code]
        most = tile.max_amount(player, edge.workers)
        if tile.good in harmless and most:
            return move_of(edge, Option(most))
    return None
