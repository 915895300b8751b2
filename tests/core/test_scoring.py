"""docs/rules.md 5: temples with all ties, totals, winners."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Deal, Game, Score
from cacao_core.rules import BASE
from cacao_core.scoring import majority, winners
from tests.core.helpers import play_at_random


@pytest.mark.parametrize(
    ("workers", "gold"),
    [
        ((0, 0), (0, 0)),  # at least one worker is needed
        ((1, 0), (6, 0)),  # a single player: the 3 is not paid
        ((2, 1), (6, 3)),
        ((1, 3), (3, 6)),
        ((2, 2), (3, 3)),  # a tie for most shares 6
        ((1, 1, 1), (2, 2, 2)),
        ((1, 1, 1, 1), (1, 1, 1, 1)),  # 6 / 4, rounded down
        ((2, 2, 1), (3, 3, 0)),  # and then nobody gets anything for second
        ((3, 1, 1), (6, 1, 1)),  # a tie for second shares 3
        ((3, 1, 1, 1), (6, 1, 1, 1)),
        ((3, 2, 1, 0), (6, 3, 0, 0)),
        ((0, 4, 0, 0), (0, 6, 0, 0)),
        ((2, 2, 2, 1), (2, 2, 2, 0)),
    ],
)
def test_5_1_temple(workers: tuple[int, ...], gold: tuple[int, ...]) -> None:
    assert majority(workers) == gold


def _score(gold: int, cacao: int) -> Score:
    return Score(gold=gold, temples=0, suns=0, water=0, cacao=cacao)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([(5, 0), (7, 0)], [1]),
        ([(7, 1), (7, 2)], [1]),  # a tie goes to the most cacao left
        ([(7, 2), (7, 2), (6, 5)], [0, 1]),  # a remaining tie is a shared victory
        ([(-3, 0), (-4, 5)], [0]),  # totals may be negative
        ([(0, 0)] * 4, [0, 1, 2, 3]),
    ],
)
def test_5_winners(scores: list[tuple[int, int]], expected: list[int]) -> None:
    assert winners([_score(*score) for score in scores]) == expected


def test_5_total_is_the_sum_of_the_sources() -> None:
    score = Score(gold=20, temples=9, suns=3, water=-10, cacao=5)
    assert score.total == 22


@pytest.mark.parametrize("players", [2, 3, 4])
def test_5_score_is_rederived_from_the_board(players: int) -> None:
    """Gold in hand, suns and water as on the village boards; temples counted here by hand."""
    for seed in range(12):
        game = Game(Deal.shuffled(players, seed))
        for _move in play_at_random(game, Random(seed)):
            assert game.winners() == []
        temples = [0] * players
        for (x, y), code in game.jungle.items():
            if code == "T":
                counts = [0] * players
                for beside, edge in [
                    ((x, y - 1), 2),
                    ((x + 1, y), 3),
                    ((x, y + 1), 0),
                    ((x - 1, y), 1),
                ]:
                    if beside in game.workers:
                        tile = game.workers[beside]
                        counts[tile.owner] += int(tile.edges[edge])
                temples = [a + b for a, b in zip(temples, majority(counts), strict=True)]
        for seat, score in enumerate(game.score()):
            player = game.players[seat]
            assert score.temples == temples[seat]
            assert (score.gold, score.suns, score.cacao) == (player.gold, player.suns, player.cacao)
            assert score.water == BASE.water[player.water]
            assert score.total == player.gold + temples[seat] + player.suns + score.water
        best = max((score.total, score.cacao) for score in game.score())
        expected = [s for s, score in enumerate(game.score()) if (score.total, score.cacao) == best]
        assert game.winners() == expected
