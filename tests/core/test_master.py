"""The level `master`: what its values say."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from hashlib import blake2s
from random import Random

import pytest

from cacao_core import Deal, Game, ai
from cacao_core.ai.levels import tables_for
from cacao_core.ai.playouts.grid import Grid
from cacao_core.ai.playouts.options import actions
from cacao_core.ai.playouts.outlook import Outlook
from cacao_core.ai.playouts.policy import best_action
from cacao_core.ai.playouts.replies import picks, two_best
from cacao_core.ai.playouts.state import State
from cacao_core.rules import BASE

ROOMY = Grid(BASE.start_tiles, 24)


def states(players: int, seeds: range) -> Iterator[State]:
    """The start of each turn of games in which every third turn is any of the good ones."""
    for seed in seeds:
        rng = Random(seed)
        state = State.of(Game(Deal.shuffled(players, seed)), tables_for(players), ROOMY)
        while not state.is_over:
            yield state
            some = actions(state)
            state.play(some[min(len(some) - 1, rng.randrange(12) if rng.random() < 0.3 else 0)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_picks_begin_with_the_best_turn_and_differ_in_cell_or_filling(players: int) -> None:
    for state in states(players, range(3)):
        best, found = best_action(state), picks(state, 5)
        assert found[0].worth == best.worth
        assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
        places = [(one.square, one.filling, one.overbuilds) for one in found]
        assert len(set(places)) == len(places) <= 5
        first, second = two_best(state, state.turn)
        assert first == pytest.approx(best.worth)
        assert first - 8 <= second <= first


def test_two_best_of_a_waiting_seat_are_those_of_its_own_turn() -> None:
    for state in states(2, range(3)):
        other = 1 - state.turn
        if state.hands[other]:
            seen = two_best(state, other)
            twin = state.copy()
            twin.turn = other
            assert seen == two_best(twin, other)


@pytest.mark.parametrize(
    ("players", "digest"),
    [(2, "066490cc200092c0"), (3, "a729c1a5fe67298e"), (4, "92f56f9cc854b9c2")],
)
def test_values_are_as_ever(players: int, digest: str) -> None:
    """Those of whole games, as they were when the sum of all features gave the same ones."""
    outlook = Outlook(tables_for(players))
    values = [outlook.values(state) for state in states(players, range(4))]
    told = " ".join(f"{value:.6f}" for seats in values for value in seats)
    assert blake2s(told.encode(), digest_size=8).hexdigest() == digest


@pytest.mark.nightly  # statistics; test_levels_play_as_ever pins the moves
def test_master_leads_medium_over_a_deal_from_both_seats() -> None:
    lead = 0
    for seat in (0, 1):
        game = Game(Deal.shuffled(2, 1))
        while not game.is_over:
            level = "master" if game.to_move == seat else "medium"
            game.apply(ai.choose(game, level, 1, 24))
        totals = [score.total for score in game.score()]
        lead += totals[seat] - totals[1 - seat]
    assert lead > 0


def test_outlook_is_loaded_by_master_only() -> None:
    code = (
        "import sys; from cacao_core import Deal, Game, ai\n"
        "ai.choose(Game(Deal.shuffled(2, 1)), 'expert', 1, 8)\n"
        "print([name for name in sys.modules if name.endswith(('outlook', 'outlooks'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
