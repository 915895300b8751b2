"""The deal: all randomness of a game as one value, apart from the rules (docs/rules.md 2).

A seed gives the same deal on every Python version for ever, see :mod:`cacao_core.chance`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

from cacao_core.chance import SEED_LIMIT, shuffled, splitmix64
from cacao_core.errors import BadDeal, describe
from cacao_core.rules import BASE, LONGEST_PILE, Rules
from cacao_core.tiles import COLOURS, UNKNOWN

if TYPE_CHECKING:
    from cacao_core.knowledge.table import LaidTable


@dataclass(frozen=True)
class Deal:
    """The order of every pile before the first move.

    Args:
        worker_piles: for each seat the canonical names of its worker tiles, in draw order; the
            first ones become the hand. Those that are not known are ``?``.
        jungle_pile: the codes of the jungle tiles, in draw order, or ``?``; the first ones become
            the display. The start tiles are not part of it.
        huts: the codes of the huts that can be built, in the order of the hut tiles; with the
            module of huts only.
        gems: the letters of the gems in the order in which they are drawn; with their module only.
        table: what lies on the table already, for a game that starts in the middle; see
            :meth:`of`. The piles are then the tiles that are left.
        is_chosen: whether people have chosen ``huts``; not compared.

    Raises:
        BadDeal: the piles are not exactly the tiles of a game with that many players.

    >>> deal = Deal.shuffled(players=3, seed=7)
    >>> deal.players, len(deal.worker_piles[0]), len(deal.jungle_pile)
    (3, 10, 26)
    >>> deal == Deal.shuffled(players=3, seed=7)
    True
    """

    worker_piles: tuple[tuple[str, ...], ...]
    jungle_pile: tuple[str, ...]
    rules: Rules = BASE
    seed: int | None = field(default=None, init=False, compare=False)
    """The seed that gave this deal, or None for an explicit one. It says where the deal comes from,
    but is not compared: deals with equal piles are equal."""
    is_known: bool = field(default=True, init=False, compare=False, repr=False)
    """Whether no tile is unknown, ``?``."""
    table: LaidTable | None = None
    huts: tuple[str, ...] = ()
    gems: str = ""
    is_chosen: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        given = _as_tuple(self.worker_piles, "worker_piles", LONGEST_PILE)
        _check_rules(self.rules)
        check_players(len(given), self.rules)
        piles = tuple(
            _as_pile(pile, f"{COLOURS[seat]} worker pile") for seat, pile in enumerate(given)
        )
        object.__setattr__(self, "worker_piles", piles)
        jungle = _as_pile(self.jungle_pile, "jungle pile")
        object.__setattr__(self, "jungle_pile", jungle)
        for name in ("huts", "gems"):
            object.__setattr__(self, name, self._checked(name, len(piles)))
        unknown = self.gems.count(UNKNOWN)
        if self.table is None:
            for seat, pile in enumerate(piles):
                unknown += check_worker_pile(pile, len(piles), COLOURS[seat], self.rules)
            unknown += _check_pile(jungle, self.rules.jungle_tiles[len(piles)], "jungle pile")
        else:
            unknown += _check_table(self.table, piles, jungle, self.rules)
        if unknown:
            object.__setattr__(self, "is_known", False)

    def _checked(self, name: str, players: int) -> Sequence[str]:
        """The things that a module deals under that name; empty without such a module."""
        value: Sequence[str] = getattr(self, name)
        for module in self.rules.modules:
            if module.deals == name and self.table is None:
                return module.checked_deal(value, players)
        if value:
            raise BadDeal(
                f"{name}: {describe(value)}; expected none with the rules {self.rules.name}"
            )
        return value[:0]

    @classmethod
    def shuffled(
        cls,
        players: int,
        seed: int | None = None,
        rules: Rules = BASE,
        huts: Sequence[str] | None = None,
    ) -> Deal:
        """The deal of a seed, the same on every Python version for ever.

        Args:
            players: 2, 3 or 4; with other rules, one of their numbers of players.
            seed: 0 … 2**64 - 1; None draws a seed below 2**32 from the operating system.
            huts: the sides of the hut tiles, if people have agreed on them.

        Raises:
            BadDeal: wrong number of players, or a seed out of range.
        """
        _check_rules(rules)
        check_players(players, rules)
        if seed is None:
            seed = int.from_bytes(os.urandom(4), "big")
        check_seed(seed)
        numbers = splitmix64(seed)
        worker_piles, jungle_pile = _piles_of(players, numbers, rules)
        dealt: dict[str, Any] = {
            one.deals: one.deal(players, numbers) for one in rules.modules if one.deals
        }
        if huts is not None:
            dealt |= {"huts": huts, "is_chosen": True}
        deal = cls(worker_piles, jungle_pile, rules, **dealt)
        object.__setattr__(deal, "seed", seed)
        return deal

    @classmethod
    def unknown(cls, players: int, rules: Rules = BASE, huts: Sequence[str] | None = None) -> Deal:
        """A deal of which no tile is known, such as that of a game at a real table.

        Args:
            players: 2, 3 or 4; with other rules, one of their numbers of players.
            huts: the sides of the hut tiles that lie up, which everybody sees; else the fronts.

        Raises:
            BadDeal: wrong number of players, or there are no such huts.

        >>> Deal.unknown(players=2).worker_piles[0][:3]
        ('?', '?', '?')
        """
        _check_rules(rules)
        check_players(players, rules)
        workers = (UNKNOWN,) * rules.turns(players)
        jungle = (UNKNOWN,) * sum(rules.jungle_tiles[players].values())
        dealt: dict[str, Any] = {
            one.deals: one.unknown_deal(players) for one in rules.modules if one.deals
        }
        if huts is not None:
            dealt["huts"] = huts
        return cls((workers,) * players, jungle, rules, **dealt)

    @property
    def players(self) -> int:
        """Number of players, 2 to 4."""
        return len(self.worker_piles)

    @property
    def chosen_huts(self) -> tuple[str, ...] | None:
        """The sides of the hut tiles, if people have chosen them."""
        return self.huts if self.is_chosen else None

    def another(self) -> Deal:
        """A fresh deal for as many players, by the same rules, with the huts that were chosen."""
        return Deal.shuffled(self.players, rules=self.rules, huts=self.chosen_huts)

    @property
    def turns_before(self) -> int:
        """Number of turns that were played before: 0, unless the game starts in the middle."""
        if self.table is None:
            return 0
        return self.players * self.rules.turns(self.players) - sum(map(len, self.worker_piles))

    def __repr__(self) -> str:
        named = "" if self.rules == BASE else f", rules={self.rules!r}"
        named += "" if self.table is None else f", table={self.table!r}"
        if self.seed is not None:
            return f"Deal.shuffled(players={self.players}, seed={self.seed}{named})"
        piles = f"worker_piles={self.worker_piles!r}, jungle_pile={self.jungle_pile!r}"
        named += "".join(
            f", {one.deals}={getattr(self, one.deals)!r}" for one in self.rules.modules if one.deals
        )
        return f"Deal({piles}{named})"


def _check_table(
    table: LaidTable, piles: Sequence[Sequence[str]], jungle: Sequence[str], rules: Rules
) -> int:
    """Check the piles of a game that starts in the middle; the number of unknown tiles in them."""
    from cacao_core.knowledge.table import LaidTable  # noqa: PLC0415  # rarely needed

    if not isinstance(table, LaidTable):
        raise BadDeal(f"table: expected that of Game.as_deal, got {describe(table)}")
    return table.check(piles, jungle, rules)


def _check_rules(rules: Rules) -> None:
    if not isinstance(rules, Rules):
        raise BadDeal(f"rules: expected Rules, got {describe(rules)}")


def check_players(players: int, rules: Rules = BASE) -> None:
    """Raise :class:`BadDeal` unless the game exists for that many players."""
    if not is_whole(players) or players not in rules.players:
        few, *_, many = (*rules.players, rules.players[-1])
        expected = f"{few} to {many}" if few < many else str(few)
        raise BadDeal(f"{describe(players)} players: expected {expected}")


def check_worker_pile(pile: tuple[str, ...], players: int, colour: str, rules: Rules = BASE) -> int:
    """Raise :class:`BadDeal` unless a pile has exactly the worker tiles of a player.

    Returns:
        The number of tiles that are unknown.
    """
    return _check_pile(pile, rules.worker_tiles[players], f"{colour} worker pile")


def check_seed(seed: int) -> None:
    """Raise :class:`BadDeal` unless ``seed`` is a whole number from 0 to 2**64 - 1."""
    if not is_whole(seed) or not 0 <= seed < SEED_LIMIT:
        raise BadDeal(f"seed {describe(seed)}: expected a whole number from 0 to 2**64 - 1")


def is_whole(value: object) -> TypeGuard[int]:
    """Whether something is a whole number; booleans do not count."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_duration(value: object) -> TypeGuard[float]:
    """Whether something is a finite number of seconds above 0; booleans do not count."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def _as_tuple(value: object, where: str, longest: int) -> tuple[object, ...]:
    """A sequence as a tuple; endless and unordered iterables are refused."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise BadDeal(f"{where}: expected a sequence, got {describe(value)}")
    if len(value) > longest:
        raise BadDeal(f"{where}: {len(value)} entries; expected up to {longest}")
    return tuple(value)


