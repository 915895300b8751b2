"""Expected gold and chances of winning that can be believed, for analyses.

The result of a search alone cannot: it takes for granted that the seat to move finds the best
turn, and it errs in another way at each position, so the chance would rise before a turn and fall
after it. So the outlook, which looks at the position without a search, moderates it. A correction
for the seat that moves next, and the spread of the results around the expected gold, are learned
from self-play (docs/dev/ai.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, Final

from cacao_core.ai.learned.chances import SPREAD, TEMPOS
from cacao_core.ai.playouts.encoding import turns_left_of
from cacao_core.ai.playouts.evaluation import lead_of, softmax
from cacao_core.ai.playouts.outlook import outlook_for
from cacao_core.ai.results import margins_of
from cacao_core.ai.search import QuickRoot

TRUST: Final = 0.4
"""Weight of a search against the outlook: the best of those that were tried."""
_BELIEVED: Final = {2: 1.0, 3: 0.87, 4: 0.87}
"""So much of a large difference between two turns comes true, by players: chosen so that skill
between unequal players is what their results say (docs/dev/ai.md). It is more than ``TRUST``,
because what a search overlooks is mostly the same for both."""
_DOUBTED: Final = 0.25
"""The part of it by which a small one is believed less: it is more often an error of the
playouts."""
_SMALL: Final = 2.0
"""Gold after which the doubt has fallen to a third."""
_TOO_LOW: Final = 0.2
"""Gold by which the lead of the seat to move is too low, measured there too: after its best turn it
would rise. Chances of winning are right without it."""
_DEALS: Final = 8
"""Re-deals for the outlook; hidden tiles have little influence on it."""


def spread_of(numbers: tuple[float, float], rounds: float) -> float:
    """The spread of the results around the expected gold, with so many rounds left."""
    first, power = numbers
    return float(first * rounds**power)


class Forecast:
    """Turns the results of a search of a position into expected gold and chances.

    Args:
        rng: the only source of randomness.
    """

    def __init__(self, root: QuickRoot[Any, Any], rng: Random) -> None:
        states = [root.standing(root.deal(rng)) for _deal in range(_DEALS)]
        self._seat = root.seat
        self._mover = states[0].turn
        self._seats = len(states[0].held)
        self._left = sum(map(turns_left_of, states[0].held))
        outlooks = [outlook_for(state.tables).values(state) for state in states]
        self.outlook = [sum(values) / len(values) for values in zip(*outlooks, strict=True)]
        """Each seat's expected gold without a search."""

    @property
    def trust(self) -> float:
        """Weight of a search against the outlook, 0 to 1; it grows in the last round."""
        if self._left <= 1:
            return 1.0
        return max(TRUST, 1 - (1 - TRUST) * self._left / self._seats)

    def believed(self, lost: float) -> float:
        """So much of a difference between two turns comes true, 0 to 1.

        Args:
            lost: what playouts say that the other one loses to the best, in gold.
        """
        doubted = _DOUBTED * exp(-abs(lost) / _SMALL)
        return max(self.trust, _BELIEVED[self._seats] * (1 - doubted))

    def gold(self, best: Sequence[float], searched: Sequence[float] = ()) -> list[float]:
        """Each seat's expected gold at the end, if a turn is played.

        Args:
            best: each seat's gold after playouts of the best turn.
            searched: the same of the turn; if it is another one.
        """
        searched = searched or best
        lost = lead_of(best, self._seat) - lead_of(searched, self._seat)
        trust, believed = self.trust, self.believed(lost)
        gold = [
            trust * most + (1 - trust) * general + believed * (mine - most)
            for mine, most, general in zip(searched, best, self.outlook, strict=True)
        ]
        if self._left > 1:
            gold[self._mover] += TEMPOS[self._seats]
        return gold

    def leads(self, gold: Sequence[float]) -> tuple[float, ...]:
        """Each seat's expected lead, from its expected gold."""
        if self._left <= 1:
            return margins_of(gold)
        return margins_of(
            [mine + _TOO_LOW * (seat == self._mover) for seat, mine in enumerate(gold)]
        )

    def wins(self, gold: Sequence[float], won: Sequence[float]) -> tuple[float, ...]:
        """Each seat's chance of winning; they add up to 1.

        Args:
            gold: the expected gold.
            won: the share of the playouts that a seat won. It decides in the last turn and counts
                half in the last round; before, playouts do not reach the end of the game.
        """
        if self._left <= 1:
            return tuple(won)
        chances = softmax(gold, spread_of(SPREAD, self._left / self._seats))
        if self._left > self._seats:
            return tuple(chances)
        return tuple((one + other) / 2 for one, other in zip(won, chances, strict=True))
