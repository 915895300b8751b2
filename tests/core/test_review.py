"""A game looked at again: every turn, with what was played and what would have been better."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cacao_core import Deal, Game, Move, Record, ai
from tests.core.helpers import example


@pytest.mark.long
def test_turns_are_told_with_the_move_that_was_played() -> None:
    deal, moves = Deal.shuffled(2, 5), []
    game = Game(deal)
    while not game.is_over:
        moves.append(ai.choose(game, "medium", seed=1))
        game.play(moves[-1])
    record = Record(deal, tuple(moves))
    turns = ai.review(record, 5)
    assert [turn.number for turn in turns] == list(range(1, 23))
    for turn in turns:
        assert turn.played.move == record.moves[turn.at]
        assert turn.played.simulations > 0 or turn.analysis.exact
        assert turn.seat == record.game(turn.at).turn == turn.analysis.seat
    assert [turn.analysis.exact for turn in turns[-3:]] == [True] * 3
    assert not any(turn.analysis.exact for turn in turns[:14])


def test_turn_is_told_as_played_even_if_another_has_its_effects() -> None:
    """In a solved ending, turns with the same effects are valued once."""
    record = example("golden_v1_2_seed")
    for turn in ai.review(record, budget=4):
        assert turn.played.move == turn.played.line[0] == record.moves[turn.at]


def turns_of(record: Record, *numbers: int) -> list[ai.ReviewedTurn]:
    """The review of some turns of a record."""
    found = []
    for number in numbers:
        turn = record.turns()[number - 1]
        since = record.moves.index(turn.moves[0])
        part = Record(record.deal, record.moves[: since + len(turn.moves)])
        found.append(ai.reviewing(part, 200, since))
    return [turn for steps in found for _share, turn in steps if turn]


def test_verdict_is_on_the_turn_as_its_seat_played_it() -> None:
    """docs/rules.md 4.C: purple sold 1 of 3 cacao, although 3 could have been sold at 2."""
    record = example("worker_choices")
    (turn,) = turns_of(record, 14)
    assert (turn.number, turn.seat) == (14, 1)
    assert [str(move) for move in turn.played.line[3:]] == ["Aw1@0,-3", "An0@1,-2"]
    sells = ai.explain(record.game(turn.at), turn.played.line)
    assert (sells.kind, sells.amount, sells.gold) == ("sell", 1, 2)
    assert turn.loss == pytest.approx(turn.analysis[0].margin - turn.played.margin)
    assert turn.loss == pytest.approx(-turn.skill[1][1])
    assert turn.is_mistake
    assert turn.loss > 6
    assert turn.played.win == turn.wins[1] < 0.5 < turn.analysis.wins[1]


def test_best_placement_with_bad_activations_is_a_mistake() -> None:
    """The same placement and fills with the best activations are the better turn."""
    record = example("worker_choices")
    (turn,) = turns_of(record, 22)
    assert turn.analysis.exact
    assert turn.loss == -turn.skill[1][1] == 4
    best = record.up_to(turn.at).game()
    line = list(turn.analysis[0].line)
    worst = [move if move.kind != "A" else move._replace(amount=0) for move in line]
    for move in worst:
        best.apply(move)
    wasted = Record(record.deal, (*record.moves[: turn.at], *worst))
    *_, (_share, told) = ai.reviewing(wasted, 60, turn.at)
    assert told
    assert told.played.line == tuple(worst)
    assert told.loss == -told.skill[1][1] >= 1
    assert sum(map(sum, told.skill)) + sum(told.luck) == pytest.approx(0)


def test_losses_of_a_seat_are_its_skill() -> None:
    record = example("golden_v1_2_seed")
    turns = ai.review(record, 4)
    for turn in turns:
        assert turn.loss == pytest.approx(-turn.skill[turn.seat][turn.seat], abs=1e-9)
        for one in turn.workers:
            assert one.seat != turn.seat
            assert one.loss > 0
            assert record.moves[turn.at + one.at] == one.move != one.better


def told(found: ai.Analysis) -> list[object]:
    return [found.margins, found.wins, *(one._replace(simulations=0) for one in found)]


def test_best_turns_are_not_blamed() -> None:
    """What is played has no influence on what is told of the other turns."""
    deal, moves = Deal.shuffled(3, 3), list[Move]()
    game = Game(deal)
    for _turn in range(9):
        seat = game.turn
        line = ai.analyse(game, 20)[0].line
        while game.turn == seat and not game.is_over:
            move, line = (line[0], line[1:]) if line else (game.legal_moves()[0], ())
            moves.append(move)
            game.play(move)
            line = line if game.to_move == seat and line and line[0] in game.legal_moves() else ()
    for turn in ai.review(Record(deal, moves), 20):
        assert turn.loss == turn.error == 0.0
        assert not turn.is_mistake
        asked = ai.analyse(Record(deal, moves).game(turn.at), 20)
        assert told(turn.analysis) == told(asked)


def test_searching_modules_are_loaded_when_they_are_asked_for() -> None:
    """Whoever only names the levels, as a page that starts does, does not wait for it."""
    look = """
import sys
from cacao_core import ai
names = ("analysis", "endings", "levels", "reviews", "search")
searching = {f"cacao_core.ai.{name}" for name in names}
assert ai.LEVELS and not searching & set(sys.modules)
assert ai.review.__name__ == "review" and ai.Candidate.__name__ == "Candidate"
assert searching <= set(sys.modules)
assert callable(ai.review), "still the function, now that its module is there"
assert all(callable(getattr(ai, name)) for name in ai.__all__ if name != "LEVELS")
"""
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0


def test_name_that_is_not_there_is_told_as_python_tells_it() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'think'"):
        ai.think  # type: ignore[attr-defined]  # noqa: B018
