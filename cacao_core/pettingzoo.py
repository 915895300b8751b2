"""Cacao as a PettingZoo AEC environment, for reinforcement learning.

Requires ``pip install cacao-core[pettingzoo]``. Nothing else of the package imports it.

An action is an index into the legal moves of the position, which are sorted (see
:meth:`cacao_core.Game.legal_moves`); the observation describes each of them, because the playing
area has no bounds and so no fixed set of cells. Agents are the colours. Only the agent that has to
decide acts, which may not be the turn's player. Rewards come with the last move:
the difference between the agent's total and the best of the others'.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cacao_core.deal import Deal
from cacao_core.errors import CacaoError
from cacao_core.formats.textboard import draw
from cacao_core.game import Game, Phase
from cacao_core.rules import BASE, JUNGLE, Rules
from cacao_core.tiles import COLOURS, ROTATIONS, SIDE_OF_LETTER, WORKERS_ON

MOST_MOVES: Final = 512
"""Size of the action space; random games had 312 legal moves at most."""
CODES: Final = tuple(JUNGLE)
NAMES: Final = tuple(ROTATIONS)
KINDS: Final = "WOJA"
PHASES: Final = tuple(Phase)

_MOST_TILES: Final = 28 + 44
_TILE_WIDTH: Final = 9
_MOVE_WIDTH: Final = 9
_PLAYER_WIDTH: Final = 6
_SEEN: Final = 3 + len(NAMES) + len(CODES) * 2


class CacaoEnv(AECEnv):  # type: ignore[misc]
    """An AEC environment of 2 to 4 players.

    Args:
        players: number of players.
        render_mode: ``ansi`` makes :meth:`render` return the position as text.
        rules: of the game.

    An observation is a dict. ``action_mask``: int8, 512, 1 for each legal action.
    ``observation``: a dict of int16 arrays, all seen from the agent:

    - ``state`` (27): phase, seats from the turn's player and from the agent to the seat that
      decides, own hand by tile name, display and unseen jungle tiles by code.
    - ``players`` (4, 6): agent first, then clockwise: gold, cacao, suns, water field, tiles in
      hand, tiles in the pile; zeros for seats that nobody has.
    - ``tiles`` (72, 9): every tile on the table: 1, x, y, code + 1 or 0, owner clockwise from the
      agent + 1 or 0, workers n, e, s, w.
    - ``moves`` (512, 9): every legal move: kind + 1, x, y, jungle code + 1 or edge or 0, amount,
      workers n, e, s, w.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "cacao_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, players: int = 2, render_mode: str | None = None, rules: Rules = BASE
    ) -> None:
        super().__init__()
        Deal.shuffled(players, 0, rules)  # raises an error for a wrong number
        self._rules = rules
        self.render_mode = render_mode
        self.possible_agents = list(COLOURS[:players])
        space = Dict({"observation": _space(), "action_mask": Box(0, 1, (MOST_MOVES,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(MOST_MOVES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the deal of the seed, or a fresh one."""
        self.game = Game(Deal.shuffled(len(self.possible_agents), seed, self._rules))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def _deciding(self) -> str:
        return self.possible_agents[self.game.to_move or 0]

    def step(self, action: int | None) -> None:
        """Play the legal move with that index; None removes an agent after the end.

        Raises:
            CacaoError: there is no legal move with that index.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moves = self.game.legal_moves()
        if action is None or not 0 <= action < len(moves):
            raise CacaoError(f"action {action}: expected 0 to {len(moves) - 1}")
        self.game.apply(moves[action])
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.game.is_over:
            self._finish()
        else:
            self.agent_selection = self._deciding()
        self._accumulate_rewards()

    def _finish(self) -> None:
        totals = [score.total for score in self.game.score()]
        for seat, agent in enumerate(self.possible_agents):
            others = totals[:seat] + totals[seat + 1 :]
            self.rewards[agent] = totals[seat] - max(others)
            self.terminations[agent] = True
            self.infos[agent] = {"total": totals[seat], "won": seat in self.game.winners()}

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent; hidden tiles of others are not included."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(MOST_MOVES, np.int8)
        if self.game.to_move == seat:
            mask[: len(self.game.legal_moves())] = 1
        seen = {
            "state": self._state(seat),
            "players": self._players(seat),
            "tiles": self._tiles(seat),
            "moves": self._moves(seat),
        }
        return {"observation": seen, "action_mask": mask}

    def render(self) -> str | None:
        """The position as text, in render mode ``ansi``."""
        return draw(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; there are no resources to release."""

    def _state(self, seat: int) -> NDArray[np.int16]:
        game, seats = self.game, len(self.possible_agents)
        hand, to_move = game.players[seat].hand, seat if game.to_move is None else game.to_move
        numbers = [PHASES.index(game.phase), (game.turn - seat) % seats, (to_move - seat) % seats]
        numbers += [hand.count(name) for name in NAMES]
        numbers += [game.display.count(code) for code in CODES]
        numbers += [game.jungle_pile.count(code) for code in CODES]
        return np.array(numbers, np.int16)

    def _players(self, seat: int) -> NDArray[np.int16]:
        table = np.zeros((len(COLOURS), _PLAYER_WIDTH), np.int16)
        seats = len(self.possible_agents)
        for row in range(seats):
            p = self.game.players[(seat + row) % seats]
            table[row] = (p.gold, p.cacao, p.suns, p.water, len(p.hand), len(p.pile))
        return table

    def _tiles(self, seat: int) -> NDArray[np.int16]:
        table = np.zeros((_MOST_TILES, _TILE_WIDTH), np.int16)
        seats = len(self.possible_agents)
        row = 0
        for (x, y), code in self.game.jungle.items():
            table[row, :4] = (1, x, y, CODES.index(code) + 1)
            row += 1
        for (x, y), tile in self.game.workers.items():
            owner = (tile.owner - seat) % seats + 1
            table[row] = (1, x, y, 0, owner, *WORKERS_ON[tile.edges])
            row += 1
        return table

    def _moves(self, seat: int) -> NDArray[np.int16]:
        table = np.zeros((MOST_MOVES, _MOVE_WIDTH), np.int16)
        if self.game.to_move != seat:
            return table
        for row, move in enumerate(self.game.legal_moves()):
            workers = WORKERS_ON.get(move.what, (0, 0, 0, 0))
            what = 0
            if move.kind == "J":
                what = CODES.index(move.what) + 1
            elif move.kind == "A":
                what = SIDE_OF_LETTER[move.what]
            kind = KINDS.index(move.kind) + 1
            table[row] = (kind, *move.cell, what, move.amount, *workers)
        return table


def env(players: int = 2, render_mode: str | None = None, rules: Rules = BASE) -> CacaoEnv:
    """A new environment, as PettingZoo names the function."""
    return CacaoEnv(players, render_mode, rules)


def _space() -> Dict:
    def numbers(*shape: int) -> Box:
        return Box(-999, 999, shape, np.int16)

    return Dict(
        {
            "state": numbers(_SEEN),
            "players": numbers(len(COLOURS), _PLAYER_WIDTH),
            "tiles": numbers(_MOST_TILES, _TILE_WIDTH),
            "moves": numbers(MOST_MOVES, _MOVE_WIDTH),
        }
    )
