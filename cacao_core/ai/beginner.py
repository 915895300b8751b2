"""The level ``easy``: somebody who has just learned the rules, and errs as people do.

It looks where tiles were laid last and easily overlooks the rest; likes gold at once, and cacao for
its own sake; thinks little of water, and of temples only that workers stand there; does not ask
what a tile brings to the others; and sells whatever it can as soon as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from cacao_core.ai.activation import IMPATIENT, suggest
from cacao_core.ai.state import Action
from cacao_core.ai.tables import Tables
from cacao_core.ai.turns import Placing
from cacao_core.ai.weights import MOST_TURNS, Weights
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import WATER_FIELDS, Cell

_OVERLOOKED: Final = 0.3
"""How many of the cells away from the latest tiles it does not think of."""
_NEAR: Final = 2
"""Cells up to so far from one of the latest tiles catch the eye."""
_LATEST: Final = 3
_HAZY: Final = 0.7
"""It does not count exactly: deviation, in gold, of what it takes a turn to bring."""


def _naive() -> Weights:
    """What it believes: the same at the beginning of the game as near its end."""
    turns = range(MOST_TURNS + 1)
    believed_water = tuple(1.2 * field for field in range(len(WATER_FIELDS)))
    return Weights(
        cacao=tuple(tuple(1.5 * fruits for fruits in range(6)) for _ in turns),
        suns=tuple((0.0, 1.0, 2.0, 3.0) for _ in turns),
        water=tuple(believed_water for _ in turns),
        temples=tuple(0.5 for _ in turns),
        waiting=tuple(0.0 for _ in turns),
        tempo=tuple(0.0 for _ in turns),
        tiles=tuple((0.0, 0.0, 0.0, 0.0) for _ in turns),
        income=tuple(0.0 for _ in turns),
        spread=tuple(6.0 for _ in turns),
    )


@cache
def _tables(seats: int) -> Tables:
    return Tables(seats, _naive(), share=0.0)


def choose(view: Game, rng: Random) -> Move:
    """The move of a beginner for the seat to move.

    Args:
        view: what that seat sees; hidden tiles re-dealt.
        rng: what is overlooked and misjudged.
    """
    if view.phase is Phase.ACTIVATE:
        return suggest(view, IMPATIENT)
    tables = _tables(len(view.players))
    tables.shrink()
    choice = Placing(view, tables)
    seen = _noticed(view, choice, rng) if view.phase is Phase.PLACE else choice.ways
    best = max(seen, key=lambda action: action.worth + rng.gauss(0, _HAZY))
    return choice.first_move(best)


def _noticed(view: Game, choice: Placing, rng: Random) -> Sequence[Action]:
    """The turns on cells that it thinks of."""
    latest = [*list(view.workers)[-_LATEST:], *list(view.jungle)[-_LATEST:]]
    cell = choice.state.grid.cell
    noticed = {
        square
        for square in {action.square: None for action in choice.ways}
        if _is_near(cell(square), latest) or rng.random() > _OVERLOOKED
    }
    return [action for action in choice.ways if action.square in noticed] or choice.ways


def _is_near(cell: Cell, others: Sequence[Cell]) -> bool:
    return any(abs(cell[0] - x) + abs(cell[1] - y) <= _NEAR for x, y in others)
