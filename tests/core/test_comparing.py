"""What a turn brings beside another: every figure is that of the positions after both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from cacao_core import Deal, Game, Move, Phase, ai
from cacao_core.ai.explaining.answers import Answers
from cacao_core.ai.explaining.comparing import KINDS, Difference, compare
from cacao_core.modules import MODULES
from tests.core.helpers import deal_starting, game_after


def after(game: Game, line: Sequence[Move]) -> Game:
    """The position after a turn: the line, then what is suggested; nothing is drawn."""
    trial = game.copy()
    trial.jungle_pile = ()
    for move in line:
        if move.kind != "A" and move is line[-1]:
            trial.display = tuple(code for code in (move.what,) if move.kind == "J")
        trial.play(move)
    while trial.phase is Phase.ACTIVATE and trial.turn == game.turn:
        trial.play(ai.suggest(trial))
    return trial


def holds(one: Difference, this: Game, that: Game) -> bool:
    """Whether a difference that can be counted on the board is what it says."""
    if one.kind == "cacao":
        return this.players[one.seat].cacao - that.players[one.seat].cacao == one.amount
    this_score, that_score = this.score()[one.seat], that.score()[one.seat]
    return int(getattr(this_score, one.kind) - getattr(that_score, one.kind)) == one.amount


COUNTED = ("gold", "water", "temples", "suns", "cacao")


@pytest.mark.long
def test_differences_hold_when_both_turns_are_played() -> None:
    rng, seen, positions = Random(2), Counter[str](), 0
    for number in range(36):
        game = Game(Deal.shuffled(2 + number % 3, number))
        for _move in range(rng.randrange(4, 70)):
            if not game.is_over:
                game.play(rng.choice(game.legal_moves()))
        if game.is_over or len(game.legal_moves()) < 2:
            continue
        positions += 1
        for line, other in [[(move,) for move in rng.sample(game.legal_moves(), 2)]
                            for _try in range(2)]:  # fmt: skip
            this, that = after(game, line), after(game, other)
            lead = rng.uniform(0.0, 4.0)
            told = compare(game, line, other, lead, Answers(game))
            assert len(told) <= 2
            for one in told:
                seen[one.kind] += 1
                assert one.amount
                assert (one.value > 0) == one.good, one
                if one.kind in COUNTED:
                    assert holds(one, this, that), (line, other, one)
                    assert one.good == ((one.amount > 0) == (one.seat == game.to_move))
    assert positions > 20
    of_modules = {good.name for module in MODULES for good in module.goods}
    assert set(seen) == set(KINDS) - of_modules


def test_differences_explain_most_of_the_lead_or_say_that_none_does() -> None:
    rng, kinds = Random(5), Counter[str]()
    for number in range(30):
        game = Game(Deal.shuffled(2, number))
        for _move in range(rng.randrange(4, 60)):
            game.play(rng.choice(game.legal_moves()))
        line, other = ((move,) for move in rng.choices(game.legal_moves(), k=2))
        for lead in (0.6, 3.0):
            told = compare(game, line, other, lead, Answers(game))
            kinds.update(one.kind for one in told)
            if any(one.kind == "later" for one in told):
                assert lead == pytest.approx(sum(one.value for one in told), abs=0.5)
            elif told:
                assert abs(lead - sum(one.value for one in told)) <= max(0.5, lead / 2)
    assert {"later", "gold"} <= set(kinds)


def test_answer_of_the_next_player_is_told_with_its_tile() -> None:
    """Red takes the last free place at a plantation, or leaves it to purple."""
    hands = [("3001", "3100", "1111"), ("3001", "2101", "3100")]
    game = game_after(deal_starting(2, hands, ()), "W3001@0,1", "An3@0,1", "W1300@1,0")
    answers = Answers(game)
    found: dict[tuple[str, bool], list[float]] = defaultdict(list)
    for move, other in product(game.legal_moves()[::3], game.legal_moves()[::5]):
        answer, turned = answers.between((move,), (other,)), answers.between((other,), (move,))
        assert (answer is None) == (turned is None)
        if answer and turned:
            assert answer.seat == 1
            assert answer.gold == pytest.approx(-turned.gold)
            found[answer.code, answer.gold > 0].append(answer.gold)
    assert {("P1", True), ("P1", False)} <= set(found)
    assert all(abs(gold) >= 1 for golds in found.values() for gold in golds)


def test_answers_that_are_kept_are_those_that_are_found_anew() -> None:
    game = Game(Deal.shuffled(3, 1))
    kept, lines = Answers(game), [(move,) for move in game.legal_moves()[::9]]
    found = [kept.between(line, other) for line, other in product(lines, lines[:2])]
    assert found == [
        Answers(game).between(line, other) for line, other in product(lines, lines[:2])
    ]
    assert any(found)


def test_turn_beside_itself_differs_in_nothing() -> None:
    game = Game(Deal.shuffled(2, 4))
    line = (game.legal_moves()[0],)
    assert compare(game, line, line, 0.0, Answers(game)) == ()


def test_hidden_tiles_have_no_influence() -> None:
    game, rng = Game(Deal.shuffled(3, 8)), Random(1)
    for _move in range(30):
        game.play(rng.choice(game.legal_moves()))
    assert game.to_move is not None
    line, other = [(move,) for move in rng.sample(game.legal_moves(), 2)]
    views = [game.view(game.to_move, Random(seed)) for seed in range(4)]
    assert len({compare(view, line, other, 1.0, Answers(view)) for view in views}) == 1
