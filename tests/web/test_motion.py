"""Motions are a diff of two positions, and true to what the engine has done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from cacao_core import Deal, Game, Move
from cacao_core.tiles import COLOURS, NEIGHBOURS
from cacao_web.board import screen
from cacao_web.board.motion import between
from cacao_web.board.overlay import Overlays
from cacao_web.browser import effects
from cacao_web.browser.effects import Count, Flight, Hop, Sound
from cacao_web.game import words
from cacao_web.game.options import Options
from cacao_web.ui.markup import Markup
from tests.core.helpers import play_at_random
from tests.web.standin import markup
from tests.web.test_views import parsed, session_at


def steps(players: int, seed: int) -> Iterator[tuple[Game, Move, Game]]:
    """Each move of a random game, with the positions before and after it."""
    game = Game(Deal.shuffled(players, seed))
    for move in play_at_random(game, Random(seed)):
        after = game.copy()
        after.play(move)
        yield game.copy(), move, after


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_move_is_shown_from_where_it_was_to_where_it_counts(players: int) -> None:
    kinds = set()
    for seed in range(4):
        for before, move, game in steps(players, seed):
            kinds.add(move.kind)
            effects = between(before, COLOURS, [move], (before.turn, 0))
            flights = [effect for effect in effects if isinstance(effect, Flight)]
            goods = Counter(
                (f.source.partition(":")[0], f.target.partition(":")[0]) for f in flights
            )
            if move.kind == "A":
                _check_activation(before, game, move.cell, str(move), effects)
            else:
                [tile] = [f for f in flights if f.lands and f.target.startswith("cell:")]
                assert tile.target == f"cell:{words.cell_name(move.cell)}"
                assert tile.source.startswith("hand:" if move.kind in "WO" else ("display", "pile"))
                assert goods["suns", "cell"] == (move.kind == "O")
    assert kinds == set("WOJA")


def _check_activation(
    before: Game, after: Game, cell: tuple[int, int], name: str, effects: list[effects.Effect]
) -> None:
    owner = before.workers[cell].owner
    old, new = before.players[owner], after.players[owner]
    flights = [effect for effect in effects if isinstance(effect, Flight)]
    side = "nesw".index(name[1])
    place = f"cell:{words.cell_name(NEIGHBOURS[cell][side])}"
    hops = [(hop.cell, hop.side) for hop in effects if isinstance(hop, Hop)]
    assert hops == ([] if name[2] == "0" else [(words.cell_name(cell), side)])
    assert all(place in (flight.source, flight.target) for flight in flights)
    arrived = [flight.target for flight in flights if flight.source == place]
    assert [t for t in arrived if t.startswith("cacao")] == [
        f"cacao:{owner}:{slot}" for slot in range(old.cacao, new.cacao)
    ]
    assert len([t for t in arrived if t.startswith("gold")]) == min(new.gold - old.gold, 5)
    assert [t for t in arrived if t.startswith("suns")] == [
        f"suns:{owner}:{slot}" for slot in range(old.suns, new.suns)
    ]
    assert (f"water:{owner}:{new.water}" in arrived) == (new.water != old.water)
    sold = [flight.source for flight in flights if flight.target == place]
    assert len(sold) == max(old.cacao - new.cacao, 0)
    told = [count.text for count in effects if isinstance(count, Count)]
    temples = [seat for seat, (a, b) in enumerate(zip(before.score(), after.score(), strict=True))
               if a.temples != b.temples]  # fmt: skip
    assert temples == []
    assert told == ([f"+{new.gold - old.gold}"] if new.gold > old.gold else [])


def test_temples_that_change_hands_are_counted_for_everybody() -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        for before, move, game in steps(3, seed):
            effects = between(before, COLOURS, [move])
            told = {e.anchor: e.text for e in effects if isinstance(e, Count)}
            for seat, (old, new) in enumerate(zip(before.score(), game.score(), strict=True)):
                change = new.temples - old.temples
                assert told.get(f"score:{seat}", "") == (words.signed(change) if change else "")
                seen["up" if change > 0 else "down" if change < 0 else "same"] += 1
    assert seen["up"] > 5
    assert seen["down"] > 2


def test_nothing_moves_where_nothing_was_played_or_too_much() -> None:
    session = session_at(2, 1, 30)
    start, moves = session.record.game(0), session.record.moves
    assert between(start, COLOURS, []) == []
    assert between(start, COLOURS, moves) == []
    assert between(start, COLOURS, moves[:2]) != []


def test_hands_of_others_stay_hidden() -> None:
    game = Game(Deal.shuffled(2, 1))
    moves = game.legal_moves()[:1]
    [own] = [e for e in between(game, COLOURS, moves, (0, 2)) if isinstance(e, Flight)]
    [other] = [e for e in between(game, COLOURS, moves, (1, 0)) if isinstance(e, Flight)]
    assert own.source.startswith("hand:")
    assert other.source == "village:0"


def test_every_anchor_is_on_the_page() -> None:
    """What something flies from or to must be there, by its own name or by a shorter one."""
    for seed in range(3):
        session = session_at(3, seed, 0)
        session.options = Options(hide_hands=False)
        moves = list(play_at_random(Game(session.record.deal), Random(seed)))
        for move in moves[:40]:
            drawn = "".join(map(markup, screen.regions(session, Overlays()).values()))
            anchors = {
                el.get("data-anchor") for el in parsed(drawn).iter() if el.get("data-anchor")
            }
            before, viewer = session.game, session.viewer
            session.play(move)
            hand = None if viewer is None else (viewer, 0)
            for effect in between(before, COLOURS, [move], hand):
                if isinstance(effect, Flight):
                    for anchor in (effect.source, effect.target):
                        assert anchor.startswith("cell:") or anchor in anchors, anchor
                elif isinstance(effect, Count):
                    assert effect.anchor in anchors


def test_the_longest_motion_is_waited_for_and_counting_is_not() -> None:
    moving: list[effects.Effect] = [
        Flight(Markup(""), "a", "b", 0.5),
        Count("gold:0", "+3", 0.6, 5.0),
        Sound("gold", 0.4),
    ]
    assert effects.duration(moving) == pytest.approx(0.5 + effects.FLIGHT)
    assert effects.duration([]) == 0.0
