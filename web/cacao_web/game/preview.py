"""The effects of a move, found by playing it on a copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from cacao_core import Game, Move, WorkerTile, ai
from cacao_core.activation import edges_to_activate
from cacao_core.moves import ACTIVATE, BLIND, BUILD, FILLS
from cacao_core.rules import tile_of
from cacao_core.tiles import CLOCKWISE, Cell, Seat, Side
from cacao_core.unfilled import leave_only

if TYPE_CHECKING:
    from cacao_core.events import Activated, Lost
    from cacao_core.module import ModuleEvent
    from cacao_core.scoring import Temple


class Gain(NamedTuple):
    """The effect of one edge: cell of the worker tile, side, owner, jungle tile, and amount.

    ``gold`` is what a market pays or a mine gives, else 0; ``water`` is the value of the field that
    the carrier reaches, if it moves.
    """

    cell: Cell
    side: Side
    seat: Seat
    code: str
    amount: int
    gold: int
    water: int | None = None
    choice: str = ""
    """The parts of the amount, where they are open."""
    cacao: int = 0
    """Fruits that a watering site gives."""


class Sellable(NamedTuple):
    """Cacao that workers at a market could still sell in the end, but do not."""

    cell: Cell
    side: Side
    seat: Seat
    code: str
    amount: int


class TemplePlace(NamedTuple):
    """The place of a player at a temple after a move."""

    seat: Seat
    place: str  # ``first``, ``shared`` for a shared first place, ``second``, or ``none``
    change: int  # change of the player's gold from it


class Preview(NamedTuple):
    """The effects of a move in this turn, with the suggested activations."""

    move: Move
    gains: tuple[Gain, ...]
    """Effects of the edges, in the order of the suggestions, without empty ones."""
    spaces: tuple[Cell, ...]  # jungle spaces that must be filled next
    change: tuple[int, ...]  # change of each seat's score, temples included
    temples: tuple[TemplePlace, ...] = ()
    """The places of players at each temple that changes their score, the mover first."""
    fills: tuple[Move, ...] = ()  # the fills after the move that are included
    asks: bool = False  # whether all that follows is known, and the player has a choice in it
    lost: tuple[Lost, ...] = ()  # what the edges have no room for
    kept: tuple[Sellable, ...] = ()  # what the edges leave undone
    noted: tuple[ModuleEvent, ...] = ()  # what modules do


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


def gain_of(game: Game, move: Move) -> Gain:
    """The effect of an activation, before it is played."""
    from cacao_core.events import Activated  # noqa: PLC0415  # not needed when the page starts

    [done, *_rest] = game.events(move)
    assert isinstance(done, Activated)
    return _gain(done, game.players[done.seat].water + done.change.water, game.rules.water)


def _gain(done: Activated, water: int, values: Sequence[int]) -> Gain:
    """The effect of an activation.

    Args:
        done: what it has done.
        water: the field of the carrier after it.
        values: of the fields.
    """
    return Gain(
        done.cell,
        done.side,
        done.seat,
        done.code,
        done.amount,
        done.change.gold,
        values[water] if done.change.water else None,
        done.choice,
        done.change.cacao,
    )


def preview(game: Game, move: Move, *following: Move) -> Preview:
    """The effects of a move in this turn.

    Jungle spaces that remain to be filled are listed, not filled: their tiles are the next
    decision.

    Args:
        game: the position; left as it is.
        move: the move.
        following: moves of the same player after it in this turn, as far as they are known.
    """
    later = takewhile(lambda step: step.what != BLIND, following)  # nobody knows that tile
    line = (move, *(step for step in later if step.kind != BUILD))
    opening = [step for step in line if step.kind != ACTIVATE]
    last = opening[-1] if opening else None
    trial = game.copy()
    gains: list[Gain] = []
    lost: list[Lost] = []
    noted: list[ModuleEvent] = []
    selling: list[Sellable] = []
    spaces, known, asks = tuple[Cell, ...](), True, False
    for step in line:
        if step is last:
            spaces, known = _left(trial, step)
            # Without tiles to draw, the game goes straight on to the activations at the present
            # tiles.
            leave_only(trial, step)
        selling += _unused(trial, step)
        _play(trial, step, gains, lost, noted)
    while trial.open_edges and trial.turn == game.turn:
        asks = asks or (trial.to_move == game.turn and ai.obvious(trial) is None)
        acts = ai.suggest(trial)
        selling += _unused(trial, acts)
        _play(trial, acts, gains, lost, noted)
    guest = [one for one in noted if one.what == "favour"]  # of the turn after this one
    totals = zip(trial.score(), game.score(), strict=True)
    change = tuple(
        after.total - before.total - sum(one.seat == seat for one in guest)
        for seat, (after, before) in enumerate(totals)
    )
    noted = [one for one in noted if one not in guest]
    temples, fills = tuple(_standings(game, trial)), tuple(opening[1:])
    asks = asks and known and not spaces
    kept = tuple(_kept(trial, selling))
    seen = Preview(move, tuple(gains), spaces, change, temples, fills, asks, tuple(lost), kept)
    return seen._replace(noted=tuple(noted))


def _unused(trial: Game, step: Move) -> list[Sellable]:
    """The workers at a market that sell nothing in a step, as if each kept a fruit."""
    found = [edge for edge in trial.open_edges if edge[:2] == (step.cell, step.side)]
    if step.kind != ACTIVATE or not found or tile_of(found[0].code).good != "market":
        return []
    owner = trial.workers[step.cell].owner
    return [
        Sellable(step.cell, found[0].side, owner, found[0].code, found[0].workers - step.amount)
    ]


def _kept(after: Game, selling: Iterable[Sellable]) -> Iterator[Sellable]:
    """The fruits that could still be sold of those left, at the best price first."""
    left = [player.cacao for player in after.players]
    for one in sorted(selling, key=lambda one: -tile_of(one.code).number):
        amount = min(one.amount, left[one.seat])
        left[one.seat] -= amount
        if amount:
            yield one._replace(amount=amount)


def _left(game: Game, move: Move) -> tuple[tuple[Cell, ...], bool]:
    """The spaces that must still be filled after a move; whether no hidden tile fills another."""
    trial = game.copy()
    trial.play(move)
    laid = len(trial.jungle) - len(game.jungle)
    return trial.open_spaces, laid == (move.kind in FILLS)


def _play(
    trial: Game, move: Move, gains: list[Gain], lost: list[Lost], noted: list[ModuleEvent]
) -> None:
    """Play a move; note the gain of an activation, what has no room, and what modules do."""
    from cacao_core.events import Activated, Lost, happened  # noqa: PLC0415  # as above
    from cacao_core.module import ModuleEvent  # noqa: PLC0415  # as above

    before = trial.copy()
    trial.play(move)
    for event in happened(move, before, trial):
        if isinstance(event, Activated) and event.amount:
            gains.append(_gain(event, trial.players[event.seat].water, trial.rules.water))
        elif isinstance(event, Lost):
            lost.append(event)
        elif isinstance(event, ModuleEvent):
            noted.append(event)


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
