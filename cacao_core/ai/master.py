"""The level `master`: what the next player answers to a turn, and a closer look at what follows.

Its search is that of the others (:mod:`cacao_core.ai.search`), but a playout is short: the next
player thinks about the few turns that look best at once, each valued by
:class:`~cacao_core.ai.playouts.outlook.Outlook`, and plays the best of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cacao_core.ai.playouts.encoding import turns_left_of
from cacao_core.ai.playouts.evaluation import evaluate, lead_of
from cacao_core.ai.playouts.outlook import Outlook, outlook_for
from cacao_core.ai.playouts.policy import best_action
from cacao_core.ai.playouts.replies import picks
from cacao_core.ai.playouts.state import State
from cacao_core.game import Game, Phase

_ANSWERS: Final = 6
"""Turns that the next player thinks about."""
SOLVED: Final = 5
"""Number of remaining turns of the game from which on its end is solved, if nothing is hidden."""
NODES: Final = 2000
"""Positions that solving may look at; five turns seldom need more."""
TO_THE_END: Final = 6
"""Number of remaining turns of the game from which on playouts go to its end."""
_THOUGHTFUL: Final = 3
"""Turns of such a playout in which players think; then they play as the fast player does."""
_LONG: Final = 3
"""Playouts to the end of the game are so much fewer."""


def playouts_for(view: Game, budget: int) -> int:
    """The number of playouts for a decision; those that go to the end of the game are long."""
    turns = turns_left(view) - (view.phase is Phase.PLACE)
    return max(1, budget // _LONG) if turns <= TO_THE_END else budget


def turns_left(view: Game) -> int:
    """Tiles that all players have still to place."""
    return sum(player.tiles_left for player in view.players)


def values_after(state: State) -> Sequence[float]:
    """Each seat's expected gold, after the next player's answer."""
    turns = sum(map(turns_left_of, state.held))
    if not turns:
        return evaluate(state)
    outlook = outlook_for(state.tables)
    values: Sequence[float] = ()
    if turns > TO_THE_END:
        return _answered(state, outlook)[1]
    for _turn in range(min(turns, _THOUGHTFUL)):
        state, values = _answered(state, outlook)
    if state.is_over:
        return values
    while not state.is_over:
        state.play(best_action(state))
    return evaluate(state)


def _answered(state: State, outlook: Outlook) -> tuple[State, Sequence[float]]:
    """The state after the answer that leaves the player best off, and its values."""
    seat = state.turn
    best_lead, best = float("-inf"), (state, evaluate(state))
    for action in picks(state, _ANSWERS):
        after = state.copy()
        after.play(action)
        values = outlook.values(after)
        lead = lead_of(values, seat)
        if lead > best_lead:
            best_lead, best = lead, (after, values)
    return best
