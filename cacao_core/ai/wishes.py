"""The request for an analysis: how long, which turns, by which level; checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from cacao_core.ai.levels import check_budget
from cacao_core.ai.strengths import SEARCHING
from cacao_core.deal import is_duration, is_whole
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game, Phase
from cacao_core.moves import ACTIVATE, Move

Asked: TypeAlias = Move | str | Sequence[Move | str]
"""A move of this turn, as such or as its notation, or the moves of the turn up to there."""
Line: TypeAlias = tuple[Move, ...]


class SearchWish(NamedTuple):
    """A request for an analysis."""

    budget: int | None = None
    """Playouts; None for the level's own."""
    seconds: float | None = None
    """So long it searches instead."""
    lines: tuple[Line, ...] | None = None
    """The turns that are valued; None for a selection."""
    all_moves: bool = False
    """True if all turns are valued."""
    best: int | None = None
    """So many candidates are told at most."""
    level: str = "expert"
    """The level that searches."""


def checked(  # noqa: PLR0913, PLR0917  # as analyse takes them
    game: Game,
    budget: int | None = None,
    seconds: float | None = None,
    moves: Iterable[Asked] | None = None,
    all_moves: bool = False,
    best: int | None = None,
    level: str = "expert",
) -> SearchWish:
    """The wish of these arguments, see :func:`cacao_core.ai.analyse`.

    Raises:
        CacaoError: one is wrong, two do not go together, or a move is not legal.
    """
    if not isinstance(game, Game):
        raise CacaoError(f"an analysis is of a Game, not of {describe(game)}")
    check_budget(budget)
    if budget is not None and seconds is not None:
        raise CacaoError("budget and seconds: expected one of them at most")
    if seconds is not None and not is_duration(seconds):
        raise CacaoError(f"seconds {describe(seconds)}: expected a number above 0, or None")
    if best is not None and not (is_whole(best) and best > 0):
        raise CacaoError(f"best {describe(best)}: expected a whole number above 0, or None")
    if type(level) is not str or level not in SEARCHING:
        raise CacaoError(f"level {describe(level)}: expected one of {', '.join(SEARCHING)}")
    if type(all_moves) is not bool:
        raise CacaoError(f"all_moves {describe(all_moves)}: expected True or False")
    if all_moves and moves is not None:
        raise CacaoError("moves and all_moves: expected one of them at most")
    lines = None if moves is None else _lines(game, moves)
    return SearchWish(budget, seconds, lines, all_moves, best, level)


def _lines(game: Game, moves: Iterable[Asked]) -> tuple[Line, ...]:
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise CacaoError(f"moves {describe(moves)}: expected a list of moves or of turns")
    lines = tuple(dict.fromkeys(_line(game, asked) for asked in moves))
    if not lines and game.to_move is not None:
        raise CacaoError("moves: expected one at least, or None for a selection")
    return lines


def _line(game: Game, asked: Asked) -> Line:
    """A legal beginning of this turn: moves that its seat makes one after the other."""
    if not isinstance(asked, str | Move | Sequence):
        raise CacaoError(f"move {describe(asked)}: expected a move, or a list of moves of a turn")
    parts = [asked] if isinstance(asked, str | Move) else list(asked)
    if not parts:
        raise CacaoError("moves: expected one at least in each turn")
    trial, line = game.copy(), list[Move]()
    for part in parts:
        if line and (trial.to_move != game.to_move or trial.phase is Phase.PLACE):
            raise CacaoError(f"move {describe(part)}: expected moves of one seat in one turn")
        line.append(trial.find_move(part))
        trial.apply(line[-1])
    return tuple(line)


def opening_of(line: Line) -> Line:
    """The part of a turn that is valued: its placement and fills, or its first activation."""
    return line[:1] if line[0].kind == ACTIVATE else tuple(filter(_opens, line))


def _opens(move: Move) -> bool:
    return move.kind != ACTIVATE


def check_rest(lines: Iterable[Line], judged: Iterable[Line]) -> None:
    """Check that activations that were asked for are those of which the value is told.

    Args:
        lines: the turns that were asked for.
        judged: those that were valued, with what is expected after them.

    Raises:
        CacaoError: others are better, so the value would be that of another turn.
    """
    known_lines = list(judged)
    for line in lines:
        alike = [one for one in known_lines if opening_of(one) == opening_of(line)]
        if alike and all(one[: len(line)] != line for one in alike):
            rest = " ".join(map(str, alike[0][len(opening_of(line)) :])) or "none"
            raise CacaoError(
                f"turn {' '.join(map(str, line))}: expected its activations as they look best "
                f"({rest}), or none; others are valued by ai.variation"
            )
