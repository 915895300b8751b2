"""The beginning of an environment's game, and its chance.

``reset(seed=…)`` begins the deal of that seed, and a new generator. ``reset()`` goes on with the
generator: so who seeds once has the same games each time, and each of them is another one.
"""

from __future__ import annotations

import copy
import operator
import warnings
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from cacao_core.deal import Deal, check_seed
from cacao_core.errors import CacaoError, describe
from cacao_core.game import Game
from cacao_core.moves import Move
from cacao_core.record import Record
from cacao_core.rules import Rules

Reward: TypeAlias = Literal["margin", "win"]

REWARDS: Final = ("margin", "win")
OPTIONS: Final = ("record", "position", "seed")
"""Names of the options of ``reset``; each of them says how the game begins."""

_DEALS: Final = 1 << 32


def whole(value: object) -> object:
    """A whole number of any library as an ``int``; anything else as it is."""
    if isinstance(value, bool | np.bool_):
        return value
    try:
        return operator.index(value)  # type: ignore[arg-type]  # that is what is asked
    except TypeError:
        return value


def generator_for(seed: object, running: np.random.Generator | None) -> np.random.Generator:
    """The generator of the next game: that of a seed, or the running one goes on.

    It is a copy, so that a reset that fails changes nothing.

    Raises:
        BadDeal: the seed is out of range.
    """
    if seed is None:
        return copy.deepcopy(running) if running else np.random.default_rng()
    number: Any = whole(seed)
    check_seed(number)
    return np.random.default_rng(number)


def drawn_seed(generator: np.random.Generator) -> int:
    """The next seed for a deal, or for anything else with chance."""
    return int(generator.integers(_DEALS))


def beginning(
    players: int,
    rules: Rules,
    seed: object,
    options: Mapping[str, Any] | None,
    generator: np.random.Generator,
) -> Game:
    """The game that a reset begins with.

    Args:
        rules: of the environment.
        seed: of the reset; its deal is played if the options say nothing else.
        options: at most one of :data:`OPTIONS`: a record, or its text, whose last position is
            played on; a position, or its text; the seed of a deal, which leaves the chance of
            later resets alone.
        generator: draws a deal if nothing says which; deals tiles that are unknown.

    Raises:
        CacaoError: more than one option, or a game that does not fit.
    """
    name, value = _only(options)
    if name == "record":
        game = _recorded(value)
    elif name == "position":
        game = value.copy() if isinstance(value, Game) else Game.from_text(value)
    else:
        number: Any = whole(value if name == "seed" else seed)
        if number is None:
            number = drawn_seed(generator)
        return Game(Deal.shuffled(players, number, rules))
    if (len(game.players), game.rules) != (players, rules):
        raise CacaoError(
            f"{name}: {len(game.players)} players with the rules {game.rules.name}; "
            f"expected {players} with the rules {rules.name}, as in the environment"
        )
    if game.is_over:
        raise CacaoError(f"{name}: the game is over; expected one that goes on")
    return game if game.is_known else game.completed(drawn_seed(generator))


def _only(options: Mapping[str, Any] | None) -> tuple[str, Any]:
    """The option that is given, if any."""
    if options is None:
        return "", None
    if not isinstance(options, Mapping):
        raise CacaoError(f"options: expected a dict, got {describe(options)}")
    for name in options:
        if name not in OPTIONS:
            known = ", ".join(OPTIONS)  # PettingZoo's own test gives others, so they are no errors
            warnings.warn(f"option {describe(name)} is ignored; known are {known}", stacklevel=4)
    given = [(name, options[name]) for name in OPTIONS if options.get(name) is not None]
    if len(given) > 1:
        names = " and ".join(name for name, _value in given)
        raise CacaoError(f"options {names}: expected only one of them")
    return given[0] if given else ("", None)


def _recorded(value: object) -> Game:
    if isinstance(value, str):
        value = Record.from_text(value)
    if not isinstance(value, Record):
        raise CacaoError(f"record: expected a Record or its text, got {describe(value)}")
    return value.game()


def chosen(action: object, game: Game) -> Move:
    """The legal move with an index.

    Raises:
        CacaoError: no legal move has it.
    """
    number, legal = whole(action), game.legal_moves()
    if type(number) is not int or not 0 <= number < len(legal):
        raise CacaoError(f"action {describe(number)}: expected 0 to {len(legal) - 1}")
    return legal[number]


def check_reward(reward: str) -> None:
    """Check the name of a reward.

    Raises:
        CacaoError: there is no such reward.
    """
    if reward not in REWARDS:
        raise CacaoError(f"reward {describe(reward)}: expected one of {', '.join(REWARDS)}")


def rewards(game: Game, reward: Reward) -> list[float]:
    """The reward of each seat at the end.

    ``margin`` is the difference between its total and the best of the others'. ``win`` is 1,
    divided among the winners, and 0 for the others.
    """
    if reward == "win":
        winners = game.winners()
        return [(seat in winners) / len(winners) for seat in range(len(game.players))]
    totals = [score.total for score in game.score()]
    return [
        float(total - max(totals[:seat] + totals[seat + 1 :])) for seat, total in enumerate(totals)
    ]


def result(game: Game) -> list[dict[str, Any]]:
    """The ``info`` of each seat at the end: its total, and whether it has won."""
    winners = game.winners()
    return [
        {"total": score.total, "won": seat in winners} for seat, score in enumerate(game.score())
    ]
