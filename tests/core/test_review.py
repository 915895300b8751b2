"""A game looked at again: every turn, with what was played and what would have been better."""

from __future__ import annotations

from cacao_core import Deal, Game, Record, ai


def test_every_turn_is_told_with_the_move_that_was_played() -> None:
    deal, moves = Deal.shuffled(2, 5), []
    game = Game(deal)
    while not game.is_over:
        moves.append(ai.choose(game, "medium", seed=1))
        game.play(moves[-1])
    record = Record(deal, tuple(moves))
    turns = ai.review(record, 30)
    assert [turn.number for turn in turns] == list(range(1, 23))
    for turn in turns:
        assert turn.played.move == record.moves[turn.at]
        assert turn.played.simulations > 0
        assert turn.seat == record.game(turn.at).turn == turn.analysis.seat
