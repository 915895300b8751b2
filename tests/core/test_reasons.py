"""Why a move is good: found by playing it, and true to what is then on the table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cacao_core import Deal, Game, Move
from cacao_core.ai.explaining import reasons
from cacao_core.ai.explaining.reasons import Reason, explain
from cacao_core.jungle import JUNGLE
from cacao_core.scoring import majority
from cacao_core.tiles import NEIGHBOURS
from tests.core.helpers import deal_starting, game_after, play_at_random


def line(*notations: str) -> tuple[Move, ...]:
    return tuple(map(Move.parse, notations))


def two(*moves: str, jungle: tuple[str, ...] = ()) -> Game:
    """A game of two whose hands begin with the tiles that the tests below place."""
    hands = [("3001", "3100", "1111"), ("3001", "2101", "3100")]
    return game_after(deal_starting(2, hands, jungle), *moves)


def test_cacao_is_what_a_plantation_gives() -> None:
    assert explain(two(), line("W3001@0,1")) == Reason("cacao", amount=3, code="P1")


def test_selling_tells_amount_price_and_gold() -> None:
    game = two("W3001@0,1", "An3@0,1", "W2101@0,-1")
    assert game.players[0].cacao == 3
    assert explain(game, line("W1003@2,1")) == Reason("sell", amount=3, gold=6, code="M2")


def test_line_that_goes_on_is_played_to_its_end() -> None:
    game = two("W3001@0,1", "An3@0,1", "W2101@0,-1")
    assert explain(game, line("W1003@2,1", "Aw1@2,1")) == Reason("sell", 1, 2, "M2")


def test_keeping_cacao_is_a_reason_of_its_own() -> None:
    game = two("W3001@0,1", "An3@0,1", "W2101@0,-1", "W1003@2,1")
    assert explain(game, line("Aw0@2,1")) == Reason("keep", amount=3)


def test_mine_water_and_suns() -> None:
    for code, kind, amount, gold in (
        ("G2", "mine", 6, 6),
        ("W", "water", 3, 0),
        ("S", "sun", 3, 0),
    ):
        game = two("W0013@0,-1", "As1@0,-1", jungle=(code, "T"))
        game.play("W1300@1,0")
        assert game.open_spaces == ((1, -1),)
        game.play(f"J{code}@1,-1")
        while game.phase.value != "place":
            game.play(game.legal_moves()[-1])
        found = explain(game, line("W0031@1,-2"))
        assert found == Reason(kind, amount, gold, code)


def test_reason_of_a_turn_that_brings_nothing_at_once() -> None:
    # A tile whose workers look away from the only jungle tile beside it.
    assert explain(two(), line("W1003@-1,0")) == Reason("later")


def test_reasons_of_temples_are_so_on_the_board() -> None:
    told: Counter[str] = Counter()
    for seed in range(5):
        game = Game(Deal.shuffled(3, seed))
        for _move in play_at_random(game, Random(seed)):
            for move in game.legal_moves()[::4]:
                if move.kind == "W" and (found := explain(game, (move,))).code == "T":
                    assert found in _places_at_temples(game, move)
                    told[found.kind] += 1
    assert told.keys() == {"temple-lead", "temple-share", "temple-second", "temple-take"}
    assert min(told.values()) > 3


def _places_at_temples(game: Game, move: Move) -> list[Reason]:
    """What a placement brings at each adjacent temple, from the workers there (docs/rules.md 5)."""
    seat, found = game.turn, []
    for side, temple in enumerate(NEIGHBOURS[move.cell]):
        if game.jungle.get(temple) != "T":
            continue
        before = [0] * len(game.players)
        for facing, cell in enumerate(NEIGHBOURS[temple]):
            if tile := game.workers.get(cell):
                before[tile.owner] += int(tile.edges[(facing + 2) % 4])
        after = before.copy()
        after[seat] += int(move.what[side])
        changes = [now - then for now, then in zip(majority(after), majority(before), strict=True)]
        others = [count for other, count in enumerate(after) if other != seat]
        place, loser = "lead", None
        if after[seat] < max(others):
            place = "second"
        elif after[seat] == max(others):
            place = "share"
        elif min(changes) < 0:
            place, loser = "take", changes.index(min(changes))
        found.append(Reason(f"temple-{place}", gold=changes[seat], code="T", seat=loser))
    return found


@pytest.mark.long
def test_worse_move_may_be_told_by_what_it_does_for_others() -> None:
    kinds: set[str] = set()
    for seed in range(2):
        game, rng = Game(Deal.shuffled(3, seed)), Random(seed)
        for at, _move in enumerate(play_at_random(game, rng)):
            if at % 2:
                continue
            best, *others = game.legal_moves()
            for other in rng.sample(others, min(1, len(others))):
                found = explain(game, (other,), (best,))
                kinds.add(found.kind)
                if found.kind == "open":
                    assert found.seat == (game.turn + 1) % 3
                if found.kind in ("gives", "open"):
                    assert found.seat != game.to_move
                    assert found.code in JUNGLE
    assert {"gives", "open"} <= kinds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_all_have_a_reason_and_stay_unplayed(players: int) -> None:
    game = Game(Deal.shuffled(players, players))
    rng = Random(players)
    for _move in play_at_random(game, rng):
        before = game.key()
        moves = game.legal_moves()
        for move in rng.sample(moves, min(2, len(moves))):
            found = explain(game, (move,), (moves[0],) if rng.random() < 0.2 else ())
            assert found.kind in reasons.KINDS
            assert found.seat is None or 0 <= found.seat < players
            assert not found.code or found.code in JUNGLE
        assert game.key() == before


def test_hidden_tiles_have_no_influence() -> None:
    game = Game(Deal.shuffled(3, 5))
    for number, _move in enumerate(play_at_random(game, Random(5))):
        seat = game.to_move
        assert seat is not None
        if number % 5 == 0:
            others = [game.view(seat, Random(seed)) for seed in range(3)]
            for move in game.legal_moves()[:5]:
                assert len({explain(view, (move,)) for view in (game, *others)}) == 1
