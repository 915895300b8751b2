"""What the activations of a turn were worth, beside those that are suggested.

A turn under review is judged with the best activations. Whoever chose others, has decided again:
both ways are played on from there, on the same deals of what the seat could not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from cacao_core.ai.appraisal import Appraisal
from cacao_core.ai.chances import Forecast
from cacao_core.ai.levels import tables_for
from cacao_core.ai.results import rounded
from cacao_core.ai.search import Option
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


class Activated(NamedTuple):
    """An activation that was not the suggested one."""

    seat: Seat
    """Who decided."""
    change: tuple[float, ...]
    """How it changed each seat's expected lead in gold, beside the suggested one."""


def activated(game: Game, moves: Sequence[Move], budget: int) -> Iterator[Activated]:
    """The activations of a turn that left somebody with something else than the suggested ones.

    Args:
        game: the position after the turn's placement and fills; left as it is.
        moves: the activations, in order; they are legal.
        budget: about so many playouts for each.
    """
    game = game.copy()
    for move in moves:
        assert game.to_move is not None, "somebody decides"
        suggested = suggest(game)
        if move != suggested and _ended(game, move) != _ended(game, suggested):
            yield Activated(game.to_move, _change(game, game.to_move, (suggested, move), budget))
        game.apply(move)


def _ended(game: Game, move: Move) -> Game:
    """The position after the turn, with the suggested activations from a move on."""
    trial = game.copy()
    trial.apply(move)
    turn = len(trial.workers), trial.turn
    while trial.phase is Phase.ACTIVATE and (len(trial.workers), trial.turn) == turn:
        trial.apply(suggest(trial))
    return trial


def _change(game: Game, seat: Seat, ways: tuple[Move, Move], budget: int) -> tuple[float, ...]:
    """How the second of two activations changes each seat's expected lead beside the first."""
    rng, seats = Random(_SEED), len(game.players)
    whole = game if game.is_known else filled(game, rng)
    root = Activating(whole.view(seat, rng), tables_for(seats))
    forecast = Forecast(root, rng)
    tried = Appraisal(root, [Option(way, seats) for way in ways], _DEPTH, rng)
    for _share in tried.steps(budget):
        pass  # to its end
    best, found = ([total / turn.deals for total in turn.gold] for turn in tried.turns)
    before, after = forecast.leads(forecast.gold(best)), forecast.leads(forecast.gold(best, found))
    return rounded(*(new - old for old, new in zip(before, after, strict=True)))
