"""What a move would bring, found by playing it on a copy: the engine's own word."""

from __future__ import annotations

from typing import NamedTuple

from cacao_core import Game, Move, ai
from cacao_core.tiles import Cell, Seat, Side


class Gain(NamedTuple):
    """What one edge does: cell of the worker tile, side, owner, jungle tile there, and amount.

    ``gold`` is what a market pays or a mine gives, else 0.
    """

    cell: Cell
    side: Side
    seat: Seat
    code: str
    amount: int
    gold: int


class Preview(NamedTuple):
    """What a move brings this turn, with the suggested activations and what lies on the table.

    Attributes:
        move: the move.
        gains: what the edges do, in the order of the suggestions; those that do nothing left out.
        spaces: jungle spaces that are to be filled next.
        change: for each seat what its score changes by, temples included.
    """

    move: Move
    gains: tuple[Gain, ...]
    spaces: tuple[Cell, ...]
    change: tuple[int, ...]


def gain_of(game: Game, move: Move) -> Gain:
    """What an activation in a position does, before it is played."""
    from cacao_core.events import Activated  # noqa: PLC0415  # not for the start of the page

    [done, *_rest] = game.events(move)
    assert isinstance(done, Activated)
    return Gain(done.cell, done.side, done.seat, done.code, done.amount, done.change.gold)


def preview(game: Game, move: Move) -> Preview:
    """What a placement, an overbuilding or a fill brings in this turn.

    Spaces that are left to be filled are named, not filled: which tile comes there is the next
    decision.
    """
    trial = game.copy()
    trial.play(move)
    spaces = trial.open_spaces
    trial = game.copy()
    # Without further tiles the engine goes straight on to the activations of what lies there.
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