def _as_pile(value: object, where: str) -> tuple[str, ...]:
    names = []
    for index, tile in enumerate(_as_tuple(value, where, LONGEST_PILE)):
        if not isinstance(tile, str):
            raise BadDeal(f"{where}, tile {index}: expected text, got {describe(tile)}")
        names.append(str(tile))
    return tuple(names)


def _check_pile(pile: tuple[str, ...], expected: Mapping[str, int], where: str) -> int:
    """Check a pile; returns the number of its tiles that are unknown."""
    unknown = 0
    for tile in pile:
        if tile not in expected:
            if tile != UNKNOWN:
                raise BadDeal(f"{where}: no tile {describe(tile)}; expected {' '.join(expected)}")
            unknown += 1
    for tile, count in expected.items():
        number = pile.count(tile)
        if number != count and (number > count or not unknown):
            raise BadDeal(f"{where}: {number} × {tile}; expected {count}")
    if unknown and len(pile) != sum(expected.values()):
        raise BadDeal(f"{where}: {len(pile)} tiles; expected {sum(expected.values())}")
    return unknown


def _piles_of(
    players: int, numbers: Iterator[int], rules: Rules
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    workers = all_tiles(rules.worker_tiles[players])
    jungle = all_tiles(rules.jungle_tiles[players])
    worker_piles = tuple(shuffled(workers, numbers) for _ in range(players))
    return worker_piles, shuffled(jungle, numbers)


def all_tiles(counts: Mapping[str, int]) -> list[str]:
    """The tiles of a pile, kind by kind."""
    return [tile for tile, count in counts.items() for _ in range(count)]
