"""The artificial player: legal, blind to hidden tiles, repeatable, better than chance."""

from __future__ import annotations

from hashlib import blake2s
from itertools import product
from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, Move, Phase, ai
from cacao_core.ai import levels
from tests.core.helpers import deal_starting, example, game_after, last_turn, play_at_random

QUICK = 16
"""Playouts that keep the tests quick; they change how well a level plays, nothing else."""
GAMES = {**dict.fromkeys(ai.LEVELS, 1), "newcomer": 3, "easy": 3, "medium": 3}
"""Games whose positions are looked at."""
EVERY = {**dict.fromkeys(ai.LEVELS, 1), "hard": 3, "expert": 12, "master": 18}
"""One of so many positions is looked at; comparing many turns in all of them takes seconds."""
OLDEST = ("easy", "medium", "hard", "expert")
"""Levels that links and saved games may name."""


def test_levels() -> None:
    assert len(ai.LEVELS) >= 8
    assert [level for level in ai.LEVELS if level in OLDEST] == list(OLDEST)


def legal_choice(game: Game, level: str, seed: int, budget: int) -> Move:
    """What a level chooses: legal, and the position is as it was before."""
    before = game.key()
    move = ai.choose(game, level, seed, budget)
    assert game.key() == before
    assert move in game.legal_moves()
    return move


PLAYED = {
    ("easy", "medium", "hard"): "62cfde48108d333d",
    ("master", "hard", "expert"): "45176065b97e6ab6",
}
"""Digests of whole games of three, and the level of each seat."""


@pytest.mark.parametrize(
    ("seats", "digest"),
    [pytest.param(*one, marks=[pytest.mark.long] * ("master" in one[0])) for one in PLAYED.items()],
)
def test_levels_play_as_ever(seats: tuple[str, ...], digest: str) -> None:
    """The same position, seed and budget give the same move in every version, a legal one."""
    game = Game(Deal.shuffled(3, 11))
    moves: list[str] = []
    while game.to_move is not None:
        moves.append(str(legal_choice(game, seats[game.to_move], seed=len(moves), budget=8)))
        game.play(moves[-1])
    assert blake2s(" ".join(moves).encode(), digest_size=8).hexdigest() == digest


@pytest.mark.nightly  # statistics; test_levels_play_as_ever pins the moves
@pytest.mark.parametrize("below", ai.LEVELS[: ai.LEVELS.index("medium")])
def test_levels_up_to_medium_beat_the_one_below(below: str) -> None:
    """Over a few deals, each from both seats; how often in all is in docs/ai.md."""
    above = ai.LEVELS[ai.LEVELS.index(below) + 1]
    lead = 0
    deals = 20 if below == "beginner" else 8  # the next level is nearest to this one
    for seed, seat in product(range(deals), (0, 1)):
        game = Game(Deal.shuffled(2, seed))
        rng = Random(seed)
        while game.to_move is not None:
            level = above if game.to_move == seat else below
            game.apply(ai.choose(game, level, seed=rng.randrange(1000)))
        totals = [score.total for score in game.score()]
        lead += totals[seat] - totals[1 - seat]
    assert lead > 0


@pytest.mark.parametrize("level", ai.LEVELS)
def test_hidden_tiles_have_no_influence(level: str) -> None:
    asked = dict.fromkeys((Phase.PLACE, Phase.FILL, Phase.ACTIVATE), 0)
    met = asked.copy()
    for seed in range(GAMES[level]):
        game = Game(Deal.shuffled(3, seed))
        for _move in play_at_random(game, Random(seed)):
            met[game.phase] += 1
            if met[game.phase] % min(4, EVERY[level]):
                continue
            assert game.to_move is not None
            other = game.view(game.to_move, Random(seed + 100))
            mine = ai.choose(game, level, seed=7, budget=6)
            assert mine == ai.choose(other, level, seed=7, budget=6)
            asked[game.phase] += 1
    assert min(asked.values()) > 5


def test_same_seed_same_move() -> None:
    game = Game(Deal.shuffled(2, 5))
    assert ai.choose(game, "medium", seed=3) == ai.choose(game, "medium", seed=3)
    even = Game(deal_starting(2, [("1111", "1111", "1111")], ["T", "T"]))
    openings = {ai.choose(even, "medium", seed=seed) for seed in range(30)}
    assert len(openings) > 1  # equally good moves are drawn


@pytest.mark.parametrize("level", ["hard", "expert", "master"])
def test_same_seed_and_budget_same_move_whatever_was_asked_before(level: str) -> None:
    """What the tables remember makes it quicker, not different."""
    game = Game(Deal.shuffled(3, 5))
    first = [ai.choose(game, level, seed=seed, budget=QUICK) for seed in range(4)]
    ai.choose(Game(Deal.shuffled(3, 6)), level, seed=1, budget=QUICK)
    levels.tables_for.cache_clear()
    assert [ai.choose(game, level, seed=seed, budget=QUICK) for seed in range(4)] == first


