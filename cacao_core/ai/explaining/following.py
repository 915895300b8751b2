"""Turns that are likely to follow a turn: the line behind its value, for people to look at.

Playouts go on from a turn with the fast player, on many deals. This is one of them, told turn by
turn, with what each of its turns changes as things stand then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_core.ai.explaining.outcomes import best_line, played, whole
from cacao_core.ai.explaining.reasons import Reason, explain
from cacao_core.ai.playouts.evaluation import lead_of
from cacao_core.errors import CacaoError
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import Seat

TURNS: Final = 2
"""So many turns are told."""


class Followed(NamedTuple):
    """A turn that follows."""

    seat: Seat
    """The seat whose turn it is."""
    moves: tuple[Move, ...]
    """All of it: its placement, fills, and everybody's activations."""
    reason: Reason
    """The most important thing that it brings its seat."""
    change: int
    """Change of the lead of the seat whose turn it follows, in gold as things stand."""


def likely(deals: Sequence[Game], line: Sequence[Move], turns: int = TURNS) -> tuple[Followed, ...]:
    """Turns of the fast player after a turn; fewer if the game ends.

    Args:
        deals: the position before the turn, with hidden tiles dealt in one or several ways. The
            answer on most of them is told, and what follows it there.
        line: the turn, as far as it is known; what is left open follows the suggestions.
        turns: how many.

    Raises:
        CacaoError: there is no position.
    """
    if not deals:
        raise CacaoError("what follows a turn is looked for on a deal, at least")
    after = [played(deal, whole(deal, line)) for deal in deals]
    answers = [_answer(game) for game in after]
    cells = Counter(moves[0].cell for moves in answers if moves)
    common = max(range(len(after)), key=lambda at: cells[answers[at][0].cell] if answers[at] else 0)
    return followed(after[common], deals[0].turn, turns, [answers[common]])


def followed(
    game: Game, me: Seat, turns: int = TURNS, known: Sequence[Sequence[Move]] = ()
) -> tuple[Followed, ...]:
    """The turns from a position on: those that are known, then those of the fast player.

    Args:
        game: a position at the beginning of a turn, with all tiles known; left as it is.
        me: whose lead is looked at.
        turns: how many.
        known: the first of them.
    """
    judged = []
    for number in range(turns):
        if game.is_over:
            break
        moves = tuple(known[number]) if number < len(known) else _answer(game)
        after = played(game, moves)
        change = _lead(after, me) - _lead(game, me)
        judged.append(Followed(game.turn, moves, explain(game, moves), change))
        game = after
    return tuple(judged)


def _answer(game: Game) -> tuple[Move, ...]:
    """The next turn, as the fast player plays it; empty if the game is over."""
    if game.is_over:
        return ()
    return whole(game, best_line(game))


def _lead(game: Game, seat: Seat) -> int:
    return round(lead_of([score.total for score in game.score()], seat))
