"""The computers with rules that the quick player does not know (docs/ai.md)."""

from functools import cache
from itertools import product
from random import Random
from typing import Final

import pytest

from cacao_core import Deal, Game, Move, Phase, Record, ai
from cacao_core.ai.general.workers import planned_moves
from cacao_core.ai.general.worths import worths_for
from cacao_core.modules import CHOCOLATL, DIAMANTE, NAMES
from cacao_core.modules.gems import PILE
from cacao_core.moves import turns_begun
from cacao_core.rules import Rules, expanded

_COMBINATIONS: Final = [
    *(expanded(name) for name in NAMES),
    expanded(*CHOCOLATL),
    expanded(*DIAMANTE),
    expanded(big=True),
]


def _begun(rules: Rules, moves: int, seed: int = 1) -> Game:
    """A game in which the first moves were played by chance."""
    rng = Random(seed)
    game = Game(Deal.shuffled(rules.players[0], seed, rules))
    for _move in range(moves):
        if not game.is_over:
            game.apply(rng.choice(game.legal_moves()))
    return game


def _after(game: Game, move: Move) -> list[Move]:
    after = game.copy()
    after.apply(move)
    return after.legal_moves()


@pytest.mark.parametrize("rules", _COMBINATIONS, ids=lambda rules: rules.name)
def test_levels_play_whole_games(rules: Rules) -> None:
    players = rules.players[-1]
    game = Game(Deal.shuffled(players, 1, rules))
    levels = [*ai.LEVELS[:3], "able"]
    while not game.is_over:
        game.play(ai.choose(game, levels[game.turn], seed=1))
    assert len(game.workers) > rules.turns(players)


@pytest.mark.parametrize("level", ai.LEVELS)
def test_every_level_decides_in_every_phase(level: str) -> None:
    found = set[Phase]()
    for moves in range(60):
        game = _begun(expanded(*NAMES), 50 + moves)
        if game.to_move is not None and game.phase not in found:
            found.add(game.phase)
            assert ai.choose(game, level, seed=1, budget=1) in game.legal_moves()
    assert found == {Phase.PLACE, Phase.FILL, Phase.ACTIVATE, Phase.DECIDE}


@cache
def _dealt_otherwise(rules: Rules) -> list[list[Game]]:
    """For each phase, positions that look alike to the seat to move; what is hidden differs."""
    found: dict[Phase, list[Game]] = {}
    for moves, seed in product(range(6, 50), (2, 3, 4)):
        game = _begun(rules, moves, seed)
        if game.to_move is None or game.phase in found:
            continue
        others = [game, *(game.view(game.to_move, number) for number in range(3))]
        if len({_hidden(other) for other in others}) > 2:
            found[game.phase] = others
    assert len(found) == 3 + bool(rules.module("huts"))
    return list(found.values())


@pytest.mark.parametrize(
    ("rules", "level"),
    [*product(_COMBINATIONS[:-1], ["expert"]), *product(_COMBINATIONS[-1:], ai.LEVELS)],
)
def test_hidden_tiles_and_gems_never_change_a_move(rules: Rules, level: str) -> None:
    for others in _dealt_otherwise(rules):
        assert len({other.key(other.to_move) for other in others}) == 1
        assert len({ai.choose(other, level, seed=1, budget=2) for other in others}) == 1


def _hidden(game: Game) -> tuple[object, ...]:
    """What the seats cannot see: hands and piles, and the supply of gems."""
    piles = tuple((player.hand, player.pile) for player in game.players)
    return piles, game.jungle_pile, game.supply.get(PILE)


@pytest.mark.parametrize("rules", _COMBINATIONS[-3:], ids=lambda rules: rules.name)
def test_analysis_answers_and_is_not_exact(rules: Rules) -> None:
    for moves in (20, 120):
        game = _begun(rules, moves)
        if game.to_move is None:
            continue
        found = ai.analyse(game, budget=4)
        assert not found.exact
        assert found[0].move in game.legal_moves()
        assert [one.margin for one in found] == sorted((o.margin for o in found), reverse=True)
        assert sum(found.wins) == pytest.approx(1)
        assert found[0].margin == pytest.approx(found.margins[game.to_move])
        assert all(one.simulations for one in found)
        assert ai.explain(game, found[0].line).kind
        assert ai.solve(game) is None


def test_asked_turns_are_valued() -> None:
    game = _begun(expanded(*NAMES), 20)
    while game.phase is not Phase.PLACE:
        game.apply(game.legal_moves()[0])
    moves = game.legal_moves()[:3]
    assert {one.move for one in ai.analyse(game, budget=3, moves=moves)} == set(moves)
    assert len(ai.candidates(game)) == 3
    game.apply(next(move for move in moves if len(_after(game, move)) > 1))
    assert {one.move for one in ai.analyse(game, budget=1, all_moves=True)} == {*game.legal_moves()}


@pytest.mark.parametrize("rules", [expanded("gems", "huts"), expanded(big=True)])
def test_planned_workers_act_legally(rules: Rules) -> None:
    """Two edges at one gem mine do not take the same gem."""
    planned = 0
    for seed in range(3):
        game = Game(Deal.shuffled(rules.players[0], seed, rules))
        while not game.is_over:
            trial, worths = game.copy(), worths_for(rules, len(game.players))
            if game.phase is Phase.ACTIVATE:
                for move in planned_moves(game, worths):
                    if (trial.phase, trial.to_move) == (game.phase, game.to_move):
                        trial.play(move)
                        planned += 1
            game.apply(ai.choose(game, "able", seed=planned))
    assert planned > 300


def test_review_adds_up() -> None:
    record = Record(
        Deal.shuffled(2, 4, expanded("huts", "gems", "chocolate", workers={"1111": 4, "2101": 2}))
    )
    while not record.game().is_over:
        record = record.play(ai.choose(record.game(), "easy", seed=1))
    turns = ai.review(record, budget=1)
    assert len(turns) == turns_begun(record.moves)
    totals = [score.total for score in record.game().score()]
    for seat, found in enumerate(ai.balance(turns)):
        assert found.result == pytest.approx(totals[seat] - totals[1 - seat])
    assert all(turn.loss >= 0 for turn in turns)


def test_workers_take_what_they_can_and_sell_well() -> None:
    game = Game(Deal.shuffled(2, 3, expanded("chocolate")))
    while not game.is_over:
        if game.phase is Phase.ACTIVATE and (sure := ai.obvious(game)):
            assert sure in game.legal_moves()
            assert sure.amount
        if game.phase is Phase.ACTIVATE:
            game.play(ai.suggest(game))
        else:
            game.play(ai.choose(game, "medium", seed=1))
    assert sum(player.gold for player in game.players) > 40
