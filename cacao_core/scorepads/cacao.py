"""The end of a game that was played with real tiles (docs/rules.md 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from typing import Final as Constant

from cacao_core import scoring
from cacao_core.errors import CacaoError, describe
from cacao_core.rules import BASE, Rules
from cacao_core.scorepads.checks import places, several, whole
from cacao_core.scoring import Score, majority
from cacao_core.tiles import MAX_PLAYERS, MIN_PLAYERS, Seat


def number_of_temples(players: int, rules: Rules = BASE) -> int:
    """Temples of a game."""
    start = [*rules.start_tiles.values()].count(_TEMPLE)
    return rules.jungle_tiles[players].get(_TEMPLE, 0) + start


def most_workers(rules: Rules = BASE) -> int:
    """Workers that have room beside one temple; those of a foreman count four."""
    kinds = {kind for tiles in rules.worker_tiles.values() for kind in tiles}
    most = max(int(workers) for kind in kinds for workers in kind)
    return 4 * max(most, 4 if rules.module("huts") else 0)


_TEMPLE: Constant = "T"


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
    huts: tuple[str, ...] = ()
    """Codes of the huts."""
    hermits: int = 0
    """Workers whose edge faces no jungle tile, if one of the huts is the hermit's."""
    road: int = 0
    """Worker tiles in the row or column that has most of them, for the road worker's."""
    masks: tuple[int, ...] = ()
    """Values of the masks."""
    gems: int = 0
    """Gems left."""

    def __post_init__(self) -> None:
        for name in ("gold", "hermits", "road", "gems"):
            whole(name, getattr(self, name))
        whole("suns", self.suns, most=BASE.sun_sites)
        whole("cacao", self.cacao, most=BASE.storage)
        if whole("water", self.water, None) not in BASE.water:
            fields = " ".join(map(str, BASE.water))
            raise CacaoError(f"water: {describe(self.water)}; expected a field of {fields}")
        if self.huts or self.masks:
            _check_things(self.huts, self.masks)


def _check_things(huts: Sequence[str], masks: Sequence[int]) -> None:
    """Raise :class:`CacaoError` unless these are different huts, and masks."""
    from cacao_core.modules.gems import MASKS  # noqa: PLC0415  # base games do without
    from cacao_core.modules.huts import HUTS  # noqa: PLC0415  # as above

    several("huts", huts, 0, len(HUTS))
    several("masks", masks, 0, len(MASKS))
    if len(set(huts)) < len(huts) or not set(huts) <= set(HUTS):
        raise CacaoError(f"huts: {describe(huts)}; expected some of {' '.join(HUTS)}, each once")
    if Counter(masks) - Counter(MASKS):
        raise CacaoError(f"masks: {describe(masks)}; expected some of {describe(MASKS)}")


def scores(
    finals: Sequence[Final], temples: Sequence[Sequence[int]], rules: Rules = BASE
) -> list[Score]:
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
    several("temples", temples, 0, number_of_temples(MAX_PLAYERS, rules))
    most = most_workers(rules)
    gold = [_temple(workers, len(finals), most) for workers in temples]
    return [
        Score(
            gold=one.gold,
            temples=sum(paid[seat] for paid in gold),
            suns=one.suns,
            water=one.water,
            **_more(one, sum(row[seat] > 0 for row in temples), rules),
            cacao=one.cacao,
        )
        for seat, one in enumerate(finals)
    ]


def _temple(workers: Sequence[int], players: int, most: int) -> tuple[int, ...]:
    """The gold of a temple by seat."""
    several("workers at a temple, by seat", workers, players, players)
    for count in workers:
        whole("workers at a temple", count)
    whole("workers of all at a temple", sum(workers), most=most)
    return majority(workers)


def _more(final: Final, temples: int, rules: Rules) -> dict[str, int]:
    """The gold from huts, masks and gems, if they are played (docs/rules.md 11.4 and 11.5).

    Args:
        final: what the player has.
        temples: how many have a worker of the player beside them.
    """
    points = {}
    if rules.module("huts"):
        points["huts"] = sum(hut_gold(final, code, temples) for code in final.huts)
    if rules.module("gems"):
        points |= {"masks": sum(final.masks), "gems": final.gems}
    return points


