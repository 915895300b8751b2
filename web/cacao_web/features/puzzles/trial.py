"""A puzzle on the board: one turn is tried, judged, and compared with the best one."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from cacao_core import CacaoError, Move, Record
from cacao_web.game.learning.trial import OneTurn
from cacao_web.game.players import COMPUTER
from cacao_web.game.session import Session
from cacao_web.game.setup import solo
from cacao_web.game.setup.form import Setup

if TYPE_CHECKING:
    from datetime import date

    from cacao_core.puzzles import Puzzle

FRAGMENT: Final = "puzzle="
"""The beginning of a puzzle's address."""
HINTS: Final = 2
_ID: Final = "puzzle"
"""Name of the session; it is never saved."""


class TurnGain(NamedTuple):
    """The gain of a whole turn for its player."""

    gold: int  # gold that was taken, without temples
    score: int  # change of the score, with temples and water as they are after the turn
    margin: int | None
    """The lead over the best other player at the end of the game; None if it goes on."""


class Reply(NamedTuple):
    """The turn that keeps the person from winning."""

    moves: tuple[Move, ...]
    said: str  # who does it, and how the game ends then


class TrialVerdict(NamedTuple):
    """The judgement of a try."""

    right: bool  # whether it solves the puzzle
    own: TurnGain | None  # what the turn has brought; None if the best turn was shown without a try
    change: int | None  # of the rating; None if the try does not count
    why: str = ""  # what decides the puzzle, if that is seen at once
    reply: Reply | None = None  # what refutes a turn that was to win


class Trial(OneTurn):
    """A puzzle.

    Args:
        puzzle: what is to be solved.
        hints: how many hints were given already.
        day: the date that the puzzle counts for, if any.
        told: the theme that the person has chosen, and so knows; empty if it is any.
    """

    help = "puzzle-hint"

    def __init__(self, puzzle: Puzzle, hints: int, day: date | None, told: str = "") -> None:
        super().__init__(puzzle.record, FRAGMENT + puzzle.id)
        self.puzzle = puzzle  # what is to be solved
        self.hints = hints  # how many hints were given
        self.day = day  # the date that the puzzle counts for, if any
        self.told = told  # the theme that was chosen
        self.verdict: TrialVerdict | None = None  # how the turn was judged; None before that
        self.refuted = False  # whether the reply is shown, not the best turn

    @property
    def known(self) -> int:
        """The number of hints the person has in effect: the first one tells the theme."""
        return max(self.hints, int(bool(self.told)))

    @property
    def asks_gains(self) -> bool:
        """Whether the gold of a turn is what is asked for, and was not answered yet."""
        return self.puzzle.kind == "gold" and self.verdict is None and self.shown is None

    # --- The answer --------------------------------------------------------------------------

    @property
    def first(self) -> Move:
        """The placement of the best turn."""
        return self.puzzle.solution[0]

    @cached_property
    def solution(self) -> Record:
        """The game up to the end of the best turn; in it, others do what is best for them."""
        return self.completed(self.puzzle.solution)

    @cached_property
    def best(self) -> TurnGain:
        """The gain of the best turn."""
        return self.brought(self.solution)

    def brought(self, record: Record) -> TurnGain:
        """The gain of the turn at the end of a record."""
        before, after = record.game(self.start), record.game()
        totals = [score.total for score in after.score()]
        own = totals.pop(self.seat)
        return TurnGain(
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


def on_board(trial: Trial, form: Setup, *, confirm: bool) -> Session:
    """A puzzle as a game, in which the person has the name and the colour of the form.

    Args:
        trial: the puzzle.
        form: of new games.
        confirm: whether tiles are confirmed, by the settings: not as in the last game.
    """
    others = (COMPUTER,) * (trial.record.deal.players - 1)
    players = solo.unknown(form, others, trial.seat)
    options = solo.options(form)._replace(suggestions=False, ask_all=False, confirm=confirm)
    return Session(_ID, trial.record, players, options, mode=trial)
