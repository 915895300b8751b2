"""The gains of a turn's edges for their player, kept for the next time that somebody asks.

Rows are the bytes of four int16: the change of gold, cacao, sun tokens, and of the water track's
value. Trade (plantations and markets) depends on the cacao in storage, gifts (all other tiles) on
the rest; so they are kept apart, and added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import Final, TypeAlias, TypeVar

import numpy as np

from cacao_core.activation import Edge
from cacao_core.ai.suggesting import act_all
from cacao_core.jungle import JUNGLE, by_good
from cacao_core.player import Player
from cacao_core.rules import Rules

K = TypeVar("K")
V = TypeVar("V")

Load: TypeAlias = tuple[str, int]
"""Code of a jungle tile that is no temple, and the workers of an edge that faces it."""
Loads: TypeAlias = tuple[Load, ...]
Stock: TypeAlias = tuple[int, int, int]
"""Cacao, sun tokens and water field of a player; 0 where it does not count."""

MOST_KEPT: Final = 1 << 16
"""Entries of a table, which begins anew when it is full."""

_IS_TRADE: Final = by_good(
    "cacao_core/learning/outcomes.py",
    {"cacao": True, "market": True, "suns": False, "water": False, "gold": False},
    apart=("temple",),
)
TRADE: Final = frozenset(code for code, tile in JUNGLE.items() if _IS_TRADE.get(tile.good))
"""Codes of plantations and markets."""
GIFTS: Final = frozenset(code for code, tile in JUNGLE.items() if _IS_TRADE.get(tile.good) is False)
"""Codes of the tiles where workers only take."""


class EdgeOutcomes:
    """The results of edges under some rules, for all village boards."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._fruits = tuple(0.01 * fruits for fruits in range(rules.storage + 1))
        self._parts: dict[tuple[Loads, Stock], bytes] = {}
        self._choices: dict[tuple[Load, Loads, Stock], bytes] = {}

    def row(self, stock: Stock, loads: Loads) -> bytes:
        """The gains of a player who uses edges in the best order.

        They act for the most gold, then for the most cacao; everything else is taken.
        """
        trade = tuple([load for load in loads if load[0] in TRADE])
        if len(trade) == len(loads):
            return self.part((stock[0], 0, 0), loads)
        gifts = tuple([load for load in loads if load[0] in GIFTS])
        row = self.part((0, *stock[1:]), gifts)
        return row if not trade else sum_of(row, self.part((stock[0], 0, 0), trade))

    def part(self, stock: Stock, loads: Loads) -> bytes:
        """The same for edges of one kind: all trade, or all take gifts.

        Args:
            stock: the other part is 0.
            loads: of the edges.
        """
        key = (loads, stock)
        change = self._parts.get(key)
        if change is None:
            board = self._board(stock)
            act_all(board, _edges(loads), self._fruits)
            change = keep(self._parts, key, self._change(stock, board))
        return change

    def choices(self, stock: Stock, loads: Loads) -> bytes:
        """The rows of each amount of each edge, if the others then act in the best order."""
        trade = tuple([load for load in loads if load[0] in TRADE])
        gifts = tuple([load for load in loads if load[0] in GIFTS])
        cacao, goods = (stock[0], 0, 0), (0, *stock[1:])
        rows = []
        for load in loads:
            is_trade = load[0] in TRADE
            own, others = (trade, gifts) if is_trade else (gifts, trade)
            row = self._choice(cacao if is_trade else goods, load, own)
            if others:
                row = sum_of(row, self.part(goods if is_trade else cacao, others))
            rows.append(row)
        return b"".join(rows)

    def _choice(self, stock: Stock, load: Load, loads: Loads) -> bytes:
        """The rows of each amount of one edge among edges of its kind."""
        key = (load, loads, stock)
        choice = self._choices.get(key)
        if choice is None:
            at = loads.index(load)
            others, rows = loads[:at] + loads[at + 1 :], []
            for amount in range(self._board(stock).max_amount(*load) + 1):
                board = self._board(stock)
                JUNGLE[load[0]].act(board, amount)
                rest = self.part((board.cacao, board.suns, board.water), others)
                rows.append(sum_of(self._change(stock, board), rest))
            choice = keep(self._choices, key, b"".join(rows))
        return choice

    def _board(self, stock: Stock) -> Player:
        player = Player((), (), self._rules)
        player.cacao, player.suns, player.water = stock
        return player

    def _change(self, stock: Stock, after: Player) -> bytes:
        """The row of a change; ``after`` has only the gold that was added."""
        cacao, suns, field = stock
        values = self._rules.water
        water = values[after.water] - values[field]
        change = (after.gold, after.cacao - cacao, after.suns - suns, water)
        return np.array(change, np.int16).tobytes()


def stock_of(player: Player) -> Stock:
    """The part of a village board on which results depend."""
    return (player.cacao, player.suns, player.water)


def sum_of(rows: bytes, row: bytes) -> bytes:
    """A row added to each of some rows."""
    table = np.frombuffer(rows, np.int16).reshape(-1, 4)
    return (table + np.frombuffer(row, np.int16)).tobytes()


def loads_of(edges: Sequence[tuple[object, object, str, int]]) -> Loads:
    """The loads of edges to activate."""
    return tuple([(code, workers) for _cell, _side, code, workers in edges])


def keep(table: dict[K, V], key: K, value: V) -> V:
    """Put a value into a table, which begins anew when it is full."""
    if len(table) >= MOST_KEPT:
        table.clear()
    table[key] = value
    return value


def _edges(loads: Loads) -> list[Edge]:
    """Edges with these loads, somewhere."""
    return list(starmap(Edge, (((0, 0), at, *load) for at, load in enumerate(loads))))
