"""The PettingZoo environment passes PettingZoo's own test, and tells what is legal and seen."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cacao_core import CacaoError, Deal, Game, Record
from cacao_core.learning import effects
from cacao_core.pettingzoo import MOST_MOVES, CacaoEnv, env, raw_env
from cacao_core.rules import Rules, expanded


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("players", "effects"), [(2, False), (3, True), (4, False)])
def test_pettingzoos_own_api_test(players: int, effects: bool) -> None:
    api_test(env(players, effects=effects), num_cycles=300)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("rules", [expanded(big=True), expanded("gems", "chocolate", "map")])
def test_pettingzoos_own_api_test_with_modules(rules: Rules) -> None:
    api_test(env(3, rules=rules), num_cycles=300)
    with pytest.raises(CacaoError, match="what moves bring"):
        env(3, rules=rules, effects=True)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_seed_test() -> None:
    seed_test(lambda: env(3), num_cycles=60)


def test_whole_game_follows_the_engine() -> None:
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
    environment = CacaoEnv(3, effects=True)
    environment.reset(seed=1)
    dealt_otherwise = 0
    for seed in range(40):
        for seat, agent in enumerate(environment.possible_agents):
            seen = environment.observe(agent)
            other = CacaoEnv(3, effects=True)
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


def test_generator_goes_on_without_a_seed() -> None:
    runs = []
    for _run in range(2):
        environment, keys = CacaoEnv(3), []
        for seed in (np.int64(5), *[None] * 9):
            environment.reset(seed=seed)
            keys.append(environment.game.key())
        runs.append(keys)
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 10
    assert runs[0][0] == Game(Deal.shuffled(3, 5)).key()


def test_reset_begins_where_its_options_say() -> None:
    record = Record(Deal.shuffled(2, 7), ["W2101@1,0", "Aw1@1,0"])
    environment = CacaoEnv()
    for options in (
        {"record": record},
        {"record": record.to_text()},
        {"position": record.game()},
        {"position": record.game().to_text()},
    ):
        environment.reset(seed=1, options=options)
        assert environment.game == record.game()
        assert environment.agent_selection == "purple"
    environment.step(0)
    assert environment.game != record.game()
    with pytest.raises(CacaoError, match="3 players with the rules base; expected 2"):
        environment.reset(options={"position": Game(Deal.shuffled(3, 1))})
    with pytest.warns(UserWarning, match="option 'positon' is ignored"):
        environment.reset(options={"positon": record.game()})


def finished(environment: CacaoEnv) -> CacaoEnv:
    environment.reset(seed=1)
    while not environment.game.is_over:
        environment.step(0)
    return environment


def test_mask_after_the_end_is_not_empty_and_only_none_is_played() -> None:
    environment = finished(CacaoEnv(reward="win"))
    winners = environment.game.winners()
    for seat, agent in enumerate(environment.possible_agents):
        assert np.flatnonzero(environment.observe(agent)["action_mask"]).tolist() == [0]
        assert environment.rewards[agent] == (seat in winners) / len(winners)
    with pytest.raises(CacaoError, match="expected the action None"):
        environment.step(0)
    environment.step(None)
    environment.step(None)
    with pytest.raises(CacaoError, match="call reset"):
        environment.step(None)


def test_states_have_hidden_tiles_and_fit_their_space() -> None:
    environment = raw_env(3)
    environment.reset(seed=1)
    before = environment.state()
    assert environment.state_space.contains(before)
    environment.game = environment.game.view(0, Random(2))
    assert before.tolist() != environment.state().tolist()
    assert environment.state_space.contains(finished(environment).state())


def test_render_modes_say_what_they_can(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env(render_mode="human")
    environment.reset(seed=1)
    environment.step(0)
    assert capsys.readouterr().out.count("red's turn") == 2
    environment = env(render_mode="svg")
    environment.reset(seed=1)
    assert (environment.render() or "").startswith("<svg")
    with pytest.raises(CacaoError, match="expected ansi, human, svg or None"):
        env(render_mode="rgb_array")
    environment = env()
    environment.reset()
    with pytest.raises(CacaoError, match="no render mode was chosen"):
        environment.render()


def test_step_before_the_game_is_refused() -> None:
    with pytest.raises(CacaoError, match="call reset first"):
        env().step(0)


def test_effects_are_those_of_the_legal_moves() -> None:
    environment = CacaoEnv(4, effects=True)
    environment.reset(seed=2)
    for action in range(3, 40):
        seen = environment.observe(environment.agent_selection)["observation"]
        brings, opens = effects(environment.game)
        count = len(environment.game.legal_moves())
        assert seen["brings"][:count].tolist() == brings.tolist()
        assert seen["opens"][:count].tolist() == opens.tolist()
        assert not seen["brings"][count:].any()
        for waiting in set(environment.agents) - {environment.agent_selection}:
            assert not environment.observe(waiting)["observation"]["brings"].any()
        environment.step(action % count)


def test_wrong_number_of_players() -> None:
    with pytest.raises(CacaoError, match="2 to 4"):
        CacaoEnv(5)
