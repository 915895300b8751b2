"""The course of a game as curves: figures turn by turn, and where their labels have room.

The charts of the page and of :mod:`cacao_core.svg` are drawn with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core.position import Phase
from cacao_core.record import Record

HEIGHT: Final = 190
"""Height of the lines' area, in pixels."""
LABEL_GAP: Final = 23
"""Least distance between labels at the ends of the lines, middle to middle, in pixels."""
_MOST_GRID_LINES: Final = 6


class Scale(NamedTuple):
    """Maps scores to vertical positions."""

    low: int
    high: int

    def y(self, score: float) -> float:
        """Pixels from the top."""
        return round((self.high - score) / (self.high - self.low) * HEIGHT, 1)

    def grid(self) -> range:
        """Round scores that get a grid line and a number."""
        steps = (step * 10**power for power in range(9) for step in (1, 2, 5))
        span = self.high - self.low
        step = next(step for step in steps if step >= 5 and span // step < _MOST_GRID_LINES)
        return range(-(-self.low // step) * step, self.high + 1, step)


def course(record: Record) -> list[tuple[int, ...]]:
    """Each seat's score at the start and after each complete turn, as if the game ended there."""
    game = record.game(0)
    scores = [tuple(score.total for score in game.score())]
    for move in record.moves:
        game.apply(move)
        if game.is_over or game.phase is Phase.PLACE:
            scores.append(tuple(score.total for score in game.score()))
    return scores


def spread(wanted: Sequence[float]) -> list[float]:
    """Positions for labels: in the wanted order, inside the chart, apart, as near as possible."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[list[float]] = []  # labels that touch one another, by the positions they want
    for index in order:
        block = [wanted[index]]
        while blocks and _first(block) - _first(blocks[-1]) < len(blocks[-1]) * LABEL_GAP:
            block = [*blocks.pop(), *block]
        blocks.append(block)
    places = [
        _first(block) + number * LABEL_GAP for block in blocks for number in range(len(block))
    ]
    return [places[order.index(index)] for index in range(len(wanted))]


def _first(block: Sequence[float]) -> float:
    """Position of the first of some labels that touch one another."""
    length = (len(block) - 1) * LABEL_GAP
    return max(0, min(sum(block) / len(block) - length / 2, HEIGHT - length))
