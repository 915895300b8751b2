"""What a turn brings beside another: every figure is that of the positions after both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from cacao_core import Deal, Game, Move, Phase, ai
from cacao_core.ai.comparing import KINDS, Difference, compare
from cacao_core.tiles import NEIGHBOURS


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


def free_at(game: Game, code: str) -> int:
    """How many jungle tiles of a kind have an empty cell beside them."""
    return sum(
        found == code and any(beside not in game.workers for beside in NEIGHBOURS[cell])
        for cell, found in game.jungle.items()
    )


def holds(one: Difference, this: Game, that: Game) -> bool:
    """Whether a difference is what it says."""
    if one.kind == "open":
        return (free_at(this, one.code) > 0, free_at(that, one.code) > 0) == (
            (True, False) if one.amount > 0 else (False, True)
        )
    if one.kind == "cacao":
        return this.players[one.seat].cacao - that.players[one.seat].cacao == one.amount
    this_score, that_score = this.score()[one.seat], that.score()[one.seat]
    return int(getattr(this_score, one.kind) - getattr(that_score, one.kind)) == one.amount


def test_all_that_is_told_holds_when_both_turns_are_played() -> None:
    rng, seen, positions = Random(2), Counter[str](), 0
    for number in range(90):
        game = Game(Deal.shuffled(2 + number % 3, number))
        for _move in range(rng.randrange(4, 70)):
            if not game.is_over:
                game.play(rng.choice(game.legal_moves()))
        if game.is_over or len(game.legal_moves()) < 2:
            continue
        positions += 1
        for line, other in [[(move,) for move in rng.sample(game.legal_moves(), 2)]
                            for _try in range(4)]:  # fmt: skip
            this, that = after(game, line), after(game, other)
            for one in compare(game, line, other):
                seen[one.kind] += 1
                assert one.amount
                assert holds(one, this, that), (line, other, one)
                assert one.good == (
                    (one.amount > 0) == (one.seat == game.to_move)
                    if one.kind != "open"
                    else one.amount < 0
                )
    assert positions > 40
    assert set(seen) == set(KINDS)


def test_a_turn_beside_itself_differs_in_nothing() -> None:
    game = Game(Deal.shuffled(2, 4))
    line = (game.legal_moves()[0],)
    assert compare(game, line, line) == ()


def test_hidden_tiles_have_no_influence() -> None:
    game, rng = Game(Deal.shuffled(3, 8)), Random(1)
    for _move in range(30):
        game.play(rng.choice(game.legal_moves()))
    assert game.to_move is not None
    lines = [(move,) for move in rng.sample(game.legal_moves(), 2)]
    views = [game.view(game.to_move, Random(seed)) for seed in range(4)]
    assert len({compare(view, *lines) for view in views}) == 1
