"""Cacao as a PettingZoo AEC environment, for reinforcement learning.

Requires ``pip install ".[pettingzoo]"`` in a checkout. Nothing else of the package imports it;
:mod:`cacao_core.gymnasium` is for one learner against computer players.

An action is an index into the legal moves of the position, which are sorted (see
:meth:`cacao_core.Game.legal_moves`); the observation describes each of them, because the playing
area has no bounds and so no fixed set of cells. Agents are the colours. Only the agent that has to
decide acts, which may not be the turn's player. Rewards come with the last move.
``docs/learning.md`` describes the numbers, and has a learner.
"""

from __future__ import annotations

from typing import Any, ClassVar, SupportsIndex

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    how = "pip install '.[pettingzoo]' in a checkout"
    raise ImportError(f"cacao_core.pettingzoo needs its extra: {how} ({error})") from None

from cacao_core.deal import Deal
from cacao_core.errors import CacaoError
from cacao_core.game import Game
from cacao_core.learning import starting
from cacao_core.learning.describing import check_plain
from cacao_core.learning.encoding import Encoder
from cacao_core.learning.environments import (
    RENDER_MODES,
    check_render_mode,
    observation_space,
    rendered,
)
from cacao_core.learning.limits import MOST_MOVES
from cacao_core.rules import BASE, Rules
from cacao_core.tiles import COLOURS

__all__ = ["MOST_MOVES", "CacaoEnv", "env", "raw_env"]


class CacaoEnv(AECEnv):  # type: ignore[misc]
    """An AEC environment of 2 to 4 players.

    Args:
        render_mode: ``ansi`` and ``svg`` make :meth:`render` return the position, as text or as a
            picture; ``human`` writes the text after each step.
        reward: ``margin``, the difference between the agent's total and the best of the others';
            or ``win``, 1 divided among the winners, and 0 for the others.
        effects: whether observations tell what each move brings and opens, which takes about as
            long as everything else in a step; not with modules.

    An observation is a dict, seen from the agent: ``observation``, a dict of int16 arrays, which
    ``docs/learning.md`` describes, and ``action_mask``, int8, 1 for each legal action. Agents that
    do not decide have no legal action. After the end, all have action 0 in their masks, and only
    None is played.

    Raises:
        CacaoError: a wrong number of players, render mode, rules or reward, or effects of modules.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "cacao_v2",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        render_mode: str | None = None,
        rules: Rules = BASE,
        reward: starting.Reward = "margin",
        effects: bool = False,
    ) -> None:
        super().__init__()
        number: Any = starting.whole(players)
        Deal.shuffled(number, 0, rules)  # raises an error for a wrong number
        check_render_mode(render_mode)
        starting.check_reward(reward)
        if effects:
            check_plain(rules)
        self._rules, self._reward = rules, reward
        self._encoder = Encoder(rules, effects)
        self._generator: np.random.Generator | None = None
        self.render_mode = render_mode
        self.possible_agents = list(COLOURS[:number])
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(self._encoder)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: Discrete(self._encoder.moves) for agent in self.possible_agents
        }
        size = len(self._encoder.whole(Game(Deal.shuffled(number, 0, rules))))
        self.state_space = Box(-999, 999, (size,), np.int16)

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Begin a game.

        Args:
            seed: of a new generator, and of the deal; None goes on with the generator.
            options: ``record`` or ``position`` to be played on, each as a value or as text; or
                ``seed`` of a deal, which leaves the generator alone.

        Raises:
            CacaoError: a wrong seed or option; the running game goes on.
        """
        generator = starting.generator_for(seed, self._generator)
        players = len(self.possible_agents)
        self.game = starting.beginning(players, self._rules, seed, options, generator)
        self._generator = generator
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()
        self._show()

    def _deciding(self) -> str:
        return self.possible_agents[self.game.to_move or 0]

    def step(self, action: SupportsIndex | None) -> None:
        """Play the legal move with that index; None removes an agent after the end.

        Raises:
            CacaoError: there is no legal move with that index, or the game has not begun.
        """
        if not hasattr(self, "game"):
            raise CacaoError("the game has not begun: call reset first")
        agent = self.agent_selection
        if self.game.is_over:
            self._leave(action)
            return
        self.game.apply(starting.chosen(action, self.game))
        self._cumulative_rewards[agent] = 0.0
        if self.game.is_over:
            self._finish()
        else:
            self.agent_selection = self._deciding()
        self._show()

    def _leave(self, action: SupportsIndex | None) -> None:
        if action is not None:
            raise CacaoError("the game is over: expected the action None, or reset")
        if not self.agents:
            raise CacaoError("the game is over, and all agents have left: call reset")
        self._was_dead_step(action)

    def _finish(self) -> None:
        rewards, results = starting.rewards(self.game, self._reward), starting.result(self.game)
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = rewards[seat]
            self.terminations[agent] = True
            self.infos[agent] = results[seat]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent; hidden tiles of others are not included."""
        return self._encoder.observation(self.game, self._seats[agent])

    def state(self) -> NDArray[np.int16]:
        """The whole position with what is hidden, for critics that may know it.

        :meth:`cacao_core.learning.Encoder.whole` lists the numbers.
        """
        return self._encoder.whole(self.game)

    def render(self) -> str | None:
        """The position with all hands, as the render mode says.

        Raises:
            CacaoError: no render mode was chosen.
        """
        return rendered(self.game, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Do nothing; there are no resources to release."""


def env(
    players: int = 2,
    render_mode: str | None = None,
    rules: Rules = BASE,
    reward: starting.Reward = "margin",
    effects: bool = False,
) -> CacaoEnv:
    """A new environment, as PettingZoo names the function; see :class:`CacaoEnv`."""
    return CacaoEnv(players, render_mode, rules, reward, effects)


raw_env = env
"""The same: PettingZoo's wrappers are not needed, because wrong actions are a ``CacaoError``."""
