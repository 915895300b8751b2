"""Luck and skill: what tiles and what decisions made of a result."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from cacao_core import CacaoError, Game, Move, Record, ai
from cacao_core.moves import turn_starts
from tests.core.helpers import example


@cache
def reviewed(name: str) -> tuple[Record, list[ai.ReviewedTurn]]:
    record = example(name)
    return record, ai.review(record, 2)


def leads(game: Game) -> list[int]:
    gold = [score.total for score in game.score()]
    return [mine - max(gold[:seat] + gold[seat + 1 :]) for seat, mine in enumerate(gold)]


@pytest.mark.parametrize(
    "name", ["golden_v1_2_seed", pytest.param("golden_v1_3_seed", marks=pytest.mark.long)]
)
def test_luck_and_skill_add_up_to_the_result(name: str) -> None:
    record, turns = reviewed(name)
    found = ai.balance(turns)
    assert [one.result for one in found] == pytest.approx(leads(record.game()), abs=1e-9)
    for seat, one in enumerate(found):
        assert one.result == pytest.approx(one.luck + sum(one.skill), abs=1e-9)
        assert one.adjusted == pytest.approx(one.result - one.luck, abs=1e-9)
        deal = turns[0].analysis.margins[seat]
        assert one.luck == pytest.approx(deal + sum(turn.luck[seat] for turn in turns))
        assert any(one.skill), "somebody could have played better"


@pytest.mark.long
def test_changes_of_the_expected_result_have_a_cause() -> None:
    _record, turns = reviewed("golden_v1_3_seed")
    for turn, following in pairwise(turns):
        for seat in range(3):
            change = following.analysis.margins[seat] - turn.analysis.margins[seat]
            decided = sum(skill[seat] for skill in turn.skill)
            assert change == pytest.approx(decided + turn.luck[seat])


def test_luck_of_two_adds_up_to_nothing() -> None:
    one, other = ai.balance(reviewed("golden_v1_2_seed")[1])
    assert one.luck == pytest.approx(-other.luck)
    assert one.skill == pytest.approx([-part for part in other.skill])


@pytest.mark.long
def test_luck_ends_when_no_tile_is_hidden() -> None:
    _record, turns = reviewed("golden_v1_2_seed")
    solved = [turn for turn in turns if turn.analysis.exact]
    assert len(solved) >= 3
    assert all(turn.luck == (0, 0) for turn in solved)
    assert any(turn.luck != (0, 0) for turn in turns)


def test_game_that_is_not_over_has_its_expected_result() -> None:
    record = example("golden_v1_2_seed").up_to(12)
    turns = ai.review(record, 5)
    last = turns[-1]
    for seat, one in enumerate(ai.balance(turns)):
        decided = sum(skill[seat] for skill in last.skill)
        assert one.result == pytest.approx(last.analysis.margins[seat] + decided)
    assert last.luck == (0, 0)


def last_of(record: Record) -> ai.ReviewedTurn:
    since = turn_starts(record.moves)[-1]
    *_, (_share, turn) = ai.reviewing(record, 60, since)
    assert turn
    return turn


def test_bad_activation_in_the_turn_of_another_is_a_decision() -> None:
    """docs/rules.md 4.C: everybody beside a new jungle tile activates."""
    record = example("fill_activates_others")
    at = next(at for at, move in enumerate(record.moves) if str(move) == "Aw1@0,1")
    before, rest = record.up_to(at), record.moves[at + 1 : at + 2]
    decider, mover = before.game().to_move, before.game().turn
    assert (decider, mover) == (0, 2)
    taken, left = (
        last_of(Record(record.deal, (*before.moves, Move.parse(move), *rest)))
        for move in ("Aw1@0,1", "Aw0@0,1")
    )
    assert not any(taken.skill[0])
    assert left.skill[0][0] < -0.2, "a fruit is worth something"
    assert left.skill[0][2] > 0, "and red is behind it"
    assert left.skill[2] == taken.skill[2]


def test_order_of_activations_that_changes_nothing_is_no_decision() -> None:
    record = example("fill_activates_others")
    at = next(at for at, move in enumerate(record.moves) if str(move) == "An1@-1,0")
    one, other, *rest = record.moves[at : at + 4]
    turned = Record(record.deal, (*record.moves[:at], other, one, *rest))
    assert not any(last_of(turned).skill[0]), "red decided nothing else"
    assert any(last_of(turned).skill[1]), "purple took one sun token of two"
    assert last_of(turned).skill == last_of(record.up_to(at + 4)).skill


def test_balance_of_no_turn_is_refused() -> None:
    with pytest.raises(CacaoError, match="no turn"):
        ai.balance([])
