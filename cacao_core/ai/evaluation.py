"""What a position is worth to a seat, in gold, from what everybody can see."""

from __future__ import annotations

from typing import Final

from cacao_core.ai.activation import storage_value
from cacao_core.game import Game
from cacao_core.player import Player
from cacao_core.tiles import LAST_WATER_FIELD, WATER_FIELDS, Seat

_EARLY_TURNS: Final = 4
"""With more own turns than this to come, each water field counts alike: the way is the goal."""
_WATER_STEP: Final = (WATER_FIELDS[-1] - WATER_FIELDS[0]) / LAST_WATER_FIELD
_SUN_VALUE: Final = 1.8
"""Gold for a sun token that can still pay for overbuilding; it scores 1 if kept."""


def standing(game: Game) -> list[float]:
    """For each seat the gold it may expect from what it has; temples as they stand now."""
    temples = game.temples()
    return [
        player_value(player) + sum(temple.gold[seat] for temple in temples)
        for seat, player in enumerate(game.players)
    ]


def player_value(player: Player) -> float:
    """Gold that a player's village board is worth, temples not counted."""
    turns_left = player.tiles_left
    early = min(turns_left, _EARLY_TURNS) / _EARLY_TURNS
    even = WATER_FIELDS[0] + _WATER_STEP * player.water
    water = early * even + (1 - early) * WATER_FIELDS[player.water]
    sun = _SUN_VALUE if turns_left else 1.0
    return player.gold + water + sun * player.suns + storage_value(player.cacao, turns_left)


def advantage(game: Game, seat: Seat) -> float:
    """How much a seat is ahead of the others' average, in gold."""
    values = standing(game)
    mine = values.pop(seat)
    return mine - sum(values) / len(values)
