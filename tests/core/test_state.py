"""The numbers of the playouts say what the rules' engine says (docs/rules.md 4 to 6)."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import Deal, Game, Phase
from cacao_core.ai.learned.tables import WEIGHTS
from cacao_core.ai.playouts.encoding import (
    cacao_of,
    holding_of,
    suns_of,
    turns_left_of,
    water_of,
)
from cacao_core.ai.playouts.evaluation import evaluate, win_chances
from cacao_core.ai.playouts.grid import Grid
from cacao_core.ai.playouts.options import actions
from cacao_core.ai.playouts.policy import best_action
from cacao_core.ai.playouts.state import Action, State
from cacao_core.ai.playouts.tables import Tables
from cacao_core.ai.suggesting import suggest
from cacao_core.ai.turns import Placing
from cacao_core.rules import BASE
from tests.core.helpers import example

ROOMY = Grid(BASE.start_tiles, 24)
TABLES = {seats: Tables(seats, WEIGHTS[seats]) for seats in (2, 3, 4)}


def state_of(game: Game) -> State:
    return State.of(game, TABLES[len(game.players)], ROOMY)


def what_lies(state: State) -> dict[str, object]:
    """All of a state but goods, without the order of lists."""
    placed = [number for number, lies in enumerate(state.land) if lies > 0]
    return {
        "tiles": {square: state.land[square] for square in placed},
        "spaces": {square: lies for square, lies in enumerate(state.land) if lies < 0},
        "open": {square: state.profile[square] for square in state.open},
        "facing": {square: facing for square, facing in state.facing.items() if facing},
        "own": [sorted(own) for own in state.own],
        "hands": [sorted(hand) for hand in state.hands],
        "piles": state.piles,
        "display": sorted(state.display),
        "jungle": state.jungle,
        "turn": None if state.is_over else state.turn,
    }


def same_goods_after(game: Game, way: Action) -> bool:
    """Play a turn in both worlds; whether the goods agree. All else has to."""
    root = Placing(game, TABLES[len(game.players)], ROOMY)
    after = root.after(root.state, way)
    for move in root.line(way):
        game.play(move)
    while game.phase is Phase.ACTIVATE:
        game.play(suggest(game))
    expected = state_of(game)
    assert what_lies(after) == what_lies(expected)
    return (after.gold, after.held) == (expected.gold, expected.held)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turn_leads_to_the_position_of_the_rules(players: int) -> None:
    same = turns = overbuilt = 0
    for seed in range(6):
        game, rng = Game(Deal.shuffled(players, seed)), Random(seed)
        while not game.is_over:
            ways = Placing(game, TABLES[players], ROOMY).ways
            way = rng.choice([way for way in ways if way.overbuilds] or ways)
            overbuilt += way.overbuilds
            turns += 1
            same += same_goods_after(game, way)
    assert overbuilt > 1  # docs/rules.md 6
    # Edges that act one by one may trade a little better than all at once.
    assert same > 0.97 * turns


@pytest.mark.parametrize(
    ("name", "count"),
    [("three_spaces_blind", 6), ("three_spaces_two_tiles", 6), ("three_spaces_one_tile", 3)],
)
def test_three_spaces_are_filled_as_the_rules_say(name: str, count: int) -> None:
    """docs/rules.md 4.B, from a position in which the filling has still to be done."""
    game = example(name).game()
    ways = Placing(game, TABLES[len(game.players)], ROOMY).ways
    assert len({way.filling for way in ways}) == count
    for way in ways:
        same_goods_after(game.copy(), way)


def test_goods_of_a_village_board() -> None:
    game = Game(Deal.shuffled(2, 1))
    player = game.players[0]
    player.cacao, player.suns, player.water = 4, 3, 8
    held = holding_of(player)
    assert (cacao_of(held), suns_of(held), water_of(held), turns_left_of(held)) == (4, 3, 8, 11)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_value_at_the_end_is_the_score(players: int) -> None:
    """docs/rules.md 5; of the chances a tie is decided by cacao or shared."""
    for seed in range(10):
        game = Game(Deal.shuffled(players, seed))
        rng = Random(seed)
        while not game.is_over:
            game.apply(rng.choice(game.legal_moves()))
        state = state_of(game)
        assert [round(value) for value in evaluate(state)] == [s.total for s in game.score()]
        won = [1 / len(game.winners()) if seat in game.winners() else 0 for seat in range(players)]
        assert win_chances(state, evaluate(state)) == won


def test_cacao_decides_a_tied_end() -> None:
    game = Game(Deal.shuffled(2, 1))
    rng = Random(1)
    while not game.is_over:
        game.apply(rng.choice(game.legal_moves()))
    state = state_of(game)
    state.held = [state.held[0] - cacao_of(state.held[0])] * 2
    assert win_chances(state, [40.0, 40.0]) == [0.5, 0.5]
    state.held[1] += 1
    assert win_chances(state, [40.0, 40.01]) == [0, 1]


def test_quick_player_takes_the_best_of_all_turns() -> None:
    for players in (2, 3, 4):
        state = state_of(Game(Deal.shuffled(players, 9)))
        while not state.is_over:
            quick = best_action(state)
            assert quick.worth == pytest.approx(actions(state)[0].worth)
            state.play(quick)


def test_dealing_again_keeps_what_the_seat_sees_and_all_tiles() -> None:
    state = state_of(Game(Deal.shuffled(3, 2)))
    for _turn in range(7):
        state.play(best_action(state))
    dealt = state.copy()
    dealt.shuffle(1, Random(5))
    assert dealt.hands[1] == state.hands[1]
    assert dealt.display == state.display
    for seat in range(3):
        held = dealt.hands[seat] + dealt.piles[seat]
        assert sorted(held) == sorted(state.hands[seat] + state.piles[seat])
        assert len(dealt.hands[seat]) == len(state.hands[seat])
    assert sorted(dealt.jungle) == sorted(state.jungle) != dealt.jungle
    assert dealt.hands[0] + dealt.piles[0] != state.hands[0] + state.piles[0]


def test_forgetting_changes_nothing() -> None:
    tables = Tables(2, WEIGHTS[2])
    state = State.of(Game(Deal.shuffled(2, 3)), tables)
    before = [action.worth for action in actions(state)]
    tables.remembered = 10**9
    tables.shrink()
    assert [action.worth for action in actions(state)] == before
