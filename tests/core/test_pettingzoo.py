"""The PettingZoo environment passes PettingZoo's own test, and tells what is legal and seen."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cacao_core import CacaoError, Deal, Game
from cacao_core.pettingzoo import MOST_MOVES, CacaoEnv, env


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoos_own_api_test(players: int) -> None:
    api_test(env(players), num_cycles=300)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_seed_test() -> None:
    seed_test(lambda: env(3), num_cycles=60)


def test_a_whole_game_follows_the_engine() -> None:
    environment, rng = CacaoEnv(4, render_mode="ansi"), Random(2)
    environment.reset(seed=5)
    game = Game(Deal.shuffled(4, 5))
    for agent in environment.agent_iter():
        observation, reward, terminated, _truncated, info = environment.last()
        if terminated:
            totals = [score.total for score in game.score()]
            seat = environment.possible_agents.index(agent)
            assert info == {"total": totals[seat], "won": seat in game.winners()}
            assert reward == totals[seat] - max(totals[:seat] + totals[seat + 1 :])
            environment.step(None)
            continue
        legal = game.legal_moves()
        assert environment.possible_agents.index(agent) == game.to_move
        assert observation["action_mask"].sum() == len(legal) <= MOST_MOVES
        action = rng.randrange(len(legal))
        game.play(legal[action])
        environment.step(action)
        assert environment.game == game
    assert game.is_over
    assert "won." in (environment.render() or "")


def test_observations_hold_nothing_hidden() -> None:
    environment = CacaoEnv(3)
    environment.reset(seed=1)
    dealt_otherwise = 0
    for seed in range(40):
        for seat, agent in enumerate(environment.possible_agents):
            seen = environment.observe(agent)
            other = CacaoEnv(3)
            other.reset(seed=1)
            other.game = environment.game.view(seat, Random(seed))
            dealt_otherwise += other.game != environment.game
            again = other.observe(agent)
            assert seen["observation"].keys() == again["observation"].keys() != set()
            assert all(
                np.array_equal(seen["observation"][key], again["observation"][key])
                for key in seen["observation"]
            )
            assert np.array_equal(seen["action_mask"], again["action_mask"])
        moves = environment.game.legal_moves()
        environment.step(seed % len(moves))
    assert dealt_otherwise > 100


@pytest.mark.parametrize("action", [-1, MOST_MOVES, None])
def test_wrong_actions_are_refused(action: int | None) -> None:
    environment = CacaoEnv()
    environment.reset(seed=1)
    before = environment.game.key()
    with pytest.raises(CacaoError, match="expected 0 to"):
        environment.step(action)
    assert environment.game.key() == before


def test_wrong_number_of_players() -> None:
    with pytest.raises(CacaoError, match="2 to 4"):
        CacaoEnv(5)
