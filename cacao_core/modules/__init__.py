"""The eight modules of Chocolatl and Diamante, and rules made of them (docs/rules.md 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from cacao_core.errors import BadRules, describe
from cacao_core.jungle import JUNGLE
from cacao_core.module import FEW, Module
from cacao_core.modules.chocolate import Chocolate
from cacao_core.modules.emperor import Emperor
from cacao_core.modules.gems import Gems
from cacao_core.modules.huts import Huts
from cacao_core.modules.map_board import MapBoard
from cacao_core.modules.tree import Tree
from cacao_core.modules.watering import Watering
from cacao_core.modules.workers import Workers
from cacao_core.ruleset import BASE, EXPANDED, MOST, Rules
from cacao_core.tiles import BASE_KINDS, NEW_KINDS, ROTATIONS

MODULES: Final[tuple[Module, ...]] = (
    *(MapBoard(), Watering(), Chocolate(), Huts()),
    *(Gems(), Tree(), Emperor(), Workers()),
)
"""All modules in the order in which they take effect: those of Chocolatl, then of Diamante."""
NAMES: Final = tuple(module.name for module in MODULES)
"""Their names in code."""
CHOCOLATL: Final = NAMES[:4]
DIAMANTE: Final = NAMES[4:]

IN_THE_BOX: Final = {
    **{"1111": 4, "2101": 5, "3001": 1, "3100": 1},
    **dict.fromkeys(NEW_KINDS, 1),
}
"""Canonical name of a worker tile -> number of these tiles of each colour in the boxes."""
_SECOND_START: Final = (1, 1)
_BIG_THREE: Final = {"P1": 2, "G1": 2, "M2": 1, "M3": 1, "I": 1}
"""Jungle tiles that are not in the big game of three."""


def expanded(
    modules: Iterable[str], workers: Mapping[str, int] | None, early_overbuild: bool, big: bool
) -> Rules:
    """See :func:`cacao_core.rules.expanded`."""
    given = set(modules)
    if unknown := sorted(given - set(NAMES)):
        expected = " ".join(NAMES)
        raise BadRules(f"no module {describe(unknown[0])}; expected some of {expected}")
    if big:
        if given and given != set(NAMES):
            raise BadRules("the big game has all modules: name none, or all of them")
        given = set(NAMES)
    numbers = None if workers is None else _worker_numbers(workers)
    if numbers is not None:
        given.add("workers")
    if not given and not early_overbuild:
        return BASE
    return _made(tuple(name for name in NAMES if name in given), numbers, early_overbuild, big)


def _worker_numbers(workers: Mapping[str, int]) -> tuple[int, ...]:
    """The number of each kind of worker tile, in the order of :data:`ROTATIONS`."""
    for name, number in workers.items():
        if name not in IN_THE_BOX:
            expected = " ".join(ROTATIONS)
            raise BadRules(f"no worker tile {describe(name)}; expected some of {expected}")
        if not isinstance(number, int) or not 0 <= number <= IN_THE_BOX[name]:
            most = IN_THE_BOX[name]
            raise BadRules(f"{describe(number)} × worker tile {name}: expected 0 to {most}")
    return tuple(workers.get(name, 0) for name in ROTATIONS)


@cache
def _made(names: tuple[str, ...], workers: tuple[int, ...] | None, early: bool, big: bool) -> Rules:
    parts = tuple(module for module in MODULES if module.name in names)
    second = "W" if "watering" in names else BASE.start_tiles[_SECOND_START]
    players = tuple(n for n in BASE.players if not big or n > FEW)
    return Rules(
        name=_name(names, workers, early, big),
        number=_number(names, workers, early, big),
        worker_tiles={n: _workers(names, n, workers, big) for n in players},
        jungle_tiles={n: _jungle(parts, n, big) for n in players},
        start_tiles={**BASE.start_tiles, _SECOND_START: second},
        early_overbuilding=early,
        tiles={**JUNGLE, **{tile.code: tile for part in parts for tile in part.added}},
        modules=parts,
    )


def _jungle(modules: Iterable[Module], players: int, big: bool) -> dict[str, int]:
    """Code -> number of jungle tiles in the draw pile (docs/rules.md 11)."""
    names = [module.name for module in modules]
    counts = Counter(BASE.jungle_tiles[players])
    for module in modules:
        changes = module.few if players == FEW else module.many
        keeps = big or (module.name == "tree" and "chocolate" in names)
        counts.update({code: n for code, n in changes.items() if n > 0 or not keeps})
    if "watering" in names:  # the second start tile is a water tile, the market is in the pile
        counts.update({"M2": 1, "W": -1})
    if big and players == FEW + 1:
        counts.subtract(_BIG_THREE)
    return dict(counts)


def _workers(
    names: tuple[str, ...], players: int, own: tuple[int, ...] | None, big: bool
) -> dict[str, int]:
    """Canonical name -> number of worker tiles of each player (docs/rules.md 11.8)."""
    if own is not None:
        return dict(zip(ROTATIONS, own, strict=True))
    if big:
        return IN_THE_BOX
    counts = Counter(BASE.worker_tiles[players])
    if "tree" in names and "chocolate" in names:
        if players == FEW:
            counts["0004"] = 1
        elif players == FEW + 1:
            counts = Counter({kind: IN_THE_BOX[kind] for kind in BASE_KINDS})
        else:
            counts["1111"] = IN_THE_BOX["1111"] - 1
            counts["2101"] = IN_THE_BOX["2101"]
    if "workers" in names:
        for name in NEW_KINDS:
            if not counts[name]:
                counts[name] = 1
                counts["1111" if counts["1111"] else "2101"] -= 1
    return dict(counts)


# --- Names and numbers ---------------------------------------------------------------------------


def _name(names: tuple[str, ...], workers: tuple[int, ...] | None, early: bool, big: bool) -> str:
    """The name of rules: modules joined by ``+``, then what differs."""
    own = [] if workers is None else ["tiles-" + "".join(map(str, workers))]
    modules = ["big"] if big else list(names)
    return "+".join([*modules, *own, *(["early"] if early else [])])


def _number(names: tuple[str, ...], workers: tuple[int, ...] | None, early: bool, big: bool) -> int:
    """The number of rules: which modules, whether early and big, then own numbers of tiles."""
    number = 0
    if workers is not None:
        for most, count in zip(reversed(IN_THE_BOX.values()), reversed(workers), strict=True):
            number = number * (most + 1) + count
        number += 1
    flags = sum(1 << at for at, name in enumerate(NAMES) if name in names)
    flags |= early << len(NAMES) | big << len(NAMES) + 1
    return (number << len(NAMES) + 2 | flags) * (MOST + 1) + EXPANDED


def named(name: str) -> Rules | None:
    """The rules with modules that have a name, if there are any."""
    parts = name.split("+")
    early, big = "early" in parts, "big" in parts
    own = [part.removeprefix("tiles-") for part in parts if part.startswith("tiles-")]
    modules = [part for part in parts if part in NAMES]
    workers = (
        dict(zip(ROTATIONS, map(int, own[0]), strict=False)) if own and own[0].isdecimal() else None
    )
    try:
        rules = expanded(modules, workers, early, big)
    except BadRules:
        return None
    return rules if rules.name == name else None


def numbered(number: int) -> Rules | None:
    """The rules with modules that have a number, if there are any."""
    packed = number >> MOST.bit_length()
    flags, own = packed % (1 << len(NAMES) + 2), packed >> len(NAMES) + 2
    names = [name for at, name in enumerate(NAMES) if flags >> at & 1]
    workers = None
    if own:
        own, workers = own - 1, {}
        for kind, most in IN_THE_BOX.items():
            own, workers[kind] = divmod(own, most + 1)
    early, big = bool(flags >> len(NAMES) & 1), bool(flags >> len(NAMES) + 1 & 1)
    try:
        rules = expanded(names, workers, early, big)
    except BadRules:
        return None
    return rules if rules.number == number else None
