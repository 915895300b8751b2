"""Chances of winning that can be believed: they do not rise before a turn and fall after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from cacao_core import Deal, Game, Phase, Record, ai
from cacao_core.ai.chances import Forecast
from cacao_core.ai.estimates import Estimate
from cacao_core.ai.levels import root_of
from tests.core.helpers import example, last_turn


def positions(players: int, seed: int) -> Iterator[Game]:
    """All positions of a game with a decision."""
    game = Game(Deal.shuffled(players, seed))
    while not game.is_over:
        yield game.copy()
        game.play(ai.choose(game, "medium", seed=seed))


def correlation(pairs: list[tuple[float, float]]) -> float:
    """The correlation of numbers whose mean is about 0."""
    both = sum(a * b for a, b in pairs)
    squares = sum(a * a for a, _b in pairs) * sum(b * b for _a, b in pairs)
    return float(both / squares**0.5)


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "games"), [(2, 2), *(pytest.param(n, 1, marks=pytest.mark.nightly) for n in (3, 4))]
)
def test_chance_is_not_taken_back_after_the_turn(players: int, games: int) -> None:
    """If the search alone is believed, a chance falls by 10 %, and changes correlate by -0.7."""
    own, pairs = [], []
    for seed in range(games):
        turns = [game for game in positions(players, seed) if game.phase is Phase.PLACE]
        wins = [ai.analyse(game, 40).wins for game in turns[: -2 * players]]
        steps = [[b - a for a, b in zip(one, two, strict=True)] for one, two in pairwise(wins)]
        own += [step[game.turn] for step, game in zip(steps, turns, strict=False)]
        pairs += [pair for one, two in pairwise(steps) for pair in zip(one, two, strict=True)]
    assert abs(sum(own) / len(own)) < 0.03
    assert correlation(pairs) > -0.4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_decisions_are_told_best_first_and_add_up(players: int) -> None:
    for at, game in enumerate(positions(players, 1)):
        if at % 16:
            continue
        told = ai.analyse(game, 20)
        assert sum(told.wins) == pytest.approx(1)
        assert all(0 <= win <= 1 for win in told.wins)
        margins = [one.margin for one in told]
        assert margins == sorted(margins, reverse=True)
        assert told.margins[told.seat or 0] == pytest.approx(told[0].margin)
        assert told.wins[told.seat or 0] == pytest.approx(told[0].win)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_early_stop_gives_nearly_the_same_chance(players: int) -> None:
    """On a slow device the time is over before the best turns are looked at again."""
    for seed in range(3):
        game, rng = Game(Deal.shuffled(players, seed)), Random(0)
        estimate = Estimate(root_of(game.view(0, rng)), rng)
        early = next(estimate.analysis() for share in estimate.steps(200) if share > 0.5)
        late = ai.analyse(game, 200)
        assert early.wins == pytest.approx(late.wins, abs=0.12)
        assert sum(early.wins) == pytest.approx(1)


def test_playouts_decide_in_the_last_turn() -> None:
    """Nothing is left to moderate: the result of the turn is the result of the game."""
    game = last_turn(1)
    rng = Random(0)
    forecast = Forecast(root_of(game.view(game.turn, rng)), rng)
    assert forecast.gold([40.0, 30.0]) == [40.0, 30.0]
    assert forecast.wins([40.0, 30.0], [0.25, 0.75]) == (0.25, 0.75)


def test_better_search_has_the_better_chance() -> None:
    forecast = Forecast(root_of(Game(Deal.shuffled(3, 1))), Random(0))
    more, less = forecast.gold([50.0, 40.0, 40.0]), forecast.gold([48.0, 40.0, 40.0])
    assert 0 < more[0] - less[0] < 2, "a part of the difference comes true"
    assert forecast.wins(more, ())[0] > forecast.wins(less, ())[0]


def test_turn_that_is_looked_at_again_is_told_though_it_is_bad() -> None:
    record = example("golden_v1_2_seed")
    game = record.game(0)
    good = ai.candidates(game, 99)
    bad = next(move for move in game.legal_moves() if move not in good)
    worse = Record(record.deal, (bad,))
    (turn,) = ai.review(worse, 60)
    assert turn.played.move == bad
    assert turn.loss == pytest.approx(turn.analysis[0].margin - turn.played.margin)
    assert sum(turn.played.line == one.line for one in turn.analysis) == 1, "it is told once"
