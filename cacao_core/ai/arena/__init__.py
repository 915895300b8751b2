"""The arena: tournaments between levels and own bots, with ratings.

    python -m cacao_core arena easy hard bots/mine.py --deals 200 --out results.jsonl

The same from Python:

>>> from cacao_core.ai import arena
>>> results = arena.play(["easy", "medium"], players=2, deals=2, jobs=1)
>>> len(results.games), results.deals
(4, 2)
>>> [rating.name for rating in arena.elo(results)]
['easy', 'medium']

Nothing else of the package imports it. Several processes need joblib, an optional dependency:
``pip install '.[arena]'`` in a checkout. See docs/arena.md.
"""

from cacao_core.ai.arena.contestant import Bot, Contestant, Entry, contestants
from cacao_core.ai.arena.figures import ContestantResults, IntervalEstimate, Pair, pairs, standings
from cacao_core.ai.arena.match import Fixture, Forfeit, PlayedGame, play_game
from cacao_core.ai.arena.ratings import Rating, elo
from cacao_core.ai.arena.report import report
from cacao_core.ai.arena.results import Results, load
from cacao_core.ai.arena.running import Interrupted, Tournament, play, played_of, tournament
from cacao_core.ai.arena.schedule import seatings

__all__ = [
    "Bot",
    "Contestant",
    "ContestantResults",
    "Entry",
    "Fixture",
    "Forfeit",
    "Interrupted",
    "IntervalEstimate",
    "Pair",
    "PlayedGame",
    "Rating",
    "Results",
    "Tournament",
    "contestants",
    "elo",
    "load",
    "pairs",
    "play",
    "play_game",
    "played_of",
    "report",
    "seatings",
    "standings",
    "tournament",
]
