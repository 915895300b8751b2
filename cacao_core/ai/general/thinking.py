"""Decisions of the levels with rules that the quick player does not know."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from random import Random
from typing import Final

from cacao_core.ai.beginner import ELSE, MINDS, believed, judged
from cacao_core.ai.general.deciding import Deciding, play_on
from cacao_core.ai.general.playing import suggest
from cacao_core.ai.general.worths import Worths, worths_for
from cacao_core.ai.search import EQUAL, Play, Search, playouts_of
from cacao_core.ai.strengths import HABITS, Habits, Strength
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.rules import Rules

STRENGTHS: Final = {
    "medium": Strength(width=1, depth=0, budget=1),
    "hard": Strength(width=8, depth=2, budget=48),
    "expert": Strength(width=14, depth=4, budget=168),
    "master": Strength(width=20, depth=4, budget=400),
}
"""The search settings of the levels: a playout takes so much longer than the quick player's."""
_FOR_EACH: Final = 4
"""So many playouts are needed for each choice that is compared."""
_LEAST_WIDTH: Final = 2


def think(view: Game, level: str, rng: Random, budget: int | None) -> Iterator[tuple[float, Move]]:
    """Decide on the next move of the seat to move, in steps; as the levels of the quick player."""
    if (only := view.legal_moves()) and len(only) == 1:
        yield 1.0, only[0]
        return
    if level in HABITS:
        yield 1.0, _habitual(view, HABITS[level], rng)
        return
    if view.phase is Phase.ACTIVATE:
        yield 1.0, suggest(view)  # all orders and amounts were tried
        return
    worths = worths_for(view.rules, len(view.players))
    worths.forget()
    root = Deciding(view, worths)
    width, depth, usual = STRENGTHS[level]
    playouts = playouts_of(view, usual if budget is None else budget)
    width = width_for(width, playouts)
    if min(width, len(root.ways)) == 1:
        best = [turn for turn in root.turns if turn.worth > root.turns[0].worth - EQUAL]
        yield 1.0, (rng.choice(best) if view.phase is Phase.PLACE else best[0]).moves[0]
        return
    play: Play[Game] = partial(play_on, worths, depth)
    search = Search(root, root.ways[:width], play, rng)
    for share in search.steps(playouts):
        yield share, root.first_move(search.options[0].way)


def width_for(width: int, playouts: int) -> int:
    """The number of choices that are compared: those that get too few playouts are left out."""
    return min(width, max(_LEAST_WIDTH, playouts // _FOR_EACH))


# --- Levels that play like people who learn the game ---------------------------------------------

_NAIVE: Final = {"gems": 0.7, "huts": 0.3, "bars": 0.6}
"""Good of a module -> how much of its worth somebody who begins sees in it."""


_AT_STAKE: Final = 1.8
"""Errors of judgement are so much larger than without modules, because turns decide more."""


def _habitual(view: Game, habits: Habits, rng: Random) -> Move:
    """The move of a level below ``medium``: it overlooks and misjudges things."""
    minds = [*MINDS, *(good.name for good in view.rules.more_goods if good.name in _NAIVE)]
    mind = rng.choice(minds) if rng.random() < habits.narrow else ""
    turns = Deciding(view, _believed(view.rules, len(view.players), habits.insight, mind)).turns
    if view.phase is Phase.ACTIVATE:
        return turns[0].moves[0]
    habits = habits._replace(haze=_AT_STAKE * habits.haze, vague=_AT_STAKE * habits.vague)
    return judged(view, turns, lambda turn: turn.cell, habits, rng).moves[0]


@lru_cache(maxsize=32)
def _believed(rules: Rules, seats: int, insight: float, mind: str) -> Worths:
    """The worths of things to somebody who learns the game."""
    weights = believed(seats, insight, mind)
    factors = {
        good: (insight + (1 - insight) * naive) * (1 if mind in ("", good) else ELSE)
        for good, naive in _NAIVE.items()
    }
    return Worths(rules, seats, weights, insight / (seats - 1), factors)


def valued(view: Game) -> Iterator[tuple[Move, float]]:
    """The placements with what their turns bring at once, best first."""
    turns = Deciding(view, worths_for(view.rules, len(view.players))).turns
    return ((turn.moves[0], turn.worth) for turn in turns)
