"""What the next player makes of a turn, beside another one.

Both turns are played on the same deals of what the seat cannot know, and answered by the turn that
looks best to the fast player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from cacao_core.ai.intervals import half_width
from cacao_core.ai.levels import tables_for
from cacao_core.ai.outcomes import outcome_of
from cacao_core.ai.playouts.encoding import TEMPLE
from cacao_core.ai.suggesting import suggest
from cacao_core.ai.turns import Placing
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.tiles import Seat

_DEALS: Final = 8
_LEAST: Final = 1.0
"""Least difference that is told, in gold."""


class Answer(NamedTuple):
    """How answers to two turns differ."""

    seat: Seat
    """Who answers: the next player."""
    gold: float
    """How much more gold, or goods worth it, the answer to the first turn brings; negative for
    less."""
    code: str
    """The jungle tile where most of that is gained or missed."""


def answered(game: Game, line: Sequence[Move], other: Sequence[Move]) -> Answer | None:
    """How the next player's answer to a turn differs from that to another turn.

    Args:
        game: the position before the turn; left as it is. Hidden tiles have no influence.
        line: the turn, as far as it is known; what is left open follows the suggestions.
        other: the one with which it is compared, of the same seat.

    Returns:
        None if they differ by less than a gold, or by no more than chance explains.
    """
    me, following = game.to_move, (game.turn + 1) % len(game.players)
    if me is None or following == me:
        return None
    views = [game.view(me, Random(seed)) for seed in range(_DEALS)]
    gains = [(_gains(view, line, following), _gains(view, other, following)) for view in views]
    apart = [sum(mine.values()) - sum(its.values()) for mine, its in gains]
    gold = sum(apart) / _DEALS
    if abs(gold) < max(_LEAST, half_width(apart)):
        return None
    codes = {code for pair in gains for found in pair for code in found}

    def share(code: str) -> float:
        at_it = sum(mine.get(code, 0.0) - its.get(code, 0.0) for mine, its in gains)
        return at_it if gold > 0 else -at_it

    return Answer(following, gold, max(sorted(codes), key=share))


def _gains(view: Game, line: Sequence[Move], following: Seat) -> Mapping[str, float]:
    """What the next player gains in its turn, by jungle tile, in gold."""
    game, me = view.copy(), view.to_move
    for move in line:
        if game.to_move != me or game.turn != view.turn:
            break  # a line contains only the mover's moves
        game.apply(game.find_move(move))
    while game.phase is not Phase.PLACE and not game.is_over:
        game.apply(suggest(game) if game.phase is Phase.ACTIVATE else game.legal_moves()[0])
    found: dict[str, float] = defaultdict(float)
    if game.is_over or game.turn != following:
        return found
    root = Placing(game, tables_for(len(game.players)))
    outcome = outcome_of(game, root.line(root.ways[0]))
    for deed in outcome.deeds:
        if deed.seat == following:
            found[deed.code] += deed.value
    for temple in outcome.temples.values():
        found[TEMPLE] += temple.change[following]
    return found