def hut_gold(final: Final, code: str, temples: int = 0) -> int:
    """The gold of a hut at the end: its cost and its bonus.

    Args:
        final: what its owner has.
        code: of the hut.
        temples: how many have a worker of the owner beside them.
    """
    from cacao_core.modules.huts import HUTS  # noqa: PLC0415  # base games do without

    counted = {"HE": final.hermits, "RW": final.road, "MO": temples}
    bonus = counted.get(code)
    if bonus is None:
        bonus = HUTS[code].bonus(_table(final), 0)
    return HUTS[code].cost + bonus


def _table(final: Final) -> Any:  # noqa: ANN401  (a position as far as bonuses look at it)
    """The end of a game with a player's own things."""
    water = BASE.water.index(final.water)
    player = SimpleNamespace(cacao=final.cacao, huts=final.huts, water=water)
    return SimpleNamespace(players=(player,), rules=BASE)


def totals(
    finals: Sequence[Final], temples: Sequence[Sequence[int]], rules: Rules = BASE
) -> list[int]:
    """Gold of each seat at the end, see :func:`scores`.

    >>> totals([Final(20, 4, 1, 0), Final(18, -10, 3, 2)], [[2, 1], [0, 1]])
    [31, 20]
    """
    return [score.total for score in scores(finals, temples, rules)]


def winners(
    finals: Sequence[Final], temples: Sequence[Sequence[int]], rules: Rules = BASE
) -> list[Seat]:
    """Seats with the most gold; of these, those with the most cacao left, see :func:`scores`."""
    return scoring.winners(scores(finals, temples, rules))


def ranking(
    finals: Sequence[Final], temples: Sequence[Sequence[int]], rules: Rules = BASE
) -> list[list[Seat]]:
    """Seats by place, best first; a tie that cacao does not decide is a shared place."""
    return places([(score.total, score.cacao) for score in scores(finals, temples, rules)])


@dataclass(frozen=True)
class SetUp:
    """The material of a number of players, and the rest for the box (docs/rules.md 1 and 2)."""

    worker_tiles: dict[str, int]
    """Name -> how many of these each player returns."""
    jungle_tiles: dict[str, int]
    """Code -> how many of these are returned."""
    workers_left: int
    """Worker tiles of each player."""
    pile: int
    """Jungle tiles to shuffle."""
    new_workers: dict[str, int]
    """Name -> how many of these each player takes from the expansions."""
    new_tiles: dict[str, int]
    """Code -> how many of these are taken from the expansions."""


def set_up(players: int, rules: Rules = BASE) -> SetUp:
    """The tiles that are returned to the box, and those that are taken from the expansions.

    Raises:
        CacaoError: not 2 to 4 players.

    >>> set_up(4).worker_tiles, set_up(2).pile
    ({'1111': 1, '2101': 1}, 19)
    """
    whole("players", players, MIN_PLAYERS, MAX_PLAYERS)
    if players not in rules.players:
        raise CacaoError(f"players: {players}; expected another number for {rules.name}")
    own, jungle = rules.worker_tiles[players], rules.jungle_tiles[players]
    used = Counter(jungle) + Counter(rules.start_tiles.values())
    return SetUp(
        _fewer(BASE.worker_tiles[MIN_PLAYERS], own),
        _fewer(BASE.jungle_in_box(), used),
        sum(own.values()),
        sum(jungle.values()),
        _fewer(own, BASE.worker_tiles[MIN_PLAYERS]),
        _fewer(used, BASE.jungle_in_box()),
    )


def _fewer(box: Mapping[str, int], used: Mapping[str, int]) -> dict[str, int]:
    """The material in the box that is not used."""
    left = {name: number - used.get(name, 0) for name, number in box.items()}
    return {name: number for name, number in left.items() if number > 0}
