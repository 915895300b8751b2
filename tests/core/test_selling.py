"""docs/rules.md 4.C is written once, in the jungle tiles: whatever computers know of it agrees.

``ending_goods`` tries every edge, the tables of the playouts gather before or after all selling,
and ``activation`` plans one turn. For speed, none of them asks the tiles in its inner loop. Here
they are compared with the tiles in all cases of up to three edges.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations, product

from cacao_core import Player
from cacao_core.activation import Edge
from cacao_core.ai.endings import goods as ending_goods
from cacao_core.ai.playouts import tables
from cacao_core.ai.playouts.encoding import CODES, CREW_OF, NUMBER_OF, holding_of
from cacao_core.ai.suggesting import _best_plan
from cacao_core.jungle import JUNGLE, codes_of
from cacao_core.rules import BASE

Edges = tuple[tuple[str, int], ...]
"""Code of the jungle tile and number of workers of each edge."""
Result = tuple[int, int]
"""Gold, and cacao left."""

TRADING = tuple(product(codes_of("cacao", "market"), (1, 2, 3)))
NO_VALUE = (0.0,) * (BASE.storage + 1)


def owner(cacao: int, suns: int = 0, water: int = 0) -> Player:
    player = Player(("1111",), ())
    player.cacao, player.suns, player.water = cacao, suns, water
    return player


@cache
def by_the_rules(cacao: int, edges: Edges) -> frozenset[Result]:
    """All results of edges, in every order and with every amount."""
    found = set()
    for at, (code, workers) in enumerate(edges):
        left = edges[:at] + edges[at + 1 :]
        for amount in range(JUNGLE[code].max_amount(owner(cacao), workers) + 1):
            acting = owner(cacao)
            JUNGLE[code].act(acting, amount)
            assert acting.gold == JUNGLE[code].gold_for(amount)
            found |= {(acting.gold + gold, kept) for gold, kept in by_the_rules(acting.cacao, left)}
    return frozenset(found) or frozenset([(0, cacao)])


def best_of(results: frozenset[Result] | tuple[Result, ...]) -> list[Result]:
    """The results that no other one beats in gold and in cacao, most gold first."""
    beaten = {
        one
        for one, other in permutations(set(results), 2)
        if one[0] <= other[0] and one[1] <= other[1]
    }
    return sorted(set(results) - beaten, reverse=True)


def test_trades_agree_with_the_tiles() -> None:
    looked = simple = 0
    for count, cacao in product((1, 2, 3), range(BASE.storage + 1)):
        for edges in combinations_with_replacement(TRADING, count):
            results = best_of(by_the_rules(cacao, edges))
            numbers = tuple((NUMBER_OF[code], workers) for code, workers in edges)
            assert list(ending_goods.exact_trades(cacao, tuple(sorted(numbers)))) == results, edges
            crew = sum(workers * CREW_OF[number] for number, workers in numbers)
            quick = tables.quick_trades(cacao, crew)
            assert set(quick) <= by_the_rules(cacao, edges), edges
            planned = tuple(Edge((at, 0), 0, *edge) for at, edge in enumerate(edges))
            assert _best_plan(cacao, planned, NO_VALUE).value == results[0][0], edges
            looked += 1
            simple += best_of(quick) == results
    assert looked == 6 * (15 + 120 + 680)
    assert (
        looked - simple == 561
    )  # where the simplification of the playouts (see ``State``) matters


def test_tiles_do_the_same_to_a_holding() -> None:
    worths = [0.0] * holding_of(Player(("1111",) * 2, ()))
    holdings = product(range(BASE.storage + 1), range(BASE.sun_sites + 1), range(len(BASE.water)))
    for (cacao, suns, water), code in product(holdings, JUNGLE):
        for workers in (1, 2, 3):
            player = owner(cacao, suns, water)
            held = holding_of(player)
            JUNGLE[code].act(player, JUNGLE[code].max_amount(player, workers))
            number = NUMBER_OF[code]
            exact = ending_goods.results(held, ((number, workers),))
            assert (player.gold, holding_of(player)) in exact, (code, workers, held)
            quick = tables.CrewOutcomes(held, worths)[workers * CREW_OF[number]]
            assert (quick.gold, quick.held) == (player.gold, holding_of(player)), (code, held)
    assert CODES[0] == ""
