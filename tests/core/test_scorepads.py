"""docs/api.md, "Scores at a table": sums of games that are played with real pieces."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cacao_core import CacaoError, Deal, Game
from cacao_core.rules import BASE
from cacao_core.scorepads import cacao
from tests.core.helpers import play_at_random

# --- Cacao -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_totals_are_those_of_whole_games(players: int) -> None:
    for seed in range(3):
        game = Game(Deal.shuffled(players, seed))
        for _move in play_at_random(game, Random(seed)):
            pass
        finals = [
            cacao.Final(one.gold, BASE.water[one.water], one.suns, one.cacao)
            for one in game.players
        ]
        temples = [temple.workers for temple in game.temples()]
        assert cacao.totals(finals, temples) == [score.total for score in game.score()]
        assert cacao.winners(finals, temples) == game.winners()
        assert cacao.ranking(finals, temples)[0] == game.winners()


def test_ties_go_to_cacao_and_are_shared_after_that() -> None:
    finals = [cacao.Final(10, 0, 0, 1), cacao.Final(10, 0, 0, 2), cacao.Final(8, 2, 0, 2)]
    assert cacao.totals(finals, []) == [10, 10, 10]
    assert cacao.winners(finals, []) == [1, 2]
    assert cacao.ranking(finals, []) == [[1, 2], [0]]


@pytest.mark.parametrize(
    ("final", "reason"),
    [
        ((-1, 0, 0, 0), "gold: -1; expected 0 or more"),
        ((1, 3, 0, 0), "water: 3; expected a field of -10 -4"),
        ((1, 0, 4, 0), "suns: 4; expected 0 to 3"),
        ((1, 0, 0, 6), "cacao: 6; expected 0 to 5"),
        ((True, 0, 0, 0), "gold: True; expected a whole number"),
        ((1.0, 0, 0, 0), "expected a whole number"),
        (("1", 0, 0, 0), "expected a whole number"),
        ((1, -10.0, 0, 0), "water: -10.0; expected a whole number"),
    ],
)
def test_goods_that_no_village_board_can_hold(final: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        cacao.Final(*final)


def test_players_and_temples_that_cannot_be() -> None:
    one = cacao.Final(0, -10, 0, 0)
    bad: list[tuple[Any, Any]] = [
        ([one], []), ([one] * 5, []), ([one, None], []), ([one] * 2, [[1]]), ([one] * 2, [[1, -1]]),
        ([one] * 2, [[7, 6]]), ([one] * 2, [[1, True]]), ([one] * 4, [[1, 1, 1, 1]] * 6),
        ([one] * 2, ["12"]),
    ]  # fmt: skip
    for finals, temples in bad:
        with pytest.raises(CacaoError):
            cacao.totals(finals, temples)


def test_tiles_go_back_into_the_box() -> None:
    two, three, four = map(cacao.set_up, (2, 3, 4))
    assert two.worker_tiles == {}
    assert two.jungle_tiles == {"P1": 2, "M3": 1, "G1": 1, "W": 1, "S": 1, "T": 1}
    assert (three.worker_tiles, three.jungle_tiles) == ({"1111": 1}, {})
    assert (four.worker_tiles, four.jungle_tiles) == ({"1111": 1, "2101": 1}, {})
    assert [(one.workers_left, one.pile) for one in (two, three, four)] == [
        (11, 19), (10, 26), (9, 26)
    ]  # fmt: skip
    with pytest.raises(CacaoError):
        cacao.set_up(5)
