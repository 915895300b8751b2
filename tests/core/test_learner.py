"""The learner of docs/learning.md: short enough to be read, and it learns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cacao_core.gymnasium import CacaoEnv
from tests.core.helpers import program

LEARNER = program("learning/learner.py")


def victories(learner: Any, weights: Any, deals: int, level: str) -> tuple[float, float]:
    """The share of games won, shared victories by their parts, and the mean margin."""
    won, margins = 0.0, []
    for seat in (0, 1):
        env = CacaoEnv(opponents=level, seat=seat)
        for deal in range(10**6, 10**6 + deals):
            margin, _gradient = learner.play(env, weights, seed=deal)
            winners = env.game.winners()
            won += (seat in winners) / len(winners)
            margins.append(margin)
    return won / len(margins), sum(margins) / len(margins)


def test_learner_has_at_most_sixty_lines() -> None:
    assert len(Path(LEARNER.__file__).read_text("utf-8").splitlines()) <= 60


@pytest.mark.nightly  # statistics of an example; its gradient is tested always
def test_learner_beats_easy_after_some_games() -> None:
    untrained, behind = victories(LEARNER, np.zeros(28), 10, "easy")
    assert (untrained < 0.2, behind < -10) == (True, True)
    share, margin = victories(LEARNER, LEARNER.train(150, "easy", seed=3), 15, "easy")
    assert share > 0.5
    assert margin > 0


def test_gradient_is_that_of_the_chance_of_the_played_moves() -> None:
    """Compared with the difference quotient, over the same moves of a whole game."""
    env = LEARNER.CacaoEnv(opponents="newcomer", seat=0)
    weights = np.linspace(-0.5, 0.5, 28)

    def chance(weights: object, steer: object) -> float:
        """The logarithm of the chance of the game that other weights have played."""
        rng, total = np.random.default_rng(1), 0.0
        env.reset(seed=5)
        over = False
        while not over:
            moves = LEARNER.features(env.game)
            played = np.exp(moves @ steer - (moves @ steer).max())
            action = int(rng.choice(len(moves), p=played / played.sum()))
            worth = moves @ weights
            total += worth[action] - worth.max() - np.log(np.exp(worth - worth.max()).sum())
            _, _, over, _, _ = env.step(action)
        return total

    _reward, gradient = LEARNER.play(env, weights, np.random.default_rng(1), seed=5)
    for at in (0, 6, 15, 24):
        step = np.zeros(28)
        step[at] = 1e-5
        quotient = (chance(weights + step, weights) - chance(weights - step, weights)) / 2e-5
        assert abs(quotient - gradient[at]) < 1e-4 * max(1.0, abs(quotient))
