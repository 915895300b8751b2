"""Turns in words, as the log, the replay and the analysis tell them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from cacao_core import Move
from cacao_core.moves import BLIND, by_turn
from cacao_core.tiles import Seat
from cacao_web.game.effects import WorkerEffect, of
from cacao_web.game.players import Sitter
from cacao_web.game.texts import gains, words
from cacao_web.ui.i18n import cached

if TYPE_CHECKING:
    from cacao_core.events import Event


class ToldTurn(NamedTuple):
    """A turn, or its beginning."""

    seat: Seat  # whose turn it is
    number: int  # the turn, from 1
    tiles: tuple[Move, ...]  # its placement and its fills, in order
    placed: str  # placement and fills in words, with the cells
    did: str  # what the workers did, or had no room for
    notation: str  # all moves in notation
    yours: bool = False  # whether it is told to the player whose turn it is
    free: bool = False  # whether it overbuilds without a sun token

    @property
    def said(self) -> str:
        """The whole turn in words."""
        return "; ".join(filter(None, (self.placed, self.did)))


class _Heard(NamedTuple):
    """The people of a game, and the one who hears of it."""

    names: tuple[str, ...]  # of the seats
    you: Seat | None


def log(
    moves: Sequence[Move],
    events: Sequence[Sequence[Event]],
    sitters: tuple[Sitter, ...],
    you: Seat | None = None,
    before: int = 0,
) -> list[ToldTurn]:
    """The turns of a game.

    Args:
        moves: from the start of the game.
        events: the events of each of them.
        sitters: who sits at each seat.
        you: the player to whom it is told, if there is one.
        before: how many turns there were before the first one.
    """
    entries, at = list[ToldTurn](), 0
    for number, turn in enumerate(by_turn(moves)):
        end = at + len(turn)
        entries.append(_told(turn, number, events[at:end], sitters, you, before))
        at = end
    return entries


def latest(
    moves: Sequence[Move],
    events: Sequence[Sequence[Event]],
    sitters: tuple[Sitter, ...],
    you: Seat | None = None,
    before: int = 0,
) -> ToldTurn | None:
    """The last turn of :func:`log`; None before the first."""
    grouped = by_turn(moves)
    if not grouped:
        return None
    turn = grouped[-1]
    return _told(turn, len(grouped) - 1, events[-len(turn) :], sitters, you, before)


def _told(
    turn: Sequence[Move],
    number: int,
    events: Sequence[Sequence[Event]],
    sitters: tuple[Sitter, ...],
    you: Seat | None,
    before: int,
) -> ToldTurn:
    """A turn in words.

    Args:
        turn: its moves.
        number: how many turns there were before it.
        events: the events of each of its moves.
        sitters: who sits at each seat.
        you: see :func:`log`.
        before: see :func:`log`.
    """
    names = tuple(sitter.said for sitter in sitters)
    acted = tuple(of(chain.from_iterable(events)))
    seat = (before + number) % len(sitters)
    free = any(_is_free(event) for event in chain.from_iterable(events))
    drawn = [code for event in chain.from_iterable(events) if (code := _drawn(event))]
    named = tuple(_named(move, drawn) for move in turn)
    return _line(seat, number + 1, named, free, acted, _Heard(names, you))


def _drawn(event: Event) -> str:
    """The code of a tile that was drawn blind."""
    from cacao_core.events import Filled  # noqa: PLC0415  # not for the start of the page

    return event.code if isinstance(event, Filled) and event.from_pile else ""


def _is_free(event: Event) -> bool:
    """Whether it is an overbuilding that cost no sun token."""
    from cacao_core.events import Overbuilt  # noqa: PLC0415  # as above

    return isinstance(event, Overbuilt) and not event.change.suns


def _named(move: Move, drawn: list[str]) -> Move:
    """A move; one that draws a hidden tile names it."""
    return move._replace(what=drawn.pop(0)) if move.what == BLIND and drawn else move


@cached
def _line(
    seat: Seat,
    number: int,
    turn: tuple[Move, ...],
    free: bool,
    acted: tuple[WorkerEffect, ...],
    heard: _Heard,
) -> ToldTurn:
    names, you = heard
    tiles = words.laid(turn)
    others = {other: name for other, name in enumerate(names) if other != seat}
    return ToldTurn(
        seat,
        number,
        tiles,
        "; ".join(words.move_text(move, free=free, yours=seat == you) for move in tiles),
        "; ".join(gains.told(acted, others, you)),
        " ".join(map(str, turn)),
        seat == you,
        free,
    )
