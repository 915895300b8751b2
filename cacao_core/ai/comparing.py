"""What one turn brings beside another, in figures of the position after each.

Both are played on copies, without drawing from a pile, and the results are compared. So every
figure can be counted on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.encoding import holding_of
from cacao_core.ai.reasons import outcome_of, reachable
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.rules import JUNGLE, by_good
from cacao_core.tiles import Cell, Seat

KINDS: Final = ("gold", "water", "temples", "suns", "cacao", "open")
_MOST: Final = 1
"""Most differences that are told for a turn, and against it: more would be hard to read."""
_OPEN: Final = by_good(
    "cacao_core/ai/comparing.py",
    {"cacao": 1.0, "gold": 1.5, "temple": 1.5, "water": 0.75, "suns": 0.75},
    apart=("market",),
)
"""Value of a free place for the next player, in gold; of a market half of its price."""


class Difference(NamedTuple):
    """What a turn brings more than another."""

    kind: str
    """One of :data:`KINDS`: gold from markets and mines, gold of the water carrier's field, gold at
    temples as they stand, sun tokens, fruits in storage; for ``open``, whether the jungle tile
    ``code`` has a free cell beside it after this turn only (1), or after the other only (-1)."""
    amount: int
    """How much more; negative for less."""
    seat: Seat
    """Whose; for ``open``, the next player's."""
    code: str
    """A jungle tile, for ``open``."""
    good: bool
    """Whether it speaks for the turn."""


def compare(game: Game, line: Sequence[Move], other: Sequence[Move]) -> tuple[Difference, ...]:
    """The largest differences that speak for a turn, then those against it; the own ones first.

    Args:
        game: the position before it; left as it is. Hidden tiles have no influence.
        line: the turn, as far as it is known; what is left open follows the suggestions.
        other: the one with which it is compared, of the same seat.
    """
    this, that = outcome_of(game, line).game, outcome_of(game, other).game
    seat = game.to_move
    assert seat is not None, "somebody has to move"
    found = [
        *(one for some in range(len(game.players)) for one in _owned(this, that, seat, some)),
        *_places(this, that, seat, (game.turn + 1) % len(game.players)),
    ]
    best = sorted(found, key=lambda one: -one[0])
    told = [one for _value, one in best if one.good][:_MOST]
    against = [one for _value, one in best if not one.good][:_MOST]
    return tuple(sorted((*told, *against), key=lambda one: (not one.good, one.seat != seat)))


def _owned(this: Game, that: Game, me: Seat, seat: Seat) -> list[tuple[float, Difference]]:
    """How the possessions of a seat differ, each with its value in gold."""
    mine, theirs = this.score()[seat], that.score()[seat]
    has, had = this.players[seat], that.players[seat]
    worths = tables_for(len(this.players)).worths
    held = worths[holding_of(has)] - worths[holding_of(had)]
    changes = [
        ("gold", mine.gold - theirs.gold, 1.0),
        ("water", mine.water - theirs.water, 1.0),
        ("temples", mine.temples - theirs.temples, 1.0),
        ("suns", has.suns - had.suns, 1.5),
        ("cacao", has.cacao - had.cacao, abs(held) / max(1, abs(has.cacao - had.cacao))),
    ]
    return [
        (abs(amount) * value, Difference(kind, amount, seat, "", (amount > 0) == (seat == me)))
        for kind, amount, value in changes
        if amount
    ]


def _places(this: Game, that: Game, me: Seat, following: Seat) -> list[tuple[float, Difference]]:
    """Jungle tiles at which the next player finds a free cell after only one of the turns."""
    if following == me or not this.players[following].tiles_left:
        return []
    free, was = reachable(this), reachable(that)
    gone = [("open", -1, code) for cell, code in was.items() if cell not in free]
    new = [("open", 1, code) for cell, code in free.items() if cell not in was]
    return [
        (_open(code),
         Difference(kind, amount, following, code, amount < 0))
        for kind, amount, code in (*gone, *new)
        if not _stays(code, amount, free, was)
    ]  # fmt: skip


def _open(code: str) -> float:
    tile = JUNGLE[code]
    return tile.number / 2 if tile.good == "market" else _OPEN[tile.good]


def _stays(code: str, amount: int, free: dict[Cell, str], was: dict[Cell, str]) -> bool:
    """Whether another tile of the same kind makes up for it, so that it is nothing to tell."""
    other = free if amount < 0 else was
    return code in other.values()
