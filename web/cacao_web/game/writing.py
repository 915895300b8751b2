"""A game at a real table that is written down: its entries, and what is still to be said.

Its record has unknown tiles. What was said is in it: the moves, and the jungle tiles in the order
in which they were turned up. Turns that wait, after an earlier one is put right, are a header of
the record, so they are saved with it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core import Deal, Game, Phase, Record, ai
from cacao_core.formats.text import turns
from cacao_core.knowledge.counts import jungle_left
from cacao_core.knowledge.notary import Notary
from cacao_core.knowledge.players import unseen_of
from cacao_core.knowledge.revealing import turned_up
from cacao_core.notes import Notes
from cacao_core.tiles import UNKNOWN, Seat

WAITING: Final = "x-waiting"
"""The header: number of turns that come before them, and their entries."""
_STARTS: Final = ("W", "O")


class Waiting(NamedTuple):
    """Turns that are entered again when the one before them is whole."""

    turns_before: int = 0
    entries: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """How many turns wait."""
        return sum(map(_starts, self.entries))


class Misfit(NamedTuple):
    """What no longer fits after a turn was put right."""

    turn: int  # the turn, from 1
    seat: Seat
    later: int  # how many turns after it wait


def _starts(entry: str) -> bool:
    return entry.startswith(_STARTS)


# --- What is to be said --------------------------------------------------------------------------


def missing(game: Game) -> int:
    """Number of jungle tiles that were turned up, and are not named yet."""
    return turned_up(game).count(UNKNOWN)


def to_come(game: Game) -> dict[str, int]:
    """The jungle tiles that have not turned up yet: code -> number."""
    left = jungle_left(game)
    left.update(code for code in game.jungle_pile if code != UNKNOWN)
    return dict(left)


def offered(game: Game, seat: Seat) -> tuple[str, ...]:
    """The kinds of worker tiles that a seat can still place, in the order of the rules."""
    left = left_of(game, seat)
    return tuple(tile for tile in game.rules.worker_tiles[len(game.players)] if left.get(tile))


def left_of(game: Game, seat: Seat) -> dict[str, int]:
    """The worker tiles of a seat that are not placed: canonical name -> number."""
    player = game.players[seat]
    known = [tile for tile in (*player.hand, *player.pile) if tile != UNKNOWN]
    tiles = (*known, *unseen_of(player))
    return {tile: tiles.count(tile) for tile in tiles}


def is_between_turns(game: Game) -> bool:
    """Whether a turn is over, and all is said of it."""
    return game.phase in (Phase.PLACE, Phase.OVER) and not missing(game)


# --- What was said -------------------------------------------------------------------------------


def entries(record: Record) -> tuple[str, ...]:
    """What was said, in order: moves, and ``+M4`` for a jungle tile that was turned up."""
    now, found = Record(Deal.unknown(record.deal.players, record.deal.rules)), list[str]()
    pile, shown = record.deal.jungle_pile, 0
    for move in (*record.moves, None):
        while (number := missing(now.game())) and shown < len(pile) and pile[shown] != UNKNOWN:
            tiles = [code for code in pile[shown : shown + number] if code != UNKNOWN]
            now, shown = now.reveal(*tiles), shown + len(tiles)
            found += [f"+{code}" for code in tiles]
        if move:
            now = now.play(move)
            found.append(str(move))
    return tuple(found)


def written(record: Record, said: tuple[str, ...]) -> Notary:
    """The game of other entries, with the players of a record, as far as they fit."""
    return Notary(Deal.unknown(record.deal.players, record.deal.rules), record.seats, (), said)


def undone(record: Record) -> Record:
    """Without what was said last, and what followed from it without a question."""
    said = entries(record)
    while said:
        said = said[:-1]
        before = written(record, said).record
        if _follows(before.game()) is None:
            break
    return written(record, said).record.with_notes(record.notes)


def _follows(game: Game) -> str | None:
    """What happens without a question."""
    legal = game.legal_moves()
    if missing(game):
        return None
    if game.phase is Phase.FILL and len(legal) == 1:
        return str(legal[0])
    found = ai.obvious(game)
    return found and str(found)


# --- Putting a turn right ------------------------------------------------------------------------


def reopened(record: Record, at: int) -> Record:
    """The game before the turn that a position belongs to; all turns after that turn wait.

    Args:
        record: the game.
        at: number of moves of the position; the turn is the last one begun before it.
    """
    said = entries(record)
    number = max(sum(move.starts_turn for move in record.moves[:at]), 1)
    first, after = _turn(said, number), _turn(said, number + 1)
    before = waiting(record)
    rest = (*said[after:], *before.entries)
    return _with(written(record, said[:first]).record, Waiting(number, rest))


def _turn(said: tuple[str, ...], number: int) -> int:
    """Index of the entry that begins a turn; their number if there is no such turn."""
    starts = [at for at, entry in enumerate(said) if _starts(entry)]
    return starts[number - 1] if number <= len(starts) else len(said)


def waiting(record: Record) -> Waiting:
    """The turns that wait."""
    number, *said = record.notes.headers.get(WAITING, "0").split() or ["0"]
    return Waiting(int(number) if number.isascii() and number.isdigit() else 0, tuple(said))


def _with(record: Record, rest: Waiting) -> Record:
    """A record with other turns that wait."""
    headers = {WAITING: f"{rest.turns_before} {' '.join(rest.entries)}"} if rest.entries else {}
    return record.with_notes(Notes(headers))


def dropped(record: Record) -> Record:
    """The game without the turns that wait."""
    return _with(record, Waiting())


def refitted(record: Record) -> tuple[Record, Misfit | None]:
    """The game with the turns that wait, as far as they fit, if it is their time.

    A turn that does not fit is begun as far as it does. It is to be said anew, and the turns after
    it wait.
    """
    rest = waiting(record)
    begun = len(turns(record.moves))
    if not rest.entries or begun != rest.turns_before or not is_between_turns(record.game()):
        return record, None
    notary = written(record, (*entries(record), *rest.entries))
    left = Waiting(len(turns(notary.record.moves)), notary.waiting)
    if not left.entries:
        return _with(notary.record, left), None
    here = 0 if _starts(left.entries[0]) else -1
    number = left.turns_before + here + 1
    later = notary.entries[_turn(notary.entries, number + 1) :]
    kept = Waiting(number, later)
    seat = (number - 1) % record.deal.players
    return _with(notary.record, kept), Misfit(number, seat, kept.number)
