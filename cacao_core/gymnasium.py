"""Cacao as a Gymnasium environment: one learner against computer players or bots.

Requires ``pip install ".[gymnasium]"`` in a checkout. Nothing else of the package imports it;
:mod:`cacao_core.pettingzoo` is for learners on all seats. ``docs/learning.md`` describes the
numbers, and has a learner.

Observations and actions are those of the PettingZoo environment, with what moves bring and open in
games without modules: the others' thinking takes longer than that. A step plays the learner's move,
then those of the others until the learner has to decide again, which may be in another's turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final, SupportsIndex, TypeAlias

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Discrete
    from numpy.typing import NDArray
except ImportError as error:
    how = "pip install '.[gymnasium]' in a checkout"
    raise ImportError(f"cacao_core.gymnasium needs its extra: {how} ({error})") from None

from cacao_core import ai
from cacao_core.ai.bots import checked_bot
from cacao_core.deal import Deal
from cacao_core.errors import CacaoError, IllegalMove, describe
from cacao_core.game import Game
from cacao_core.learning import starting
from cacao_core.learning.encoding import Encoder
from cacao_core.learning.environments import (
    RENDER_MODES,
    check_render_mode,
    observation_space,
    rendered,
)
from cacao_core.moves import Move
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import Seat

Opponent: TypeAlias = str | Callable[[Game], Move | str]
"""A level, or a bot: a function from what its seat sees to a legal move."""

NAME: Final = "Cacao-v0"
"""For ``gymnasium.make("cacao_core.gymnasium:Cacao-v0")``."""


class CacaoEnv(gymnasium.Env):  # type: ignore[misc]
    """An environment of one learner.

    Args:
        opponents: who plays the other seats: a level, a bot, or one of these for each, clockwise
            from the learner.
        seat: of the learner; None draws it for each game.
        reward: ``margin``, the difference between the learner's total and the best of the others';
            or ``win``, 1 divided among the winners, and 0 for a defeat. It comes with the last
            step.
        render_mode: ``ansi`` and ``svg`` make :meth:`render` return the position, as text or as a
            picture; ``human`` writes the text after each step.

    After the end, ``action_mask`` has action 0 only, which is never played: learners that divide
    by the sum of a mask need not look. ``info`` then has ``total`` and ``won``.

    Raises:
        CacaoError: a wrong argument.

    >>> env = CacaoEnv(players=2, opponents="easy", reward="win")
    >>> seen, info = env.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     seen, reward, over, _, info = env.step(int(env.action_masks().nonzero()[0][0]))
    >>> env.game.is_over, sorted(info), reward in (0, 0.5, 1)
    (True, ['total', 'won'], True)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    game: Game
    """The position, with all hidden tiles; there is none before the first reset."""
    _np_random: np.random.Generator | None

    def __init__(
        self,
        players: int = 2,
        opponents: Opponent | Sequence[Opponent] = "easy",
        seat: SupportsIndex | None = None,
        reward: starting.Reward = "margin",
        rules: Rules = BASE,
        render_mode: str | None = None,
    ) -> None:
        number: Any = starting.whole(players)
        Deal.shuffled(number, 0, rules)  # raises an error for a wrong number
        check_render_mode(render_mode)
        starting.check_reward(reward)
        self._players, self._rules, self._reward = number, rules, reward
        self._opponents = _checked(opponents, number)
        self._seat_wanted = _checked_seat(seat, number)
        self._encoder = Encoder(rules)
        self.render_mode = render_mode
        self.observation_space = observation_space(self._encoder)
        self.action_space = Discrete(self._encoder.moves)
        self.seat: Seat = self._seat_wanted or 0
        """The learner's seat in this game."""

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game, and play up to the learner's first decision.

        Args:
            seed: of a new generator, and of the deal; None goes on with the generator.
            options: ``record`` or ``position`` to be played on, each as a value or as text; or
                ``seed`` of a deal, which leaves the generator alone.

        Raises:
            CacaoError: a wrong seed or option, or a game that ends before the learner decides;
                the running game goes on.
        """
        generator = starting.generator_for(seed, self._np_random)
        game = starting.beginning(self._players, self._rules, seed, options, generator)
        learner = self._seat_wanted
        if learner is None:
            learner = int(generator.integers(self._players))
        self._others_play(game, learner, generator)
        if game.is_over:
            raise CacaoError(f"the game ends before seat {learner}, the learner, decides")
        self.game, self.seat, self._np_random = game, learner, generator
        if seed is not None:
            self._np_random_seed = starting.whole(seed)
        self._show()
        return self._encoder.observation(game, learner), {}

    def step(
        self, action: SupportsIndex
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the legal move with that index, then the moves of the others.

        Raises:
            CacaoError: there is no legal move with that index, the game has not begun or is over,
                or a bot plays an illegal move; the position stays as it was.
        """
        self._check_begun()
        if self.game.is_over:
            raise CacaoError("the game is over: call reset first")
        game = self.game.copy()
        game.apply(starting.chosen(action, self.game))
        self._others_play(game, self.seat, self.np_random)
        self.game = game
        self._show()
        seen = self._encoder.observation(game, self.seat)
        if not game.is_over:
            return seen, 0.0, False, False, {}
        reward = starting.rewards(game, self._reward)[self.seat]
        return seen, reward, True, False, starting.result(game)[self.seat]

    def _others_play(self, game: Game, learner: Seat, generator: np.random.Generator) -> None:
        """Play on until the learner decides, or to the end."""
        while (seat := game.to_move) not in (None, learner):
            opponent = self._opponents[(seat - learner) % self._players - 1]
            seed = starting.drawn_seed(generator)
            if isinstance(opponent, str):
                game.apply(ai.choose(game, opponent, seed))
                continue
            try:
                game.play(opponent(game.view(seat, Random(seed))))
            except IllegalMove as error:
                raise IllegalMove(f"the bot on seat {seat}: {error}") from None

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal, as Stable-Baselines3's MaskablePPO asks for it.

        Raises:
            CacaoError: the game has not begun.
        """
        self._check_begun()
        mask = np.zeros(self._encoder.moves, np.bool_)
        mask[: max(1, len(self.game.legal_moves()))] = True
        return mask

    def render(self) -> str | None:
        """The position with all hands, as the render mode says.

        Raises:
            CacaoError: no render mode was chosen, or the game has not begun.
        """
        self._check_begun()
        return rendered(self.game, self.render_mode)

    def _check_begun(self) -> None:
        if not hasattr(self, "game"):
            raise CacaoError("the game has not begun: call reset first")

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _checked(opponents: Opponent | Sequence[Opponent], players: int) -> tuple[Opponent, ...]:
    """The opponent of each other seat, clockwise from the learner."""
    if isinstance(opponents, str) or callable(opponents):
        opponents = (opponents,) * (players - 1)
    if not isinstance(opponents, Sequence) or len(opponents) != players - 1:
        count = len(opponents) if isinstance(opponents, Sequence) else describe(opponents)
        raise CacaoError(f"{count} opponents: expected one, or {players - 1}")
    for opponent in opponents:
        if callable(opponent):
            checked_bot(opponent)
        elif opponent not in ai.LEVELS:
            levels = ", ".join(ai.LEVELS)
            raise CacaoError(
                f"opponent {describe(opponent)}: expected a function or one of {levels}"
            )
    return tuple(opponents)


def _checked_seat(seat: object, players: int) -> Seat | None:
    number = starting.whole(seat)
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < players:
        raise CacaoError(f"seat {describe(number)}: expected 0 to {players - 1}, or None")
    return number


gymnasium.register(NAME, entry_point="cacao_core.gymnasium:CacaoEnv")
