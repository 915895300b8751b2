"""What the edges of a turn bring to their player, kept for the next time that somebody asks.

Rows are the bytes of four int16: the change of gold, cacao, sun tokens, and of the water track's
value.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import Final, TypeAlias

import numpy as np

from cacao_core.activation import Edge
from cacao_core.ai.suggesting import act_all
from cacao_core.player import Player
from cacao_core.rules import JUNGLE, Good, Rules

Load: TypeAlias = tuple[str, int]
"""Code of a jungle tile that is no temple, and the workers of an edge that faces it."""
Loads: TypeAlias = tuple[Load, ...]

MOST_KEPT: Final = 1 << 16
"""Entries of a table, which begins anew when it is full."""
_TRADE: Final[frozenset[Good]] = frozenset(("cacao", "market"))


class Held(dict[Loads, bytes]):
    """Edges that act -> the row of what they bring to one village board.

    They act for the most gold, then for the most cacao; everything else is taken.
    """

    def __init__(self, outcomes: Outcomes, player: Player) -> None:
        self._outcomes = outcomes
        self._player = player

    def __missing__(self, loads: Loads) -> bytes:
        self[loads] = row = self._outcomes.row(self._player, loads)
        return row


class Outcomes:
    """The results of edges under some rules, for all village boards."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._fruits = tuple(0.01 * fruits for fruits in range(rules.storage + 1))
        self._held: dict[tuple[int, int, int], Held] = {}
        self._rows: dict[tuple[object, ...], bytes] = {}

    def held(self, player: Player, suns: int = 0) -> Held:
        """What edges bring to a player, who has so many sun tokens more."""
        key = (player.cacao, player.suns + suns, player.water)
        found = self._held.get(key)
        if found is None:
            self._held[key] = found = Held(self, self._board(*key))
        elif len(found) > MOST_KEPT:
            found.clear()
        return found

    def row(self, player: Player, loads: Loads) -> bytes:
        """What edges bring to a player who uses them in the best order."""
        key = (loads, *self._what_counts(player, loads))
        if key not in self._rows:
            board = self._board(player.cacao, player.suns, player.water)
            act_all(board, _edges(loads), self._fruits)
            self._keep(key, self._change(player, board))
        return self._rows[key]

    def choices(self, player: Player, loads: Loads) -> bytes:
        """The rows of each amount of each edge, if the others then act in the best order."""
        key = ("choices", loads, *self._what_counts(player, loads))
        if key not in self._rows:
            edges = _edges(loads)
            rows = []
            for edge in edges:
                others = [other for other in edges if other is not edge]
                for amount in range(player.max_amount(edge.code, edge.workers) + 1):
                    board = self._board(player.cacao, player.suns, player.water)
                    JUNGLE[edge.code].act(board, amount)
                    act_all(board, others, self._fruits)
                    rows.append(self._change(player, board))
            self._keep(key, b"".join(rows))
        return self._rows[key]

    def _keep(self, key: tuple[object, ...], row: bytes) -> None:
        if len(self._rows) > MOST_KEPT:
            self._rows.clear()
        self._rows[key] = row

    def _what_counts(self, player: Player, loads: Loads) -> tuple[int, int, int]:
        """The part of a village board on which the results of edges depend."""
        goods = {JUNGLE[code].good for code, _workers in loads}
        return (
            player.cacao if goods & _TRADE else -1,
            player.suns if "suns" in goods else -1,
            player.water if "water" in goods else -1,
        )

    def _board(self, cacao: int, suns: int, water: int) -> Player:
        player = Player((), (), self._rules)
        player.cacao, player.suns, player.water = cacao, suns, water
        return player

    def _change(self, before: Player, after: Player) -> bytes:
        """The row of a change; ``after`` has only the gold that was added."""
        values = self._rules.water
        water = values[after.water] - values[before.water]
        change = (after.gold, after.cacao - before.cacao, after.suns - before.suns, water)
        return np.array(change, np.int16).tobytes()


def loads_of(edges: Sequence[tuple[object, object, str, int]]) -> Loads:
    """The loads of edges to activate."""
    return tuple((code, workers) for _cell, _side, code, workers in edges)


def _edges(loads: Loads) -> list[Edge]:
    """Edges with these loads, somewhere."""
    return list(starmap(Edge, (((0, 0), at, *load) for at, load in enumerate(loads))))
