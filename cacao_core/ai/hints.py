"""The analysis for somebody who plays: in the middle of a turn as it was told before the turn.

A search in the middle of a turn finds another continuation now and then, by chance. Whoever asks at
each decision would be blamed for that: a review judges whole turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cacao_core.ai.analysis import analysing
from cacao_core.ai.playouts.encoding import knows
from cacao_core.ai.results import Analysis, Candidate
from cacao_core.ai.reviews import own_moves, turns_in
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.record import Record


def hinting(record: Record, budget: int | None = None) -> Iterator[tuple[float, Analysis]]:
    """The analysis of the last position of a record, in small steps.

    If its seat has played the best turn up to there, what is told is the rest of that turn.

    Args:
        record: of a game that goes on.
        budget: playouts, 1 or more; None uses those of the level ``expert``.

    Yields:
        The share of the work done, and the result so far.
    """
    game = record.game()
    steps, half = analysing(game, budget), 0.0
    if not knows(game.rules) and game.phase is not Phase.PLACE and game.to_move == game.turn:
        half = 0.5
        _share, shown = next(steps)  # something to tell from the beginning
        *_, (_at, begun, moves) = turns_in(Game(record.deal), record.moves)
        played = tuple(own_moves(begun, moves))
        for share, analysis in analysing(begun, budget):
            rest = _rest(analysis, played)
            if share == 1 and rest and analysis[0].line[: len(played)] == played:
                yield 1.0, rest
                return
            if share > _TRIED and not rest:
                break
            shown = rest or shown
            yield half * share, shown
    for share, analysis in steps:
        yield half + (1 - half) * share, analysis


_TRIED: Final = 0.2
"""Share of the work after which each turn has been tried once."""


def _rest(analysis: Analysis, played: tuple[Move, ...]) -> Analysis | None:
    """The turns of an analysis that begin with some moves, without these."""
    rest: list[Candidate] = []
    for candidate in analysis:
        line = candidate.line[len(played) :]
        if (
            line
            and candidate.line[: len(played)] == played
            and line[0] not in [r.move for r in rest]
        ):
            rest.append(candidate._replace(move=line[0], line=line))
    return replace(analysis, candidates=tuple(rest)) if rest else None
