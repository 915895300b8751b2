"""The events of a move, step by step.

Animations, sentences, previews, statistics and reasons are made of these events. They are found by
comparing the position before a move with the one after it, so they always agree with the rules.


>>> from cacao_core import Deal, Game
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> game.play("W2101@1,0")
>>> took, ended, drew = game.events("Aw1@1,0")
>>> took.code, took.change
('P1', Change(gold=0, cacao=1, suns=0, water=0))
>>> ended, drew
(TurnEnded(seat=0), Drew(seat=0, tile='3100'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from cacao_core.activation import Pending, edges_to_activate
from cacao_core.goods import Change
from cacao_core.jungle import Deed
from cacao_core.module import ModuleEvent
from cacao_core.moves import ACTIVATE, BLIND, BUILD, FILL, FILL_FROM_MAP, OVERBUILD, PLACE, Move
from cacao_core.position import Phase, Position
from cacao_core.scoring import Temple
from cacao_core.tiles import CLOCKWISE, NEIGHBOURS, Cell, Seat, Side

_NEED_ROOM: Final = ("cacao", "suns")
"""Goods of which a player can have no more than a number."""


class Placed(NamedTuple):
    """A worker tile was put on an empty cell, with these workers n, e, s, w."""

    seat: Seat
    cell: Cell
    edges: str


class Overbuilt(NamedTuple):
    """A worker tile was put on an own one, whose workers were ``covered``, for a sun token."""

    seat: Seat
    cell: Cell
    edges: str
    covered: str
    change: Change
    """Change of the village board: the sun token."""


class Filled(NamedTuple):
    """A jungle tile was placed: from the display, drawn from the pile, or from the map board."""

    cell: Cell
    code: str
    from_pile: bool
    from_map: bool = False


class Activated(NamedTuple):
    """The workers on an edge have acted; see the subclasses below."""

    seat: Seat
    """The owner of the workers."""
    cell: Cell
    """Cell of their tile."""
    side: Side
    """The edge, 0 north … 3 west."""
    code: str
    """Code of the jungle tile that they faced."""
    amount: int
    """Amount of the move."""
    change: Change
    """Change of their player's village board."""
    choice: str = ""
    """The parts of the amount, where they were open."""

    @property
    def faced(self) -> Cell:
        """The cell of the jungle tile."""
        return NEIGHBOURS[self.cell][self.side]


class Took(Activated):
    """They took cacao from a plantation, gold from a mine, sun tokens, or gems."""

    __slots__ = ()


class Sold(Activated):
    """They sold cacao at a market."""

    __slots__ = ()


class Moved(Activated):
    """They moved the water carrier along, or back for cacao."""

    __slots__ = ()


class Waived(Activated):
    """They did nothing; the amount is 0."""

    __slots__ = ()


class Made(Activated):
    """They made bars of cacao."""

    __slots__ = ()


_KINDS: Final[Mapping[Deed, type[Took | Sold | Moved | Made]]] = {
    **{"took": Took, "sold": Sold},
    **{"moved": Moved, "made": Made},
}


class Lost(NamedTuple):
    """Workers found no room for cacao or sun tokens, of which they took as many as possible."""

    seat: Seat
    """The owner of the workers."""
    cell: Cell
    """Cell of their tile."""
    side: Side
    """The edge, 0 north … 3 west."""
    code: str
    """Code of the jungle tile that they faced."""
    amount: int
    """Number of goods that are lost."""


class TempleChanged(NamedTuple):
    """Workers were placed beside a temple or covered, or the temple itself was placed."""

    temple: Temple
    """Its present state."""
    change: tuple[int, ...]
    """Change of each seat's gold from it, if the game ended now."""


class TurnEnded(NamedTuple):
    """A player's turn is complete."""

    seat: Seat


class Drew(NamedTuple):
    """A player drew a worker tile, which nobody else sees."""

    seat: Seat
    tile: str


class Refilled(NamedTuple):
    """A jungle tile was drawn for the display."""

    code: str


