"""A costly turn that is played once more: how the new turn is judged."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from cacao_core import Game, Record
from cacao_core.ai.intervals import is_mistake
from cacao_web.engine.advice import Hint, Then
from cacao_web.features.analysis.model import Reviewed
from cacao_web.game.learning.trial import OneTurn
from cacao_web.game.texts import words

_TOLD: Final = 0.1
"""Losses are told in tenths of gold."""


class Rank(Enum):
    """The rank of a new turn beside the best one and the one that was played."""

    GOOD = "good"
    BETTER = "better"
    SAME = "same"
    WORSE = "worse"


class RetryVerdict(NamedTuple):
    """The judgement of a new turn."""

    how: Rank  # compared with the best turn and the one that was played
    loss: float  # gold behind the best turn, at the expected end of the game
    error: float  # half of the 95 % interval of the loss
    then: tuple[Then, ...] = ()  # the turns that follow it, which show why

    @property
    def is_best(self) -> bool:
        """Whether it is told as the best turn: with one digit, its loss is 0."""
        return self.loss < _TOLD / 2


class Retry(OneTurn):
    """A turn of a game that gave something away, to be played better.

    Args:
        record: the whole game.
        turn: the costly turn.
        fragment: the fragment of the game's address.
    """

    help = "mistake-show"

    def __init__(self, record: Record, turn: Reviewed, fragment: str) -> None:
        super().__init__(record.up_to(turn.at), fragment)
        self.turn = turn  # the costly turn
        self.best = turn.best  # the best turn that the verdict speaks of
        self.loss = turn.loss  # gold that this brings more than what it is compared with
        self.renewed = False  # whether another turn was found to be best than the analysis told
        self.verdict: RetryVerdict | None = None  # how the new turn was judged; None before that
        self.failed = False  # whether it could not be judged
        self.starred = False  # whether the page had marked the costly turn

    def better(self) -> Record:
        """The game up to the end of the better turn."""
        return self.completed(self.best.line)

    def known(self, record: Record) -> RetryVerdict | None:
        """The verdict on a turn that the analysis has judged already; else None.

        Args:
            record: the game up to the end of the new turn.
        """
        done = record.game()
        if done == self._after(self.turn.played):
            played = self.turn.played
            return RetryVerdict(Rank.SAME, self.turn.loss, played.error, played.follows)
        way = next((way for way in self.turn.ways if done == self._after(way)), None)
        return self.judged(way, self.turn.best.margin - way.margin) if way else None

    def _after(self, way: Hint) -> Game:
        """The position after a way to play the turn; others do what is suggested."""
        return self.completed(way.line).game()

    def compared(self, tried: Reviewed) -> RetryVerdict:
        """The verdict on a turn that was looked at now.

        The analysis may be older than this look, or may have had more playouts. If they disagree on
        the best turn, this one counts from now on, and the person is told.
        """
        if words.laid(tried.best.line) != words.laid(self.best.line):
            self.best, self.loss, self.renewed = tried.best, tried.loss, True
        return self.judged(tried.played, tried.loss)

    def judged(self, way: Hint, loss: float) -> RetryVerdict:
        """The verdict on a turn, which is so much gold behind the best one."""
        error = way.error
        if not is_mistake(loss, error):
            return RetryVerdict(Rank.GOOD, max(0.0, loss), error)
        gained = is_mistake(self.turn.loss - loss, error)
        return RetryVerdict(Rank.BETTER if gained else Rank.WORSE, loss, error, way.follows)
