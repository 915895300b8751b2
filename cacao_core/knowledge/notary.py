"""A game written down while people play it elsewhere, with real tiles.

What is said is a list of *entries*, one word each: a move in notation; ``+M4`` for a jungle tile
that was turned up; ``+r2101`` for a worker tile that red has drawn, for seats whose hands are open;
``+gRRGBBW`` for gems on a mine that was turned up.
Any of them can be put right later. What was said after it stays, and is entered again as far as it
fits.

>>> notary = Notary(Deal.unknown(players=2)).enter("+M4 +G1 W2101@1,0 Aw1@1,0 W1111@0,-1")
>>> notary.record.game().open_spaces, notary.wanted
(((1, -1),), Wanted(kind='move', seat=1, number=1))
>>> wrong = notary.entries.index("Aw1@1,0")
>>> notary.edited(wrong, 1, "Aw0@1,0").record.moves[1].amount
0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from cacao_core.deal import Deal, is_whole
from cacao_core.errors import BadRecord, CacaoError, IllegalMove, describe
from cacao_core.game import Game
from cacao_core.knowledge.revealing import turned_up, unknown_gems
from cacao_core.moves import Move
from cacao_core.notes import Notes
from cacao_core.record import Record
from cacao_core.tiles import COLOURS, UNKNOWN, Seat

HEADER: Final = "x-entries"
"""The line of a text that has the entries."""
OPEN: Final = "x-open-hands"
"""That of the seats whose hands are open."""
MOST: Final = 1000
"""Most entries; a whole game has a third of it."""

_GEMS: Final = "g"
_SEATS: Final = {colour[0]: seat for seat, colour in enumerate(COLOURS)}


class Wanted(NamedTuple):
    """The statement that is needed next."""

    kind: Literal["move", "jungle", "gems", "hand", "nothing"]
    """A move; jungle tiles, gems on a mine, or tiles of a hand that were turned up; or the game is
    over."""
    seat: Seat | None
    """The seat whose move or hand it is."""
    number: int
    """The number of moves, tiles or gems."""


class Notary:
    """The statements about a game so far; immutable.

    Args:
        start: the deal, with unknown tiles.
        seats: names, as of a record.
        open_hands: seats that show their hand, such as those of computers.
        entries: what was said, in order. Those that do not fit, and all after them, wait.

    Raises:
        CacaoError: the deal, the names, or a seat is wrong, or these are no entries.
    """

    __slots__ = ("entries", "fitting", "misfit", "open_hands", "record", "start")

    def __init__(
        self,
        start: Deal,
        seats: Sequence[str] | None = None,
        open_hands: Sequence[Seat] = (),
        entries: Sequence[str] = (),
    ) -> None:
        self.start: Final = Record(start, (), seats)
        """The record before the first entry."""
        self.open_hands: Final = _seats(self.start, open_hands)
        """Seats that show their hand."""
        self.entries = _words(entries)
        """All entries, those that wait included."""
        self.record = self.start
        """The game as far as the entries fit."""
        self.fitting = 0
        """Number of entries that fit."""
        self.misfit: str | None = None
        """The reason why the next one does not fit; None if all do."""
        self._go_on()

    def _go_on(self) -> None:
        """Take in the entries that wait, as far as they fit."""
        for entry in self.entries[self.fitting :]:
            try:
                self.record = entered(self.record, entry)
            except CacaoError as error:
                self.misfit = str(error)
                return
            self.fitting += 1

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, Notary) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self.start, self.open_hands, self.entries

    def __repr__(self) -> str:
        return f"<Notary {self.fitting} of {len(self.entries)} entries, wanted={self.wanted!r}>"

    @property
    def waiting(self) -> tuple[str, ...]:
        """The entries that do not fit any more, and all after them."""
        return self.entries[self.fitting :]

    @property
    def turn_begins(self) -> int:
        """Index of the entry with which the latest turn began, as far as the entries fit."""
        starts = [at for at, entry in enumerate(self.entries[: self.fitting]) if entry[0] in "WO"]
        return starts[-1] if starts else 0

    @property
    def next_turn(self) -> int:
        """Index of the next waiting entry that begins a turn; the number of entries if none does.

        To drop the rest of a turn that does not fit is ``edited(fitting, next_turn - fitting)``.
        """
        waiting = enumerate(self.waiting, self.fitting)
        return next((at for at, entry in waiting if entry[0] in "WO"), len(self.entries))

    @property
    def wanted(self) -> Wanted:
        """The statement that is needed next."""
        return wanted_in(self.record.game(), self.open_hands)

    def enter(self, entries: str) -> Notary:
        """With more entries, separated by spaces, before those that wait.

        Raises:
            CacaoError: one of them does not fit, with the reason.
        """
        words = _words(entries)
        after = self.edited(self.fitting, 0, *words)
        if after.fitting < self.fitting + len(words):
            raise IllegalMove(after.misfit or "")
        return after

    def undone(self, count: int = 1) -> Notary:
        """Without the last entries that fit.

        Raises:
            CacaoError: not a number, 0 or more.
        """
        _check_number(count)
        left = max(self.fitting - count, 0)
        return self.edited(left, self.fitting - left)

    def edited(self, at: int, drop: int, *entries: str) -> Notary:
        """With other entries in the place of some; all after them are entered again.

        What no longer fits then is in :attr:`waiting`, with the reason in :attr:`misfit`.

        Args:
            at: index of the first that is dropped.
            drop: how many are.
            entries: what is said instead.

        Raises:
            CacaoError: these are no entries, or no numbers, 0 or more.
        """
        _check_number(at)
        _check_number(drop)
        words = (*self.entries[:at], *entries, *self.entries[at + drop :])
        changed = Notary(self.start.deal, self.start.seats, self.open_hands)
        changed.entries = _words(words)
        if at >= self.fitting:  # what fits is not entered again
            changed.record, changed.fitting = self.record, self.fitting
        changed._go_on()
        return changed

    # --- To keep it ------------------------------------------------------------------------------

    def to_text(self) -> str:
        """All of it as text; :meth:`from_text` reads it back.

        It is a record before its first move, with the entries in an added header.
        """
        headers = {HEADER: " ".join(self.entries)}
        if self.open_hands:
            headers[OPEN] = " ".join(COLOURS[seat] for seat in self.open_hands)
        return self.start.with_notes(Notes(headers)).to_text()

    @classmethod
    def from_text(cls, source: str) -> Notary:
        """Read what was said of a game.

        Raises:
            BadRecord: with the number of the line, or the entry, and the reason.
        """
        start = Record.from_text(source)
        headers = start.notes.headers
        if start.moves or HEADER not in headers:
            raise BadRecord(f"expected a line '{HEADER}: …', and no turns")
        names = headers.get(OPEN, "").split()
        for name in names:
            if name not in COLOURS[: start.deal.players]:
                raise BadRecord(f"{OPEN}: {describe(name)} is not a colour of this game")
        seats = tuple(map(COLOURS.index, names))
        return cls(start.deal, start.seats, seats, headers[HEADER].split())


def _seats(start: Record, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    if not isinstance(seats, Sequence) or isinstance(seats, str | bytes | bytearray):
        raise BadRecord(f"open hands: expected a sequence of seats, got {describe(seats)}")
    valid = {seat for seat in seats[: start.deal.players] if is_whole(seat)}
    if len(valid) != len(seats) or not valid <= set(range(start.deal.players)):
        most = start.deal.players - 1
        raise BadRecord(f"open hands {describe(seats)}: expected seats from 0 to {most}, each once")
    return tuple(sorted(valid))


def _check_number(number: int) -> None:
    if not is_whole(number) or number < 0:
        raise BadRecord(f"{describe(number)} entries: expected 0 or more")


def _words(entries: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(entries, Sequence) or isinstance(entries, bytes | bytearray):
        raise BadRecord(f"entries: expected a sequence of them, got {describe(entries)}")
    words = tuple(entries.split()) if isinstance(entries, str) else tuple(entries)
    for word in words:
        if not isinstance(word, str) or not word or word.split() != [word]:
            raise BadRecord(f"entry {describe(word)}: expected a move, +M4 or +r2101")
    if len(words) > MOST:
        raise BadRecord(f"{len(words)} entries: expected up to {MOST}")
    return words


def wanted_in(game: Game, open_hands: Sequence[Seat]) -> Wanted:
    """The statement that is needed next: jungle tiles, gems and open hands first, then a move."""
    if unknown := turned_up(game).count(UNKNOWN):
        return Wanted("jungle", None, unknown)
    if gems := unknown_gems(game):
        return Wanted("gems", None, gems[0])
    for seat in open_hands:
        if unknown := game.players[seat].hand.count(UNKNOWN):
            return Wanted("hand", seat, unknown)
    if game.to_move is None:
        return Wanted("nothing", None, 0)
    return Wanted("move", game.to_move, 1)


def entered(record: Record, entry: str) -> Record:
    """The record with one more entry.

    Raises:
        CacaoError: it does not fit, with the reason.
    """
    if not entry.startswith("+"):
        return record.play(Move.parse(entry))
    if entry[1:2] == _GEMS:
        return record.reveal(gems=entry[2:])
    if entry[1:2] in _SEATS:
        return record.reveal(entry[2:], seat=_SEATS[entry[1]])
    return record.reveal(entry[1:])
