"""The artificial player: legal, blind to hidden tiles, repeatable, better than chance."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, Phase, ai
from tests.core.helpers import deal_starting, game_after, play_at_random


def test_levels() -> None:
    assert ai.LEVELS == ("easy", "medium", "hard", "expert")


@pytest.mark.parametrize("level", ai.LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_plays_whole_games_with_legal_moves(players: int, level: str) -> None:
    game = Game(Deal.shuffled(players, 3))
    while not game.is_over:
        before = game.key()
        move = ai.choose(game, level, seed=1)
        assert game.key() == before
        assert move in game.legal_moves()
        game.play(move)


@pytest.mark.parametrize("level", ai.LEVELS)
def test_hidden_tiles_have_no_influence(level: str) -> None:
    asked = dict.fromkeys((Phase.PLACE, Phase.FILL, Phase.ACTIVATE), 0)
    for seed in range(3):
        game = Game(Deal.shuffled(3, seed))
        for _move in play_at_random(game, Random(seed)):
            assert game.to_move is not None
            other = game.view(game.to_move, Random(seed + 100))
            assert ai.choose(game, level, seed=7) == ai.choose(other, level, seed=7)
            asked[game.phase] += 1
    assert min(asked.values()) > 10


def test_same_seed_same_move() -> None:
    game = Game(Deal.shuffled(2, 5))
    assert ai.choose(game, "medium", seed=3) == ai.choose(game, "medium", seed=3)
    even = Game(deal_starting(2, [("1111", "1111", "1111")], ["T", "T"]))
    openings = {ai.choose(even, "medium", seed=seed) for seed in range(30)}
    assert len(openings) > 1  # equally good moves are drawn


def test_beats_chance() -> None:
    won = 0
    for seed in range(20):
        game, rng = Game(Deal.shuffled(2, seed)), Random(seed)
        computer = seed % 2
        while not game.is_over:
            if game.to_move == computer:
                game.play(ai.choose(game, "medium", seed=seed))
            else:
                game.play(rng.choice(game.legal_moves()))
        won += game.winners() == [computer]
    assert won == 20


def test_takes_the_cacao_before_it_sells() -> None:
    """Market and plantation on one tile, nothing in storage: gather first, then sell."""
    game = game_after(deal_starting(2, [("1111",)]), "W1111@1,0")
    assert str(ai.choose(game, "medium", seed=1)) == "Aw1@1,0"


def test_obvious_activations_are_the_largest_of_what_is_never_wrong() -> None:
    deal = deal_starting(2, [("3001",), ("1111",)], ["W", "T"])
    game = game_after(deal, "W3001@0,-1", "W1111@1,0", "JW@1,-1")
    assert str(ai.obvious(game)) == "An1@1,0"
    game.play("An1@1,0")
    assert ai.obvious(game) is None  # the order of plantation and market is the player's
    assert ai.obvious(Game(deal)) is None


@pytest.mark.parametrize(
    ("level", "seed", "reason"),
    [("godlike", 1, "expected one of easy, medium"), (None, 1, "level"), ("easy", "1", "seed '1'")],
)
def test_bad_requests(level: str, seed: int, reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        ai.choose(Game(Deal.shuffled(2, 1)), level, seed=seed)


def test_no_move_after_the_end() -> None:
    game = Game(Deal.shuffled(2, 1))
    for _move in play_at_random(game, Random(1)):
        pass
    with pytest.raises(CacaoError, match="over"):
        ai.choose(game, "easy")
    assert ai.obvious(game) is None
