"""What a seat may know of a record: equal in all that it sees, and made of nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacao_core import CacaoError, Deal, Game, Record
from cacao_core.game import Phase
from cacao_core.rules import expanded
from tests.core.helpers import play_at_random
from tests.core.test_view import seen_by

few = settings(max_examples=20, deadline=None)
GAMES = st.builds(
    lambda players, seed, share: _record(players, seed, share),
    st.integers(2, 4),
    st.integers(0, 1 << 40),
    st.floats(0, 1),
)


def _record(players: int, seed: int, share: float) -> Record:
    """A random game, played as far as the share says."""
    deal = Deal.shuffled(players, seed)
    moves = list(play_at_random(Game(deal), Random(seed)))
    return Record(deal, moves[: round(share * len(moves))], tuple("ABCD"[:players]))


@few
@given(GAMES, st.integers(0, 99))
def test_seat_sees_the_same(record: Record, chance: int) -> None:
    for seat in range(record.deal.players):
        known = record.seen_by(seat, Random(chance))
        assert (known.moves, known.seats) == (record.moves, record.seats)
        assert known.deal.seed is None
        assert seen_by(known.game(), seat) == seen_by(record.game(), seat)
        if record.game().to_move == seat:
            assert known.game().legal_moves() == record.game().legal_moves()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_has_seen_the_same_all_the_way(players: int) -> None:
    record = _record(players, 8, 1.0)
    for seat in range(players):
        known = record.seen_by(seat, Random(5))
        now, then = Game(known.deal), Game(record.deal)
        for move in record.moves:
            assert now.players[seat].hand == then.players[seat].hand
            assert (now.display, now.jungle) == (then.display, then.jungle)
            now.play(move)
            then.play(move)


@few
@given(GAMES, st.integers(0, 99))
def test_hidden_tiles_have_no_influence(record: Record, chance: int) -> None:
    """Games that a seat cannot tell apart are told it in the same words."""
    for seat in range(record.deal.players):
        other = record.seen_by(seat, Random(chance + 1))
        told = [known.seen_by(seat, Random(chance)).to_text() for known in (record, other)]
        assert told[0] == told[1]


def test_unseen_tiles_may_be_anywhere() -> None:
    record = _record(2, 4, 0.5)
    game = record.game()
    known = [record.seen_by(0, Random(chance)).game() for chance in range(300)]
    assert {other.jungle_pile[0] for other in known} == set(game.jungle_pile)
    hidden = game.players[1].hand + game.players[1].pile
    assert {other.players[1].hand[0] for other in known} == set(hidden)
    assert {other.players[0].pile[0] for other in known} == set(game.players[0].pile)


def test_time_that_a_tile_was_held_is_not_told() -> None:
    """Two piles that differ only in when the played tile was drawn are the same to the others."""
    piles, jungle = Deal.shuffled(2, 1).worker_piles, Deal.shuffled(2, 1).jungle_pile
    first, *rest = piles[0]
    later = (*rest[:2], first, *rest[2:])
    told = set()
    for pile in (piles[0], later):
        deal = Deal((pile, piles[1]), jungle)
        move = next(move for move in Game(deal).legal_moves() if move.tile == first)
        told.add(Record(deal, [move]).seen_by(1, Random(3)).to_text())
    assert len(told) == 1


def test_earlier_position() -> None:
    record = _record(3, 9, 1.0)
    known = record.seen_by(2, Random(1), at=10)
    assert known.moves == record.moves[:10]
    assert known == record.up_to(10).seen_by(2, Random(1))
    assert known != record.seen_by(2, Random(2), at=10)


@pytest.mark.parametrize("seat", [-1, 2, None, "0", True])
def test_seat_that_is_not_there_is_refused(seat: object) -> None:
    with pytest.raises(CacaoError, match="expected 0 to 1"):
        Record(Deal.shuffled(2, 4)).seen_by(seat, Random(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("in_the_middle", [False, True])
def test_gems_that_are_not_drawn_are_dealt_again(in_the_middle: bool) -> None:
    deal = Deal.shuffled(2, 3, expanded("gems"))
    if in_the_middle:
        game = Game(deal)
        for move in play_at_random(game.copy(), Random(1)):
            if game.phase is Phase.PLACE and game.supply["mines"]:
                break
            game.play(move)
        deal = game.as_deal()
    true = Game(deal).supply["gem_pile"]
    moves = list(play_at_random(Game(deal), Random(2)))[:12]
    record = Record(deal, moves)
    left = record.game().supply["gem_pile"]
    guesses = [record.seen_by(0, Random(chance)) for chance in range(20)]
    assert len({guess.game().supply["gem_pile"] for guess in guesses}) > 15
    for guess in guesses:
        assert Game(guess.deal).supply["gem_pile"][: -len(left)] == true[: -len(left)]
        assert seen_by(guess.game(), 0) == seen_by(record.game(), 0)
