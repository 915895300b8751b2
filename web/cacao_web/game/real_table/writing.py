"""A game at a real table that is written down: its entries.

Its record has unknown tiles. What was said is in it: the moves, and the jungle tiles in the order
in which they were turned up. Turns that wait, after an earlier one is put right, are a header of
the record, so they are saved with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from cacao_core import Deal, Game, Move, Phase, Record, ai
from cacao_core.knowledge.notary import Notary
from cacao_core.moves import BLIND, FILL, turns_begun
from cacao_core.tiles import COLOURS, UNKNOWN, Seat
from cacao_web.game.real_table import unsaid
from cacao_web.game.real_table.waiting_notes import (
    WAITING_NOTES,
    with_notes_of,
    without_waiting_notes,
)

WAITING: Final = "x-waiting"
"""The header: number of turns that come before them, and their entries."""
LAID: Final = "x-laid"
"""The header: number of moves that have been done at the table, as far as computers chose them."""
LAYING: Final = "x-laying"
"""The header while a table is laid: what for, then what was tapped."""
TABLE: Final = "x-table"
"""The header of a game that went on from a laid table: by how many seats it was turned, then the
same."""
_OWN: Final = (WAITING, LAID, LAYING, TABLE, WAITING_NOTES)
_STARTS: Final = ("W", "O")
_DIGITS: Final = 6
"""Longer numbers in headers are damaged."""


class Waiting(NamedTuple):
    """Turns that are entered again when the one before them is whole."""

    turns_before: int = 0
    entries: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number of turns that wait."""
        return sum(map(_starts, self.entries))


class Misfit(NamedTuple):
    """A turn that no longer fits after another was put right."""

    turn: int  # the turn, from 1
    seat: Seat
    later: int  # how many turns after it wait


def _starts(entry: str) -> bool:
    return entry.startswith(_STARTS)


def is_laying(record: Record) -> bool:
    """Whether the table is still being laid, on which a game goes on."""
    return LAYING in record.notes.headers


# --- What was said -------------------------------------------------------------------------------


def entries(record: Record, computers: Collection[Seat] = ()) -> tuple[str, ...]:
    """The statements, in order.

    Args:
        computers: seats whose drawn tiles are named.

    Returns:
        Moves; ``+M4`` for a jungle tile that was turned up; ``+gR`` for a gem on a mine; ``+r2101``
        for a worker tile that the computer of the first seat has drawn.
    """
    now, entries = _start(record), list[str]()
    for move in (*record.moves, None):
        while entry := _turned_up(record, now, move):
            now = now.reveal(entry[1:]) if entry[1] != "g" else now.reveal(gems=entry[2:])
            entries.append(entry)
        for seat in computers:
            drawn = _drawn(record, now, seat)
            now = now.reveal(*drawn, seat=seat)
            entries += [f"+{COLOURS[seat][0]}{tile}" for tile in drawn]
        if move:
            now = now.play(move)
            entries.append(str(move))
    return tuple(entries)


def _start(record: Record) -> Record:
    """The game before anything was said."""
    deal = Deal.unknown(record.deal.players, record.deal.rules, record.deal.huts or None)
    if record.deal.table is not None:
        jungle, *workers = (
            (UNKNOWN,) * len(pile) for pile in (record.deal.jungle_pile, *record.deal.worker_piles)
        )
        deal = Deal(tuple(workers), jungle, record.deal.rules, record.deal.table)
    return Record(deal, (), record.seats)


def _turned_up(record: Record, now: Record, move: Move | None) -> str:
    """The entry for the next jungle tile or gem that was turned up; empty if there is none."""
    game = now.game()
    blind = move is not None and move[:2] == (FILL, BLIND) and unsaid.may_draw_blind(game)
    if unsaid.missing(game) or blind:
        named = _next(record.deal.jungle_pile, now.deal.jungle_pile)
        if named:
            return f"+{named}"
    gem = _next(record.deal.gems, now.deal.gems) if unsaid.missing_gems(game) else ""
    return f"+g{gem}" if gem else ""


def _next(pile: Sequence[str], now: Sequence[str]) -> str:
    """The name that a pile has in the place of the first unknown thing; empty if it has none."""
    tile = next((one for one, known in zip(pile, now, strict=True) if known == UNKNOWN), "")
    return tile.replace(UNKNOWN, "")


def _drawn(record: Record, now: Record, seat: Seat) -> list[str]:
    """The tiles that a computer has drawn next."""
    number = now.game().players[seat].hand.count(UNKNOWN)
    first = sum(tile != UNKNOWN for tile in now.deal.worker_piles[seat])
    pile = record.deal.worker_piles[seat]
    return [tile for tile in pile[first : first + number] if tile != UNKNOWN]


def written(record: Record, entries: Sequence[str]) -> Notary:
    """The game of other entries, with the players of a record, as far as they fit."""
    return Notary(_start(record).deal, record.seats, (), entries)


def with_huts(
    record: Record, huts: Sequence[str], computers: Collection[Seat] = ()
) -> Record | None:
    """The game where other huts lie; None if one that does not lie there has been built."""
    entered = entries(record, computers)
    deal = Deal.unknown(record.deal.players, record.deal.rules, huts)
    notary = Notary(deal, record.seats, (), entered)
    if notary.waiting:
        return None
    return _with(notary.record, record, waiting(record), done(record))


def undone(record: Record, computers: Collection[Seat] = ()) -> Record:
    """Without what was said last, and what followed from it without a question."""
    entered = entries(record, computers)
    while entered:
        entered = entered[:-1]
        if not _follows(written(record, entered).record.game(), computers):
            break
    return _kept(record, written(record, entered).record, waiting(record))


