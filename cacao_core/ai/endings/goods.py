"""All results that a player's edges of a turn can have, exactly (docs/rules.md 4.C).

The tables of the playouts let all edges gather before or after all selling. Here every edge acts on
its own, in any order, as in the rules.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from cacao_core.ai.playouts.encoding import (
    CODES,
    LAST_WATER_FIELD,
    ONE_FIELD,
    ONE_SUN,
    STORAGE_SPACES,
    SUN_SITES,
    WATER_FIELDS,
    Holding,
    cacao_of,
    suns_of,
    water_of,
)
from cacao_core.jungle import JUNGLE, codes_of

Acting: TypeAlias = tuple[int, int]
"""An edge: number of the jungle tile that it faces, and its workers."""
GoodsResult: TypeAlias = tuple[int, Holding]
"""Gold, and the holding afterwards."""

POINT: Final = 16
"""A gold in a standing: 16 × gold + cacao, so that standings compare as docs/rules.md 5 says."""

_TRADING: Final = frozenset(
    number for number, code in enumerate(CODES) if code in codes_of("cacao", "market")
)


def worth_at_end(held: Holding) -> int:
    """The standing that a holding adds at the end of the game (docs/rules.md 5)."""
    return POINT * (suns_of(held) + WATER_FIELDS[water_of(held)]) + cacao_of(held)


@cache
def results(held: Holding, edges: tuple[Acting, ...]) -> tuple[GoodsResult, ...]:
    """The results of edges that no other result beats in gold and in every good; most gold first.

    More of a good is never worse, because every action may be waived. So all gold, water and suns
    are taken, and only trading leaves a choice.

    Args:
        held: the holding before.
        edges: in ascending order.
    """
    gold = fields = suns = 0
    for number, workers in edges:
        gives = JUNGLE[CODES[number]].gives
        gold += workers * gives.get("gold", 0)
        fields += workers * gives.get("water", 0)
        suns += workers * gives.get("suns", 0)
    cacao = cacao_of(held)
    rest = held - cacao
    rest += min(fields, LAST_WATER_FIELD - water_of(held)) * ONE_FIELD
    rest += min(suns, SUN_SITES - suns_of(held)) * ONE_SUN
    trading = tuple(edge for edge in edges if edge[0] in _TRADING)
    return tuple((gold + earned, rest + left) for earned, left in exact_trades(cacao, trading))


@cache
def exact_trades(cacao: int, edges: tuple[Acting, ...]) -> tuple[tuple[int, int], ...]:
    """The best results of trading, as (gold, cacao left), most gold first.

    Args:
        cacao: fruits in storage before.
        edges: at plantations and markets, in ascending order.
    """
    most = {0: cacao}  # gold -> most cacao left
    for at, edge in enumerate(edges):
        if at and edge == edges[at - 1]:
            continue
        left = edges[:at] + edges[at + 1 :]
        for earned, cacao_left in _one_edge(cacao, edge):
            for more, rest in exact_trades(cacao_left, left):
                most[earned + more] = max(most.get(earned + more, 0), rest)
    best: list[tuple[int, int]] = []
    for gold in sorted(most, reverse=True):
        if not best or most[gold] > best[-1][1]:
            best.append((gold, most[gold]))
    return tuple(best)


def _one_edge(cacao: int, edge: Acting) -> list[tuple[int, int]]:
    """The results of one edge: (gold, cacao left) each."""
    number, workers = edge
    tile = JUNGLE[CODES[number]]
    if tile.good == "cacao":
        return [(0, min(STORAGE_SPACES, cacao + workers * tile.number))]
    return [(tile.gold_for(sold), cacao - sold) for sold in range(1, min(workers, cacao) + 1)]