class GameEnded(NamedTuple):
    """The game is over; several winners share the victory."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Placed
    | Overbuilt
    | Filled
    | Took
    | Sold
    | Moved
    | Made
    | ModuleEvent
    | Waived
    | Lost
    | TempleChanged
    | TurnEnded
    | Drew
    | Refilled
    | GameEnded
)


def happened(move: Move, before: Position, after: Position) -> tuple[Event, ...]:
    """The events of a move, in order.

    Args:
        move: a legal move of ``before``.
        before: the position before it.
        after: the position that it led to.
    """
    events: list[Event] = []
    if move.kind == ACTIVATE:
        events.append(_activated(move, before, after))
    else:
        events += _laid(move, before, after)
        events += _temples_changed(before, after)
    events += after.noted
    events += _lost(move, before, after)
    if after.is_over or after.turn != before.turn:
        blind = sum(isinstance(event, Filled) and event.from_pile for event in events)
        events += _turn_ended(before, after, blind)
    return tuple(events)


def _laid(move: Move, before: Position, after: Position) -> Iterator[Event]:
    """The tile of the move, then jungle tiles from the pile."""
    _kind, what, cell, *_rest = move
    seat = before.turn
    if move.kind == PLACE:
        yield Placed(seat, cell, what)
    elif move.kind == OVERBUILD:
        suns = after.players[seat].suns - before.players[seat].suns
        change = Change.of(before.rules, suns=suns)
        yield Overbuilt(seat, cell, what, before.workers[cell].edges, change)
    for space in list(after.jungle)[len(before.jungle) :]:
        from_map = move.kind == FILL_FROM_MAP and space == cell
        chosen = from_map or (move.kind == FILL and space == cell and what != BLIND)
        yield Filled(space, after.jungle[space], not chosen, from_map)


def _activated(move: Move, before: Position, after: Position) -> Event:
    seat, side = before.workers[move.cell].owner, move.side
    change = Change.between(before.rules, before.players[seat], after.players[seat])
    for noted in after.noted:
        if noted.seat == seat:
            change -= noted.change
    code = before.jungle[NEIGHBOURS[move.cell][side]]
    kind = _KINDS[before.rules.tiles[code].deed] if move.amount else Waived
    return kind(seat, move.cell, side, code, move.amount, change, move.choice)


def _lost(move: Move, before: Position, after: Position) -> Iterator[Lost]:
    """The goods that an edge had no room for, and those of edges that were dropped for that.

    What a player chooses not to take is not lost (docs/rules.md 4.C).
    """
    left = {edge[:2] for _seat, edges in after.pending for edge in edges}
    for seat, edges in _edges(move, before, after):
        for cell, side, code, workers in edges:
            tile = before.rules.tiles[code]
            brings = workers * tile.gives.get(tile.good, 0)
            if tile.good not in _NEED_ROOM or (cell, side) in left:
                continue
            taken = 0
            if move.kind == ACTIVATE and (cell, side) == (move.cell, move.side):
                taken = move.amount
                if taken < before.players[seat].max_amount(code, workers):
                    continue
            if taken < brings:
                yield Lost(seat, cell, side, code, brings - taken)


def _edges(move: Move, before: Position, after: Position) -> Pending:
    """The edges that had still to act when a move was played, or that it has woken."""
    if move.kind == ACTIVATE:
        return before.pending
    if after.phase is Phase.FILL or move.kind == BUILD:
        return ()
    filled = (*before.filled, *list(after.jungle)[len(before.jungle) :])
    seats = CLOCKWISE[len(before.players)][before.turn]
    return edges_to_activate(seats, after.placed, filled, after.jungle, after.workers, before.rules)


def _temples_changed(before: Position, after: Position) -> Iterator[Event]:
    temples = {temple.cell: temple for temple in before.temples()}
    for temple in after.temples():
        old = temples.get(temple.cell)
        if temple != old:
            gold = old.gold if old else (0,) * len(temple.gold)
            yield TempleChanged(
                temple, tuple(now - was for now, was in zip(temple.gold, gold, strict=True))
            )


def _turn_ended(before: Position, after: Position, blind: int) -> Iterator[Event]:
    """The automatic events at the end of a turn; the move drew ``blind`` tiles for spaces."""
    seat = before.turn
    yield TurnEnded(seat)
    pile = before.players[seat].pile
    if pile:
        yield Drew(seat, pile[0])
    drawn = before.jungle_pile[blind : len(before.jungle_pile) - len(after.jungle_pile)]
    for code in drawn:
        yield Refilled(code)
    if after.is_over:
        yield GameEnded(tuple(after.winners()))
