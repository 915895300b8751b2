"""What an analysis can be asked: how long, which turns, by whom."""

from __future__ import annotations

import builtins
import pydoc
import sys
from collections.abc import Callable, Iterable
from itertools import count
from math import fsum
from random import Random
from typing import Any

import pytest

import cacao_core
from cacao_core import CacaoError, Deal, Game, IllegalMove, Phase, Record, ai
from cacao_core.ai import analysis as analysis_module
from cacao_core.moves import turn_starts
from tests.core.helpers import DATA, play_at_random


def start(players: int = 2) -> Game:
    return Game(Deal.shuffled(players, 7))


def positions() -> list[Game]:
    """One in each phase, where there is a choice; and an ending that is solved."""
    record = Record.from_text((DATA / "golden_v1_2_seed.txt").read_text("utf-8"))
    found: dict[object, Game] = {}
    for game in record.positions():
        if len(game.legal_moves()) > 2:
            found[game.phase] = game
            if game.phase is Phase.PLACE:
                found.setdefault("first", game)
    return list(found.values())


@pytest.mark.parametrize("game", positions(), ids=lambda game: f"{game.phase.value}")
def test_legal_moves_are_all_valued(game: Game) -> None:
    found = ai.analyse(game, 20, all_moves=True)
    assert {candidate.move for candidate in found} == set(game.legal_moves())
    assert [one.margin for one in found] == sorted((one.margin for one in found), reverse=True)


@pytest.mark.parametrize("game", positions(), ids=lambda game: f"{game.phase.value}")
def test_given_moves_are_valued_and_told_as_they_were_asked(game: Game) -> None:
    asked = Random(3).sample(list(game.legal_moves()), 3)
    found = ai.analyse(game, 20, moves=[asked[0], str(asked[1]), [asked[2]]])
    assert {candidate.move for candidate in found} == set(asked)
    assert len({candidate.simulations for candidate in found}) == 1, "all alike"


def test_best_turn_stays_the_best_in_the_middle_of_it() -> None:
    """After its placement, its fills come first, valued as before."""
    fills = 0
    for seed in range(3):
        game = Game(Deal.shuffled(2, seed))
        for _move in range(4 * seed):
            game.play(ai.suggest(game) if game.phase is Phase.ACTIVATE else game.legal_moves()[0])
        while any(move.kind != "W" for move in game.legal_moves()):
            game.play(game.legal_moves()[0])
        best = ai.analyse(game, 20)[0]
        game.play(best.move)
        if any(move.kind == "J" for move in game.legal_moves()):
            fills += 1
            found = ai.analyse(game, 20)
            assert (best.move, *found[0].line) == best.line
            assert found[0].margin == best.margin
            assert {one.move for one in found} <= set(game.legal_moves())
    assert fills


@pytest.mark.long
def test_fills_of_two_spaces_are_told_as_they_were_asked() -> None:
    """A turn that fills both is told with the fill first that was asked for."""
    asked = 0
    for seed in range(5):
        game = Game(Deal.shuffled(3, seed))
        for _move in play_at_random(game, Random(1)):
            if game.phase is not Phase.FILL or len(game.open_spaces) < 2:
                continue
            legal = game.legal_moves()
            every = ai.analyse(game, 2, all_moves=True)
            assert {candidate.move for candidate in every} == set(legal)
            assert all(one.line[0] == one.move for one in every)
            for move in legal:
                assert ai.analyse(game, 2, moves=[move])[0].move == move
            asked += 1
    assert asked


def test_turn_with_its_fills_is_valued() -> None:
    game = start()
    turn = [str(move) for move in ai.analyse(game, 20)[0].line if move.kind in "WJ"]
    [found] = ai.analyse(game, 20, moves=[turn])
    assert [str(move) for move in found.line[: len(turn)]] == turn
    assert found.simulations > 0


def test_given_moves_of_a_solved_ending_are_exact() -> None:
    game = next(game for game in positions() if ai.solve(game))
    best = ai.analyse(game)
    found = ai.analyse(game, moves=game.legal_moves())
    assert found.exact
    assert found[0].margin == best[0].margin


def test_analysis_takes_its_own_turns() -> None:
    """In each phase, and when the end is solved; with the activations that come after a turn."""
    longest = 0
    for game in positions():
        found = ai.analyse(game, 20)
        again = ai.analyse(game, 20, moves=[candidate.line for candidate in found])
        assert {one.line for one in again} == {one.line for one in found}
        longest = max(longest, *(len(one.line) for one in found))
    assert longest > 2


def test_activations_that_are_not_the_expected_ones_have_no_value() -> None:
    best = ai.analyse(start(), 5)[0].line
    assert best[-1].kind == "A"
    other = (*best[:-1], best[-1]._replace(amount=0))
    with pytest.raises(CacaoError, match=f"look best .{best[-1]}."):
        ai.analyse(start(), 5, moves=[other])
    with pytest.raises(CacaoError, match="moves of one seat in one turn"):
        ai.analyse(start(), 5, moves=[(*best, "W1111@0,1")])


def test_best_is_the_most_that_is_told() -> None:
    assert ai.analyse(start(), 20, best=2).candidates == ai.analyse(start(), 20)[:2]


def test_level_of_an_analysis_is_expert_unless_another_is_named() -> None:
    assert ai.analyse(start(), 30, level="expert") == ai.analyse(start(), 30)
    assert ai.analyse(start(), 30, level="master") != ai.analyse(start(), 30)


