"""Looks for puzzles in games of computers; the same games give the same puzzles everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from cacao_core import ai
from cacao_core.ai.endings import EndingSearch
from cacao_core.ai.endings.search import TooMuch
from cacao_core.ai.explaining.outcomes import brings
from cacao_core.ai.intervals import is_mistake
from cacao_core.ai.strengths import STRENGTHS
from cacao_core.deal import Deal
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.puzzles import difficulty
from cacao_core.puzzles.difficulty import Turn
from cacao_core.puzzles.judging import (
    best_for_gold,
    can_be_won_for_certain,
    gold_of,
    openings,
    wins_after,
)
from cacao_core.puzzles.puzzle import Puzzle
from cacao_core.puzzles.themes import also_about, theme_of, theme_of_gold
from cacao_core.record import Record

_LEVEL: Final = "hard"
"""The level that plays the games."""
_LEAST_GOLD: Final = 5
_FEWEST_FAILURES: Final = 0.3
"""Least share of attempts that fail."""
_FEW: Final = 0.3
"""Most turns, of all, that win."""
_NODES: Final = 3000
"""Budget for solving an ending."""
_CLOSE: Final = 8
"""Largest lead at the end of a game in which endings are looked for."""
_PAGE: Final = 600
_LONG: Final = 100 * _PAGE
"""Playouts of an analysis: of the page, and of the one that decides."""
_QUICK: Final = 4
"""A quarter of the playouts is tried first when puzzles are judged."""
_HOPEFUL: Final = 0.10
_AHEAD: Final = 0.08
"""Least lead of the best turn in chance of winning, in the short analysis and in the long one."""
_COMPARED: Final = STRENGTHS["expert"].width
"""Turns that an analysis compares."""
_OPENING: Final = 3
"""Turns of each player before the first puzzle."""


class _Answer(NamedTuple):
    """A solution, how to tell others, and how many placements with fills solve it, of how many."""

    kind: str
    goal: int | None
    solution: Turn
    solves: Callable[[Turn], bool]
    solving: int
    turns: int


def game_of(players: int, seed: int) -> Record:
    """A game of computers."""
    game = Game(Deal.shuffled(players, seed))
    record = Record(Deal.shuffled(players, seed))
    while game.to_move is not None:
        move = ai.choose(game, _LEVEL, seed)
        game.apply(move)
        record = record.play(move)
    return record


def find(kind: str, players: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles of a kind in one game, in order of their turns."""
    look = _LOOKS[kind]
    record = game_of(players, seed)
    if kind == "win" and not _is_close(record.game()):
        return
    for turn in record.turns()[_OPENING * players :]:
        if puzzle := look(record.up_to(turn.at)):
            yield puzzle


def _is_close(game: Game) -> bool:
    first, second, *_rest = sorted((score.total for score in game.score()), reverse=True)
    return first - second <= _CLOSE


# --- The most gold of a turn ----------------------------------------------------------------------


def _for_gold(record: Record) -> Puzzle | None:
    game = record.game()
    placements = list(openings(game))
    most = max(opening.gold for opening in placements)
    if most < _LEAST_GOLD or any(opening.hoped > most for opening in placements):
        return None
    solving = [opening for opening in placements if opening.gold == most]
    first, second = difficulty.naive_turns(game, placements)
    if gold_of(game, first) == most or len({opening.moves[0].cell for opening in solving}) > 2:
        return None

    def solves(turn: Turn) -> bool:
        return gold_of(game, turn) >= most

    solution = best_for_gold(game, solving[0])
    tried = [first, second, second, second, *difficulty.attempts(game)]
    answer = _Answer("gold", most, solution, solves, len(solving), len(placements))
    return _made(record, answer, tried)


# --- Winning endings ------------------------------------------------------------------------------


def _to_win(record: Record) -> Puzzle | None:
    game = record.game()
    if not can_be_won_for_certain(game):
        return None
    ending = EndingSearch(game, _NODES)
    for _share in ending.steps():
        pass
    if not ending.is_known or ending.value <= 0:
        return None
    solution = ending.solution()
    if solution is None or solution.winners != (game.turn,):
        return None
    try:
        winning, ways = _winning(ending)
    except TooMuch:
        return None
    if winning > _FEW * ways:
        return None

    def solves(turn: Turn) -> bool:
        return wins_after(game, turn)

    greedy = best_for_gold(game, max(openings(game), key=lambda opening: opening.gold))
    tried = [greedy, greedy, *difficulty.attempts(game)]
    answer = _Answer("win", None, solution.turns[0], solves, winning, ways)
    return _made(record, answer, tried)


