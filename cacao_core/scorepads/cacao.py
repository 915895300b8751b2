"""The end of a game that was played with real tiles (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final as Constant

from cacao_core import scoring
from cacao_core.errors import CacaoError, describe
from cacao_core.rules import BASE
from cacao_core.scorepads.checks import places, several, whole
from cacao_core.scoring import Score, majority
from cacao_core.tiles import BASE_KINDS, MAX_PLAYERS, MIN_PLAYERS, Seat

TEMPLES: Constant = {
    players: tiles["T"] + [*BASE.start_tiles.values()].count("T")
    for players, tiles in BASE.jungle_tiles.items()
}
"""Number of players -> temples of a game."""
MOST_WORKERS: Constant = 4 * max(int(workers) for kind in BASE_KINDS for workers in kind)
"""Workers that have room beside one temple."""


@dataclass(frozen=True)
class Final:
    """The possessions of a player at the end, temples apart.

    Raises:
        CacaoError: there cannot be so much of it.
    """

    gold: int
    water: int
    """Value of the water carrier's field."""
    suns: int
    """Sun tokens left."""
    cacao: int
    """Fruits in the storage."""

    def __post_init__(self) -> None:
        whole("gold", self.gold)
        whole("suns", self.suns, most=BASE.sun_sites)
        whole("cacao", self.cacao, most=BASE.storage)
        if whole("water", self.water, None) not in BASE.water:
            fields = " ".join(map(str, BASE.water))
            raise CacaoError(f"water: {describe(self.water)}; expected a field of {fields}")


def scores(finals: Sequence[Final], temples: Sequence[Sequence[int]]) -> list[Score]:
    """Each seat's result by source.

    Args:
        finals: by seat.
        temples: for each temple the adjacent workers of each seat.

    Raises:
        CacaoError: a number of seats, temples or workers is not possible.

    >>> scores([Final(20, 4, 1, 0), Final(18, -10, 3, 2)], [[2, 1], [0, 1]])[1].temples
    9
    """
    several("players", finals, MIN_PLAYERS, MAX_PLAYERS)
    for final in finals:
        if not isinstance(final, Final):
            raise CacaoError(f"player: {describe(final)}; expected a Final")
    several("temples", temples, 0, max(TEMPLES.values()))
    gold = [_temple(workers, len(finals)) for workers in temples]
    return [
        Score(
            gold=one.gold,
            temples=sum(paid[seat] for paid in gold),
            suns=one.suns,
            water=one.water,
            cacao=one.cacao,
        )
        for seat, one in enumerate(finals)
    ]


def _temple(workers: Sequence[int], players: int) -> tuple[int, ...]:
    """The gold of a temple by seat."""
    several("workers at a temple, by seat", workers, players, players)
    for count in workers:
        whole("workers at a temple", count)
    whole("workers of all at a temple", sum(workers), most=MOST_WORKERS)
    return majority(workers)


def totals(finals: Sequence[Final], temples: Sequence[Sequence[int]]) -> list[int]:
    """Gold of each seat at the end, see :func:`scores`.

    >>> totals([Final(20, 4, 1, 0), Final(18, -10, 3, 2)], [[2, 1], [0, 1]])
    [31, 20]
    """
    return [score.total for score in scores(finals, temples)]


def winners(finals: Sequence[Final], temples: Sequence[Sequence[int]]) -> list[Seat]:
    """Seats with the most gold; of these, those with the most cacao left, see :func:`scores`."""
    return scoring.winners(scores(finals, temples))


def ranking(finals: Sequence[Final], temples: Sequence[Sequence[int]]) -> list[list[Seat]]:
    """Seats by place, best first; a tie that cacao does not decide is a shared place."""
    return places([(score.total, score.cacao) for score in scores(finals, temples)])


@dataclass(frozen=True)
class SetUp:
    """The material of a number of players, and the rest for the box (docs/rules.md 1 and 2)."""

    worker_tiles: dict[str, int]
    """Name -> how many of these each player returns; empty with two players."""
    jungle_tiles: dict[str, int]
    """Code -> how many of these are returned; empty but for two players."""
    workers_left: int
    """Worker tiles of each player."""
    pile: int
    """Jungle tiles to shuffle."""


def set_up(players: int) -> SetUp:
    """The material that is returned to the box.

    Raises:
        CacaoError: not 2 to 4 players.

    >>> set_up(4).worker_tiles, set_up(2).pile
    ({'1111': 1, '2101': 1}, 19)
    """
    whole("players", players, MIN_PLAYERS, MAX_PLAYERS)
    own, jungle = BASE.worker_tiles[players], BASE.jungle_tiles[players]
    return SetUp(
        _fewer(BASE.worker_tiles[MIN_PLAYERS], own),
        _fewer(BASE.jungle_tiles[MAX_PLAYERS], jungle),
        sum(own.values()),
        sum(jungle.values()),
    )


def _fewer(box: Mapping[str, int], used: Mapping[str, int]) -> dict[str, int]:
    """The material in the box that is not used."""
    left = {name: number - used.get(name, 0) for name, number in box.items()}
    return {name: number for name, number in left.items() if number}