def _follows(game: Game, computers: Collection[Seat]) -> bool:
    """Whether something happens without a question."""
    if (
        unsaid.missing(game)
        or unsaid.missing_gems(game)
        or unsaid.drawing(game, computers) is not None
    ):
        return False
    if game.to_move in computers or unsaid.only_blind(game):
        return True
    if game.phase is Phase.FILL and len(game.legal_moves()) == 1:
        return True
    return ai.obvious(game) is not None


# --- Computers at the table ----------------------------------------------------------------------


def done(record: Record) -> int:
    """Number of moves that have been done at the table."""
    number = record.notes.headers.get(LAID, "0")
    return min(_number(number), len(record.moves))


def with_done(record: Record) -> Record:
    """The game, all of which has been done at the table."""
    return _with(record, record, waiting(record), len(record.moves))


class Chosen(NamedTuple):
    """A move that a computer has chosen."""

    move: Move
    at: int  # number of moves before it
    seat: Seat  # who decided
    before: Game  # the position before it


def chosen(record: Record, computers: Collection[Seat]) -> tuple[Chosen, ...]:
    """The choices of computers that nobody has done yet at the table."""
    first = done(record)
    game, choices = record.game(first), list[Chosen]()
    for at, move in enumerate(record.moves[first:], first):
        if game.to_move in computers:
            assert game.to_move is not None, "somebody moves"
            choices.append(Chosen(move, at, game.to_move, game.copy()))
        game.apply(move)
    return tuple(choices)


def before(record: Record, at: int, computers: Collection[Seat], *, hand: bool) -> Record:
    """An earlier position.

    Args:
        at: number of moves.
        computers: seats whose drawn tiles are named.
        hand: whether the hand of the computer whose turn it is then is to be named anew.
    """
    entered = list(entries(record, computers))
    moves = [number for number, entry in enumerate(entered) if not entry.startswith("+")]
    del entered[(*moves, len(entered))[at] :]
    if hand:
        player = record.game(at).players[seat := record.game(at).turn]
        for tile in player.hand:
            del entered[len(entered) - 1 - entered[::-1].index(f"+{COLOURS[seat][0]}{tile}")]
    return _kept(record, written(record, entered).record, waiting(record))


# --- Putting a turn right ------------------------------------------------------------------------


def reopened(record: Record, at: int, computers: Collection[Seat] = ()) -> Record:
    """The game before the turn that a position belongs to; all turns after that turn wait.

    Args:
        at: number of moves of the position; the turn is the last one begun before it.
        computers: seats whose drawn tiles are named.
    """
    entered = entries(record, computers)
    number = max(turns_begun(record.moves[:at]), 1)
    first, after = _turn(entered, number), _turn(entered, number + 1)
    before = waiting(record)
    rest = (*entered[after:], *before.entries)
    return _kept(record, written(record, entered[:first]).record, Waiting(number, rest))


def _turn(entries: Sequence[str], number: int) -> int:
    """Index of the entry that begins a turn; their number if there is no such turn."""
    starts = [at for at, entry in enumerate(entries) if _starts(entry)]
    return starts[number - 1] if number <= len(starts) else len(entries)


def waits(record: Record) -> bool:
    return WAITING in record.notes.headers


def waiting(record: Record) -> Waiting:
    number, *entries = record.notes.headers.get(WAITING, "0").split() or ["0"]
    return Waiting(_number(number), tuple(entries))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else 0


def _with(record: Record, noted: Record, rest: Waiting, done: int = 0) -> Record:
    """A record with the notes of another one, turns that wait, and moves that have been done."""
    old = noted.notes.headers
    headers = {name: value for name, value in old.items() if name not in _OWN}
    if rest.entries:
        headers[WAITING] = f"{rest.turns_before} {' '.join(rest.entries)}"
    if TABLE in old:
        headers[TABLE] = old[TABLE]
    if done:
        headers[LAID] = str(done)
    return with_notes_of(record, noted, headers)


def _kept(record: Record, before: Record, rest: Waiting) -> Record:
    """An earlier position of a game, with turns that wait."""
    return _with(before, record, rest, min(done(record), len(before.moves)))


def dropped(record: Record) -> Record:
    """The game without the turns that wait."""
    return _with(record, without_waiting_notes(record), Waiting(), done(record))


def refitted(record: Record, computers: Collection[Seat] = ()) -> tuple[Record, Misfit | None]:
    """The game with the turns that wait, as far as they fit, if it is their time.

    A turn that does not fit is begun as far as it does. It is to be said anew, and the turns after
    it wait. What was entered again has been done at the table.
    """
    rest = waiting(record)
    begun = turns_begun(record.moves)
    if not rest.entries or begun != rest.turns_before or not _is_time(record, computers):
        holds = WAITING_NOTES in record.notes.headers
        return _with(record, record, rest, done(record)) if holds else record, None
    notary = written(record, (*entries(record, computers), *rest.entries))
    moves = len(notary.record.moves) if computers else 0
    left = Waiting(turns_begun(notary.record.moves), notary.waiting)
    if not left.entries:
        return _with(notary.record, record, left, moves), None
    here = 0 if _starts(left.entries[0]) else -1
    number = left.turns_before + here + 1
    later = notary.entries[_turn(notary.entries, number + 1) :]
    still_waiting = Waiting(number, later)
    seat = (record.deal.turns_before + number - 1) % record.deal.players
    misfit = Misfit(number, seat, still_waiting.number)
    return _with(notary.record, record, still_waiting, moves), misfit


def _is_time(record: Record, computers: Collection[Seat]) -> bool:
    """Whether the turn that was put right is over, and all is said of it."""
    game = record.game()
    return unsaid.is_between_turns(game) and unsaid.drawing(game, computers) is None
