"""The next player's answers to a turn, beside those to another one.

All turns are played on the same deals of what the seat cannot know, and answered by the turn that
looks best to the fast player.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from cacao_core.ai.explaining.outcomes import best_line, outcome_of, played, whole
from cacao_core.ai.intervals import half_width
from cacao_core.ai.playouts.encoding import TEMPLE
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.tiles import Seat

_DEALS: Final = 8
_LEAST: Final = 1.0
"""Least difference that is told, in gold."""


class Answer(NamedTuple):
    """The difference between the answers to two turns."""

    seat: Seat
    """The seat that answers: the next player."""
    gold: float
    """The gold, or goods worth it, that the answer to the first turn brings; negative for
    less."""
    code: str
    """The jungle tile where most of that is gained or missed."""


class Answers:
    """The next player's answers to the turns of a position, each looked at once.

    Args:
        game: the position before the turn; left as it is. Hidden tiles have no influence.

    Raises:
        CacaoError: not a game.
    """

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Game):
            raise CacaoError(f"answers are those in a Game, not in {describe(game)}")
        me, self._following = game.to_move, (game.turn + 1) % len(game.players)
        self.deals: list[Game] = []
        """Deals of the position, of all that its seat cannot know; none if the seat answers."""
        if me is not None and me != self._following:
            self.deals = [game.view(me, Random(seed)) for seed in range(_DEALS)]
        self._known: dict[tuple[Move, ...], list[Mapping[str, float]]] = {}

    def between(self, line: Sequence[Move], other: Sequence[Move]) -> Answer | None:
        """The difference between the answer to a turn and that to another turn.

        Args:
            line: the turn, as far as it is known; what is left open follows the suggestions.
            other: the one with which it is compared, of the same seat.

        Returns:
            None if they differ by less than a gold, or by no more than chance explains.
        """
        gains = list(zip(self._gains(line), self._gains(other), strict=True))
        apart = [sum(mine.values()) - sum(its.values()) for mine, its in gains]
        gold = sum(apart) / _DEALS
        if abs(gold) < max(_LEAST, half_width(apart)):
            return None
        codes = {code for pair in gains for gained in pair for code in gained}

        def share(code: str) -> float:
            at_it = sum(mine.get(code, 0.0) - its.get(code, 0.0) for mine, its in gains)
            return at_it if gold > 0 else -at_it

        return Answer(self._following, gold, max(sorted(codes), key=share))

    def _gains(self, line: Sequence[Move]) -> list[Mapping[str, float]]:
        """The next player's gains on each deal."""
        key = tuple(line)
        if key not in self._known:
            self._known[key] = [_gains(view, key, self._following) for view in self.deals]
        return self._known[key]


def _gains(view: Game, line: Sequence[Move], following: Seat) -> Mapping[str, float]:
    """The next player's gains in its turn, by jungle tile, in gold."""
    game = played(view, whole(view, line))
    gains: dict[str, float] = defaultdict(float)
    if game.is_over or game.turn != following:
        return gains
    outcome = outcome_of(game, best_line(game))
    for deed in outcome.deeds:
        if deed.seat == following and deed.code in game.rules.tiles:
            gains[deed.code] += deed.value
    for temple in outcome.temples.values():
        gains[TEMPLE] += temple.change[following]
    return gains
