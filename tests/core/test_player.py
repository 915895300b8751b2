"""docs/rules.md 4.C: what an edge may do, at every limit of the village board."""

from __future__ import annotations

import pytest

from cacao_core import Player
from cacao_core.jungle import JUNGLE


def player(gold: int = 0, cacao: int = 0, suns: int = 0, water: int = 0) -> Player:
    made = Player(("1111",), ("2101", "3001"))
    made.gold, made.cacao, made.suns, made.water = gold, cacao, suns, water
    return made


def stocks(of: Player) -> tuple[int, int, int, int]:
    return of.gold, of.cacao, of.suns, of.water


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("held", range(9))
def test_4c_largest_amount_at_every_limit(workers: int, held: int) -> None:
    cacao, suns = min(held, 5), min(held, 3)
    assert player(cacao=cacao).max_amount("P1", workers) == min(workers, 5 - cacao)
    assert player(cacao=cacao).max_amount("P2", workers) == min(2 * workers, 5 - cacao)
    for market in ("M2", "M3", "M4"):
        assert player(cacao=cacao).max_amount(market, workers) == min(workers, cacao)
    assert player(suns=suns).max_amount("S", workers) == min(workers, 3 - suns)
    assert player(water=held).max_amount("W", workers) == min(workers, 8 - held)
    assert player(cacao=cacao).max_amount("G1", workers) == workers
    assert player(cacao=cacao).max_amount("G2", workers) == 2 * workers
    assert player().max_amount("T", workers) == 0


@pytest.mark.parametrize(
    ("code", "amount", "after"),
    [
        ("P1", 2, (10, 5, 1, 4)),
        ("P2", 1, (10, 4, 1, 4)),
        ("M2", 2, (14, 1, 1, 4)),
        ("M3", 3, (19, 0, 1, 4)),
        ("M4", 1, (14, 2, 1, 4)),
        ("G1", 3, (13, 3, 1, 4)),
        ("G2", 5, (15, 3, 1, 4)),
        ("W", 3, (10, 3, 1, 7)),
        ("S", 2, (10, 3, 3, 4)),
        ("T", 0, (10, 3, 1, 4)),
    ],
)
def test_4c_actions_change_goods(code: str, amount: int, after: tuple[int, int, int, int]) -> None:
    acting = player(gold=10, cacao=3, suns=1, water=4)
    JUNGLE[code].act(acting, amount)
    assert stocks(acting) == after
    assert JUNGLE[code].gold_for(amount) == after[0] - 10


def test_hand_and_pile() -> None:
    drawing = player()
    drawing.discard("1111")
    drawing.draw()
    assert (drawing.hand, drawing.pile) == (("2101",), ("3001",))
    drawing.draw()
    drawing.draw()
    assert (drawing.hand, drawing.pile) == (("2101", "3001"), ())
    twin = drawing.copy()
    assert twin.key() == drawing.key()
    twin.discard("2101")
    assert drawing.hand == ("2101", "3001")
    assert repr(twin) == "<Player hand=3001 pile=0 gold=0 cacao=0 suns=0 water=-10>"
