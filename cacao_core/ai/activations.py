"""Decisions of others in a turn: their activations, beside those that are suggested.

A turn is judged as its seat has played it. The others whose workers act in it decide as well: both
ways are played on from there, on the same deals of what the seat could not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from cacao_core.ai.appraisal import Appraisal
from cacao_core.ai.chances import Forecast
from cacao_core.ai.intervals import half_width, is_mistake
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import knows
from cacao_core.ai.results import rounded
from cacao_core.ai.search import SearchOption
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.ai.suggesting import suggest
from cacao_core.ai.turns import Activating
from cacao_core.game import Game, Phase
from cacao_core.knowledge.completing import filled
from cacao_core.moves import Move
from cacao_core.tiles import Seat

_SEED: Final = 0
"""A fixed seed: the same activations are always worth the same."""
_DEPTH: Final = STRENGTHS["expert"].depth


class JudgedActivation(NamedTuple):
    """An activation in the turn of another seat that is worse than the suggested one."""

    seat: Seat
    """The seat that decided."""
    at: int
    """Number of moves before it, from the beginning of the turn."""
    move: Move
    better: Move
    """The suggested activation."""
    change: tuple[float, ...]
    """The change in each seat's expected lead in gold, beside the suggested one."""
    wins: tuple[float, ...]
    """The change in each seat's chance of winning."""
    error: float
    """Half of the 95 % interval of :attr:`loss`, in gold."""

    @property
    def loss(self) -> float:
        """Expected gold lost by it."""
        return -self.change[self.seat]

    @property
    def is_mistake(self) -> bool:
        """Blame of the activation, as for a turn: a better one is known for certain."""
        return is_mistake(self.loss, self.error)


def activated(game: Game, moves: Sequence[Move], budget: int) -> Iterator[JudgedActivation]:
    """The activations in the turn of another seat that are worse than the suggested ones.

    Args:
        game: the position before the turn; left as it is.
        moves: of the turn, in order; they are legal.
        budget: about so many playouts for each.
    """
    trial = game.copy()
    for at, move in enumerate(moves):
        if trial.phase is Phase.ACTIVATE and trial.to_move not in (None, game.turn):
            better = suggest(trial)
            if move != better and _ended(trial, move) != _ended(trial, better):
                judged = _compared(trial, at, move, better, budget)
                if judged.loss > 0:
                    yield judged
        trial.apply(move)


def _ended(game: Game, move: Move) -> Game:
    """The position after the turn, with the suggested activations from a move on."""
    trial = game.copy()
    trial.apply(move)
    turn = len(trial.workers), trial.turn
    while trial.phase is Phase.ACTIVATE and (len(trial.workers), trial.turn) == turn:
        trial.apply(suggest(trial))
    return trial


def _compared(game: Game, at: int, move: Move, better: Move, budget: int) -> JudgedActivation:
    """An activation beside the suggested one."""
    seat, rng, seats = game.to_move, Random(_SEED), len(game.players)
    assert seat is not None, "somebody decides"
    if not knows(game.rules):
        from cacao_core.ai.general.estimating import compared  # noqa: PLC0415  # rarely needed

        return JudgedActivation(seat, at, move, better, *compared(game, move, better, budget))
    whole = game if game.is_known else filled(game, rng)
    root = Activating(whole.view(seat, rng), tables_for(seats))
    forecast = Forecast(root, rng)
    tried = Appraisal(root, [SearchOption(way, seats) for way in (better, move)], _DEPTH, rng)
    for _share in tried.steps(budget):
        pass  # to its end
    best, played = ([total / turn.deals for total in turn.gold] for turn in tried.turns)
    won, wins = ([total / turn.deals for total in turn.wins] for turn in tried.turns)
    before, after = forecast.gold(best), forecast.gold(best, played)
    apart = [one - other for one, other in zip(*(turn.leads for turn in tried.turns), strict=True)]
    error = forecast.believed(sum(apart) / len(apart)) * half_width(apart)
    change = _apart(forecast.leads(after), forecast.leads(before))
    won_less = _apart(forecast.wins(after, wins), forecast.wins(before, won))
    return JudgedActivation(seat, at, move, better, change, won_less, *rounded(error))


def _apart(after: Sequence[float], before: Sequence[float]) -> tuple[float, ...]:
    return rounded(*(new - old for old, new in zip(before, after, strict=True)))
