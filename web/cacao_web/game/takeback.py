"""Taking placements back, playing them again, and the courses that are left that way."""

from __future__ import annotations

from cacao_core import Game, Phase, Record
from cacao_core.moves import turns_begun
from cacao_core.tiles import Seat


class Takeback:
    """The moves that were taken back in a game and can still be played again.

    Attributes:
        left: the course that was left when something else was played than what was taken back, if
            turns of others are lost with it.
        revealed: whether that course has shown something that the player could not have known.
    """

    def __init__(self) -> None:
        self.left: Record | None = None
        self.revealed = False
        self._ahead: list[Record] = []  # the longest first
        self._earlier: dict[int, Record] = {}

    @property
    def next(self) -> Record | None:
        """The record to return to, if something was taken back."""
        return self._ahead[-1] if self._ahead else None

    @property
    def farthest(self) -> Record | None:
        """The longest record that playing again leads to."""
        return self._ahead[0] if self._ahead else None

    def took_back(self, record: Record) -> None:
        """A placement of this record was taken back."""
        self._ahead.append(record)

    def played_again(self) -> None:
        """The last one was played again."""
        self._ahead.pop()

    def played(self, before: Record, after: Record) -> None:
        """A move was played: what was taken back stays ahead only if it was the same move."""
        self.left, self.revealed = None, False
        self._earlier[len(before.moves)] = before
        done = len(after.moves)
        if self._ahead and self._ahead[0].moves[:done] != after.moves:
            lost = self._ahead[0]
            self.revealed = _reveals(before, lost)
            if any(move.starts_turn for move in lost.moves[done:]):
                self.left = lost
            self._ahead.clear()
        self._ahead = [record for record in self._ahead if len(record.moves) > done]

    def up_to(self, record: Record, at: int) -> Record:
        """The record at an earlier move, cached because replaying is slow.

        The cache may hold moves that were taken back, but these are never asked for: playing
        another move replaces them.
        """
        if at == len(record.moves):
            return record
        if at not in self._earlier:
            self._earlier[at] = record.up_to(at)
        return self._earlier[at]

    def point(self, record: Record, seat: Seat, turns: bool) -> Record | None:
        """The record without a seat's last placement and all that followed from it.

        After hidden tiles were shown, only the activations since then are taken back.

        Args:
            seat: whose placement is taken back.
            turns: whether hidden tiles, and turns that have ended, may be taken back too.

        Returns:
            None if nothing may be taken back.
        """
        at = _last_placement(record, seat)
        game = record.game()
        goes_on = game.turn == seat and game.phase in (Phase.FILL, Phase.ACTIVATE, Phase.DECIDE)
        if at is None or not (turns or goes_on):
            return None
        if turns:
            return self.up_to(record, at)
        points = (self.up_to(record, at), self.up_to(record, min(at + 1, len(record.moves))))
        return next((one for one in points if one is not record and _same_pile(one, game)), None)


def _last_placement(record: Record, seat: Seat) -> int | None:
    """Number of moves before a seat's last placement or fill."""
    players, last, turn = record.deal.players, None, record.deal.turns_before - 1
    for at, move in enumerate(record.moves):
        turn += move.starts_turn
        if move.kind != "A" and turn % players == seat:
            last = at
    return last


def _reveals(before: Record, course: Record) -> bool:
    """Whether the present turn of a record has ended in a course of it, or hidden tiles came."""
    first, last = before.game(), course.game()
    begun = turns_begun(course.moves[len(before.moves) :])
    ended = last.is_over or last.turn != first.turn or begun > (first.phase is Phase.PLACE)
    return ended or not _same_pile(before, last)


def _same_pile(before: Record, game: Game) -> bool:
    """Whether no tile of the hidden pile was shown since."""
    return len(before.game().jungle_pile) == len(game.jungle_pile)