def test_more_budget_more_playouts() -> None:
    game = Game(Deal.shuffled(2, 5))
    for budget in (100, 800):
        told = ai.analyse(game, budget)
        assert 0.5 * budget < sum(one.simulations for one in told) < 1.5 * budget


@pytest.mark.parametrize(("level", "least"), [("newcomer", 12), ("easy", 17), ("medium", 20)])
def test_levels_beat_chance(level: str, least: int) -> None:
    won = 0
    for seed in range(20):
        game, rng = Game(Deal.shuffled(2, seed)), Random(seed)
        computer = seed % 2
        while not game.is_over:
            if game.to_move == computer:
                game.play(ai.choose(game, level, seed=seed))
            else:
                game.play(rng.choice(game.legal_moves()))
        won += game.winners() == [computer]
    assert won >= least


@pytest.mark.parametrize("level", ai.LEVELS)
def test_levels_choose_legal_moves_in_random_positions(level: str) -> None:
    """Positions that no sensible player gets into, overbuilding and all."""
    asked, players = 0, 2 + ai.LEVELS.index(level) % 3
    for seed in range(GAMES[level]):
        game, rng = Game(Deal.shuffled(players, seed + 50)), Random(seed)
        for number, _move in enumerate(play_at_random(game, rng), start=players):
            if number % EVERY[level] == 0:
                legal_choice(game, level, seed, budget=4)
                asked += 1
    assert asked >= 70 * GAMES[level] // EVERY[level]


def best_result(game: Game, seat: int) -> float:
    """What the seat's best play to the end comes to, if nobody else has to decide: its margin."""
    if game.is_over:
        totals = [score.total for score in game.score()]
        return totals[seat] - totals[1 - seat]
    results = []
    for move in game.legal_moves():
        after = game.copy()
        after.apply(move)
        results.append(best_result(after, seat))
    return max(results) if game.to_move == seat else min(results)


@pytest.mark.parametrize("level", ["medium", "hard", "expert", "master"])
def test_levels_prefer_the_dominating_move(level: str) -> None:
    """In the very last turn there is nothing to weigh: the move that brings most is the move."""
    for seed in range(6):
        game = last_turn(seed)
        seat = game.turn
        best = best_result(game, seat)
        while not game.is_over:
            game.play(ai.choose(game, level, seed=1, budget=60))
        totals = [score.total for score in game.score()]
        assert totals[seat] - totals[1 - seat] == best


def test_value_is_that_of_the_leaf_for_the_decider() -> None:
    """In the last turn the margin told is the one that best play comes to."""
    for seed in range(3):
        game = last_turn(seed)
        seat = game.turn
        told = ai.analyse(game, 60)
        assert told[0].margin == pytest.approx(best_result(game, seat), abs=0.1)
        assert told.margins[seat] == pytest.approx(told[0].margin)
        assert told.margins[1 - seat] == pytest.approx(-told[0].margin)
        assert told.wins[seat] == (told[0].margin > 0)


def test_value_is_that_of_another_seat_in_its_decision() -> None:
    """Yellow's turn, red sells (docs/rules.md 8): selling is better for red and is told for red."""
    game = example("fill_activates_others").game()
    game.play("An1@-1,2")
    game.play("Ae1@-1,2")
    assert (game.turn, game.to_move) == (3, 0)
    told = ai.analyse(game, 300)
    assert told.seat == 0
    assert [one.move.amount for one in told] == [1, 0]
    assert told[0].margin > told[1].margin
    assert told.margins[0] == pytest.approx(told[0].margin, abs=3)  # both for red
    assert ai.choose(game, "expert", seed=1).amount == 1


def test_level_takes_the_cacao_before_it_sells() -> None:
    """Market and plantation on one tile, nothing in storage: gather first, then sell."""
    game = game_after(deal_starting(2, [("1111",)]), "W1111@1,0")
    assert str(ai.choose(game, "medium", seed=1)) == "Aw1@1,0"


def test_obvious_activations_are_the_largest_of_what_is_never_wrong() -> None:
    deal = deal_starting(2, [("3001",), ("1111",)], ["W", "T"])
    game = game_after(deal, "W3001@0,-1", "W1111@1,0", "JW@1,-1")
    assert str(ai.obvious(game)) == "An1@1,0"
    game.play("An1@1,0")
    assert ai.obvious(game) is None  # the order of plantation and market is the player's
    assert ai.obvious(Game(deal)) is None


@pytest.mark.parametrize(
    ("level", "seed", "reason"),
    [
        ("godlike", 1, "expected one of newcomer, "),
        (None, 1, "level"),
        ("easy", "1", "seed '1'"),
        ("easy", True, "seed True"),
    ],
)
def test_bad_requests(level: str, seed: int, reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        ai.choose(Game(Deal.shuffled(2, 1)), level, seed=seed)


def test_levels_choose_no_move_after_the_end() -> None:
    game = Game(Deal.shuffled(2, 1))
    for _move in play_at_random(game, Random(1)):
        pass
    with pytest.raises(CacaoError, match="over"):
        ai.choose(game, "easy")
    assert ai.obvious(game) is None
