"""A puzzle on the board: one turn is tried, judged, and compared with the best one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import CacaoError, Game, Move, Phase, Record, ai
from cacao_core.tiles import Seat
from cacao_web.game.choice import NOTHING, Choice

if TYPE_CHECKING:
    from cacao_core.puzzles import Puzzle

FRAGMENT: Final = "puzzle="
"""How the address of a puzzle begins."""
HINTS: Final = 2


class Brought(NamedTuple):
    """What a whole turn has brought to its player.

    Attributes:
        gold: gold that was taken, without temples.
        score: change of the score, as temples and water stand after the turn.
        margin: the lead over the best other player at the end of the game; None if it goes on.
    """

    gold: int
    score: int
    margin: int | None


class Verdict(NamedTuple):
    """How a try was judged.

    Attributes:
        right: whether it solves the puzzle.
        own: what the turn has brought; None if the best turn was shown without a try.
        change: of the rating; None if the try does not count.
    """

    right: bool
    own: Brought | None
    change: int | None


class Trial:
    """Implements :class:`cacao_web.game.guide.Guide`.

    Args:
        puzzle: what is to be solved.
        hints: how many hints were given already.
        rested: called when the turn is over, and has been seen.

    Attributes:
        verdict: how the turn was judged; None before that.
        shows: whether the best turn is shown.
        hints: how many hints were given.
    """

    is_trial: Final = True

    def __init__(self, puzzle: Puzzle, hints: int, rested: Callable[[], None]) -> None:
        self.puzzle = puzzle
        self.hints = hints
        self.verdict: Verdict | None = None
        self.shows = False
        self._rested = rested

    @property
    def fragment(self) -> str:
        """The fragment of the address that opens the puzzle again."""
        return FRAGMENT + self.puzzle.id

    @property
    def start(self) -> int:
        """Number of moves before the turn."""
        return len(self.puzzle.record.moves)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.puzzle.seat

    def holds(self, record: Record, game: Game) -> bool:
        """Whether the turn is over, or the best one is shown."""
        return self.shows or self._is_over(record, game)

    def _is_over(self, record: Record, game: Game) -> bool:
        begun = len(record.moves) > self.start
        return begun and (game.is_over or game.turn != self.seat)

    def rests(self) -> None:
        """The turn is over: it can be judged, once."""
        if self.verdict is None and not self.shows:
            self._rested()

    def fixed_move(self, record: Record, game: Game) -> Move | None:
        """What the workers of others do in this turn."""
        acts = game.phase is Phase.ACTIVATE and game.to_move != self.seat
        return ai.suggest(game) if acts and not self.holds(record, game) else None

    def choice(self, _record: Record, game: Game) -> Choice:
        """The only space to fill; else nothing."""
        spaces = game.open_spaces
        return Choice(cell=spaces[0]) if len(spaces) == 1 else NOTHING

    # --- The answer --------------------------------------------------------------------------

    @property
    def first(self) -> Move:
        """The placement of the best turn."""
        return self.puzzle.solution[0]

    @cached_property
    def solution(self) -> Record:
        """The game up to the end of the best turn; others do in it what is best for them."""
        record = self.puzzle.record
        for move in self.puzzle.solution:
            record = record.play(move)
        while not self._is_over(record, game := record.game()):
            record = record.play(ai.suggest(game))
        return record

    @cached_property
    def best(self) -> Brought:
        """What the best turn brings."""
        return self.brought(self.solution)

    def brought(self, record: Record) -> Brought:
        """What the turn at the end of a record has brought."""
        before, after = record.game(self.start), record.game()
        totals = [score.total for score in after.score()]
        own = totals.pop(self.seat)
        return Brought(
            after.players[self.seat].gold - before.players[self.seat].gold,
            own - before.score()[self.seat].total,
            own - max(totals) if after.is_over else None,
        )

    def solves(self, record: Record) -> bool:
        """Whether the turn at the end of a record is right."""
        try:
            return self.puzzle.accepts(record.moves[self.start :])
        except CacaoError:
            return False
