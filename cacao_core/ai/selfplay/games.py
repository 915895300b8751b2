"""Games that a computer player plays against itself, and the equations of their positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple, Protocol

from cacao_core.ai.selfplay.linear import Linear
from cacao_core.ai.selfplay.squares import Squares
from cacao_core.rules import Rules

_EXPLORES: Final = 0.1
"""Share of the turns that are not the first choice for certain."""
_EVERY: Final = 3
"""Neighbouring positions tell nearly the same, so only each third one counts."""
_FARTHER: Final = 0.25
"""The larger, the nearer to the first choice such a turn is."""


class GameTask(NamedTuple):
    """A game to play."""

    rules: Rules
    players: int
    seed: int

    def counts(self, number: int) -> bool:
        """Whether the position with a number is one of those that count."""
        return number % _EVERY == self.seed % _EVERY


class GameSample(NamedTuple):
    """The positions of a game that count, and the gold at its end."""

    believed: list[list[Linear]]
    """For each position each seat's gold at the end, as the player expects it."""
    totals: list[int]


class Model(Protocol):
    """Values to learn."""

    @property
    def columns(self) -> int:
        """Number of values."""

    def sample(self, values: Sequence[float], task: GameTask) -> GameSample:
        """A game that is played with some values; what it tells of them."""

    def solved(self, sums: Squares) -> list[float]:
        """The values that explain the results of some games best; ``sums`` are changed."""


def passed_over(rng: Random) -> int:
    """The number of turns that look better than the one that is played; mostly 0."""
    return int(rng.expovariate(_FARTHER)) if rng.random() < _EXPLORES else 0


def equations(model: Model, values: Sequence[float], tasks: Iterable[GameTask]) -> Squares:
    """The sums of some games: each position tells each seat's lead over the others' average."""
    sums = Squares(model.columns)
    for task in tasks:
        sample = model.sample(values, task)
        for believed in sample.believed:
            _add(sums, believed, sample.totals)
    return sums


def _add(sums: Squares, believed: Sequence[Linear], totals: Sequence[int]) -> None:
    """Add a position; the row of the last seat follows from the others."""
    seats = range(len(totals))
    for seat in seats[:-1]:
        row: dict[int, float] = {}
        result = 0.0
        for other in seats:
            weight = 1.0 if other == seat else -1 / (len(totals) - 1)
            result += weight * (totals[other] - believed[other].known)
            for column, factor in believed[other].terms.items():
                row[column] = row.get(column, 0.0) + weight * factor
        sums.add(row, result)
