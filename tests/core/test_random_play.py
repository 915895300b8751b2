"""Hundreds of random games: invariants, and legality derived a second time from the board."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cacao_core import Deal, Game, Phase
from cacao_core.rules import BASE
from cacao_core.tiles import TILE_OF_EDGES
from tests.core.helpers import play_at_random
from tests.core.observer import Observer


def check_invariants(game: Game, deal: Deal) -> None:
    """What holds in every position (docs/rules.md 1, 3, 4)."""
    players = deal.players
    assert all((x + y) % 2 == 0 for x, y in game.jungle)
    assert all((x + y) % 2 == 1 for x, y in game.workers)
    jungle = Counter(game.jungle.values()) + Counter(game.display) + Counter(game.jungle_pile)
    assert jungle == Counter(BASE.jungle_tiles[players]) + Counter({"P1": 1, "M2": 1})
    for seat, player in enumerate(game.players):
        assert 0 <= player.cacao <= 5
        assert 0 <= player.suns <= 3
        assert 0 <= player.water <= 8
        assert player.gold >= 0
        assert len(player.hand) <= 3
        on_board = [tile for tile in game.workers.values() if tile.owner == seat]
        upper = Counter(TILE_OF_EDGES[tile.edges] for tile in on_board)
        covered = sum(tile.overbuilt for tile in on_board)
        known = upper + Counter(player.hand) + Counter(player.pile)
        assert known.total() + covered == sum(BASE.worker_tiles[players].values())
        assert all(known[name] <= count for name, count in BASE.worker_tiles[players].items())
    assert len(game.display) == 2 or not game.jungle_pile or game.phase is not Phase.PLACE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_moves_are_exactly_what_the_rules_say(players: int) -> None:
    overbuilt = 0
    for seed in range(12):
        deal = Deal.shuffled(players, seed)
        game = Game(deal)
        observer = Observer(game)
        for move in play_at_random(game, Random(seed)):
            moves = [str(other) for other in game.legal_moves()]
            assert len(moves) == len(set(moves))
            assert set(moves) == observer.legal()
            check_invariants(game, deal)
            observer.see(move)
            overbuilt += move.kind == "O"
        assert observer.legal() == set()
        check_invariants(game, deal)
    assert overbuilt > 5  # it is rare among the legal moves


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [40, pytest.param(250, marks=pytest.mark.nightly)])
def test_games_end_with_equal_turns(players: int, number: int) -> None:
    turns_each = {2: 11, 3: 10, 4: 9}[players]
    for seed in range(number):
        game = Game(Deal.shuffled(players, seed))
        turns = [0] * players
        for move in play_at_random(game, Random(seed)):
            if move.starts_turn:
                assert game.to_move == game.turn == sum(turns) % players
                turns[game.turn] += 1
        assert turns == [turns_each] * players
        assert game.is_over
        assert (game.to_move, game.phase, game.legal_moves()) == (None, Phase.OVER, [])
        assert all(not player.hand and not player.pile for player in game.players)
        assert game.winners()
