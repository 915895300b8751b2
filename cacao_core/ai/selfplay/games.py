"""Games that the general player plays against itself, and the equations of their positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, Protocol

from cacao_core.ai.general.playing import play, turns_of
from cacao_core.ai.general.worths import Worths
from cacao_core.ai.selfplay.linear import Linear
from cacao_core.ai.selfplay.squares import Squares
from cacao_core.deal import Deal
from cacao_core.game import Game
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


class Model(Protocol):
    """Values to learn."""

    @property
    def columns(self) -> int:
        """Number of values."""

    def worths(self, values: Sequence[float], rules: Rules, players: int) -> Worths:
        """The worths with which games are played."""

    def believed(self, game: Game) -> list[Linear]:
        """Each seat's gold at the end, as the player expects it."""

    def solved(self, sums: Squares) -> list[float]:
        """The values that explain the results of some games best; ``sums`` are changed."""


def positions(task: GameTask, worths: Worths) -> Iterator[Game]:
    """The positions of a game at the start of each turn, and at its end.

    They are one :class:`Game`, which changes.
    """
    rng = Random(task.seed)
    game = Game(Deal.shuffled(task.players, task.seed, task.rules))
    worths.forget()
    while not game.is_over:
        yield game
        turns, at = turns_of(game, worths), 0
        if rng.random() < _EXPLORES:
            at = min(len(turns) - 1, int(rng.expovariate(_FARTHER)))
        play(game, turns[at].moves, worths)
    yield game


def equations(model: Model, values: Sequence[float], tasks: Iterable[GameTask]) -> Squares:
    """The sums of some games: each position tells each seat's lead over the others' average."""
    sums = Squares(model.columns)
    known: dict[tuple[Rules, int], Worths] = {}
    for task in tasks:
        key = task.rules, task.players
        if key not in known:
            known[key] = model.worths(values, *key)
        seen = []
        for number, game in enumerate(positions(task, known[key])):
            if number % _EVERY == task.seed % _EVERY and not game.is_over:
                seen.append(model.believed(game))
        totals = [score.total for score in game.score()]
        for believed in seen:
            _add(sums, believed, totals)
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
