"""One learner against levels and bots: Gymnasium's own check, whole games, and what is refused."""

from __future__ import annotations

import pickle
import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import RecordConstructorArgs
from gymnasium.utils.env_checker import check_env

from cacao_core import CacaoError, Deal, Game, IllegalMove, Move, Phase, Record
from cacao_core.gymnasium import CacaoEnv, Opponent
from cacao_core.rules import SHORT, Rules, expanded

NAME = "cacao_core.gymnasium:Cacao-v0"


def first(game: Game) -> Move:
    return game.legal_moves()[0]


class Legal(gymnasium.ActionWrapper, RecordConstructorArgs):  # type: ignore[misc]
    """Any action becomes a legal one; Gymnasium's check draws actions without a mask."""

    def __init__(self, env: CacaoEnv) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)

    def action(self, action: int) -> int:
        return int(action) % int(self.unwrapped.action_masks().sum())


def play(env: CacaoEnv, rng: Random) -> tuple[float, dict[str, Any], dict[str, Any]]:
    """Play on by chance; the last reward, observation and info."""
    while True:
        legal = np.flatnonzero(env.action_masks())
        seen, reward, over, truncated, info = env.step(rng.choice(legal.tolist()))
        assert not truncated
        if over:
            return reward, seen, info
        assert reward == 0
        assert seen["action_mask"].sum() == len(env.game.legal_moves())
        assert env.game.to_move == env.seat


@pytest.mark.parametrize("rules", [SHORT, expanded(big=True)], ids=lambda rules: rules.name)
def test_gymnasiums_own_check(rules: Rules) -> None:
    env = gymnasium.make(NAME, players=3, opponents=first, rules=rules, render_mode="ansi")
    assert isinstance(env.unwrapped, CacaoEnv)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning)
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version")
        check_env(Legal(env))


def test_changes_of_many_at_once() -> None:
    envs = gymnasium.make_vec(NAME, 2, vectorization_mode="sync", opponents=first, rules=SHORT)
    seen, _info = envs.reset(seed=1)
    ended = 0
    while ended < 4:
        seen, _rewards, over, _truncated, _info = envs.step(seen["action_mask"].argmax(axis=1))
        ended += int(over.sum())


@pytest.mark.parametrize("players", [2, 4])
def test_rewards_of_whole_games(players: int) -> None:
    rng = Random(players)
    for reward in ("margin", "win"):
        opponents: list[Opponent] = ["newcomer", first, first]
        env = CacaoEnv(players, opponents[: players - 1], reward=reward)
        for _game in range(2):
            env.reset(seed=_game)
            got, seen, info = play(env, rng)
            totals = [score.total for score in env.game.score()]
            mine = totals.pop(env.seat)
            winners = env.game.winners()
            won = env.seat in winners
            assert info == {"total": mine, "won": won}
            assert got == (mine - max(totals) if reward == "margin" else won / len(winners))
            assert seen["action_mask"].tolist() == env.action_masks().tolist()
            assert np.flatnonzero(seen["action_mask"]).tolist() == [0]
            with pytest.raises(CacaoError, match="is over: call reset"):
                env.step(0)


def test_games_with_modules_against_a_level() -> None:
    rng = Random(1)
    env = CacaoEnv(2, "easy", rules=expanded("huts", "gems", "chocolate", "map"))
    env.reset(seed=1)
    got, _seen, info = play(env, rng)
    totals = [score.total for score in env.game.score()]
    assert info["total"] == totals[env.seat]
    assert got == totals[env.seat] - totals[1 - env.seat]


def deals(env: CacaoEnv, count: int) -> list[tuple[object, int]]:
    found: list[tuple[object, int]] = []
    for _game in range(count):
        env.reset()
        found.append((env.game.key(), env.seat))
    return found


def test_generator_goes_on_without_a_seed() -> None:
    runs = []
    for _run in range(2):
        env = CacaoEnv(3, first)
        env.reset(seed=np.int64(5))
        runs.append([(env.game.key(), env.seat), *deals(env, 12)])
    assert runs[0] == runs[1]
    assert len(dict(runs[0])) == 13
    assert {seat for _key, seat in runs[0]} == {0, 1, 2}


def test_deal_of_an_option_leaves_the_generator_alone() -> None:
    plain, other = CacaoEnv(2, first, seat=0), CacaoEnv(2, first, seat=0)
    for env in (plain, other):
        env.reset(seed=3)
        assert env.game == Game(Deal.shuffled(2, 3))
    other.reset(options={"seed": np.uint32(99)})
    assert other.game == Game(Deal.shuffled(2, 99))
    assert deals(plain, 1) == deals(other, 1)


def test_records_and_positions_are_played_on() -> None:
    record = Record(Deal.shuffled(2, 7), ["W2101@1,0", "Aw1@1,0"])
    env = CacaoEnv(2, first, seat=np.int8(1))
    for options in (
        {"record": record},
        {"record": record.to_text()},
        {"position": record.game()},
        {"position": record.game().to_text()},
    ):
        env.reset(options=options)
        assert env.game == record.game()
    env.step(np.int64(0))
    assert env.game != record.game()
    assert record.game().to_move == 1


