"""The values of modules (``ai/learned/module_values.py``), as they are learned.

Each has one value with one turn left and one with many, for any number of players and any
combination: what several modules are worth adds up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from cacao_core.ai.general.playing import play, turns_of
from cacao_core.ai.general.worths import Values, Worths
from cacao_core.ai.selfplay.games import GameSample, GameTask, passed_over
from cacao_core.ai.selfplay.linear import Linear, as_linear, unknown
from cacao_core.ai.selfplay.squares import Squares
from cacao_core.deal import Deal
from cacao_core.game import Game
from cacao_core.modules import NAMES
from cacao_core.rules import Rules
from cacao_core.tiles import NEW_KINDS

_HEAD: Final = '''"""The worth of modules in gold: learned from self-play (docs/dev/ai.md).

A name has the value with one turn left, and that with many. Names that begin with a module are
what it adds to having the next turn, and to each turn left. The numbers come from

    {}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

VALUES: Final[Mapping[str, tuple[float, float]]] = {{
'''
_TURNS: Final = ("tempo", "turns")
"""The gold of having the next turn, and of each turn left, that a module adds."""
_USED: Final = ("MC", "HE", "RW", "TR", "FA", "SH", "MO", "MB", "FO", "FM")
VALUE_NAMES: Final = (
    *(f"{module} {good}" for module in NAMES for good in _TURNS),
    *("bar", "map", "gem 1", "gem 2", "gem 3", "emperor", "gold for huts"),
    *(f"hut {code}" for code in _USED),
    *(f"tile {kind}" for kind in NEW_KINDS),
)
_PLAIN: Final[Values] = {
    "bar": (1.9, 4.6),
    "map": (0.4, 1.0),
    "gem 1": (0.3, 0.3),
    "gem 2": (0.55, 0.55),
    "gem 3": (0.8, 0.8),
    "emperor": (0.5, 0.5),
    "gold for huts": (0.08, 0.08),
    **{"hut MC": (0.3, 0.3), "hut HE": (0.2, 0.2), "hut RW": (0.3, 0.3), "hut TR": (0.6, 0.6)},
    **{"hut FA": (0.3, 0.3), "hut SH": (0.9, 0.9), "hut MO": (0.12, 0.12), "hut MB": (0.15, 0.15)},
    **{"hut FO": (1.6, 1.6), "hut FM": (1.0, 1.0)},
}
"""Plausible values, with which learning starts; all others are 0."""
_COLUMN: Final = {name: 2 * at for at, name in enumerate(VALUE_NAMES)}
_SURE: Final = {"turns": 40.0, "tempo": 1500.0}
"""The weight of the plain value of a good, in positions."""
_USUALLY: Final = 3000.0


class ModuleValues:
    """The values of modules, from games of the general player."""

    columns = 2 * len(VALUE_NAMES)
    start: Final = tuple(value for name in VALUE_NAMES for value in _PLAIN.get(name, (0.0, 0.0)))
    """Plausible values."""

    def sample(self, values: Sequence[float], task: GameTask) -> GameSample:
        """A game of the general player with some values."""
        believed, worths = [], _worths(task.rules, task.players, tuple(values))
        for number, game in enumerate(positions(task, worths)):
            if task.counts(number) and not game.is_over:
                believed.append(believe(game))
        return GameSample(believed, [score.total for score in game.score()])

    def solved(self, sums: Squares) -> list[float]:
        """The values that explain some games best; near the plain ones if in doubt."""
        for name, column in _COLUMN.items():
            sure = _SURE.get(name.partition(" ")[2], _USUALLY)
            for at in (column, column + 1):
                sums.pull(sure, at, self.start[at])
        return [round(value, 3) + 0.0 for value in sums.values()]


def positions(task: GameTask, worths: Worths) -> Iterator[Game]:
    """The positions of a game at the start of each turn, and at its end.

    They are one :class:`Game`, which changes.
    """
    rng = Random(task.seed)
    game = Game(Deal.shuffled(task.players, task.seed, task.rules))
    worths.forget()
    while not game.is_over:
        yield game
        turns = turns_of(game, worths)
        play(game, turns[min(len(turns) - 1, passed_over(rng))].moves, worths)
    yield game


def believe(game: Game) -> list[Linear]:
    """Each seat's gold at the end, as the player expects it."""
    return list(map(as_linear, _unknown(game.rules, len(game.players)).evaluate(game)))


@lru_cache(maxsize=64)
def _worths(rules: Rules, players: int, values: tuple[float, ...]) -> Worths:
    """The worths of a game with some values."""
    return Worths(rules, players, values=named(values))


@lru_cache(maxsize=64)
def _unknown(rules: Rules, players: int) -> Worths:
    """The worths of a game with the values of modules unknown."""
    return Worths(rules, players, values=named([*map(unknown, range(ModuleValues.columns))]))


def named(values: Sequence[float]) -> Values:
    """Values by name."""
    return {name: (values[at], values[at + 1]) for name, at in _COLUMN.items()}


def text(values: Sequence[float], how: str) -> str:
    """The module of Python with some values; ``how`` is the command that has learned them."""
    rows = "".join(f'    "{name}": {value!r},\n' for name, value in named(values).items())
    return f"{_HEAD.format(how)}{rows}}}\n"
