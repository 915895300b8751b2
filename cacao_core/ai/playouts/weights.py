"""Values in gold, by the number of own turns left; :mod:`cacao_core.ai.learned.tables` has them."""

from __future__ import annotations

from typing import Final, NamedTuple

from cacao_core.ai.playouts.encoding import (
    KINDS,
    LAST_WATER_FIELD,
    MOST_TURNS,
    STORAGE_SPACES,
    SUN_SITES,
    WATER_FIELDS,
)


class Weights(NamedTuple):
    """Gold by number of turns left: index 0 is the end of the game, 1 the last turn, and so on."""

    cacao: tuple[tuple[float, ...], ...]
    """For each number of turns left, by amount."""
    suns: tuple[tuple[float, ...], ...]
    """For each number of turns left, by amount."""
    water: tuple[tuple[float, ...], ...]
    """For each number of turns left, by the water carrier's field."""
    temples: tuple[float, ...]
    """Value of one gold of a temple's present payment."""
    waiting: tuple[float, ...]
    """Value of a worker facing an empty jungle space."""
    tempo: tuple[float, ...]
    """Value of having the next turn."""
    tiles: tuple[tuple[float, ...], ...]
    """For each kind of worker tile the value of still having one, above a 2101."""
    income: tuple[float, ...]
    """The gain of the remaining turns."""
    spread: tuple[float, ...]
    """Uncertainty of the evaluation: temperature of the chances of winning, in gold."""

    def kept(self, name: str, turns: int) -> float:
        """The value of still having a worker tile, above a 2101; 0 for tiles of expansions."""
        return self.tiles[min(turns, MOST_TURNS)][KINDS.index(name)] if name in KINDS else 0.0


def _plain_cacao(turns: int) -> tuple[float, ...]:
    """A fruit is worth less the more fruits there are, and the fewer turns are left to sell it."""
    chance = min(turns, 3) / 3
    return tuple(
        round(chance * (2 * fruits - 0.1 * fruits**2) + 0.01 * fruits, 2)
        for fruits in range(STORAGE_SPACES + 1)
    )


def _plain_water(turns: int) -> tuple[float, ...]:
    """With many turns left all fields have equal value; at the end each has its own value."""
    early = min(turns, 4) / 4
    step = (WATER_FIELDS[-1] - WATER_FIELDS[0]) / LAST_WATER_FIELD
    return tuple(
        early * (WATER_FIELDS[0] + step * field) + (1 - early) * WATER_FIELDS[field]
        for field in range(LAST_WATER_FIELD + 1)
    )


PLAIN: Final = Weights(
    cacao=tuple(map(_plain_cacao, range(MOST_TURNS + 1))),
    suns=tuple(
        tuple((1.8 if turns else 1.0) * suns for suns in range(SUN_SITES + 1))
        for turns in range(MOST_TURNS + 1)
    ),
    water=tuple(map(_plain_water, range(MOST_TURNS + 1))),
    temples=(1.0,) * (MOST_TURNS + 1),
    waiting=(0.0,) * (MOST_TURNS + 1),
    tempo=(0.0,) * (MOST_TURNS + 1),
    tiles=((0.0,) * len(KINDS),) * (MOST_TURNS + 1),
    income=(0.0,) * (MOST_TURNS + 1),
    spread=(6.0,) * (MOST_TURNS + 1),
)
"""Plausible values, with which learning starts."""
