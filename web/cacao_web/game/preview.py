"""The effects of a move, found by playing it on a copy."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Game, Move, ai
from cacao_core.tiles import Cell, Seat, Side


class Gain(NamedTuple):
    """The effect of one edge: cell of the worker tile, side, owner, jungle tile, and amount.

    ``gold`` is what a market pays or a mine gives, else 0.
    """

    cell: Cell
    side: Side
    seat: Seat
    code: str
    amount: int
    gold: int


class Preview(NamedTuple):
    """The effects of a move in this turn, with the suggested activations.

    Attributes:
        move: the move.
        gains: effects of the edges, in the order of the suggestions, without empty ones.
        spaces: jungle spaces that must be filled next.
        change: change of each seat's score, temples included.
    """

    move: Move
    gains: tuple[Gain, ...]
    spaces: tuple[Cell, ...]
    change: tuple[int, ...]


def gain_of(game: Game, move: Move) -> Gain:
    """The effect of an activation, before it is played."""
    from cacao_core.events import Activated  # noqa: PLC0415  # not needed when the page starts

    [done, *_rest] = game.events(move)
    assert isinstance(done, Activated)
    return Gain(done.cell, done.side, done.seat, done.code, done.amount, done.change.gold)


def preview(game: Game, move: Move) -> Preview:
    """The effects of a placement, an overbuilding or a fill in this turn.

    Jungle spaces that remain to be filled are listed, not filled: their tiles are the next
    decision.
    """
    trial = game.copy()
    trial.play(move)
    spaces = trial.open_spaces
    trial = game.copy()
    # Without tiles to draw, the game goes straight on to the activations at the present tiles.
    trial.jungle_pile = ()
    trial.display = (move.what,) if move.kind == "J" else ()
    trial.play(move)
    gains = []
    while trial.open_edges and trial.turn == game.turn:
        chosen = ai.suggest(trial)
        gain = gain_of(trial, chosen)
        if gain.amount:
            gains.append(gain)
        trial.play(chosen)
    totals = zip(trial.score(), game.score(), strict=True)
    change = tuple(after.total - before.total for after, before in totals)
    return Preview(move, tuple(gains), spaces, change)
