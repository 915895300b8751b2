"""The review of a whole game: each turn's chances, and better turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cacao_core.ai.analysis import analysing_turn
from cacao_core.ai.results import Analysis, Candidate
from cacao_core.ai.wishes import checked
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import FILL, Move
from cacao_core.record import Record
from cacao_core.tiles import Seat


class ReviewedTurn(NamedTuple):
    """One turn of a record under review."""

    number: int
    """The turn, from 1: of the game, or of the variation."""
    at: int
    """Number of moves before it there: ``record.game(at)`` is its position."""
    seat: Seat
    played: Candidate
    """The turn as played."""
    analysis: Analysis
    """The position before it; its first candidate is the best turn found."""

    @property
    def loss(self) -> float:
        """Expected gold lost by the turn; 0 for the best one."""
        return max(0.0, self.analysis[0].margin - self.played.margin)


def reviewing(
    record: Record, budget: int | None = None, since: int = 0
) -> Iterator[tuple[float, ReviewedTurn | None]]:
    """Review every turn of a game, in small steps.

    Each turn is judged by what its seat could see. Placement and fills are judged, followed by the
    best activations.

    Args:
        record: the game, over or not.
        budget: playouts for each turn, 1 or more; None uses those of the level ``expert``.
        since: number of moves; turns that begin before are left out.

    Yields:
        The share of the work done, and, after the last step of each turn, the turn; else None.

    Raises:
        CacaoError: not a record, or a budget that is not a whole number above 0.
    """
    if not isinstance(record, Record):
        raise CacaoError(f"a review is of a Record, not of {describe(record)}")
    all_turns = list(enumerate(_turns(Game(record.deal), record.moves), start=1))
    yield from _reviewing(
        [(number, *turn) for number, turn in all_turns if turn[0] >= since], budget
    )


def _reviewing(
    turns: Sequence[tuple[int, int, Game, list[Move]]], budget: int | None
) -> Iterator[tuple[float, ReviewedTurn | None]]:
    for done_turns, (number, at, game, line) in enumerate(turns):
        for share, found in analysing_turn(game, line, budget):
            done = (done_turns + share) / len(turns)
            if found is None:
                yield done, None
            else:
                analysis, played = found
                yield done, ReviewedTurn(number, at, game.turn, played, analysis)


def review(record: Record, budget: int | None = None) -> list[ReviewedTurn]:
    """The review of every turn of a game: see :func:`reviewing`."""
    return [turn for _share, turn in reviewing(record, budget) if turn]


def variation(
    game: Game, moves: Iterable[Move | str], budget: int | None = None
) -> list[ReviewedTurn]:
    """The turns of a variation, each valued beside the best one: what if this was played?

    Whoever draws tiles in it draws those of the game; for a game of which only one seat's tiles are
    known, give a view.

    Args:
        game: a position in the phase of placing; left as it is.
        moves: of one or several turns, the activations as well.
        budget: playouts for each turn, 1 or more; None uses those of the level ``expert``.

    Raises:
        CacaoError: not such a position, or a wrong budget.
        IllegalMove: a move is not legal.
    """
    checked(game, budget)
    if game.phase is not Phase.PLACE:
        raise CacaoError(f"the phase is {game.phase.value}: a variation begins with a placement")
    trial, line = game.copy(), list[Move]()
    for move in moves:
        line.append(trial.find_move(move))
        trial.apply(line[-1])
    turns = [(number, *turn) for number, turn in enumerate(_turns(game.copy(), line), start=1)]
    return [turn for _share, turn in _reviewing(turns, budget) if turn]


def _turns(game: Game, moves: Iterable[Move]) -> Iterator[tuple[int, Game, list[Move]]]:
    """Each turn's first move's index, the position before it, and its placement and fills.

    Args:
        game: the position before all of them; is changed.
        moves: are legal.
    """
    begun: tuple[int, Game, list[Move]] | None = None
    for at, move in enumerate(moves):
        if game.phase is Phase.PLACE:
            if begun:
                yield begun
            begun = at, game.copy(), [move]
        elif begun and move.kind == FILL:
            begun[2].append(move)
        game.apply(move)
    if begun:
        yield begun
