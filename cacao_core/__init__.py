"""The rules of the board game Cacao (base game, 2 to 4 players) as a library.

>>> from cacao_core import Deal, Game
>>> game = Game(Deal.shuffled(players=2, seed=7))
>>> while not game.is_over:
...     game.play(game.legal_moves()[0])
>>> len(game.score())
2

The events of a move are in :mod:`cacao_core.events`.

An unofficial fan implementation; see README.md.
"""

from cacao_core.activation import Edge
from cacao_core.deal import Deal
from cacao_core.errors import (
    BadDeal,
    BadLink,
    BadRecord,
    BadRules,
    CacaoError,
    IllegalMove,
    OtherVersion,
)
from cacao_core.game import Game, Phase
from cacao_core.moves import Move, MoveKind
from cacao_core.notes import Notes, Turn, Variation
from cacao_core.player import Player
from cacao_core.position import Position
from cacao_core.record import Record
from cacao_core.rules import Rules
from cacao_core.scoring import Score, Temple
from cacao_core.tiles import WorkerTile

__version__ = "0.1.0"

__all__ = [
    "BadDeal",
    "BadLink",
    "BadRecord",
    "BadRules",
    "CacaoError",
    "Deal",
    "Edge",
    "Game",
    "IllegalMove",
    "Move",
    "MoveKind",
    "Notes",
    "OtherVersion",
    "Phase",
    "Player",
    "Position",
    "Record",
    "Rules",
    "Score",
    "Temple",
    "Turn",
    "Variation",
    "WorkerTile",
    "__version__",
]
