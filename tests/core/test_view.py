"""docs/api.md: a view keeps what the seat can see, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game
from tests.core.helpers import play_at_random


def seen_by(game: Game, seat: int) -> tuple[object, ...]:
    """All that a seat can see of a position."""
    return (
        game.players[seat].hand,
        [(len(p.hand), len(p.pile), sorted(p.hand + p.pile)) for p in game.players],
        [(p.gold, p.cacao, p.suns, p.water) for p in game.players],
        (game.turn, game.to_move, game.phase, game.display),
        (len(game.jungle_pile), sorted(game.jungle_pile)),
        (dict(game.jungle), dict(game.workers)),
        (game.open_spaces, game.open_edges),
        game.score(),
    )


def test_view_of_a_waiting_seat_knows_no_moves_of_the_hidden_hand() -> None:
    game = Game(Deal.shuffled(2, 4))
    true_moves = game.legal_moves()
    views = [game.view(1, Random(seed)).legal_moves() for seed in range(20)]
    assert any(moves != true_moves for moves in views)


def test_view_leaves_the_game_alone_and_can_be_played() -> None:
    game = Game(Deal.shuffled(4, 9))
    before = game.key()
    view = game.view(0, Random(1))
    for _move in play_at_random(view, Random(2)):
        pass
    assert view.is_over
    assert game.key() == before


def test_view_reaches_every_hidden_arrangement() -> None:
    game = Game(Deal.shuffled(2, 4))
    tops = {game.view(0, Random(seed)).jungle_pile[0] for seed in range(300)}
    assert tops == set(game.jungle_pile)
    hands = {game.view(0, Random(seed)).players[1].hand for seed in range(300)}
    assert len(hands) > 20


@pytest.mark.parametrize("seat", [-1, 2, None, "0"])
def test_view_of_no_seat(seat: object) -> None:
    with pytest.raises(CacaoError, match="expected 0 to 1"):
        Game(Deal.shuffled(2, 4)).view(seat, Random(1))  # type: ignore[arg-type]
