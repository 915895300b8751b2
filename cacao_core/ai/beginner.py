"""Levels below ``medium``: they play like people who learn the game.

They look mainly at cells near the latest tiles and overlook others. They like immediate gold, and
cacao in itself; they undervalue water and temples, ignore the gains of others, and sell as soon as
they can. All this gets less from level to level, until nothing is left of it at ``medium``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Final, Protocol, TypeVar

from cacao_core.ai.learned.tables import WEIGHTS
from cacao_core.ai.playouts.encoding import MOST_TURNS, WATER_FIELDS
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.playouts.weights import Weights
from cacao_core.ai.strengths import HABITS, Habits
from cacao_core.ai.suggesting import IMPATIENT, Storage, storage, suggest
from cacao_core.ai.turns import Placing
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Cell


class Way(Protocol):
    """A turn that may be played."""

    @property
    def worth(self) -> float:
        """Its seeming worth at once."""


Judged = TypeVar("Judged", bound=Way)

_NEAR: Final = 2
"""Greatest distance of cells from the latest tiles that are never overlooked."""
_LATEST: Final = 3
MINDS: Final = ("cacao", "suns", "water", "temples", "gold")
"""Kinds of things that somebody may have in mind in a turn; gold counts at its value always."""
ELSE: Final = 0.15
"""The weight of the other kinds then."""


def _naive() -> Weights:
    """The weights of a beginner: the same at the beginning of the game as near its end."""
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


def _between(first: Weights, second: Weights, share: float) -> Weights:
    """Weights on the way from one to another."""
    if not share:
        return first
    blended = {
        name: _rows(getattr(first, name), getattr(second, name), share) for name in Weights._fields
    }
    return Weights(**blended)  # type: ignore[arg-type]


def _rows(first: object, second: object, share: float) -> object:
    """The same for a number, or a table of numbers."""
    if isinstance(first, tuple) and isinstance(second, tuple):
        return tuple(_rows(one, two, share) for one, two in zip(first, second, strict=True))
    assert isinstance(first, float | int)
    assert isinstance(second, float | int)
    return (1 - share) * first + share * second


def _minding(weights: Weights, kind: str) -> Weights:
    """Weights of somebody who thinks of one kind of thing."""
    changed: dict[str, object] = {}
    for name in ("cacao", "suns", "water"):
        if name != kind:
            rows = getattr(weights, name)
            changed[name] = tuple(tuple(ELSE * value for value in row) for row in rows)
    if kind != "temples":
        changed["temples"] = tuple(ELSE * value for value in weights.temples)
    return weights._replace(**changed)  # type: ignore[arg-type]


def believed(seats: int, insight: float, kind: str) -> Weights:
    """The worth of goods to somebody with some insight, who has one kind in mind, or none."""
    weights = _between(_naive(), WEIGHTS[seats], insight)
    return _minding(weights, kind) if kind else weights


@lru_cache(maxsize=12)
def _tables(seats: int, insight: float, kind: str) -> Tables:
    return Tables(seats, believed(seats, insight, kind), share=insight / (seats - 1))


def choose(view: Game, level: str, rng: Random) -> Move:
    """The move of a level below ``medium`` for the seat to move.

    Args:
        view: the position as that seat sees it; hidden tiles re-dealt.
        level: one of :data:`~cacao_core.ai.strengths.HABITS`.
        rng: decides what is overlooked and misjudged.
    """
    return decide(view, HABITS[level], rng)


def decide(view: Game, habits: Habits, rng: Random) -> Move:
    """The same for given habits."""
    if view.phase is Phase.ACTIVATE:
        return suggest(view, _storage(view, habits))
    kind = rng.choice(MINDS) if habits.narrow and rng.random() < habits.narrow else ""
    tables = _tables(len(view.players), habits.insight, kind)
    tables.shrink()
    choice = Placing(view, tables)
    cell = choice.state.grid.cell
    return choice.first_move(judged(view, choice.ways, lambda way: cell(way.square), habits, rng))


def judged(
    view: Game,
    ways: Sequence[Judged],
    cell_of: Callable[[Judged], Cell],
    habits: Habits,
    rng: Random,
) -> Judged:
    """The turn that looks best to somebody who overlooks and misjudges some.

    Args:
        view: the position as the seat sees it.
        ways: the turns, most promising first.
        cell_of: where a turn places its tile.
        habits: of the level.
        rng: decides what is overlooked and misjudged.
    """
    seen = ways
    if view.phase is Phase.PLACE:
        noticed = _noticed(view, dict.fromkeys(map(cell_of, ways)), habits, rng)
        seen = [way for way in ways if cell_of(way) in noticed] or ways
    if habits.hasty:
        seen = [way for way in seen if rng.random() >= habits.hasty] or seen
    # People misjudge a place as a whole more than the ways to lay a tile there.
    errors = dict.fromkeys(map(cell_of, seen), 0.0)
    if habits.vague:
        errors = {cell: rng.gauss(0, habits.vague) for cell in errors}
    return max(seen, key=lambda way: way.worth + errors[cell_of(way)] + rng.gauss(0, habits.haze))


def _storage(view: Game, habits: Habits) -> Storage:
    """The value of fruits in storage, for somebody who more or less sells at any price."""
    if not habits.insight:
        return IMPATIENT
    assert view.to_move is not None
    stored = storage(view, view.to_move)
    return tuple(
        (1 - habits.insight) * low + habits.insight * high
        for low, high in zip(IMPATIENT, stored, strict=True)
    )


def _noticed(view: Game, cells: Iterable[Cell], habits: Habits, rng: Random) -> set[Cell]:
    """The cells that are not overlooked."""
    latest = [*list(view.workers)[-_LATEST:], *list(view.jungle)[-_LATEST:]]
    return {
        cell
        for cell in cells
        if (_is_near(cell, latest) and not habits.blind) or rng.random() > habits.overlooked
    }


def _is_near(cell: Cell, others: Sequence[Cell]) -> bool:
    return any(abs(cell[0] - x) + abs(cell[1] - y) <= _NEAR for x, y in others)
