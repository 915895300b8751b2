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
from cacao_core.moves import ACTIVATE, FILL, OVERBUILD, PLACE, Move
from cacao_core.position import Phase, Position
from cacao_core.rules import JUNGLE, Good, by_good
from cacao_core.scoring import Temple
from cacao_core.tiles import NEIGHBOURS, Cell, Seat, Side

_NEED_ROOM: Final = ("cacao", "suns")
"""Goods of which a player can have no more than a number."""


class Change(NamedTuple):
    """Changes of a village board; ``water`` in fields."""

    gold: int = 0
    cacao: int = 0
    suns: int = 0
    water: int = 0


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
    change: Change = Change(suns=-1)


class Filled(NamedTuple):
    """A jungle tile was placed: taken from the display, or drawn from the pile."""

    cell: Cell
    code: str
    from_pile: bool


class Activated(NamedTuple):
    """The workers on an edge have acted; see the subclasses below."""

    seat: Seat
    """Whose workers."""
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

    @property
    def faced(self) -> Cell:
        """The cell of the jungle tile."""
        return NEIGHBOURS[self.cell][self.side]


class Took(Activated):
    """They took cacao from a plantation, gold from a mine, or sun tokens."""

    __slots__ = ()


class Sold(Activated):
    """They sold cacao at a market."""

    __slots__ = ()


class Moved(Activated):
    """They moved the water carrier along."""

    __slots__ = ()


class Waived(Activated):
    """They did nothing; the amount is 0."""

    __slots__ = ()


_KINDS: Final[Mapping[Good, type[Took | Sold | Moved]]] = {
    "cacao": Took,
    "market": Sold,
    "gold": Took,
    "water": Moved,
    "suns": Took,
}
_EVENTS: Final = by_good("cacao_core/events.py", _KINDS, apart=("temple",))


class Lost(NamedTuple):
    """Workers found no room for cacao or sun tokens, of which they took as many as possible."""

    seat: Seat
    """Whose workers."""
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
    found: list[Event] = []
    if move.kind == ACTIVATE:
        found.append(_activated(move, before, after))
    else:
        found += _laid(move, before, after)
        found += _temples_changed(before, after)
    found += _lost(move, before, after)
    if after.is_over or after.turn != before.turn:
        blind = sum(isinstance(event, Filled) and event.from_pile for event in found)
        found += _turn_ended(before, after, blind)
    return tuple(found)


def _laid(move: Move, before: Position, after: Position) -> Iterator[Event]:
    """The tile of the move, then jungle tiles from the pile."""
    _kind, what, cell, _amount = move
    if move.kind == PLACE:
        yield Placed(before.turn, cell, what)
    elif move.kind == OVERBUILD:
        yield Overbuilt(before.turn, cell, what, before.workers[cell].edges)
    for space in list(after.jungle)[len(before.jungle) :]:
        from_pile = move.kind != FILL or space != cell
        yield Filled(space, after.jungle[space], from_pile)


def _activated(move: Move, before: Position, after: Position) -> Event:
    seat, side = before.workers[move.cell].owner, move.side
    old, new = before.players[seat], after.players[seat]
    change = Change(
        new.gold - old.gold, new.cacao - old.cacao, new.suns - old.suns, new.water - old.water
    )
    code = before.jungle[NEIGHBOURS[move.cell][side]]
    kind = _EVENTS[JUNGLE[code].good] if move.amount else Waived
    return kind(seat, move.cell, side, code, move.amount, change)


def _lost(move: Move, before: Position, after: Position) -> Iterator[Lost]:
    """What an edge had no room for, and what edges would have brought that were dropped for that.

    What a player chooses not to take is not lost (docs/rules.md 4.C).
    """
    left = {edge[:2] for _seat, edges in after.pending for edge in edges}
    for seat, edges in _edges(move, before, after):
        for cell, side, code, workers in edges:
            tile = JUNGLE[code]
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
    if after.phase is Phase.FILL:
        return ()
    filled = (*before.filled, *list(after.jungle)[len(before.jungle) :])
    seats = len(before.players)
    return edges_to_activate(before.turn, seats, after.placed, filled, after.jungle, after.workers)


def _temples_changed(before: Position, after: Position) -> Iterator[Event]:
    known = {temple.cell: temple for temple in before.temples()}
    for temple in after.temples():
        old = known.get(temple.cell)
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
