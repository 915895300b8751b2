"""Measures whether the review tells luck and skill apart without bias.

    python -m tests.bench.luck hard hard --games 100 --kept luck.jsonl
    python -m tests.bench.luck newcomer hard --games 40 --kept luck.jsonl
    python -m tests.bench.luck --kept luck.jsonl

Games between levels, each deal from every seat, reviewed with as many playouts as the page uses.
What is kept of a game is a line of JSON; a second run goes on with the next deal, and without
levels all that was kept is told. Figures are in gold, with intervals of 95 % over the games:

- ``luck`` and ``skill`` of the first level, and its result, which is their sum. Between equal
  players luck has to be 0; between others too, so that skill is the result.
- ``drift``: the luck of the seat that has just moved, for one turn.
- ``slope``: how much luck takes back of what a decision seemed to lose; 0 if losses are believed
  as they should be.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np

from cacao_core import Deal, Game, Record, ai
from tests.bench import keeping

_BUDGET: Final = 300


class Reviewed(NamedTuple):
    """A reviewed game.

    Attributes:
        levels: by seat.
        seed: of the deal.
        budget: playouts for each turn.
        results: each seat's lead at the end.
        luck: each seat's.
        skill: ``skill[seat][decider]``.
        turns: of each turn the seat, whether it was solved, what its decisions changed for it, and
            its luck after it.
    """

    levels: list[str]
    seed: int
    budget: int
    results: list[float]
    luck: list[float]
    skill: list[list[float]]
    turns: list[tuple[int, bool, float, float]]


def one_game(levels: Sequence[str], budget: int, seed: int) -> Reviewed:
    """Play and review a game."""
    deal, rng = Deal.shuffled(len(levels), seed // len(levels)), Random(seed)
    game, moves = Game(deal), []
    seated = [*levels[seed % len(levels) :], *levels[: seed % len(levels)]]
    while game.to_move is not None:
        moves.append(ai.choose(game, seated[game.to_move], seed=rng.getrandbits(32)))
        game.apply(moves[-1])
    turns = ai.review(Record(deal, tuple(moves)), budget)
    found = ai.balance(turns)
    told = [
        (turn.seat, turn.analysis.exact, turn.skill[turn.seat][turn.seat], turn.luck[turn.seat])
        for turn in turns
    ]
    results = [one.result for one in found]
    skill = [list(one.skill) for one in found]
    return Reviewed(seated, seed, budget, results, [one.luck for one in found], skill, told)


def with_interval(values: Iterable[float]) -> str:
    """A mean with half of its interval."""
    found = np.array(list(values))
    return f"{found.mean():+.2f} ± {1.96 * found.std() / max(1, len(found) - 1) ** 0.5:.2f}"


def show(games: Sequence[Reviewed]) -> None:
    """Print the figures of all pairings."""
    pairings: dict[tuple[str, ...], list[Reviewed]] = defaultdict(list)
    for game in games:
        pairings[*sorted(game.levels), str(game.budget)].append(game)
    for kind, some in pairings.items():
        print(f"{' '.join(kind)}: {len(some)} games")
        _show_pairing(some)


def _show_pairing(games: Sequence[Reviewed]) -> None:
    for level in sorted({level for game in games for level in game.levels}):
        first = [(game, game.levels.index(level)) for game in games]
        results = with_interval(game.results[seat] for game, seat in first)
        luck = with_interval(game.luck[seat] for game, seat in first)
        skill = with_interval(sum(game.skill[seat]) for game, seat in first)
        own = with_interval(game.skill[seat][seat] for game, seat in first)
        print(f"  {level}: result {results}, luck {luck}, skill {skill}, own decisions {own}")
    turns = [turn for game in games for turn in game.turns if not turn[1]]
    print(f"  drift {with_interval(luck for *_turn, luck in turns)}, slope {_slope(turns)}")


def _slope(turns: Sequence[tuple[int, bool, float, float]]) -> str:
    lost = np.array([change for _seat, _exact, change, _luck in turns])
    luck = np.array([luck for *_turn, luck in turns])
    if lost.std() == 0:
        return "unknown"
    slope = np.cov(lost, luck)[0, 1] / lost.var()
    error = (luck - slope * lost).std() / (lost.std() * len(turns) ** 0.5)
    return f"{slope:+.2f} ± {1.96 * error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("levels", nargs="*", choices=[[], *ai.LEVELS], help="one for each seat")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--budget", type=int, default=_BUDGET, help="playouts for each turn")
    parser.add_argument("--kept", type=Path, help="file to which games are added")
    options = parser.parse_args()
    kept = keeping.read(options.kept, Reviewed)
    if options.levels:
        done = [one.seed for one in kept if _is_alike(one, options)]
        first = max(done, default=-1) + 1
        play = partial(one_game, options.levels, options.budget)
        for game in keeping.results(play, range(first, first + options.games)):
            kept.append(game)
            keeping.keep(options.kept, [game])
    show(kept)


def _is_alike(game: Reviewed, options: argparse.Namespace) -> bool:
    return sorted(game.levels) == sorted(options.levels) and game.budget == options.budget


if __name__ == "__main__":
    main()
