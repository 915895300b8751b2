"""The level ``easy``: plays like a person who has just learned the rules.

It looks mainly at cells near the latest tiles. It likes immediate gold, and cacao in itself. It
undervalues water and temples, ignores the gains of others, and sells everything as soon as it can.

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
"""Share of the cells away from the latest tiles that it overlooks."""
_NEAR: Final = 2
"""Greatest distance of cells from the latest tiles that it never overlooks."""
_LATEST: Final = 3
_HAZY: Final = 0.7
"""Standard deviation of its errors in judging a turn, in gold."""


def _naive() -> Weights:
    """Its weights: the same at the beginning of the game as near its end."""
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
        view: the position as that seat sees it; hidden tiles re-dealt.
        rng: decides what is overlooked and misjudged.
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
    """The turns on cells that are not overlooked."""
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
