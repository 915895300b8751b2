"""The turns that bring most at once: placement and fills, everybody's workers at their best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from cacao_core import moves
from cacao_core.ai.general.workers import Crew, Planner
from cacao_core.ai.general.worths import Worths, next_mask
from cacao_core.ai.playouts.encoding import MOST_TURNS
from cacao_core.game import Game, Phase
from cacao_core.modules.emperor import EMPEROR
from cacao_core.modules.gems import MINES, WAITING
from cacao_core.modules.map_board import BOARD
from cacao_core.moves import Move, MoveKind
from cacao_core.tiles import (
    NEIGHBOURS,
    OPPOSITE,
    ROTATIONS,
    STRENGTHENED,
    TILE_OF_EDGES,
    WORKERS_ON,
    Cell,
    Seat,
)

Source: TypeAlias = tuple[MoveKind, str, str]
"""A jungle tile that may be placed: the kind of the move, its code, and the gems on it."""
Fill: TypeAlias = tuple[Cell, Source]

_GEMLESS: Final = ""


class ValuedTurn(NamedTuple):
    """A placement and its fills, with what they are worth at once."""

    worth: float
    moves: tuple[Move, ...]

    @property
    def cell(self) -> Cell:
        """The cell where the worker tile is placed."""
        return self.moves[0].cell


class _Space(NamedTuple):
    """A jungle space beside a cell."""

    cell: Cell
    code: str | None
    gems: str
    facing: tuple[tuple[Seat, int], ...]
    """Seat and workers of each edge that faces it, those without workers too."""


class Lookahead:
    """Values the turns of the seat whose turn begins.

    Args:
        game: a position in the phase of placing; hidden tiles have no influence.
    """

    def __init__(self, game: Game, worths: Worths) -> None:
        assert game.phase is Phase.PLACE, "somebody has to place"
        self._game, self._worths, self._seat = game, worths, game.turn
        mask, weights = next_mask(game), worths.weights
        self._left = [
            player.tiles_left - (s == self._seat) for s, player in enumerate(game.players)
        ]
        self._planners = [
            Planner(worths, player, turns, mask)
            for player, turns in zip(game.players, self._left, strict=True)
        ]
        left = [min(turns, MOST_TURNS) for turns in self._left]
        self._temples = [weights.temples[turns] for turns in left]
        self._patience = weights.waiting[left[self._seat]] if game.display else 0.0
        self._tiles, self._waking = game.rules.tiles, game.rules.waking_all
        self._spaces: dict[Cell, _Space] = {}
        self._ways: dict[int, list[tuple[Source, ...]]] = {}
        self._crowds: dict[tuple[int, ...], float] = {}
        self._sources = self._on_offer()
        self._mines = game.supply.get(MINES) or {}

    def turns(self) -> list[ValuedTurn]:
        """All turns, most promising first."""
        turns: list[ValuedTurn] = []
        looks = self._looks()
        for cell in self._game.open_cells:
            turns += self._placements(cell, looks)
        # They come last, and few positions have any.
        legal = self._game.legal_moves()
        if legal[-1].kind == moves.OVERBUILD:
            turns += self._overbuildings([move for move in legal if move.kind == moves.OVERBUILD])
        turns.sort(key=lambda turn: -turn.worth)
        return turns

    def _looks(self) -> list[tuple[str, tuple[int, ...], float]]:
        """Each way to turn a tile of the hand: as placed, its workers, and what it costs to use."""
        player, looks = self._game.players[self._seat], []
        strong = "FO" in player.huts
        for name in sorted(set(player.hand)):
            kept = self._worths.kept(name, self._left[self._seat] + 1)
            for edges in ROTATIONS[name]:
                acting = STRENGTHENED.get(edges, edges) if strong else edges
                looks.append((edges, WORKERS_ON[acting], kept))
        return looks

    def _on_offer(self) -> list[Source]:
        """The jungle tiles that may be placed, those of the map board if it can be used."""
        game = self._game
        waiting = iter(game.supply.get(WAITING) or ())
        sources: list[Source] = [
            (moves.FILL, code, next(waiting, _GEMLESS) if self._tiles[code].good == "gems" else "")
            for code in game.display
        ]
        if game.players[self._seat].maps:
            for code in game.supply.get(BOARD, ()):
                gems = next(waiting, _GEMLESS) if self._tiles[code].good == "gems" else ""
                sources.append((moves.FILL_FROM_MAP, code, gems))
        return sources

    def _assignments(self, spaces: int) -> list[tuple[Source, ...]]:
        """The ways to fill some spaces, as far as tiles lie open."""
        if spaces not in self._ways:
            maps = self._game.players[self._seat].maps
            most = min(spaces, len(self._sources))
            assignments = [
                way
                for way in dict.fromkeys(permutations(self._sources, most))
                if sum(kind == moves.FILL_FROM_MAP for kind, _code, _gems in way) <= maps
            ]
            self._ways[spaces] = assignments or [()]
        return self._ways[spaces]

    def _space(self, cell: Cell) -> _Space:
        space = self._spaces.get(cell)
        if space is None:
            game = self._game
            facing = tuple(
                (tile.owner, WORKERS_ON[tile.edges][OPPOSITE[side]])
                for side, beside in enumerate(NEIGHBOURS[cell])
                if (tile := game.workers.get(beside))
            )
            code = game.jungle.get(cell)
            space = _Space(cell, code, self._mines.get(cell, _GEMLESS), facing)
            self._spaces[cell] = space
        return space

    # --- Placements ---------------------------------------------------------------------------

    def _placements(
        self, cell: Cell, looks: Sequence[tuple[str, tuple[int, ...], float]]
    ) -> list[ValuedTurn]:
        spaces = [self._space(beside) for beside in NEIGHBOURS[cell]]
        empty = [side for side, space in enumerate(spaces) if space.code is None and space.facing]
        turns = []
        always = self._favour(cell)
        for way in self._assignments(len(empty)):
            filled = dict(zip(empty, way, strict=False))
            worth, own = self._by_filling(spaces, filled)
            fills = tuple(
                Move(kind, code, spaces[side].cell) for side, (kind, code, _gems) in filled.items()
            )
            lying = [
                (filled[side][1], filled[side][2]) if side in filled else (space.code, space.gems)
                for side, space in enumerate(spaces)
            ]
            for edges, workers, kept in looks:
                gain = worth + always - kept + self._acting(spaces, lying, workers, own, filled)
                turns.append(ValuedTurn(gain, (Move(moves.PLACE, edges, cell), *fills)))
        return turns

    def _by_filling(
        self, spaces: Sequence[_Space], filled: dict[int, Source]
    ) -> tuple[float, list[Crew]]:
        """The worth of older workers: that of others' workers, and the own crews."""
        own: list[Crew] = []
        others: dict[Seat, list[Crew]] = {}
        worth = 0.0
        for side, (kind, code, gems) in filled.items():
            if kind == moves.FILL_FROM_MAP:
                worth -= self._map_tile()
            idle = code in self._game.rules.idle
            for seat, workers in spaces[side].facing:
                if seat == self._seat:
                    worth -= workers * self._patience
                if not idle and (workers or code in self._waking):
                    mine = own if seat == self._seat else others.setdefault(seat, [])
                    mine.append((code, workers, gems))
        for seat, crews in others.items():
            plan = self._planners[seat].plan(tuple(sorted(crews)))
            worth -= self._worths.share * plan.gain
        return worth, own

    def _map_tile(self) -> float:
        player, turns = self._game.players[self._seat], self._left[self._seat]
        fewer = player.copy()
        fewer.maps -= 1
        goods = self._worths.goods
        return goods(player, turns) - goods(fewer, turns)

    def _acting(
        self,
        spaces: Sequence[_Space],
        lying: Sequence[tuple[str | None, str]],
        workers: Sequence[int],
        own: Sequence[Crew],
        filled: dict[int, Source],
    ) -> float:
        """The worth of a tile's workers, with the older own ones that act beside them."""
        worth, crews = 0.0, list(own)
        idle, waking = self._game.rules.idle, self._waking
        for side, (code, gems) in enumerate(lying):
            count = workers[side]
            if code is None:
                worth += count * self._patience
            elif code in idle:
                worth += self._temple(spaces[side], count, side in filled)
            elif count or code in waking:
                crews.append((code, count, gems))
        return worth + self._planners[self._seat].plan(tuple(sorted(crews))).gain

    def _temple(self, space: _Space, workers: int, is_new: bool, less: int = 0) -> float:
        """The change of what a temple is worth to the seat."""
        crowd = [0] * len(self._left)
        for seat, count in space.facing:
            crowd[seat] += count
        before = 0.0 if is_new else self._majority(tuple(crowd))
        crowd[self._seat] += workers - less
        return self._majority(tuple(crowd)) - before

    def _majority(self, crowd: tuple[int, ...]) -> float:
        worth = self._crowds.get(crowd)
        if worth is None:
            worth = 0.0
            for seat, gold in enumerate(self._worths.payments(crowd)):
                weight = 1.0 if seat == self._seat else -self._worths.share
                worth += weight * self._temples[seat] * gold
            self._crowds[crowd] = worth
        return worth

    def _favour(self, cell: Cell) -> float:
        """The worth of the emperor's favour if a tile is placed on a cell."""
        if not self._worths.has_emperor:
            return 0.0
        at = self._game.supply[EMPEROR]
        if at[0] != cell[0] and at[1] != cell[1]:
            return 0.0
        tile, favour = self._game.workers.get(at), self._worths.favour
        gain = 1.0 + favour(self._left[self._seat])
        if tile and tile.owner == self._seat:
            return 1.0
        return gain + (self._worths.share * favour(self._left[tile.owner]) if tile else 0.0)

    # --- Overbuilding ---------------------------------------------------------------------------

    def _overbuildings(self, overbuildings: Sequence[Move]) -> list[ValuedTurn]:
        game, player = self._game, self._game.players[self._seat]
        poorer = player.copy()
        if "SH" not in player.huts:
            poorer.suns -= 1
        turns, goods = self._left[self._seat], self._worths.goods
        cost = goods(player, turns) - goods(poorer, turns)
        strong = "FO" in player.huts
        result = []
        for move in overbuildings:
            acting = STRENGTHENED.get(move.what, move.what) if strong else move.what
            old = WORKERS_ON[game.workers[move.cell].edges]
            worth = self._favour(move.cell) - cost
            worth -= self._worths.kept(TILE_OF_EDGES[move.what], turns + 1)
            crews: list[Crew] = []
            for side, count in enumerate(WORKERS_ON[acting]):
                space = self._space(NEIGHBOURS[move.cell][side])
                if space.code is None:
                    worth += (count - old[side]) * self._patience
                elif space.code in game.rules.idle:
                    worth += self._temple(space, count, is_new=False, less=old[side])
                elif count or space.code in self._waking:
                    crews.append((space.code, count, space.gems))
            worth += self._planners[self._seat].plan(tuple(sorted(crews))).gain
            result.append(ValuedTurn(worth, (move,)))
        return result
