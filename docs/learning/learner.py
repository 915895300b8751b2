"""A learner: it weighs what each move brings and opens, and finds the weights by REINFORCE.

python docs/learning/learner.py GAMES [OPPONENT]
"""

import sys

import numpy as np
from numpy.typing import NDArray

from cacao_core import Game, learning
from cacao_core.gymnasium import CacaoEnv

RATE = 0.1
Numbers = NDArray[np.float64]


def features(game: Game) -> Numbers:
    """What each move brings to its seat and the others, and opens; again, times the turns left."""
    brings, opens = learning.effects(game)
    found = np.hstack([brings[:, 0], brings[:, 1:].sum(axis=1), opens]) / 4
    return np.hstack([found, found * game.players[game.to_move or 0].tiles_left / 10])


def play(
    env: CacaoEnv, weights: Numbers, rng: np.random.Generator | None = None, seed: int | None = None
) -> tuple[float, Numbers]:
    """Play a game: its reward, and the gradient of the logarithm of its moves' chance."""
    env.reset(seed=seed)
    gradient, reward, over = np.zeros_like(weights), 0.0, False
    while not over:
        moves = features(env.game)
        worth = moves @ weights
        action = int(worth.argmax())
        if rng:
            chances = np.exp(worth - worth.max())
            chances /= chances.sum()
            action = int(rng.choice(len(moves), p=chances))
            gradient += moves[action] - chances @ moves
        _, reward, over, _, _ = env.step(action)
    return reward, gradient


def train(games: int, opponent: str = "easy", seed: int = 0) -> Numbers:
    """The weights after some games: the moves of those that went better than usual get likelier."""
    env, rng = CacaoEnv(opponents=opponent), np.random.default_rng(seed)
    weights, usual, spread = np.zeros(28), 0.0, 20.0
    for game in range(games):
        margin, gradient = play(env, weights, rng, None if game else seed)
        usual += max(0.05, 1 / (game + 1)) * (margin - usual)
        spread += 0.05 * (abs(margin - usual) - spread)
        weights += RATE * (margin - usual) / spread * gradient
    return weights


if __name__ == "__main__":
    games, opponent = [*sys.argv[1:], "easy"][:2]
    print(train(int(games), opponent).round(2).tolist())
