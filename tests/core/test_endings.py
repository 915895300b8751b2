"""The end of a game, solved: what brute force over the rules' moves says (docs/rules.md 4 to 6)."""

from __future__ import annotations

from random import Random

import pytest

from cacao_core import CacaoError, Deal, Game, Phase, ai
from cacao_core.ai.endings import NODES, is_solvable
from cacao_core.ai.endings.goods import exact_trades
from cacao_core.ai.playouts.encoding import NUMBER_OF
from tests.core.endings import after, brute_force, differences, result_of, small_position, told
from tests.core.helpers import play_at_random


@pytest.mark.parametrize(
    ("players", "turns", "jungle", "number"),
    [(2, 1, 3, 8), (2, 2, 0, 2), (3, 1, 3, 6), (3, 2, 0, 2), (4, 1, 3, 4), (4, 2, 0, 1)],
)
def test_result_and_best_moves_are_those_of_brute_force(
    players: int, turns: int, jungle: int, number: int
) -> None:
    for seed in range(number):
        game = small_position(players, turns, seed, jungle=jungle)
        assert not differences(game), game.to_text()


@pytest.mark.parametrize("phase", [Phase.FILL, Phase.ACTIVATE])
def test_solutions_in_the_middle_of_a_turn_are_those_of_brute_force(phase: Phase) -> None:
    """Also for a player who acts in another's turn (docs/rules.md 4.C)."""
    compared = 0
    for seed in range(80, 120):
        players = 2 + seed % 3
        game, rng = small_position(players, 1, seed, jungle=3), Random(seed)
        another = phase is Phase.ACTIVATE and seed % 2 > 0
        while not game.is_over and (
            game.phase is not phase or (another and game.to_move == game.turn)
        ):
            game.play(rng.choice(game.legal_moves()))
        if not game.is_over:
            compared += another or phase is Phase.FILL
            assert not differences(game), game.to_text()
    assert compared > 4


def test_result_with_more_turns_left_is_the_best_after_any_move() -> None:
    for seed in range(3):
        game = small_position(2, 3 + seed % 2, seed, jungle=seed % 3)
        results = [told(after(game, move), game, 10**6) for move in game.legal_moves()]
        assert None not in results
        best = max(result for result in results if result is not None)
        assert told(game, game, 10**6) == best


def test_tie_in_gold_is_decided_by_cacao() -> None:
    """docs/rules.md 5: most gold, then most cacao, then a shared victory."""
    seen = set()
    for seed in range(40):
        game = small_position(2, 1, seed)
        seat = game.turn
        lead, _cacao = brute_force(game, seat)
        game.players[1 - seat].gold += max(lead, 0)
        game.players[seat].gold += max(-lead, 0)
        if (solution := ai.solve(game)) and not solution.margin:
            seen.add(solution.winners)
            assert result_of(after(game, *solution.line), seat) == brute_force(game, seat)
    assert seen == {(0,), (1,), (0, 1)}


def test_trading_edge_by_edge() -> None:
    """Sell, gather and sell again: more than all gathering first or last (docs/rules.md 4.C)."""
    plantation, market, better = (NUMBER_OF[code] for code in ("P2", "M3", "M4"))
    assert exact_trades(4, ((plantation, 2), (market, 3), (better, 3))) == (
        (21, 2),
        (18, 3),
        (15, 4),
        (12, 5),
    )
    assert exact_trades(0, ((market, 3),)) == ((0, 0),)


def real_ending(players: int, turns: int, seed: int) -> Game:
    """The start of one of the last turns of a game by the level medium."""
    game = Game(Deal.shuffled(players, seed))
    while game.phase is not Phase.PLACE or sum(p.tiles_left for p in game.players) > turns:
        game.play(ai.choose(game, "medium", seed=seed))
    return game


@pytest.mark.parametrize(("players", "turns"), [(2, 4), (3, 3), (4, 4)])
def test_hidden_tiles_have_no_influence_on_solutions(players: int, turns: int) -> None:
    for seed in range(3):
        game = real_ending(players, turns + seed, seed)
        assert game.to_move is not None
        seen = game.view(game.to_move, Random(seed))
        assert is_solvable(game) == is_solvable(seen)
        assert ai.solve(game, 300) == ai.solve(seen, 300)
        assert is_solvable(game) == (players == 2 or seed == 0)


def test_games_with_hidden_tiles_are_not_solved() -> None:
    game = Game(Deal.shuffled(2, 1))
    for _move in play_at_random(game, Random(1)):
        known = is_solvable(game)
        assert known or ai.solve(game) is None
        hidden = [*game.jungle_pile, *(tile for player in game.players for tile in player.pile)]
        assert known or hidden
    assert is_solvable(game) is False


def test_budget_is_kept_to_and_gives_the_same_each_time() -> None:
    game = real_ending(2, 4, 0)
    assert ai.solve(game, 1) is None
    assert ai.solve(game, 10**5) == ai.solve(game, 10**5) != None  # noqa: E711
    assert NODES > 100


def test_bad_requests() -> None:
    game = real_ending(2, 1, 0)
    with pytest.raises(CacaoError, match="a Game is solved, not 7"):
        ai.solve(7)  # type: ignore[arg-type]
    with pytest.raises(CacaoError, match="budget 0"):
        ai.solve(game, 0)
    for move in ai.solve(game).line:  # type: ignore[union-attr]
        game.play(move)
    with pytest.raises(CacaoError, match="over"):
        ai.solve(game)


@pytest.mark.long
@pytest.mark.parametrize(("players", "turns"), [(2, 3), (3, 3), (4, 3)])
def test_expert_never_loses_a_won_ending(players: int, turns: int) -> None:
    """Whatever the others do: here they play by chance, or as well as they can."""
    won = 0
    for seed in range(12):
        game, rng = real_ending(players, turns, seed), Random(seed)
        solution = ai.solve(game)
        if solution is None or solution.winners != (solution.seat,):
            continue
        won += 1
        while not game.is_over:
            if game.to_move == solution.seat:
                game.play(ai.choose(game, "expert", seed=seed, budget=4))
            elif seed % 2:
                game.play(rng.choice(game.legal_moves()))
            else:
                game.play(ai.choose(game, "medium", seed=seed))
        assert game.winners() == [solution.seat]
    assert won >= 2


def test_expert_reaches_the_exact_result_against_itself() -> None:
    for seed in range(2):
        game = real_ending(2, 4, seed)
        solution = ai.solve(game)
        if solution is None:
            continue
        while not game.is_over:
            game.play(ai.choose(game, "expert", seed=seed, budget=4))
        assert result_of(game, solution.seat)[0] == solution.margin


def test_analysis_is_exact_in_the_last_turns() -> None:
    for seed in range(2):
        game = real_ending(2, 3, seed)
        solution = ai.solve(game)
        assert solution is not None
        analysis = ai.analyse(game, 20)
        assert analysis.exact
        assert analysis[0].margin == analysis.margins[solution.seat] == solution.margin
        assert analysis[0].win == analysis.wins[solution.seat] == solution.share
        assert sum(analysis.wins) == 1
        assert {0.0, 0.5, 1.0} >= {one.win for one in analysis}
        assert [one.margin for one in analysis] == sorted(
            (one.margin for one in analysis), reverse=True
        )
        for one in analysis:
            follows = after(game, *one.line)
            assert told(follows, game, 10**5) == (one.margin, 0) or not one.margin
    assert not ai.analyse(Game(Deal.shuffled(2, 1)), 20).exact
