"""The rules of the board game Cacao (base game, 2 to 4 players) as a library.

>>> from cacao_core import Deal, Game
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> while not game.is_over:
...     game.play(game.legal_moves()[0])
>>> len(game.score())
2

An unofficial fan implementation; see README.md.
"""

from cacao_core.deal import Deal
from cacao_core.errors import BadDeal, BadLink, BadRecord, CacaoError, IllegalMove
from cacao_core.game import Game, Phase
from cacao_core.moves import Move
from cacao_core.player import Player
from cacao_core.record import Record
from cacao_core.scoring import Score, Temple
from cacao_core.tiles import WorkerTile

__version__ = "0.1.0"

__all__ = [
    "BadDeal",
    "BadLink",
    "BadRecord",
    "CacaoError",
    "Deal",
    "Game",
    "IllegalMove",
    "Move",
    "Phase",
    "Player",
    "Record",
    "Score",
    "Temple",
    "WorkerTile",
    "__version__",
]
