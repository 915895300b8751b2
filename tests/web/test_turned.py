"""Tiles in the hand keep how they are turned; whole turns are taken back; what counts then."""

from __future__ import annotations

import re

import pytest

from cacao_core import Deal
from cacao_web.features.statistics import model
from cacao_web.game.options import Options
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import levels
from cacao_web.saves import codec
from tests.core.helpers import deal_starting
from tests.web.standin import StandIn
from tests.web.test_app import begin, run, settled, started

ANA, BO, COMP = Sitter("Ana"), Sitter("Bo"), Sitter("Comp", COMPUTER)
HANDS = [("2101", "3001", "2101"), ("1111", "2101", "3100")]


def session(*players: Sitter, options: Options | None = None) -> Session:
    deal = deal_starting(2, HANDS)
    return Session.new("x", deal, players or (ANA, COMP), options or Options(hide_hands=False))


def hand(s: Session, seat: int = 0) -> list[str]:
    return s.choice.edges(seat, s.game.players[seat].hand)


def finish_round(s: Session) -> None:
    """Play the rest of the first seat's turn, and the other's."""
    for seat in (0, 1):
        while s.game.turn == seat and not s.game.is_over:
            s.play(s.game.legal_moves()[0])


def turned_each() -> Session:
    """The three tiles are turned once, twice and three times."""
    s = session()
    for index in range(3):
        s.take_hand(index)
        s.rotate(index + 1)
    return s


THREE = ["1210", "0130", "1012"]


def test_looking_at_another_tile_leaves_all_as_they_are_turned() -> None:
    s = turned_each()
    for index in (0, 1, 2, 1, 0):
        s.choose_hand(index)
        s.point_at(s.targets[0])
        s.propose(s.targets[0])
        s.cancel()
        assert hand(s) == THREE
        assert s.chosen_edges == THREE[index]
    s.choose_hand(0)  # a second tap turns it on
    assert hand(s) == ["0121", *THREE[1:]]
    s.rotate(-1)
    assert hand(s) == THREE


def test_the_other_tiles_stay_turned_when_one_is_placed_and_taken_back() -> None:
    s = turned_each()
    s.take_hand(2)  # its twin is the first tile
    s.propose((1, 0))
    assert s.candidate is not None
    s.play(s.candidate)
    assert hand(s)[:2] == ["0130", "1210"]  # the rules do not tell twins apart: the first has gone
    finish_round(s)
    assert hand(s)[:2] == ["0130", "1210"]
    s.take_hand(0)
    s.rotate()
    s.undo()
    assert (hand(s), s.choice.hand) == (["1210", "0013", "1012"], 2)
    s.redo()
    assert hand(s)[:2] == ["0013", "1210"]
    s.undo()
    assert hand(s) == ["1210", "0013", "1012"]


def test_a_drawn_tile_is_not_turned_like_one_that_was_placed() -> None:
    s = session()
    s.rotate(3)
    s.play("W1012@1,0")
    seat, drawn = 0, ("3001", "2101", "2101")
    assert s.choice.edges(seat, drawn) == ["3001", "2101", "2101"]


def test_people_at_one_device_turn_their_own_tiles() -> None:
    s = session(ANA, BO)
    s.rotate()
    s.play(s.choices[0])
    while s.game.turn == 0:
        s.play(s.game.legal_moves()[0])
    assert hand(s, 1) == list(HANDS[1])
    s.take_hand(1)
    s.rotate(2)
    assert hand(s, 1) == ["1111", "0121", "3100"]
    assert hand(s, 0)[:2] == list(HANDS[0][1:])


def test_the_hand_is_drawn_as_it_is_turned_and_stays_so() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        begin(page, kind_1="newcomer")
        await settled(app)
        s = app.session
        assert s is not None

        def drawn() -> list[str]:
            return re.findall(
                r'id="hand-\d"[^>]*aria-label="[^:]*: ([^"]*)"', page.regions["content"]
            )

        for number in "123":
            page.intent("key", number)
            page.intent("key", "r")
        wanted, edges = drawn(), hand(s)
        for intents in (
            [("hand", "0"), ("hand", "1")],
            [("hint", ""), ("key", "Escape")],
            [("look", "0"), ("now", "")],
            [("settings", ""), ("close", "")],
            [("cancel", "")],
        ):
            for intent in intents:
                page.intent(*intent)
            await settled(app)
            assert (hand(s), drawn()) == (edges, wanted), intents
        page.intent("hint", "")
        await settled(app)
        for _hint in range(3):
            page.intent("key", "h")
        page.intent("no-hint", "")
        assert hand(s) == edges
        page.intent("key", "h")
        await settled(app)
        page.intent("key", "h")
        other = next(n for n in range(3) if n != s.choice.hand)
        page.intent("hand", str(other))
        page.intent("no-hint", "")
        assert hand(s) == edges  # also those that a hint had turned
        assert s.choice.hand == other

    run(scenario)


# --- Whole turns ---------------------------------------------------------------------------------


def after_a_round(*players: Sitter, about: About | None = None) -> Session:
    s = session(*players, options=Options(hide_hands=False))
    if about:
        s.about = about
    s.play(s.legal[0])
    finish_round(s)
    return s


def test_whole_turns_can_be_taken_back_where_nobody_else_plays_and_nothing_counts() -> None:
    assert after_a_round().can_undo
    assert not after_a_round(ANA, BO).can_undo
    assert not after_a_round(about=About(origin=Origin("daily", "2026-11-25"))).can_undo


def end_of(s: Session) -> Session:
    while not s.game.is_over:
        s.play(s.game.legal_moves()[0])
    return s


@pytest.mark.parametrize("differs", [False, True])
def test_a_game_counts_unless_a_turn_was_played_again_in_another_way(*, differs: bool) -> None:
    s = after_a_round()
    s.undo()
    s.play(s.game.legal_moves()[1] if differs else s.game.legal_moves()[0])
    end_of(s)
    stored = codec.from_json("x", codec.to_json(s, "2026-11-25")).session
    for one in (s, stored):
        assert (model.outcome(one, "") is None) == differs
        assert (levels.result_of(one) is None) == differs
    copy = stored.about.of_copy("2026-11-26")
    assert copy.replayed == differs


def test_another_choice_within_a_turn_is_no_turn_played_again() -> None:
    s = session()
    move = next(move for move in s.legal if len(s.record.play(move).game().open_edges) > 0)
    s.play(move)
    assert s.game.turn == 0
    s.undo()
    s.play(next(other for other in s.legal if other.cell != move.cell))
    assert not s.about.replayed


def test_a_game_without_take_backs_counts() -> None:
    s = end_of(Session.new("x", Deal.shuffled(2, 5), (ANA, COMP)))
    assert model.outcome(s, "") is not None
