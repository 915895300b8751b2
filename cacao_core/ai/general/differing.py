"""Differences of the possessions of a seat in two positions, with the goods of modules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cacao_core.ai.general.worths import Worths, next_mask, worths_for
from cacao_core.game import Game
from cacao_core.modules.huts import HUTS
from cacao_core.player import Player
from cacao_core.tiles import Seat

Change: TypeAlias = tuple[str, int, float]
"""Kind of a difference, how much it is, and what that is worth in gold."""


def changes_of(this: Game, that: Game, seat: Seat, known: Sequence[Change]) -> list[Change]:
    """The differences of a seat, those of modules and all that is not said else among them.

    Args:
        this: the position after one turn.
        that: the position after another one.
        known: the differences of the rulebook's goods.
    """
    worths = worths_for(this.rules, len(this.players))
    has, had = this.players[seat], that.players[seat]
    spent = _cost(has) - _cost(had)  # it comes back, so it is no loss of gold
    changes = [
        (kind, amount + spent, value + spent) if kind == "gold" else (kind, amount, value)
        for kind, amount, value in known
    ]
    changes += [
        ("bars", has.bars - had.bars, _apart(worths, this, has, had, "bars")),
        ("maps", has.maps - had.maps, _apart(worths, this, has, had, "maps")),
        ("gems", len(has.gems) - len(had.gems), _apart(worths, this, has, had, "gems")),
        ("masks", sum(has.masks) - sum(had.masks), float(sum(has.masks) - sum(had.masks))),
        ("huts", _bonus(this, seat) - _bonus(that, seat), _huts(worths, this, that, seat)),
    ]
    rest = worths.evaluate(this)[seat] - worths.evaluate(that)[seat]
    rest -= sum(value for _kind, amount, value in changes if amount)
    return [*changes, ("now", round(rest), rest)]


def _apart(worths: Worths, game: Game, has: Player, had: Player, good: str) -> float:
    """The worth of what a player has more of one good than another one."""
    other = has.copy()
    setattr(other, good, getattr(had, good))
    turns, mask = has.tiles_left, next_mask(game)
    return worths.goods(has, turns, mask) - worths.goods(other, turns, mask)


def _cost(player: Player) -> int:
    return sum(HUTS[code].cost for code in player.huts)


def _bonus(game: Game, seat: Seat) -> int:
    """Gold of huts beside their cost, as things stand."""
    return sum(HUTS[code].bonus(game, seat) for code in game.players[seat].huts)


def _huts(worths: Worths, this: Game, that: Game, seat: Seat) -> float:
    """The worth of the huts more than in another position, beside their cost."""

    def worth(game: Game) -> float:
        player = game.players[seat]
        return sum(worths.hut(game, code, seat) for code in player.huts) - _cost(player)

    return worth(this) - worth(that)
