"""Confidence intervals, and what counts as a mistake."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from cacao_core import Deal, Game, ai
from cacao_core.ai.intervals import half_width, is_mistake, quantile


@pytest.mark.parametrize(
    ("values", "comparisons", "known"),
    [(5, 1, 2.776), (11, 1, 2.228), (31, 1, 2.042), (10**6, 1, 1.960), (11, 4, 3.038)],
)
def test_quantiles_are_those_of_the_tables(values: int, comparisons: int, known: float) -> None:
    assert quantile(values, comparisons) == pytest.approx(known, rel=0.005)


def test_intervals_of_fewer_than_two_values_are_endless() -> None:
    assert half_width([]) == half_width([3.0]) == quantile(1) == inf
    assert half_width([2.0, 2.0, 2.0]) == 0.0


def test_mean_lies_in_its_interval_as_often_as_it_says() -> None:
    rng = Random(1)
    samples = [[rng.gauss(0.0, 2.0) for _value in range(8)] for _sample in range(2000)]
    inside = sum(abs(sum(sample) / 8) <= half_width(sample) for sample in samples)
    assert 0.93 < inside / len(samples) < 0.97


def test_mistake_loses_half_a_gold_and_more_than_chance_explains() -> None:
    assert is_mistake(0.5, 0.0)
    assert is_mistake(1.2, 1.1)
    assert not is_mistake(0.4, 0.0)
    assert not is_mistake(1.2, 1.3)
    assert not is_mistake(3.0, inf)


def test_more_playouts_tell_more_exactly() -> None:
    game = Game(Deal.shuffled(2, 5))
    rough, exact = ([one.error for one in ai.analyse(game, budget)[1:4]] for budget in (60, 800))
    assert 0 < sum(exact) < sum(rough) / 2
    assert ai.analyse(game, 60)[0].error == 0.0