def _winning(ending: EndingSearch) -> tuple[int, int]:
    """The number of placements with fills that win, and the number of all."""
    ending.budget.most = ending.budget.nodes + 4 * _NODES
    winning = sum(len(option.ways) for option in ending.options if ending.reaches(option, 1))
    return winning, sum(len(option.ways) for option in ending.options)


# --- The best turn --------------------------------------------------------------------------------


def _the_best(record: Record) -> Puzzle | None:
    game = record.game()
    if ai.solve(game, 1):
        return None
    quick = ai.analyse(game, _PAGE)
    natural = difficulty.turn_of(game, "medium", 0)
    short = quick[0].line
    if _lead(game, quick) < _HOPEFUL or brings(game, natural) == brings(game, short):
        return None
    analysis = ai.analyse(game, _LONG)
    line = analysis[0].line
    ahead = _lead(game, analysis) >= _AHEAD and _is_alone(game, analysis)
    if not ahead or brings(game, line) != brings(game, short):
        return None
    solution = _completed(game, line)
    wanted = brings(game, solution)

    def solves(turn: Turn) -> bool:
        return brings(game, turn) == wanted

    answer = _Answer("best", None, solution, solves, 1, _COMPARED)
    return _made(record, answer, difficulty.attempts(game))


def _others(game: Game, analysis: ai.Analysis) -> list[ai.Candidate]:
    """The turns that bring something else than the best one."""
    wanted = brings(game, analysis[0].line)
    return [one for one in analysis[1:] if brings(game, one.line) != wanted]


def _lead(game: Game, analysis: ai.Analysis) -> float:
    """By how much the best turn is ahead of all others in chance of winning."""
    best = analysis[0].win
    return best - max((one.win for one in _others(game, analysis)), default=best)


def _is_alone(game: Game, analysis: ai.Analysis) -> bool:
    """Whether the judge of reviews would blame every other turn."""
    best = analysis[0].margin
    return all(is_mistake(best - one.margin, one.error) for one in _others(game, analysis))


def stands(puzzle: Puzzle, playouts: int) -> bool:
    """Whether the solution of a puzzle of the kind ``best`` is the best turn beyond doubt.

    Args:
        puzzle: the puzzle.
        playouts: of the analysis, if a quarter of them leaves a doubt.
    """
    game = puzzle.record.game()
    analysis = ai.analyse(game, playouts // _QUICK)
    if any(
        _is_close_to_blame(analysis[0].margin - one.margin, one) for one in _others(game, analysis)
    ):
        analysis = ai.analyse(game, playouts)
    is_best = brings(game, analysis[0].line) == brings(game, puzzle.solution)
    return is_best and _is_alone(game, analysis)


def _is_close_to_blame(loss: float, other: ai.Candidate) -> bool:
    """Whether a longer search might judge another turn otherwise."""
    sure = is_mistake(loss - other.error, other.error)
    return not sure and is_mistake(loss + other.error, 0.0)


def _completed(game: Game, line: Sequence[Move]) -> Turn:
    """A turn with its activations, if it draws a hidden tile after the fills."""
    after, seat = game.copy(), game.to_move
    for move in line:
        after.apply(move)
    moves = list(line)
    while after.to_move == seat and after.phase is not Phase.PLACE:
        moves.append(ai.suggest(after) if after.phase is Phase.ACTIVATE else after.legal_moves()[0])
        after.apply(moves[-1])
    return tuple(moves)


_LOOKS: Final = {"gold": _for_gold, "win": _to_win, "best": _the_best}


def _made(record: Record, answer: _Answer, tried: Sequence[Turn]) -> Puzzle | None:
    """The puzzle, if those who try it fail often enough."""
    game = record.game()
    failed = sum(not answer.solves(turn) for turn in tried) / len(tried)
    natural = difficulty.turn_of(game, "medium", 0)
    if failed < _FEWEST_FAILURES or answer.solves(natural):
        return None
    whole = record
    for move in answer.solution:
        whole = whole.play(move)
    goal, solution = answer.goal, answer.solution
    return Puzzle(
        kind=answer.kind,
        rating=difficulty.rating(failed, answer.solving, answer.turns),
        theme=(theme_of_gold if goal else theme_of)(game, solution, natural),
        goal=goal,
        at=len(record.moves),
        link=whole.to_link(),
        also=also_about(solution),
    )
