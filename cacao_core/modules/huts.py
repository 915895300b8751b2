"""Huts: built for gold at the end of a turn, each with its own use (docs/rules.md 11.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from cacao_core import moves
from cacao_core.chance import below
from cacao_core.errors import BadDeal, BadRecord, describe
from cacao_core.goods import Good
from cacao_core.jungle import Market, VillageBoard
from cacao_core.module import Dealt, Laid, Module, ModuleGame, texts
from cacao_core.moves import BUILD, NO_HUT, NOWHERE, Move
from cacao_core.tiles import NEIGHBOURS, STRENGTHENED, WORKERS_ON, Cell, Seat

Bonus = Callable[[ModuleGame, Seat], int]


@dataclass(frozen=True)
class Hut:
    """A kind of hut."""

    code: str
    cost: int
    bonus: Bonus = lambda _position, _seat: 0
    """Gold of its owner in the final scoring, beside the cost."""


def _hermits(position: ModuleGame, seat: Seat) -> int:
    """Workers of a seat whose edge faces no jungle tile."""
    return sum(
        workers
        for cell, tile in position.workers.items()
        if tile.owner == seat
        for beside, workers in zip(NEIGHBOURS[cell], WORKERS_ON[tile.edges], strict=True)
        if beside not in position.jungle
    )


def _road(position: ModuleGame, seat: Seat) -> int:
    """Most worker tiles of a seat in one row or column."""
    own = [cell for cell, tile in position.workers.items() if tile.owner == seat]
    lines = Counter(("x", x) for x, _y in own) + Counter(("y", y) for _x, y in own)
    return max(lines.values(), default=0)


def _temples(position: ModuleGame, seat: Seat) -> int:
    return sum(temple.workers[seat] > 0 for temple in position.temples())


def _well(position: ModuleGame, seat: Seat) -> int:
    return 4 * (position.players[seat].water == position.rules.last_field)


def _fixed(gold: int) -> Bonus:
    return lambda _position, _seat: gold


HUTS: Final[Mapping[str, Hut]] = {
    hut.code: hut
    for hut in (
        Hut("MC", 4),
        Hut("HE", 6, _hermits),
        Hut("RW", 6, _road),
        Hut("TR", 6, lambda position, seat: position.players[seat].cacao),
        Hut("FA", 8),
        Hut("SH", 8),
        Hut("MO", 10, _temples),
        Hut("MB", 10, lambda position, seat: len(position.players[seat].huts) - 1),
        Hut("FO", 12),
        Hut("FM", 12, _well),
        Hut("CD", 14, _fixed(4)),
        Hut("CS", 16, _fixed(4)),
        Hut("CW", 20, _fixed(5)),
        Hut("CH", 24, _fixed(6)),
    )
}
"""Code -> kind of hut, by cost."""

TILES: Final = (
    *(("MC", "HE"), ("TR", "FA"), ("HE", "MC"), ("RW", "SH"), ("SH", "MB"), ("FA", "MO")),
    *(("MB", "CS"), ("MO", "CD"), ("FO", "RW"), ("FM", "TR"), ("CW", "FM"), ("CH", "FO")),
)
"""Front and back of each hut tile."""

SUPPLY: Final = "huts"
"""In the supply: the codes of the huts that can be built, in the order of :data:`TILES`."""
HARVEST: Final = "harvest"
"""In the supply: for each seat the cacao that came into storage in this turn."""
_FOR_FARMER: Final = 4


class CriedMarket(Market):
    """A market of price 2, where the market crier sells for 3."""

    def act(self, player: VillageBoard, amount: int) -> None:
        super().act(player, amount)
        if "MC" in player.huts:
            player.gold += amount


class Huts(Module):
    """Twelve huts; the turn's player may build one after all workers have acted."""

    name = "huts"
    added = (CriedMarket("M2", 2),)
    goods: ClassVar[tuple[Good, ...]] = (Good("huts", (), kinds=tuple(HUTS), each=1),)

    deals = "huts"

    def deal(self, _players: int, numbers: Iterator[int]) -> tuple[str, ...]:
        return tuple(sides[below(2, numbers)] for sides in TILES)

    def unknown_deal(self, _players: int) -> tuple[str, ...]:
        return tuple(front for front, _back in TILES)

    def checked_deal(self, value: object, _players: int) -> tuple[str, ...]:
        if not isinstance(value, Sequence) or len(value) != len(TILES):
            raise BadDeal(f"huts {describe(value)}: expected {len(TILES)} codes")
        for code, sides in zip(value, TILES, strict=True):
            if code not in sides:
                raise BadDeal(f"huts: {describe(code)}; expected {' or '.join(sides)} there")
        return tuple(value)

    def deal_digits(self, value: Sequence[str], _players: int) -> list[tuple[int, int]]:
        return [(sides.index(code), 2) for code, sides in zip(value, TILES, strict=True)]

    def take_deal(self, take: Callable[[int], int], _players: int) -> tuple[str, ...]:
        return tuple(sides[take(2)] for sides in TILES)

    def begin(self, game: ModuleGame, deal: Dealt) -> None:
        game.supply[SUPPLY] = deal.huts
        game.supply[HARVEST] = (0,) * len(game.players)

    def lay(self, game: ModuleGame, deal: Dealt, lying: Mapping[str, Any]) -> None:
        self.begin(game, deal)
        left = Counter(deal.huts)
        left.subtract(code for player in game.players for code in player.huts)
        game.supply[SUPPLY] = tuple((+left).elements())

    def overbuilding_cost(self, player: VillageBoard) -> int:
        return 0 if "SH" in player.huts else 1

    def placed(self, game: ModuleGame, cell: Cell) -> None:
        tile = game.workers[cell]
        if "FO" in game.players[tile.owner].huts and tile.edges in STRENGTHENED:
            game.workers[cell] = tile._replace(edges=STRENGTHENED[tile.edges])

    def acted(self, game: ModuleGame, seat: Seat, before: VillageBoard) -> None:
        more = game.players[seat].cacao - before.cacao
        if more > 0:
            harvest = list(game.supply[HARVEST])
            harvest[seat] += more
            game.supply[HARVEST] = tuple(harvest)

    def all_acted(self, game: ModuleGame) -> None:
        for seat, player in enumerate(game.players):
            cacao = game.supply[HARVEST][seat]
            if cacao == _FOR_FARMER and "FA" in player.huts and player.room:
                player.cacao += 1
                game.note(seat, self.name, "harvest", cacao=1)
        game.supply[HARVEST] = (0,) * len(game.players)

    def decisions(self, game: ModuleGame) -> list[Move]:
        player = game.players[game.turn]
        lying = dict.fromkeys(game.supply[SUPPLY])
        decisions = [
            Move(BUILD, code, NOWHERE)
            for code in lying
            if HUTS[code].cost <= player.gold and code not in player.huts
        ]
        return [*decisions, Move(BUILD, NO_HUT, NOWHERE)] if decisions else []

    def decide(self, game: ModuleGame, move: Move) -> None:
        if move.kind != moves.BUILD or move.what == NO_HUT:
            return
        player = game.players[game.turn]
        player.gold -= HUTS[move.what].cost
        player.huts += (move.what,)
        game.note(game.turn, self.name, move.what, gold=-HUTS[move.what].cost, huts=1)
        lying = list(game.supply[SUPPLY])
        lying.remove(move.what)
        game.supply[SUPPLY] = tuple(lying)

    def sources(self, position: ModuleGame, seat: Seat) -> dict[str, int]:
        huts = (HUTS[code] for code in position.players[seat].huts)
        return {"huts": sum(hut.cost + hut.bonus(position, seat) for hut in huts)}

    def check_supply(self, position: Laid) -> None:
        if len(position.supply[HARVEST]) != len(position.players):
            raise BadRecord(f"position, supply: {HARVEST} of another number of players")
        built = [code for player in position.players for code in player.huts]
        if len(built) + len(position.supply[SUPPLY]) != len(TILES):
            raise BadRecord(f"position, supply: expected {len(TILES)} huts in all")

    def read_supply(self, given: Mapping[str, Any]) -> dict[str, Any]:
        huts = texts(given, SUPPLY)
        harvest = tuple(given.get(HARVEST) or ())
        if not set(huts) <= set(HUTS) or not all(type(cacao) is int for cacao in harvest):
            raise BadRecord(f"position, supply: huts {describe(huts)}")
        return {SUPPLY: huts, HARVEST: harvest}
