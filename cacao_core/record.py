"""A whole game as a value: deal, moves, names. Saves, links and files are made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cacao_core import link, seen, text
from cacao_core.deal import Deal, is_whole
from cacao_core.errors import BadRecord, IllegalMove, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import Seat

if TYPE_CHECKING:
    from random import Random


class Record:
    """A deal and the moves played so far; immutable, and always a legal game.

    Args:
        deal: the deal.
        moves: moves or notations, in order; they are checked by playing them.
        seats: a name for each seat, or None: 1 to 40 printable characters each.

    Raises:
        IllegalMove: a move is not legal; the message says which.
        BadRecord: the deal is none, or the names do not fit.

    >>> record = Record(Deal.shuffled(players=2, seed=7), seats=("Ana", "hard"))
    >>> Record.from_text(record.to_text()) == record
    True
    """

    __slots__ = ("_deal", "_digits", "_game", "_moves", "_seats")

    def __init__(
        self, deal: Deal, moves: Iterable[Move | str] = (), seats: Sequence[str] | None = None
    ) -> None:
        if not isinstance(deal, Deal):
            raise BadRecord(f"a record starts from a Deal, not {describe(deal)}")
        if not isinstance(moves, Iterable) or isinstance(moves, str):
            raise BadRecord(f"moves: expected a sequence of them, got {describe(moves)}")
        self._deal = deal
        self._seats = None if seats is None else text.checked_names(seats, deal.players)
        self._game = Game(deal)
        played: list[Move] = []
        for move in moves:
            try:
                played.append(self._game.find_move(move))
            except IllegalMove as error:
                raise IllegalMove(f"move {len(played) + 1}: {error}") from None
            self._game.apply(played[-1])
        self._moves = tuple(played)
        self._digits: link.Digits | None = None  # of the link, once asked for

    @classmethod
    def _known(
        cls,
        deal: Deal,
        moves: tuple[Move, ...],
        seats: tuple[str, ...] | None,
        game: Game,
        digits: link.Digits | None = None,
    ) -> Record:
        """A record of what has been played and checked already; ``game`` is where it leads."""
        record = cls.__new__(cls)
        record._deal, record._moves, record._seats, record._game = deal, moves, seats, game
        record._digits = digits
        return record

    @property
    def deal(self) -> Deal:
        """The deal."""
        return self._deal

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far."""
        return self._moves

    @property
    def seats(self) -> tuple[str, ...] | None:
        """A name for each seat, or None."""
        return self._seats

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (self._deal, self._moves, self._seats) == (other._deal, other._moves, other._seats)

    def __hash__(self) -> int:
        return hash((self._deal, self._moves, self._seats))

    def __repr__(self) -> str:
        notations = tuple(map(str, self._moves))
        return f"Record({self._deal!r}, moves={notations!r}, seats={self._seats!r})"

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

    def play(self, move: Move | str) -> Record:
        """The record with one more move; this one stays as it is.

        Raises:
            IllegalMove: with the reason.
        """
        found = self._game.find_move(move)
        digits = self._digits
        if digits is not None:
            legal = self._game.legal_moves()
            digits = (*digits, (legal.index(found), len(legal)))
        game = self._game.copy()
        game.apply(found)
        return self._known(self._deal, (*self._moves, found), self._seats, game, digits)

    def upto(self, at: int) -> Record:
        """The record of the first ``at`` moves.

        Raises:
            BadRecord: fewer than 0 or more moves than the record has.
        """
        game = self.game(at)
        digits = self._digits and self._digits[:at]
        return self._known(self._deal, self._moves[:at], self._seats, game, digits)

    def renamed(self, seats: Sequence[str] | None) -> Record:
        """The same game with other names, or without.

        Raises:
            BadRecord: the names do not fit.
        """
        names = None if seats is None else text.checked_names(seats, self._deal.players)
        return self._known(self._deal, self._moves, names, self._game, self._digits)

    def seen_by(self, seat: Seat, rng: Random, at: int | None = None) -> Record:
        """What a seat may know of the first ``at`` moves; of all, if None.

        The same moves lead to a position that is equal in all that the seat can see; every tile
        that it has not seen is dealt anew. The result depends on what the seat has seen and on
        ``rng``, on nothing else, so it may be given to whoever must not know more.

        Raises:
            CacaoError: no such seat, or fewer than 0 or more moves than the record has.
        """
        known = self if at is None else self.upto(at)
        deal = seen.deal_for(seat, known._deal, known._moves, known._game, rng)
        return Record(deal, known._moves, known._seats)

    # --- As text and as link -----------------------------------------------------------------

    def to_text(self) -> str:
        """The record as text that people can read; :meth:`from_text` reads it back."""
        return text.encode(self._deal, self._moves, self._seats)

    @classmethod
    def from_text(cls, source: str) -> Record:
        """Read a record.

        Raises:
            BadRecord: with the number of the line and the reason.
        """
        return cls._known(*text.decode(source))

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
        return cls._known(decoded.deal, decoded.moves, None, decoded.game)
