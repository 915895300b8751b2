"""What is likely to follow a turn, turn by turn."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import CacaoError, Game, Move
from cacao_core.ai.explaining import following
from cacao_core.ai.explaining.outcomes import best_line
from cacao_core.moves import by_turn
from tests.core.helpers import example

RECORD = example("worker_choices")
TURNS = [tuple(moves) for moves in by_turn(RECORD.moves)]


def before(number: int) -> Game:
    """The position before a turn, from 1."""
    return RECORD.game(sum(map(len, TURNS[: number - 1])))


def lead(game: Game, seat: int) -> int:
    gold = [score.total for score in game.score()]
    return gold[seat] - gold[1 - seat]


@pytest.mark.parametrize("number", [1, 9, 14, 19])
def test_turns_that_follow_are_legal_and_change_the_lead_as_told(number: int) -> None:
    game, line = before(number), TURNS[number - 1]
    me, found = game.turn, following.likely([before(number)], line)
    assert [one.seat for one in found] == [1 - me, me]
    for move in line:
        game.play(move)
    for one in found:
        assert game.turn == one.seat
        old = lead(game, me)
        for move in one.moves:
            game.play(move)
        assert lead(game, me) - old == one.change


def test_answer_on_most_deals_is_told_whatever_is_hidden() -> None:
    """docs/rules.md 3: hands of others are hidden."""
    game = before(9)
    deals = [game.view(game.turn, Random(seed)) for seed in range(8)]
    other = [game.view(game.turn, Random(99)).view(game.turn, Random(seed)) for seed in range(8)]
    found = following.likely(deals, TURNS[8])
    cells = [following.likely([deal], TURNS[8])[0].moves[0].cell for deal in deals]
    assert cells.count(found[0].moves[0].cell) == max(map(cells.count, cells))
    assert found == following.likely(other, TURNS[8])


def test_turns_as_they_were_played() -> None:
    found = following.followed(before(15), 1, known=TURNS[14:])
    assert [one.moves for one in found] == TURNS[14:16]
    assert [one.change for one in found] == [
        lead(before(16), 1) - lead(before(15), 1), lead(before(17), 1) - lead(before(16), 1),
    ]  # fmt: skip
    assert found[0].reason.kind == "water"


def test_nothing_follows_the_last_turn() -> None:
    assert following.likely([before(22)], TURNS[21]) == ()
    assert len(following.likely([before(21)], TURNS[20])) == 1


def test_line_that_leaves_fills_open_is_completed() -> None:
    game = before(10)
    [placed, *_rest] = TURNS[9]
    assert following.likely([game], [placed])[0].seat == 0
    assert isinstance(placed, Move)


def test_each_answer_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[Game]()

    def counted(game: Game) -> tuple[Move, ...]:
        looked.append(game)
        return best_line(game)

    monkeypatch.setattr(following, "best_line", counted)
    following.likely([before(9)], TURNS[8])
    assert len(looked) == following.TURNS


def test_no_deal_is_refused() -> None:
    with pytest.raises(CacaoError, match="deal"):
        following.likely([], TURNS[0])
