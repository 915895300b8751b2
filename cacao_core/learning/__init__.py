"""Positions and moves as numbers, for programs that learn to play.

:mod:`cacao_core.pettingzoo` and :mod:`cacao_core.gymnasium` are made of it; it can be used without
them. It needs NumPy, which their extras install. ``docs/learning.md`` describes the numbers, and
has a learner.

>>> from cacao_core import Deal, Game, learning
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> brings, opens = learning.effects(game)
>>> brings.shape, opens.shape, len(game.legal_moves())
((54, 4, 5), (54, 4), 54)
"""

try:
    import numpy as np  # noqa: F401  # what follows needs it
except ImportError as error:
    how = "pip install '.[gymnasium]' or '.[pettingzoo]' in a checkout"
    raise ImportError(f"cacao_core.learning needs an extra: {how} ({error})") from None

from cacao_core.learning.describing import GOODS, OPENED, effects
from cacao_core.learning.encoding import Encoder
from cacao_core.learning.limits import MOST_MOVES, most_moves

__all__ = ["GOODS", "MOST_MOVES", "OPENED", "Encoder", "effects", "most_moves"]
