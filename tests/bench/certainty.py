"""Measures how often what a turn loses lies in the interval that is told, against a deeper look.

    python -m tests.bench.certainty --players 2 --games 20 --kept certainty.jsonl

Games of ``medium``, in which some turns are good and some are not. A few turns of each are judged
as the page does it, then the best turn and the played one alone with many times the playouts. A
second run goes on with the next deal. Turns that are solved or certain, or as good as the best one,
are left out:

- ``inside``: the loss of the deeper look lies in the interval that was told.
- ``blamed``: turns that are told as mistakes; ``wrongly`` are those that the deeper look does not
  find worse at all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from cacao_core import Deal, Game, Move, Phase, Record, ai
from cacao_core.ai.analysis import analysing_turn
from cacao_core.ai.intervals import is_mistake
from cacao_core.moves import ACTIVATE
from tests.bench import keeping

_BUDGET: Final = 300
_DEEPER: Final = 10
"""Times as many playouts for the deeper look."""
_TURNS: Final = 4
"""Turns of a game that are judged."""


class Judged(NamedTuple):
    """A turn.

    Attributes:
        players: how many.
        seed: of the deal.
        loss: in gold, as told.
        error: half of its interval.
        deep: the loss by the deeper look; below 0 if the played turn is better.
        deep_error: half of the interval of that.
    """

    players: int
    seed: int
    loss: float
    error: float
    deep: float
    deep_error: float


def one_game(players: int, seed: int) -> list[Judged]:
    """Play a game, and judge some of its turns."""
    deal, rng = Deal.shuffled(players, seed), Random(seed)
    game, moves = Game(deal), list[Move]()
    begun: list[int] = []
    while game.to_move is not None:
        if game.phase is Phase.PLACE:
            begun.append(len(moves))
        moves.append(ai.choose(game, "medium", seed=rng.getrandbits(32)))
        game.apply(moves[-1])
    record = Record(deal, tuple(moves))
    ends = dict(zip(begun, [*begun[1:], len(moves)], strict=True))
    sample = rng.sample(begun, _TURNS)
    found = [_judged(record.game(at), moves[at : ends[at]]) for at in sorted(sample)]
    return [Judged(players, seed, *one) for one in found if one]


def _judged(game: Game, turn: Sequence[Move]) -> tuple[float, float, float, float] | None:
    """Loss and error as told, then by the deeper look; None if there is nothing to measure."""
    line = [move for move in turn if move.kind != ACTIVATE]
    *_, (_share, found) = analysing_turn(game, line, _BUDGET)
    assert found is not None, "the last step has the result"
    best, played = found.analysis[0], found.played
    if found.analysis.exact or best.line == played.line or not played.error:
        return None
    asked = [[move for move in one.line if move.kind != ACTIVATE] for one in (best, played)]
    deeper = ai.analyse(game, _DEEPER * _BUDGET, moves=asked)
    if deeper.exact or len(deeper) < 2:
        return None
    first = deeper[0].line[: len(asked[0])] == tuple(asked[0])
    apart = deeper[0].margin - deeper[1].margin
    return (
        best.margin - played.margin,
        min(played.error, 99.0),
        apart if first else -apart,
        deeper[1].error,
    )


def show(turns: Sequence[Judged]) -> None:
    """Print the figures for each number of players."""
    for players in sorted({turn.players for turn in turns}):
        some = [turn for turn in turns if turn.players == players]
        inside = sum(abs(turn.loss - turn.deep) <= turn.error for turn in some)
        blamed = [turn for turn in some if is_mistake(turn.loss, turn.error)]
        errors = sorted(turn.error for turn in some)
        print(
            f"{players} players: {len(some)} turns, {inside / len(some):.1%} inside, "
            f"half an interval is {errors[len(errors) // 2]:.2f} (median), the deeper one "
            f"{sum(turn.deep_error for turn in some) / len(some):.2f}; {len(blamed)} blamed, "
            f"{sum(turn.deep <= 0 for turn in blamed)} wrongly; told "
            f"{sum(turn.loss for turn in some) / len(some):.2f} gold on average, deeper "
            f"{sum(turn.deep for turn in some) / len(some):.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--kept", type=Path, help="file to which turns are added")
    options = parser.parse_args()
    kept = keeping.read(options.kept, Judged)
    first = 1 + max((turn.seed for turn in kept if turn.players == options.players), default=0)
    seeds = range(first, first + options.games)
    for turns in keeping.results(partial(one_game, options.players), seeds):
        kept += turns
        keeping.keep(options.kept, turns)
    show(kept)


if __name__ == "__main__":
    main()
