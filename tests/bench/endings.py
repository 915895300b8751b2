"""How long the solving of endings takes, by the number of turns left, and whether it is right.

    python -m tests.bench.endings --games 50 --players 2 --turns 6
    python -m tests.bench.endings --check 300

The first plays games by the level `medium` and solves the position at the start of each of the last
turns, with a budget that is hardly ever used up. Seconds are those of CPython; the page takes about
three times as long. The second compares with brute force over the rules' moves: the results and all
first moves of small positions; and in real ones with more turns left, the result with those after
each legal move.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from cacao_core import Deal, Game, Phase, ai
from cacao_core.ai.endings import NODES, EndingSearch, is_solvable
from tests.core.endings import after, differences, small_position, told

_SLOWER: Final = 3
"""The page's Python beside CPython."""
_MOST: Final = 60_000
"""Nodes, after which a position counts as too much."""

Seen = tuple[int, float]
"""Nodes and seconds."""


def endings(players: int, turns: int, games: int) -> dict[int, list[Game]]:
    """Turns left -> positions at the start of that turn."""
    found: dict[int, list[Game]] = defaultdict(list)
    for seed in range(games):
        game = Game(Deal.shuffled(players, seed))
        while not game.is_over:
            left = sum(player.tiles_left for player in game.players)
            if game.phase is Phase.PLACE and left <= turns:
                found[left].append(game.copy())
            game.apply(ai.choose(game, "medium", seed=seed))
    return found


def solved(game: Game) -> Seen:
    """The cost of the best result; all turns that reach it are found afterwards."""
    ending = EndingSearch(game, _MOST)
    begun = time.process_time()
    for _share in ending.steps():
        pass
    spent = time.process_time() - begun
    return (ending.budget.nodes if ending.is_known else _MOST + 1, spent)


def row(turns: int, games: Sequence[Game]) -> str:
    """A line of the table."""
    known = [game for game in games if is_solvable(game)]
    settled = sum(not game.display for game in known)
    seen = [solved(game) for game in known]
    if not seen:
        return f"| {turns} | {len(games)} | 0 | | | | | |"
    parts = []
    for values, form in (
        (sorted(nodes for nodes, _seconds in seen), "{:.0f}"),
        (sorted(seconds * 1000 for _nodes, seconds in seen), "{:.0f}"),
    ):
        marks = (values[len(values) // 2], values[int(len(values) * 0.95)], values[-1])
        parts.append(", ".join(map(form.format, marks)))
    within = sum(nodes <= NODES for nodes, _seconds in seen) / len(seen)
    soon = sum(seconds * _SLOWER <= 1 for _nodes, seconds in seen) / len(seen)
    shares = f"{within:.0%} | {soon:.0%}"
    return f"| {turns} | {len(games)} | {len(known)} | {settled} | {' | '.join(parts)} | {shares} |"


def check(count: int) -> None:
    """Print how many positions were compared, and how many differed."""
    kinds = [(2, 1, 3, 4), (2, 2, 0, 4), (3, 1, 3, 2), (3, 2, 0, 4), (4, 1, 3, 2), (4, 2, 0, 10)]
    for players, turns, jungle, cost in kinds:
        number = count // cost
        wrong = [
            seed
            for seed in range(1000, 1000 + number)
            if differences(small_position(players, turns, seed, jungle=jungle))
        ]
        print(f"{players} players, {turns} turns: {number} positions, different: {wrong}")
    for turns, number in ((3, count // 10), (4, count // 30)):
        wrong = []
        for seed, game in enumerate(endings(2, turns, number)[turns]):
            if is_solvable(game) and not follows(game):
                wrong.append(seed)
        print(f"2 players, {turns} turns, one move ahead: {number} games, different: {wrong}")


def follows(game: Game) -> bool:
    """Whether a position's result is the best of those after the legal moves."""
    first = told(game, game, _MOST)
    if first is None:
        return True
    found = [told(after(game, move), game, _MOST) for move in game.legal_moves()]
    return first == max(result for result in found if result is not None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--check", type=int, default=0, help="positions of the cheapest kind")
    options = parser.parse_args()
    if options.check:
        check(options.check)
        return
    print("Median, 95th percentile, worst:")
    print("| turns | games | solvable | no jungle tiles | nodes | ms | in budget | 1 s in page |")
    for turns, games in sorted(endings(options.players, options.turns, options.games).items()):
        print(row(turns, games), flush=True)


if __name__ == "__main__":
    main()