def ending() -> Game:
    """A position of the last turn in which only seat 1 still decides."""
    game, rng = Game(Deal.shuffled(2, 1)), Random(4)
    while game.players[0].tiles_left or game.phase is not Phase.PLACE:
        game.apply(rng.choice(game.legal_moves()))
    after = game.copy()
    while not after.is_over:
        assert after.to_move == 1
        after.apply(after.legal_moves()[-1])
    return game


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"position": ending()}, "ends before seat 0"),
        ({"position": Game(Deal.shuffled(3, 1))}, "3 players with the rules base; expected 2"),
        ({"position": Game(Deal.shuffled(2, 1, SHORT))}, "rules short; expected 2 with"),
        ({"position": "nonsense"}, "position"),
        ({"record": 5}, "record: expected a Record or its text, got 5"),
        ({"seed": 1, "record": "x"}, "record and seed: expected only one"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 1.5}, "seed 1.5"),
        ([1], "expected a dict"),
    ],
)
def test_reset_that_fails_changes_nothing(options: Any, reason: str) -> None:
    def last_seat(game: Game) -> Move:
        return game.legal_moves()[-1]

    env, untouched = CacaoEnv(2, last_seat, seat=0), CacaoEnv(2, last_seat, seat=0)
    for one in (env, untouched):
        one.reset(seed=2)
        one.step(0)
    running = env.game
    with pytest.raises(CacaoError, match=reason):
        env.reset(seed=8, options=options)
    with pytest.raises(CacaoError, match="seed"):
        env.reset(seed=-1)
    assert env.game is running
    env.step(0)
    untouched.step(0)
    assert env.game == untouched.game
    assert deals(env, 2) == deals(untouched, 2)


@pytest.mark.parametrize("action", [-1, 588, None, 0.0, True, "0", np.array([0, 1])])
def test_wrong_actions_are_refused(action: Any) -> None:
    env = CacaoEnv(2, first)
    with pytest.raises(CacaoError, match="call reset first"):
        env.step(action)
    env.reset(seed=1)
    before = env.game.key()
    with pytest.raises(CacaoError, match="expected 0 to"):
        env.step(action)
    assert env.game.key() == before


@pytest.mark.parametrize("action", [np.int64(1), np.array(1), np.uint8(1)])
def test_numbers_of_numpy_are_actions(action: Any) -> None:
    env, other = CacaoEnv(2, first, seat=0), CacaoEnv(2, first, seat=0)
    env.reset(seed=1)
    other.reset(seed=1)
    env.step(action)
    other.step(1)
    assert env.game == other.game


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 5}, "2 to 4"),
        ({"opponents": "strong"}, "opponent 'strong': expected a function or one of newcomer"),
        ({"opponents": ["easy", "easy"]}, "2 opponents: expected one, or 1"),
        ({"opponents": 3}, "3 opponents"),
        ({"seat": 2}, "seat 2: expected 0 to 1"),
        ({"seat": True}, "seat True"),
        ({"reward": "gold"}, "reward 'gold': expected one of margin, win"),
        ({"render_mode": "rgb_array"}, "'rgb_array': expected ansi, human, svg or None"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        CacaoEnv(**arguments)


def test_bot_sees_what_its_seat_may_know_and_plays_legal_moves() -> None:
    views: list[Game] = []

    def bot(view: Game) -> str:
        views.append(view)
        return str(view.legal_moves()[0])

    env = CacaoEnv(2, bot, seat=1)
    env.reset(options={"position": Game(Deal.shuffled(2, 1))})
    real = Game(Deal.shuffled(2, 1))
    assert views[0].players[0].hand == real.players[0].hand
    assert views[0].jungle_pile != real.jungle_pile
    env = CacaoEnv(2, lambda view: "W1111@99,0", seat=0)
    env.reset(options={"position": real})
    while env.game.turn == 0 and env.game.phase is not Phase.ACTIVATE:
        env.step(0)
    before = env.game
    with pytest.raises(IllegalMove, match="the bot on seat 1"):
        env.step(0)
    assert env.game is before


def test_render_modes_say_what_they_can(capsys: pytest.CaptureFixture[str]) -> None:
    shown = {}
    for mode in ("ansi", "svg", "human", None):
        env = CacaoEnv(2, first, render_mode=mode)
        with pytest.raises(CacaoError, match="call reset first"):
            env.render()
        env.reset(seed=1)
        if mode:
            shown[mode] = env.render()
    with pytest.raises(CacaoError, match="expected one of ansi, human, svg"):
        env.render()
    assert shown["ansi"] == str(env.game)
    assert str(shown["svg"]).startswith("<svg")
    assert shown["human"] is None
    assert capsys.readouterr().out.count("has to place") == 2


def test_env_can_be_copied_to_another_process() -> None:
    env = CacaoEnv(2, first)
    env.reset(seed=1)
    size = len(pickle.dumps(env))
    play(env, Random(1))
    env.reset()
    text = pickle.dumps(env)
    assert len(text) < size + 5000  # what is kept to be quick stays here
    twin = pickle.loads(text)  # noqa: S301  # our own
    for one in (env, twin):
        one.step(0)
    assert env.game == twin.game
    assert deals(env, 2) == deals(twin, 2)