def test_seconds_bring_the_last_whole_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a second with each look at it."""
    ticks = count()
    monkeypatch.setattr(analysis_module, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(analysis_module, "_SHORTEST", 10)
    steps = len(list(ai.analysing(start(), 10))) + len(list(ai.analysing(start(), 20)))
    *_, (share, found) = ai.analysing(start(), seconds=steps + 5)
    assert share == 1
    assert found == ai.analyse(start(), 20)
    ended = [share for share, _found in ai.analysing(start(), seconds=3)]
    assert ended == sorted(ended)
    assert len(ended) == 3


def test_variation_of_several_turns() -> None:
    record = Record.from_text((DATA / "golden_v1_2_seed.txt").read_text("utf-8"))
    moves = record.moves[:14]
    turns = ai.variation(record.game(0), map(str, moves), 10)
    assert [turn.at for turn in turns] == turn_starts(moves)
    assert turns == ai.review(record.up_to(14), 10)
    with pytest.raises(IllegalMove):
        ai.variation(record.game(0), [moves[1]])
    with pytest.raises(CacaoError, match="begins with a placement"):
        ai.variation(next(game for game in positions() if game.phase is Phase.FILL), [])


WRONG: dict[str, Callable[[], Any]] = {
    "of a Game, not of": lambda: ai.analyse("game"),  # type: ignore[arg-type]
    "seconds -1": lambda: ai.analyse(start(), seconds=-1),
    "seconds inf": lambda: ai.analyse(start(), seconds=float("inf")),
    "seconds True": lambda: ai.analyse(start(), seconds=True),
    "0 playouts": lambda: ai.analyse(start(), 0),
    "one of them at most": lambda: ai.analyse(start(), 5, seconds=1),
    "moves and all_moves": lambda: ai.analyse(start(), moves=["W1111@0,1"], all_moves=True),
    "best 0": lambda: ai.analyse(start(), best=0),
    "level 'easy'": lambda: ai.analyse(start(), level="easy"),
    "expected one at least": lambda: ai.analyse(start(), moves=[]),
    "expected a list": lambda: ai.analyse(start(), moves="W1111@0,1"),
    "expected something such as": lambda: ai.analyse(start(), moves=["north"]),
    "one seat in one turn": lambda: ai.analyse(start(), moves=[ai.analyse(start(), 5)[0].line * 2]),
    "move 3": lambda: ai.analyse(start(), moves=[3]),  # type: ignore[list-item]
    "all_moves 3": lambda: ai.analyse(start(), all_moves=3),  # type: ignore[arg-type]
    "line 3": lambda: ai.explain(start(), 3),  # type: ignore[arg-type]
    "not in 3": lambda: ai.suggest(3),  # type: ignore[arg-type]
    "a move in a Game": lambda: ai.explain(3, []),  # type: ignore[arg-type]
    "obvious in a Game, not in 3": lambda: ai.obvious(3),  # type: ignore[arg-type]
    "placed in a Game, not in 3": lambda: ai.candidates(3),  # type: ignore[arg-type]
    "nobody activates": lambda: ai.suggest(start()),
    "answers are those in a Game, not in 3": lambda: ai.Answers(3),  # type: ignore[arg-type]
    "answers 3": lambda: ai.explain(start(), ["W0031@1,-2"], answers=3),  # type: ignore[arg-type]
    "a reason is for a move": lambda: ai.explain(start(), []),
}


@pytest.mark.parametrize("reason", WRONG)
def test_wrong_wishes_are_told(reason: str) -> None:
    with pytest.raises(CacaoError, match=reason):
        WRONG[reason]()


def test_candidates_may_be_limited_to_those_near_the_best() -> None:
    every, shorter = ai.candidates(start(), 99), 0
    for within in (0.0, 1.0, 3.0, 99.0):
        near = ai.candidates(start(), 99, within=within)
        assert near == every[: len(near)]
        assert len(near) >= max(1, shorter)
        shorter = len(near)
    assert ai.candidates(start(), 99, within=0.0) != every == near


def test_reasons_are_loaded_when_they_are_asked_for() -> None:
    found = ai.candidates(start())[0]
    assert ai.explain(start(), [found]) == ai.explain(start(), [str(found)])
    assert "cacao_core.ai.explaining.reasons" in sys.modules


def test_figures_are_the_same_however_python_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 3.12 on, ``sum`` of floats loses less, and so gives other last digits."""
    record = Record.from_text((DATA / "golden_v1_2_seed.txt").read_text("utf-8"))

    def figures() -> object:
        turns = ai.review(record.up_to(14), 12)
        return [ai.analyse(record.game(at), 12) for at in (0, 9)], turns, ai.balance(turns)

    def exact_sum(values: Iterable[Any], start: Any = 0) -> Any:
        found = list(values)
        is_whole = not any(type(value) is float for value in found)
        return plain_sum(found, start) if is_whole else fsum([start, *found])

    here, plain_sum = figures(), builtins.sum
    monkeypatch.setattr(builtins, "sum", exact_sum)
    assert figures() == here


def test_names_that_are_loaded_later_are_shown() -> None:
    assert set(ai.__all__) <= set(dir(ai))
    assert set(cacao_core.__all__) <= set(dir(cacao_core))
    help_text = pydoc.render_doc(ai, renderer=pydoc.plaintext)  # type: ignore[attr-defined]
    assert all(f"    {name}(" in help_text for name in ("analyse", "review", "explain", "solve"))
