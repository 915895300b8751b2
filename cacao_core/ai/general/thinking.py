"""Decisions of the levels with rules that the quick player does not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Final

from cacao_core.ai.general.deciding import Deciding, play_on
from cacao_core.ai.general.lookahead import Turn
from cacao_core.ai.general.playing import suggest
from cacao_core.ai.general.worths import Worths, worths_for
from cacao_core.ai.search import Play, Search
from cacao_core.ai.strengths import HABITS, Habits, Strength
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.rules import Rules
from cacao_core.tiles import Cell

STRENGTHS: Final = {
    "medium": Strength(width=1, depth=0, budget=1),
    "hard": Strength(width=8, depth=2, budget=48),
    "expert": Strength(width=14, depth=4, budget=168),
    "master": Strength(width=20, depth=4, budget=400),
}
"""The search settings of the levels: a playout takes so much longer than the quick player's."""
_SMALL_PART: Final = 3
"""Fills, activations and huts have few choices, so they get a turn's budget divided by this."""
_FOR_EACH: Final = 4
"""So many playouts are needed for each choice that is compared."""
_LEAST_WIDTH: Final = 2
_EQUAL: Final = 0.01
"""Turns whose gains differ by less than this, in gold, are equally good: one is drawn at random."""


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
        best = [turn for turn in root.turns if turn.worth > root.turns[0].worth - _EQUAL]
        yield 1.0, (rng.choice(best) if view.phase is Phase.PLACE else best[0]).moves[0]
        return
    play: Play[Game] = partial(play_on, worths, depth)
    search = Search(root, root.ways[:width], play, rng)
    for share in search.steps(playouts):
        yield share, root.first_move(search.options[0].way)


def playouts_of(view: Game, budget: int) -> int:
    """The part of a turn's budget for the next decision."""
    return budget if view.phase is Phase.PLACE else max(1, budget // _SMALL_PART)


def width_for(width: int, playouts: int) -> int:
    """The number of choices that are compared: those that get too few playouts are left out."""
    return min(width, max(_LEAST_WIDTH, playouts // _FOR_EACH))


# --- Levels that play like people who learn the game ---------------------------------------------

_NEAR: Final = 2
_LATEST: Final = 3
_NAIVE: Final = {"cacao": 0.8, "suns": 0.4, "water": 0.7, "gems": 0.7, "huts": 0.3, "bars": 0.6}
"""Good -> how much of its worth somebody who begins sees in it."""
_ELSE: Final = 0.15
"""The weight of the other kinds for somebody who has one kind of thing in mind."""
_MINDS: Final = ("cacao", "suns", "water", "temples", "gold", "gems", "huts", "bars")


def _habitual(view: Game, habits: Habits, rng: Random) -> Move:
    """The move of a level below ``medium``: it overlooks and misjudges things."""
    mind = rng.choice(_minds(view.rules)) if rng.random() < habits.narrow else ""
    worths = _believed(view.rules, len(view.players), habits.insight, mind)
    turns = Deciding(view, worths).turns
    if view.phase is Phase.ACTIVATE:
        return turns[0].moves[0]
    seen: Sequence[Turn] = turns
    if view.phase is Phase.PLACE:
        seen = _noticed(view, turns, habits, rng)
    if habits.hasty:
        seen = [turn for turn in seen if rng.random() >= habits.hasty] or seen
    errors = {turn.cell: 0.0 for turn in seen}
    if habits.vague:
        errors = {cell: rng.gauss(0, habits.vague) for cell in errors}
    return max(
        seen, key=lambda turn: turn.worth + errors[turn.cell] + rng.gauss(0, habits.haze)
    ).moves[0]


def _minds(rules: Rules) -> list[str]:
    owned = {"temples", *(good.name for good in rules.goods)}
    return [mind for mind in _MINDS if mind in owned]


@lru_cache(maxsize=32)
def _believed(rules: Rules, seats: int, insight: float, mind: str) -> Worths:
    """The worths that somebody believes who learns the game."""
    factors = {good: insight + (1 - insight) * naive for good, naive in _NAIVE.items()}
    if mind:
        factors = {good: f * (1 if good == mind else _ELSE) for good, f in factors.items()}
    weights = worths_for(rules, seats).weights
    temples = insight + (1 - insight) * 0.6
    temples *= _ELSE if mind and mind != "temples" else 1.0
    weights = weights._replace(
        temples=tuple(temples * one for one in weights.temples),
        waiting=tuple(insight * one for one in weights.waiting),
    )
    return Worths(rules, seats, weights, insight / (seats - 1), factors)


def _noticed(view: Game, turns: Sequence[Turn], habits: Habits, rng: Random) -> Sequence[Turn]:
    """The turns on cells that are not overlooked."""
    latest = [*list(view.workers)[-_LATEST:], *list(view.jungle)[-_LATEST:]]
    noticed = {
        cell
        for cell in sorted({turn.cell for turn in turns})
        if (_is_near(cell, latest) and not habits.blind) or rng.random() > habits.overlooked
    }
    return [turn for turn in turns if turn.cell in noticed] or turns


def _is_near(cell: Cell, others: Sequence[Cell]) -> bool:
    return any(abs(cell[0] - x) + abs(cell[1] - y) <= _NEAR for x, y in others)


def candidates_of(
    view: Game, count: int, edges: str | None, within: float | None = None
) -> list[Move]:
    """The placements that bring most at once, as :func:`cacao_core.ai.levels.candidates_of`."""
    best: dict[Cell, Move] = {}
    top: float | None = None
    for turn in Deciding(view, worths_for(view.rules, len(view.players))).turns:
        move = turn.moves[0]
        if edges in (None, move.what):
            top = turn.worth if top is None else top
            if within is not None and turn.worth < top - within:
                break
            best.setdefault(move.cell, move)
        if len(best) == count:
            break
    return list(best.values())
