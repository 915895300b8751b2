"""The theme of a turn, by its greatest gain; compared with the turn that seems natural."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from cacao_core.ai.suggesting import suggest
from cacao_core.events import Activated, Moved, Overbuilt, Sold, TempleChanged
from cacao_core.game import Game, Phase
from cacao_core.moves import FILL, Move
from cacao_core.tiles import Cell, Seat

_CLEAR: Final = 2
"""Least gold that tells a theme."""
_FRUIT: Final = 1.5
"""About what a cacao fruit is worth in gold."""


def theme_of(game: Game, solution: Sequence[Move], natural: Sequence[Move]) -> str:
    """The theme of a turn: one of ``THEMES``.

    Args:
        solution: the turn.
        natural: the turn that a strong player would take at first sight.
    """
    gains, usual = _gains(game, solution), _gains(game, natural)
    if gains["overbuilding"]:
        return "overbuilding"
    if gains["own"] + _CLEAR <= usual["own"] and usual["others"] + _CLEAR <= gains["others"]:
        return "blocking"
    if gains["double"] >= max(_CLEAR, usual["double"] + _CLEAR):
        return "double"
    gained = {name: gains[name] - usual[name] / 2 for name in ("temple", "water", "market")}
    best = max(gained, key=lambda name: gained[name])
    if gained[best] > 0:
        return best
    return "blocking" if usual["others"] < gains["others"] else "market"


def theme_of_gold(game: Game, solution: Sequence[Move], natural: Sequence[Move]) -> str:
    """The same for a turn that is only about gold: how it comes to so much."""
    gains, usual = _gains(game, solution), _gains(game, natural)
    if gains["overbuilding"]:
        return "overbuilding"
    return "double" if gains["double"] >= usual["double"] + _CLEAR else "market"


def also_about(solution: Sequence[Move]) -> tuple[str, ...]:
    """The themes of a turn beside its main one, of ``ALSO``."""
    fills = sum(move.kind == FILL for move in solution)
    return ("filling",) if fills > 1 else ()


def _gains(game: Game, line: Sequence[Move]) -> dict[str, float]:
    """Gold by theme; ``others``: what the others do not get, as a number below 0 or 0."""
    seat, after = game.turn, game.copy()
    gains: dict[str, float] = defaultdict(float)
    placed = line[0].cell
    for move in line:
        _note(gains, after, move, seat, placed)
    while after.phase is Phase.ACTIVATE:
        _note(gains, after, suggest(after), seat, placed)
    return gains


def _note(gains: dict[str, float], game: Game, move: Move, seat: Seat, placed: Cell) -> None:
    """Play a move, and add what it brings."""
    for event in game.events(move):
        if isinstance(event, Overbuilt):
            gains["overbuilding"] += 1
        elif isinstance(event, TempleChanged):
            gains["temple"] += event.change[seat]
            gains["own"] += event.change[seat]
            gains["others"] -= max(
                change for other, change in enumerate(event.change) if other != seat
            )
        elif isinstance(event, Activated):
            gold = _worth(game, event)
            if event.seat != seat:
                gains["others"] -= gold
                continue
            gains["own"] += gold
            gains["double"] += gold * (event.cell != placed)
            gains["water"] += gold * isinstance(event, Moved)
            gains["market"] += gold * isinstance(event, Sold)
    game.apply(move)


def _worth(game: Game, event: Activated) -> float:
    """The worth of an action, in gold."""
    field, values = game.players[event.seat].water, game.rules.water
    water = values[field + event.change.water] - values[field]
    return event.change.gold + _FRUIT * max(0, event.change.cacao) + water
