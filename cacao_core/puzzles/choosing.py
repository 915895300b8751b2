"""Chooses the puzzles that are shipped: no near-twins, all themes, easy and hard ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Final

from cacao_core.puzzles.puzzle import Puzzle

_EASIER: Final = {"gold": 350, "win": 0, "best": 0}
"""The reduction of a kind's rating: to count gold is easier than to foresee the end."""
_RATINGS: Final = NormalDist(1400, 340)
"""Ratings of the puzzles, as those of people are distributed."""


def choose(puzzles: Iterable[Puzzle], counts: dict[str, int]) -> list[Puzzle]:
    """The best mixture of puzzles, easiest first, with ratings that are evenly distributed.

    Args:
        puzzles: in the order in which they were found.
        counts: how many of each kind, at most.
    """
    chosen = [
        puzzle
        for kind, count in counts.items()
        for puzzle in _mixed(_without_twins(one for one in puzzles if one.kind == kind), count)
    ]
    chosen.sort(key=lambda puzzle: (puzzle.rating - _EASIER[puzzle.kind], puzzle.link))
    return [
        replace(puzzle, rating=round(_RATINGS.inv_cdf((at + 0.5) / len(chosen))))
        for at, puzzle in enumerate(chosen)
    ]


def _without_twins(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """One puzzle of each game: positions of the same game look alike.

    The rarest theme counts most, then the hardest puzzle.
    """
    games: dict[object, list[Puzzle]] = defaultdict(list)
    themes: dict[str, int] = defaultdict(int)
    for puzzle in puzzles:
        games[puzzle.record.deal].append(puzzle)
        themes[puzzle.theme] += 1
    return [min(one, key=lambda it: (themes[it.theme], -it.rating)) for one in games.values()]


def _mixed(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many puzzles, from all themes as evenly as possible, from all ratings of each."""
    themes: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in puzzles:
        themes[puzzle.theme].append(puzzle)
    chosen: list[Puzzle] = []
    for left, name in zip(
        range(len(themes), 0, -1), sorted(themes, key=lambda it: (len(themes[it]), it)), strict=True
    ):
        chosen += _spread(themes[name], (count - len(chosen)) // left)
    return chosen


def _spread(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """So many of some puzzles, evenly from the easiest to the hardest."""
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.link))
    count = min(count, len(ranked))
    return [ranked[at * len(ranked) // count] for at in range(count)]
