"""Motions are a diff of two positions, and true to what the engine has done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from cacao_core import Deal, Game, Move
from cacao_core.rules import expanded
from cacao_core.tiles import COLOURS
from cacao_web.board import cloth
from cacao_web.board.animations import finale, motion
from cacao_web.board.animations.motion import between
from cacao_web.board.overlay import Overlays
from cacao_web.board.regions import screen
from cacao_web.browser import effects
from cacao_web.browser.effects import Count, Figure, Flight, Glow, Hop, Reveal, Sound
from cacao_web.browser.geometry import Box, beside
from cacao_web.game.options import Options
from cacao_web.game.texts import words
from cacao_web.ui.i18n import numeral
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
def test_move_is_shown_from_its_source_to_its_target(players: int) -> None:
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
    place = f"edge:{words.cell_name(cell)}:{side}"
    hops = [(hop.cell, hop.side) for hop in effects if isinstance(hop, Hop)]
    assert hops == ([] if name[2] == "0" else [(words.cell_name(cell), side)])
    steps = [flight for flight in flights if flight.source.startswith("water:")]
    assert all(place in (f.source, f.target) for f in flights if f not in steps)
    assert [(f.source, f.target) for f in steps] == [
        (f"water:{owner}:{field}", f"water:{owner}:{field + 1}")
        for field in range(old.water, new.water)
    ]
    assert [f.hides for f in steps if f.hides] == [f"carrier:{owner}"] * bool(steps)
    assert [f.start for f in steps] == sorted(f.start for f in steps)
    arrived = [flight.target for flight in flights if flight.source == place]
    assert [t for t in arrived if t.startswith("cacao")] == [
        f"cacao:{owner}:{slot}" for slot in range(old.cacao, new.cacao)
    ]
    assert len([t for t in arrived if t.startswith("gold")]) == min(new.gold - old.gold, 5)
    assert [t for t in arrived if t.startswith("suns")] == [
        f"suns:{owner}:{slot}" for slot in range(old.suns, new.suns)
    ]
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


def test_banner_goes_to_whoever_leads_at_a_temple_now() -> None:
    """The one who led takes theirs away; among those who are level, all have one."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        banners: set[tuple[str, int]] = set()
        for before, move, game in steps(3, seed):
            for effect in between(before, COLOURS, [move]):
                if isinstance(effect, Flight) and "banner" in effect.picture:
                    up = effect.source.startswith("village:")
                    village, cell = (
                        (effect.source, effect.target) if up else (effect.target, effect.source)
                    )
                    one = cell, int(village.partition(":")[2])
                    (banners.add if up else banners.remove)(one)
                    seen["up" if up else "down"] += 1
            assert banners == {
                (f"cell:{words.cell_name(temple.cell)}", seat)
                for temple in game.temples()
                for seat, gold in enumerate(temple.gold)
                if gold and gold == max(temple.gold)
            }
    assert min(seen["up"], seen["down"]) > 3


def test_tile_that_lies_there_already_is_only_put_down() -> None:
    game = Game(Deal.shuffled(2, 1))
    moves = game.legal_moves()[:1]
    flown = between(game, COLOURS, moves, (0, 0))
    placed = motion.settled(flown)
    [before], [after] = (
        [e for e in some if isinstance(e, Flight) and e.lands] for some in (flown, placed)
    )
    assert before.source.startswith("hand:")
    assert (after.source, after.target) == (before.target, before.target)
    assert effects.duration(placed) < effects.duration(flown)
    assert motion.settled(between(game, COLOURS, moves)) == between(game, COLOURS, moves)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_temples_are_counted_up_at_the_end(players: int) -> None:
    game = Game(Deal.shuffled(players, 3))
    for _move in play_at_random(game, Random(3)):
        pass
    found = finale.effects(game, COLOURS, 1.5)
    lit = [effect.cell for effect in found if isinstance(effect, Glow)]
    paying = [temple for temple in game.temples() if any(temple.gold)]
    assert sorted(lit) == sorted(words.cell_name(temple.cell) for temple in paying)
    for seat, score in enumerate(game.score()):
        shown = [e for e in found if isinstance(e, Figure) and e.anchor == f"score:{seat}"]
        assert [e.start for e in shown] == sorted(e.start for e in shown)
        assert shown[0].text == numeral(score.total - score.temples)
        assert shown[-1].text == numeral(score.total)
    assert min(effect.start for effect in found) >= 1.5
    assert effects.duration(found) <= 1.5 + 5
    [wash] = [effect for effect in found if isinstance(effect, Reveal)]
    drawn = str(cloth.wash(game, COLOURS))
    assert wash.id == cloth.WASH
    assert {c for c in COLOURS if f"seat-{c}" in drawn} == {COLOURS[s] for s in game.winners()}
    assert cloth.wash(Game(Deal.shuffled(players, 3)), COLOURS) is None


def test_motion_is_shown_for_few_moves() -> None:
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


def test_anchor_is_on_the_page() -> None:
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
                        on_board = anchor.startswith(("cell:", "edge:"))
                        assert on_board or anchor in anchors, anchor
                elif isinstance(effect, Count):
                    assert effect.anchor in anchors


def test_longest_motion_is_waited_for() -> None:
    moving: list[effects.Effect] = [
        Flight(Markup(""), "a", "b", 0.5),
        Count("gold:0", "+3", 0.6, 5.0),
        Sound("gold", 0.4),
    ]
    assert effects.duration(moving) == pytest.approx(0.5 + effects.FLIGHT)
    assert effects.duration([]) == 0.0


@pytest.mark.parametrize("left", [2, 38, 180, 350])
def test_text_rises_where_the_window_has_room(left: float) -> None:
    """At the left edge, where village boards are, it flew out of the window."""
    room = beside(Box(left, 300, 30, 20), 390)
    assert (room.left, room.left + room.width) in [(0, left - 8), (left + 38, 390)]
    assert room.width > 390 / 2 - 45


def test_several_moves_with_the_map_board_are_shown_at_once() -> None:
    """One of them may take a tile that came to the map board after the first."""
    for seed in range(4):
        game = Game(Deal.shuffled(2, seed, expanded("map", "gems")))
        moves = list(play_at_random(game.copy(), Random(seed)))
        for at in range(len(moves)):
            for number in (1, 2, 4, 7):
                shown = between(game, COLOURS, moves[at : at + number])
                sources = [one.source for one in shown if isinstance(one, Flight) and one.lands]
                places = [source for source in sources if source.startswith(("map:", "display:"))]
                assert len(places) == len(set(places))
            game.play(moves[at])
