"""What the artificial player advises a person to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cacao_core import Move, Record
from cacao_web.engine.protocol import Data

if TYPE_CHECKING:
    from cacao_core.ai.reasons import Reason


class Hint(NamedTuple):
    """A good move.

    Attributes:
        line: the move, and those that are expected to follow in the turn.
        margin: gold by which its player is expected to be ahead at the end (behind: < 0).
        win: chance of winning, 0 to 1.
        reason: the one thing about it that a person should know.
    """

    line: tuple[Move, ...]
    margin: float
    win: float
    reason: Reason

    @property
    def move(self) -> Move:
        """The move."""
        return self.line[0]


class Advice(NamedTuple):
    """The best moves of a position.

    Attributes:
        record: how the game has come to the position.
        hints: best first; None as long as they are searched for.
        chosen: index of the hint that the person has taken up, if any.
    """

    record: Record
    hints: tuple[Hint, ...] | None = None
    chosen: int | None = None


def read(answers: Iterable[Data]) -> tuple[Hint, ...]:
    """Hints as a worker has told them, see :mod:`cacao_web.engine.requests`."""
    from cacao_core.ai.reasons import Reason  # noqa: PLC0415  # not for the start of the page

    return tuple(
        Hint(
            tuple(map(Move.parse, answer["line"])),
            answer["margin"],
            answer["win"],
            Reason(**answer["reason"]),
        )
        for answer in answers
    )
