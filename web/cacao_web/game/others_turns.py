"""The others' turns since a player's own last one, from the rules' events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import Deal, Game, Move, Record
from cacao_core.moves import turn_starts
from cacao_core.tiles import Cell, Seat
from cacao_web.game.effects import WorkerEffect, of, sorted_by_kind

if TYPE_CHECKING:
    from cacao_core.events import Event, TempleChanged


@dataclass(frozen=True)
class TurnSoFar:
    """A turn of somebody, as far as it has come."""

    seat: Seat  # whose turn
    edges: str  # the workers n, e, s, w of the tile that was placed; None before that
    cell: Cell  # where it was placed
    jungle: tuple[tuple[Cell, str], ...]  # jungle tiles that were placed, by their cells
    effects: tuple[WorkerEffect, ...]  # of workers, in order, and of modules
    temples: tuple[TempleChanged, ...]  # changes at temples
    overbuilt: bool  # whether the tile was placed over one of the player's own
    free: bool = False  # whether it overbuilds without a sun token

    @classmethod
    def of(cls, seat: Seat, events: Sequence[Event]) -> TurnSoFar:
        """A turn from its events; the first is its placement."""
        from cacao_core import events as e  # noqa: PLC0415  # not for the start of the page

        first = events[0]
        assert isinstance(first, e.Placed | e.Overbuilt)
        return cls(
            seat,
            first.edges,
            first.cell,
            tuple((one.cell, one.code) for one in events if isinstance(one, e.Filled)),
            sorted_by_kind(of(events)),
            tuple(one for one in events if isinstance(one, e.TempleChanged) and any(one.change)),
            isinstance(first, e.Overbuilt),
            isinstance(first, e.Overbuilt) and not first.change.suns,
        )


class _Latest(NamedTuple):
    """The moves of a game, the events of each, and the position after them."""

    deal: Deal
    moves: tuple[Move, ...]
    events: list[tuple[Event, ...]]
    game: Game


class EventLog:
    """Events of a game, computed once for each move."""

    def __init__(self) -> None:
        self._latest: _Latest | None = None

    def of(self, record: Record) -> list[tuple[Event, ...]]:
        """The events of each move; not to be changed."""
        from cacao_core.events import happened  # noqa: PLC0415  # see above

        events, game = self._kept(record)
        for move in record.moves[len(events) :]:
            before, game = game, game.copy()
            game.apply(move)
            events.append(happened(move, before, game))
        self._latest = _Latest(record.deal, record.moves, events, game)
        return events

    def _kept(self, record: Record) -> tuple[list[tuple[Event, ...]], Game]:
        """The events of the moves up to one that differs, and the position there."""
        latest = self._latest
        if latest is None:
            return [], record.game(0)
        same = latest.deal == record.deal
        if same and record.moves[: len(latest.moves)] == latest.moves:
            return latest.events, latest.game
        pairs = zip(latest.moves, record.moves, strict=False)
        at = sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if not same:
            # With fair dealing, every message deals the tiles that are not drawn yet again. Only
            # the last move can have revealed one of them.
            at = min(at, len(latest.moves) - 1) if latest.moves else 0
        return latest.events[:at], record.game(at)


class Since(NamedTuple):
    """The events since a player's own last turn."""

    at: int  # number of moves up to the end of that turn
    turns: tuple[TurnSoFar, ...]  # the turns of others, in order; the last one may still go on


NOTHING: Final = Since(0, ())
"""Nothing has happened."""


def since_own_turn(record: Record, me: Seat | None, event_log: EventLog) -> Since:
    """The turns of others since the end of a player's last turn.

    Args:
        me: the player; None for somebody who only watches, who is told the last turn.
        event_log: the game's events.
    """
    players, game = record.deal.players, record.game()
    starts = turn_starts(record.moves)
    before = record.deal.turns_before
    goes_on = not game.is_over and game.turn == (before + len(starts) - 1) % players
    ended = range(len(starts) - goes_on)
    first = max((turn + 1 for turn in ended if (before + turn) % players == me), default=0)
    if me is None:
        first = max(len(starts) - 1, 0)
    if first == len(starts):
        return Since(len(record.moves), ())
    at = starts[first]
    events = event_log.of(record)[at:]
    ends = [start - at for start in (*starts[first + 1 :], len(record.moves))]
    turns = tuple(
        TurnSoFar.of((before + turn) % players, list(chain.from_iterable(events[start:end])))
        for turn, (start, end) in enumerate(pairwise([0, *ends]), first)
        if (before + turn) % players != me
    )
    return Since(at, turns)
