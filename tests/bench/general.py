"""Strength of the levels with modules, over paired deals: each deal is played from both seats.

Run: ``python -m tests.bench.general hard plain --rules huts map+chocolate big --deals 20``. The
player ``plain`` looks one turn ahead: gold, what it can sell next, and the plain worth of the goods
of modules.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from time import process_time
from typing import Final, NamedTuple

from cacao_core import Deal, Game, Phase, ai
from cacao_core.ai.general.playing import suggest, turns_of
from cacao_core.ai.general.worths import Worths
from cacao_core.ai.playouts.weights import PLAIN
from cacao_core.ai.selfplay.module_values import ModuleValues, named
from cacao_core.moves import Move
from cacao_core.rules import rules_named

PLAIN_PLAYER: Final = "plain"


class Result(NamedTuple):
    """A game from the view of the first level."""

    won: float
    lead: float
    seconds: float
    """Longest turn of the first level."""


def plain(view: Game) -> Move:
    """The move of the player that looks one turn ahead."""
    if view.phase in (Phase.ACTIVATE, Phase.DECIDE):
        return suggest(view)
    values = named(ModuleValues.start)
    worths = Worths(view.rules, len(view.players), PLAIN, share=0.0, values=values)
    return turns_of(view, worths)[0].moves[0]


def game(first: str, second: str, name: str, deal_and_seat: tuple[int, int]) -> Result:
    """Play a game; with more than two players every other seat is the second level's."""
    deal, seat = deal_and_seat
    rules = rules_named(name)
    assert rules is not None, name
    played = Game(Deal.shuffled(rules.players[0], deal, rules))
    spent: dict[int, float] = {}
    number = 0
    while played.to_move is not None:
        number += 1
        own = played.to_move % 2 == seat
        level = first if own else second
        view = played.view(played.to_move, Random(number))
        begun = process_time()
        move = plain(view) if level == PLAIN_PLAYER else ai.choose(view, level, seed=number)
        if own:
            turn = len(played.workers) + (played.phase is Phase.PLACE)
            spent[turn] = spent.get(turn, 0.0) + process_time() - begun
        played.apply(move)
    winners = played.winners()
    totals = [score.total for score in played.score()]
    mine = [total for at, total in enumerate(totals) if at % 2 == seat]
    others = [total for at, total in enumerate(totals) if at % 2 != seat]
    won = sum(at % 2 == seat for at in winners) / len(winners)
    return Result(won, sum(mine) / len(mine) - sum(others) / len(others), max(spent.values()))


def told(results: Iterable[tuple[Result, Result]]) -> str:
    """Games won and lead with their 95 % intervals, of pairs of games on the same deal."""
    pairs = list(results)
    won = [(one.won + other.won) / 2 for one, other in pairs]
    leads = [(one.lead + other.lead) / 2 for one, other in pairs]
    turn = sorted(one.seconds for pair in pairs for one in pair)
    games = 2 * len(pairs)
    share = sum(won) / len(won)
    low, high = _wilson(share, games)
    mean = sum(leads) / len(leads)
    error = 1.96 * sqrt(sum((one - mean) ** 2 for one in leads) / max(1, len(leads) - 1))
    error /= sqrt(len(leads))
    return (
        f"{100 * share:.0f} % ({100 * low:.0f}-{100 * high:.0f}) of {games}, "
        f"lead {mean:+.1f} ± {error:.1f}, longest turn {turn[len(turn) // 2]:.2f} s"
    )


def _wilson(share: float, games: int) -> tuple[float, float]:
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return middle - half, middle + half


def main() -> None:
    """Play, and print a line for each rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--rules", nargs="+", required=True)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--from", type=int, default=1000, dest="begin")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    deals = range(options.begin, options.begin + options.deals)
    with ProcessPoolExecutor(options.workers) as pool:
        for name in options.rules:
            play = partial(game, options.first, options.second, name)
            one, other = (pool.map(play, [(deal, seat) for deal in deals]) for seat in (0, 1))
            results = list(zip(one, other, strict=True))
            print(options.first, options.second, name, told(results), flush=True)


if __name__ == "__main__":
    main()
