"""Hints for a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cacao_core import Move, Record
from cacao_core.tiles import Seat
from cacao_web.engine.protocol import Data

if TYPE_CHECKING:
    from cacao_core.ai.explaining.comparing import Difference
    from cacao_core.ai.explaining.reasons import Reason


class Then(NamedTuple):
    """A turn that follows, likely or as it was played."""

    seat: Seat  # whose turn it is
    moves: tuple[Move, ...]  # all of it; hidden tiles in it are only likely
    reason: Reason  # what it brings its seat
    change: int  # of the lead of the seat whose turn it follows, in gold as things stand


class Hint(NamedTuple):
    """A good move."""

    line: tuple[Move, ...]  # the move, and the moves expected to follow in the turn
    margin: float  # expected lead in gold at the end (negative: behind)
    win: float  # chance of winning, 0 to 1
    reason: Reason  # the most important reason for it; in a review, why it is worse than the best
    rival: Seat = 0
    """The strongest other player, with whom the margin compares; not set in a review."""
    exact: bool = False
    """Whether margin and chance are known, because the end of the game was solved."""
    differs: tuple[Difference, ...] = ()
    """The gains of the best hint compared with the next best, and of each other one with the best;
    in a review, a better turn compared with the one that was played."""
    error: float = 0.0
    """Half of the 95 % interval of its distance in margin from the best."""
    brief: bool = False
    """Whether the search had less time or fewer playouts than a review has; not in a review."""
    follows: tuple[Then, ...] = ()  # the next turns

    @property
    def move(self) -> Move:
        return self.line[0]


class Advice(NamedTuple):
    """The best moves in a position."""

    record: Record  # the game up to the position
    hints: tuple[Hint, ...] | None = None  # best first; None while the search goes on
    chosen: int | None = None  # index of the hint that the person has chosen, if any


def read(answers: Iterable[Data]) -> tuple[Hint, ...]:
    """Hints from a worker's answer, see :mod:`cacao_web.engine.requests`."""
    from cacao_core.ai.explaining.comparing import Difference  # noqa: PLC0415  # not at the start
    from cacao_core.ai.explaining.reasons import Reason  # noqa: PLC0415  # nor this

    return tuple(
        Hint(
            tuple(map(Move.parse, answer["line"])),
            answer["margin"],
            answer["win"],
            Reason(**answer["reason"]),
            answer.get("rival", 0),
            answer["exact"],
            tuple(Difference(**one) for one in answer["differs"]),
            answer["error"],
            bool(answer.get("brief")),
            tuple(map(_then, answer["follows"])),
        )
        for answer in answers
    )


def _then(answer: Data) -> Then:
    from cacao_core.ai.explaining.reasons import Reason  # noqa: PLC0415  # not at the start

    moves = tuple(map(Move.parse, answer["moves"]))
    return Then(int(answer["seat"]), moves, Reason(**answer["reason"]), int(answer["change"]))
