"""docs/rules.md 1 to 3: components, set-up, playing area."""

from __future__ import annotations

from collections import Counter

import pytest

from cacao_core import BadDeal, Deal, Game, Phase
from cacao_core.chance import below
from cacao_core.rules import BASE
from cacao_core.tiles import ROTATIONS
from tests.core.helpers import deal_starting

GOLDEN_WORKERS = "2101 1111 3001 3100 2101 2101 2101 1111 1111 2101 1111"
GOLDEN_JUNGLE = "M4 G1 T T P1 P1 M3 M3 P2 S W P2 W T M2 T M3 G2 P1"

WORKERS = {
    2: {"1111": 4, "2101": 5, "3001": 1, "3100": 1},
    3: {"1111": 3, "2101": 5, "3001": 1, "3100": 1},
    4: {"1111": 3, "2101": 4, "3001": 1, "3100": 1},
}
JUNGLE = {"P1": 5, "P2": 2, "M2": 1, "M3": 4, "M4": 1, "G1": 2, "G2": 1, "W": 3, "S": 2, "T": 5}
JUNGLE_FOR_TWO = {
    "P1": 3, "P2": 2, "M2": 1, "M3": 3, "M4": 1, "G1": 1, "G2": 1, "W": 2, "S": 1, "T": 4,
}  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_players_have_the_worker_tiles_of_the_set_up(players: int) -> None:
    for pile in Deal.shuffled(players, seed=3).worker_piles:
        assert Counter(pile) == WORKERS[players]


@pytest.mark.parametrize(("players", "tiles"), [(2, 19), (3, 26), (4, 26)])
def test_1_jungle_pile_holds_the_tiles_of_the_set_up(players: int, tiles: int) -> None:
    pile = Deal.shuffled(players, seed=3).jungle_pile
    assert Counter(pile) == (JUNGLE_FOR_TWO if players == 2 else JUNGLE)
    assert len(pile) == tiles


def test_1_3001_and_3100_are_mirror_images_not_rotations() -> None:
    assert set(ROTATIONS["3001"]) == {"3001", "1300", "0130", "0013"}
    assert set(ROTATIONS["3100"]) == {"3100", "0310", "0031", "1003"}
    assert ROTATIONS["1111"] == ("1111",)
    assert set(ROTATIONS["2101"]) == {"2101", "1210", "0121", "1012"}


def test_1_water_fields() -> None:
    assert BASE.water == (-10, -4, -1, 0, 2, 4, 7, 11, 16)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_start_position(players: int) -> None:
    deal = Deal.shuffled(players, seed=11)
    game = Game(deal)
    assert game.jungle == {(0, 0): "P1", (1, 1): "M2"}
    assert game.workers == {}
    assert game.display == deal.jungle_pile[:2]
    assert game.jungle_pile == deal.jungle_pile[2:]
    assert (game.turn, game.to_move, game.phase) == (0, 0, Phase.PLACE)
    assert not game.is_over
    assert len(game.players) == players
    for player, pile in zip(game.players, deal.worker_piles, strict=True):
        assert player.hand == pile[:3]
        assert player.pile == pile[3:]
        assert (player.gold, player.cacao, player.suns, player.water) == (0, 0, 0, 0)


def test_2_seed_gives_the_same_deal_for_ever() -> None:
    deal = Deal.shuffled(players=2, seed=7)
    assert deal.seed == 7
    assert deal.players == 2
    assert deal == Deal.shuffled(players=2, seed=7)
    assert deal != Deal.shuffled(players=2, seed=8)
    assert " ".join(deal.worker_piles[0]) == GOLDEN_WORKERS
    assert " ".join(deal.jungle_pile) == GOLDEN_JUNGLE


def test_2_seed_is_drawn_and_told_if_there_is_none() -> None:
    deal = Deal.shuffled(players=4)
    assert deal.seed is not None
    drawn = {Deal.shuffled(players=2).seed or 0 for _ in range(12)}
    assert len(drawn) > 6
    assert max(drawn) < 2**32  # short in links
    assert deal == Deal.shuffled(players=4, seed=deal.seed)


def test_2_shuffles_are_even() -> None:
    """Each tile comes first about as often as its share of the pile."""
    deals = 3000
    firsts = Counter(Deal.shuffled(2, seed).jungle_pile[0] for seed in range(deals))
    for code, count in JUNGLE_FOR_TWO.items():
        assert firsts[code] / deals == pytest.approx(count / 19, abs=0.02)


def test_2_numbers_that_would_make_a_shuffle_uneven_are_drawn_again() -> None:
    assert below(3, iter([2**64 - 1, 5])) == 2  # 2**64 is no multiple of 3
    assert below(3, iter([2**64 - 2, 5])) == (2**64 - 2) % 3
    assert below(4, iter([2**64 - 1, 5])) == 3


def test_2_repr_pastes_back() -> None:
    seeded, explicit = Deal.shuffled(3, 5), deal_starting(2)
    for deal in (seeded, explicit):
        twin = eval(repr(deal), {"Deal": Deal})
        assert (twin, twin.seed) == (deal, deal.seed)


@pytest.mark.parametrize("players", [1, 5, 0, -2, "2", None, 2.0, True])
def test_bad_number_of_players(players: object) -> None:
    with pytest.raises(BadDeal, match="2 to 4"):
        Deal.shuffled(players, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 1 << 64, "7", 1.5, True, pytest.param(10**9999, id="huge")])
def test_bad_seed(seed: object) -> None:
    with pytest.raises(BadDeal, match="seed"):
        Deal.shuffled(2, seed)  # type: ignore[arg-type]


GOOD = deal_starting(2)
A, B = GOOD.worker_piles
J = GOOD.jungle_pile


@pytest.mark.parametrize(
    ("workers", "jungle", "reason"),
    [
        ((A,), J, "1 players"),
        ((A,) * 5, J, "5 players"),
        ((A, B[:-1]), J, "purple worker pile: .* expected"),
        ((A, (*B, "1111")), J, "purple worker pile"),
        ((A, (*B[:-1], "9999")), J, "no tile '9999'"),
        ((A, B), J[:-1], "jungle pile"),
        ((A, B), (*J, "T"), "jungle pile: 5 × T; expected 4"),
        ((A, B), (*J[:-1], "X9"), "no tile 'X9'"),
        ((A, B), (*J[:-1], 7), "expected text, got 7"),
        ((A, None), J, "expected a sequence, got None"),
        ("AB", J, "expected a sequence"),
        ((A, B), None, "jungle pile: expected a sequence"),
        (3, 4, "worker_piles: expected a sequence, got 3"),
        ((A, B, A), J, "red worker pile: 4 × 1111; expected 3"),
    ],
)
def test_explicit_deal_is_validated(workers: object, jungle: object, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        Deal(worker_piles=workers, jungle_pile=jungle)  # type: ignore[arg-type]


def test_explicit_deal_takes_any_sequences() -> None:
    deal = Deal(worker_piles=[list(A), list(B)], jungle_pile=list(J))  # type: ignore[arg-type]
    assert deal == GOOD
    assert deal.seed is None
    assert hash(deal) == hash(GOOD)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_3_first_placements_are_beside_the_start_tiles(players: int) -> None:
    game = Game(Deal.shuffled(players, seed=2))
    beside = {(0, -1), (1, 0), (0, 1), (-1, 0), (2, 1), (1, 2)}
    assert {move.cell for move in game.legal_moves()} == beside
