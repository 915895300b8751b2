"""A whole game as a value: deal, moves, names, notes. The basis of saves, links and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cacao_core import seen
from cacao_core.deal import Deal, is_whole
from cacao_core.errors import BadRecord, IllegalMove, describe
from cacao_core.formats import link, text, text_reader
from cacao_core.game import Game
from cacao_core.knowledge.completing import completed_deal
from cacao_core.knowledge.revealing import after_gems, after_move, after_reveal
from cacao_core.moves import Move, by_turn, turns_begun
from cacao_core.notebook import shown
from cacao_core.notes import Notes, Turn, Variation
from cacao_core.position import chance
from cacao_core.tiles import Seat

if TYPE_CHECKING:
    from random import Random

_NO_NOTES = Notes()
"""Made once: making notes checks them, and the page asks at each drawing."""


class Record:
    """A deal and the moves played so far; immutable, and always a legal game.

    Args:
        moves: moves or notations, in order; they are checked by playing them.
        seats: a name for each seat, or None: 1 to 40 printable characters each.
        notes: comments, variations and headers, or None.

    Raises:
        IllegalMove: a move is not legal; the message says which.
        BadRecord: the deal, the names or the notes are invalid.

    >>> record = Record(Deal.shuffled(players=2, seed=7), seats=("Ana", "hard"))
    >>> Record.from_text(record.to_text()) == record
    True
    """

    __slots__ = ("_deal", "_digits", "_game", "_moves", "_notes", "_seats")
    _repr_svg_ = shown

    def __init__(
        self,
        deal: Deal,
        moves: Iterable[Move | str] = (),
        seats: Sequence[str] | None = None,
        notes: Notes | None = None,
    ) -> None:
        if not isinstance(deal, Deal):
            raise BadRecord(f"a record starts from a Deal, not {describe(deal)}")
        if not isinstance(moves, Iterable) or isinstance(moves, str):
            raise BadRecord(f"moves: expected a sequence of them, got {describe(moves)}")
        self._deal = deal
        self._seats = None if seats is None else text.checked_names(seats, deal.players)
        self._game = Game(deal)
        played: list[Move] = []
        is_known = deal.is_known
        for move in moves:
            try:
                played.append(self._game.find_move(move))
            except IllegalMove as error:
                raise IllegalMove(f"move {len(played) + 1}: {error}") from None
            if not is_known:
                self._deal = _named(self._deal, self._game, played[-1])
            self._game.apply(played[-1])
        self._moves = tuple(played)
        self._notes = None if notes is None else _checked(notes, deal, self._moves)
        self._digits: link.Digits | None = None  # of the link, once computed

    @classmethod
    def _known(
        cls,
        deal: Deal,
        moves: tuple[Move, ...],
        seats: tuple[str, ...] | None,
        game: Game,
        digits: link.Digits | None = None,
        notes: Notes | None = None,
    ) -> Record:
        """A record of moves that were checked already; ``game`` is the position after them."""
        record = cls.__new__(cls)
        record._deal, record._moves, record._seats, record._game = deal, moves, seats, game
        record._digits, record._notes = digits, notes
        return record

    @classmethod
    def _read(
        cls, deal: Deal, moves: tuple[Move, ...], seats: tuple[str, ...] | None, game: Game
    ) -> Record:
        """A record that was read, and checked with that."""
        if deal.is_known:
            return cls._known(deal, moves, seats, game)
        return cls(deal, moves, seats)  # the moves may name tiles that are unknown in the deal

    @property
    def deal(self) -> Deal:
        """The deal; the tiles that moves have named are known in it."""
        return self._deal

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return self._moves

    @property
    def seats(self) -> tuple[str, ...] | None:
        """A name for each seat, or None."""
        return self._seats

    @property
    def notes(self) -> Notes:
        """Comments, variations and headers; may be empty."""
        return self._notes or _NO_NOTES

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self._deal, self._moves, self._seats, self._notes

    def __repr__(self) -> str:
        notations = tuple(map(str, self._moves))
        notes = f", notes={self._notes!r}" if self._notes else ""
        return f"Record({self._deal!r}, moves={notations!r}, seats={self._seats!r}{notes})"

    def game(self, at: int | None = None) -> Game:
        """The position after ``at`` moves; after all, if None.

        Raises:
            BadRecord: fewer than 0 or more moves than the record has.
        """
        if at is None:
            return self._game.copy()
        if not is_whole(at) or not 0 <= at <= len(self._moves):
            raise BadRecord(f"position {describe(at)}: expected 0 to {len(self._moves)}")
        game = Game(self._deal)
        for move in self._moves[:at]:
            game.apply(move)
        return game

    def positions(self) -> Iterator[Game]:
        """The position before the first move, then that after each move; independent objects.

        >>> record = Record(Deal.shuffled(players=2, seed=7), ["W2101@1,0", "Aw1@1,0"])
        >>> [game.phase.value for game in record.positions()]
        ['place', 'activate', 'place']
        """
        game = Game(self._deal)
        yield game.copy()
        for move in self._moves:
            game.apply(move)
            yield game.copy()

    def turns(self) -> tuple[Turn, ...]:
        """The turns so far, in order; the last may be incomplete.

        >>> record = Record(Deal.shuffled(players=2, seed=7), ["W2101@1,0", "Aw1@1,0"])
        >>> [(turn.round, turn.seat, turn.at, len(turn.moves)) for turn in record.turns()]
        [(1, 0, 0, 2)]
        """
        turns: list[Turn] = []
        at, comments, before = 0, self.notes.comments, self._deal.turns_before
        for number, moves in enumerate(by_turn(self._moves), 1):
            played, seat = divmod(before + number - 1, self._deal.players)
            comment = comments.get(number, "")
            turns.append(Turn(number, played + 1, seat, at, tuple(moves), comment))
            at += len(moves)
        return tuple(turns)

    def common_prefix(self, other: Record) -> tuple[Move, ...]:
        """The moves at the start that both games have in common; none if the deals differ.

        Raises:
            BadRecord: the other is not a record.

        >>> record = Record(Deal.shuffled(players=2, seed=7), ["W2101@1,0", "Aw1@1,0"])
        >>> common = record.common_prefix(record.up_to(1).play("Aw0@1,0"))
        >>> [str(move) for move in common]
        ['W2101@1,0']
        """
        if not isinstance(other, Record):
            raise BadRecord(f"a record is compared with a Record, not with {describe(other)}")
        if other._deal != self._deal:
            return ()
        pairs = enumerate(zip(self._moves, other._moves, strict=False))
        shorter = min(len(self._moves), len(other._moves))
        return self._moves[: next((at for at, (one, two) in pairs if one != two), shorter)]

    def play(self, move: Move | str) -> Record:
        """The record with one more move; this one is unchanged.

        Raises:
            IllegalMove: with the reason.
        """
        matched = self._game.find_move(move)
        deal, digits = _named(self._deal, self._game, matched), self._digits
        if deal is not self._deal:
            digits = None  # earlier positions have other legal moves, now that the tile is known
        elif digits is not None:
            legal = self._game.legal_moves()
            digits = (*digits, (legal.index(matched), len(legal)))
        game = self._game.copy()
        game.apply(matched)
        moves = (*self._moves, matched)
        return self._known(deal, moves, self._seats, game, digits, self._notes)

    def reveal(self, *tiles: str, seat: Seat | None = None, gems: str = "") -> Record:
        """The record with unknown tiles named that have turned up; this one is unchanged.

        The arguments are those of :meth:`cacao_core.game.Game.reveal`.

        Raises:
            BadDeal: so many have not turned up, or no such tile is left.
            CacaoError: no such seat.

        >>> record = Record(Deal.unknown(players=2)).reveal("M4", "G1").play("W2101@1,0")
        >>> record.deal.worker_piles[0][:2], record.deal.jungle_pile[:3]
        (('2101', '?'), ('M4', 'G1', '?'))
        """
        game = self._game.copy()
        game.reveal(*tiles, seat=seat, gems=gems)
        if self._deal.table is not None and not self._moves:
            return self._known(game.as_deal(), (), self._seats, game, None, self._notes)
        deal = after_reveal(self._deal, tiles, seat) if tiles else self._deal
        deal = after_gems(deal, gems) if gems else deal
        return self._known(deal, self._moves, self._seats, game, None, self._notes)

    def completed(self, rng: Random | int | None = None) -> Record:
        """The same moves from a deal whose unknown tiles are dealt by chance.

        Args:
            rng: deals; or the seed of a generator that does; None draws one.

        Raises:
            CacaoError: something else instead of chance.
        """
        if self._deal.table is not None:
            deal = self.game(0).completed(rng).as_deal()
        else:
            deal = completed_deal(self._deal, chance(rng))
        return Record(deal, self._moves, self._seats, self._notes)

    def up_to(self, at: int) -> Record:
        """The record of the first ``at`` moves, with the notes on their turns.

        Raises:
            BadRecord: fewer than 0 or more moves than the record has.
        """
        game = self.game(at)
        moves, digits = self._moves[:at], self._digits and self._digits[:at]
        notes = self._notes and self._notes.up_to(turns_begun(moves))
        return self._known(self._deal, moves, self._seats, game, digits, notes or None)

    def renamed(self, seats: Sequence[str] | None) -> Record:
        """The same game with other names, or without names.

        Raises:
            BadRecord: the names are invalid.
        """
        names = None if seats is None else text.checked_names(seats, self._deal.players)
        return self._known(self._deal, self._moves, names, self._game, self._digits, self._notes)

    def with_notes(self, notes: Notes | None) -> Record:
        """The same game with other notes, or without notes.

        Raises:
            IllegalMove: in a variation; the message says which.
            BadRecord: the notes do not fit.
        """
        checked = None if notes is None else _checked(notes, self._deal, self._moves)
        return self._known(self._deal, self._moves, self._seats, self._game, self._digits, checked)

    def seen_by(self, seat: Seat, rng: Random | int | None = None, at: int | None = None) -> Record:
        """The record as a seat may know it, of the first ``at`` moves; of all, if None.

        The same moves lead to a position that looks the same to the seat; every tile that it has
        not seen is dealt anew. The result depends only on what the seat has seen and on ``rng``, so
        it can be given to programs that must not know more. Notes are left out, because they may
        reveal more. Unknown tiles are dealt.

        Args:
            seat: whose knowledge.
            rng: deals; or the seed of a generator that does; None draws one.
            at: number of moves.

        Raises:
            CacaoError: no such seat, fewer than 0 or more moves than the record has, or something
                else instead of chance.
        """
        rng = chance(rng)
        record = self if at is None else self.up_to(at)
        if not record._deal.is_known:
            record = record.completed(rng)
        deal = seen.deal_for(seat, record._deal, record._moves, record._game, rng)
        return Record(deal, record._moves, record._seats)

    # --- As text and as link -----------------------------------------------------------------

    def to_text(self) -> str:
        """The record as text that people can read; :meth:`from_text` reads it back."""
        if self._notes is None:
            return text.encode(self._deal, self._moves, self._seats)
        notes = self._notes.headers, self._notes.comments, self._notes.variations
        return text.encode(self._deal, self._moves, self._seats, *notes)

    @classmethod
    def from_text(cls, source: str) -> Record:
        """Read a record.

        Raises:
            BadRecord: with the number of the line and the reason.
        """
        parts = text_reader.decode(source)
        record = cls._read(parts.deal, parts.moves, parts.seats, parts.game)
        if not (parts.headers or parts.comments or parts.variations):
            return record
        variations = tuple(Variation(*line) for line in parts.variations)
        return record.with_notes(Notes(parts.headers, parts.comments, variations))

    def to_link(self) -> str:
        """The record without names as a short URL-safe text; :meth:`from_link` reads it back."""
        if self._digits is None:
            self._digits = link.digits(self._deal, self._moves)
        return link.encode(self._deal, self._moves, self._digits)

    @classmethod
    def from_link(cls, payload: str) -> Record:
        """Read a link payload.

        Raises:
            BadLink: it is damaged, truncated, foreign, or of an unknown version.
        """
        decoded = link.decode(payload)
        return cls._read(decoded.deal, decoded.moves, None, decoded.game)


def _named(deal: Deal, before: Game, move: Move) -> Deal:
    """The deal, in which a tile that a move names is known."""
    if deal.is_known:
        return deal
    return after_move(deal, before, move)


def _checked(notes: Notes, deal: Deal, moves: tuple[Move, ...]) -> Notes | None:
    """The notes of a game, if there are any and they fit it."""
    if not isinstance(notes, Notes):
        raise BadRecord(f"notes: expected Notes, got {describe(notes)}")
    return notes.checked(deal, moves) or None
