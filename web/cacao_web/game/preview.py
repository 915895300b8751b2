"""The effects of a move, found by playing it on a copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from cacao_core import Game, Move, WorkerTile, ai
from cacao_core.activation import edges_to_activate
from cacao_core.moves import ACTIVATE, BLIND, BUILD, FILLS
from cacao_core.rules import tile_of
from cacao_core.tiles import CLOCKWISE, NEIGHBOURS, Cell, Seat, Side
from cacao_core.unfilled import leave_only
from cacao_web.game.effects import WorkerEffect, of, sorted_by_kind

if TYPE_CHECKING:
    from cacao_core.scoring import Temple


class TemplePlace(NamedTuple):
    """The place of a player at a temple after a move."""

    seat: Seat
    place: str  # ``first``, ``shared`` for a shared first place, ``second``, or ``none``
    change: int  # change of the player's gold from it


class Preview(NamedTuple):
    """The effects of a move in this turn, with the suggested activations."""

    move: Move
    effects: tuple[WorkerEffect, ...]
    """Those of workers, in the order of the suggestions; what they keep and lose; of modules."""
    spaces: tuple[Cell, ...]  # jungle spaces that must be filled next
    change: tuple[int, ...]  # change of each seat's score, temples included
    temples: tuple[TemplePlace, ...] = ()
    """The places of players at each temple that changes their score, the mover first."""
    fills: tuple[Move, ...] = ()  # the fills after the move that are included
    asks: bool = False  # whether all that follows is known, and the player has a choice in it


class Acting(NamedTuple):
    """Workers that would act: cell and side of their tile, owner, jungle tile, and number."""

    cell: Cell
    side: Side
    seat: Seat
    code: str
    workers: int


def acting(game: Game, move: Move) -> tuple[Acting, ...]:
    """The workers that would act after a placement or a fill, whatever their gain.

    Jungle spaces that remain to be filled are left empty, as in :func:`preview`.
    """
    jungle, workers = dict(game.jungle), dict(game.workers)
    placed, filled = game.placed, game.filled
    if move.kind in FILLS:
        jungle[move.cell], filled = move.what, (*filled, move.cell)
    else:
        workers[move.cell] = WorkerTile(game.turn, move.what)
        placed, filled = move.cell, ()
    seats = CLOCKWISE[len(game.players)][game.turn]
    pending = edges_to_activate(seats, placed, filled, jungle, workers, game.rules)
    return tuple(
        Acting(cell, side, seat, code, count)
        for seat, edges in pending
        for cell, side, code, count in edges
    )


def spaces_after(game: Game, move: Move) -> tuple[Cell, ...]:
    """The jungle spaces that must still be filled after a placement or a fill."""
    return _left(game, move)[0]


def preview(game: Game, move: Move, *following: Move) -> Preview:
    """The effects of a move in this turn.

    Jungle spaces that remain to be filled are listed, not filled: their tiles are the next
    decision.

    Args:
        game: the position; left as it is.
        following: moves of the same player after it in this turn, as far as they are known.
    """
    later = takewhile(lambda step: step.what != BLIND, following)  # nobody knows that tile
    line = (move, *(step for step in later if step.kind != BUILD))
    opening = [step for step in line if step.kind != ACTIVATE]
    last = opening[-1] if opening else None
    trial = game.copy()
    effects = list[WorkerEffect]()
    unsold = list[WorkerEffect]()
    spaces, is_known, asks = tuple[Cell, ...](), True, False
    for step in line:
        if step is last:
            spaces, is_known = _left(trial, step)
            # Without tiles to draw, the game goes straight on to the activations at the present
            # tiles.
            leave_only(trial, step)
        unsold += _unsold(trial, step)
        effects += _played(trial, step)
    while trial.open_edges and trial.turn == game.turn:
        asks = asks or (trial.to_move == game.turn and ai.obvious(trial) is None)
        acts = ai.suggest(trial)
        unsold += _unsold(trial, acts)
        effects += _played(trial, acts)
    guest = [one for one in effects if one.note == "favour"]  # of the turn after this one
    totals = zip(trial.score(), game.score(), strict=True)
    change = tuple(
        after.total - before.total - sum(one.seat == seat for one in guest)
        for seat, (after, before) in enumerate(totals)
    )
    effects = [one for one in effects if one not in guest]
    effects += _kept(trial, unsold)
    temples, fills = tuple(_standings(game, trial)), tuple(opening[1:])
    asks = asks and is_known and not spaces
    return Preview(move, sorted_by_kind(effects), spaces, change, temples, fills, asks)


def _unsold(trial: Game, step: Move) -> list[WorkerEffect]:
    """The workers at a market that sell nothing in a step, as if each kept a fruit."""
    edges = [edge for edge in trial.open_edges if edge[:2] == (step.cell, step.side)]
    if step.kind != ACTIVATE or not edges or tile_of(edges[0].code).good != "market":
        return []
    [edge], owner = edges, trial.workers[step.cell].owner
    left, cell = edge.workers - step.amount, NEIGHBOURS[edge.cell][edge.side]
    return [WorkerEffect(owner, edge.code, 0, kept=left, cell=cell)]


def _kept(after: Game, unsold: Iterable[WorkerEffect]) -> Iterator[WorkerEffect]:
    """The fruits that could still be sold of those left, at the best price first."""
    left = [player.cacao for player in after.players]
    for market in sorted(unsold, key=lambda one: -tile_of(one.code).number):
        amount = min(market.kept, left[market.seat])
        left[market.seat] -= amount
        if amount:
            yield market._replace(kept=amount)


def _left(game: Game, move: Move) -> tuple[tuple[Cell, ...], bool]:
    """The spaces that must still be filled after a move; whether no hidden tile fills another."""
    trial = game.copy()
    trial.play(move)
    laid = len(trial.jungle) - len(game.jungle)
    return trial.open_spaces, laid == (move.kind in FILLS)


def _played(trial: Game, move: Move) -> list[WorkerEffect]:
    """The effects of a move, which is played."""
    from cacao_core.events import happened  # noqa: PLC0415  # not needed when the page starts

    before = trial.copy()
    trial.play(move)
    return of(happened(move, before, trial), trial)


def _standings(before: Game, after: Game) -> Iterator[TemplePlace]:
    """The places of players at the temples that change for them, the seat to move first."""
    had = {temple.cell: temple.gold for temple in before.temples()}
    nothing = [0] * len(before.players)
    for seat in sorted(range(len(before.players)), key=lambda seat: seat != before.turn):
        for temple in after.temples():
            change = temple.gold[seat] - had.get(temple.cell, nothing)[seat]
            if change:
                yield TemplePlace(seat, _rank(temple, seat), change)


def _rank(temple: Temple, seat: Seat) -> str:
    """A player's place at a temple, see :class:`TemplePlace`."""
    own, most = temple.workers[seat], max(temple.workers)
    if own < most:
        return "second" if temple.gold[seat] else "none"
    return "shared" if temple.workers.count(most) > 1 else "first"
