"""Taking back and playing again: courses that are left, tiles that stay turned, and what counts."""

from __future__ import annotations

import re

import pytest

from cacao_core import Deal, Record
from cacao_core.moves import turns_begun
from cacao_web.features.statistics import model
from cacao_web.game.options import Options
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup import levels
from cacao_web.saves import codec
from cacao_web.saves.codec import Saved
from tests.core.helpers import deal_starting, example
from tests.web.driven import App, awaited, begin, settled
from tests.web.standin import StandIn

PLAYERS = (Sitter("Ana"), Sitter("Comp", COMPUTER), Sitter("Comp 2", COMPUTER))
MAY_UNDO = Options(undo_turns=True)


def at_table(app: App) -> Session:
    session = Session("mine", example("three_spaces_blind"), PLAYERS, MAY_UNDO)
    app.enter(session)
    return session


def names(app: App) -> list[str]:
    return [saved.session.id for saved in app.saves.latest()]


def kept(app: App) -> list[Record]:
    return [saved.session.record for saved in app.saves.latest() if saved.session.id != "mine"]


def back(page: StandIn, session: Session, turns: int) -> Record:
    """Take back some whole turns; returns the course before."""
    whole = session.record
    while (
        turns_begun(whole.moves[len(session.record.moves) :]) < turns
        or len(session.game.legal_moves()) < 2
    ):
        assert session.can_undo
        page.intent("undo", "")
    return whole


def play_otherwise(page: StandIn, session: Session, whole: Record) -> None:
    at = len(session.record.moves)
    others = [one for one in session.game.legal_moves() if one != whole.moves[at]]
    session.choosing.take(others[0])
    page.intent("confirm", "")


@awaited
async def test_turns_that_were_taken_back_are_offered_again(page: StandIn, app: App) -> None:
    session = at_table(app)
    whole = back(page, session, 3)
    assert "Taken back to turn" in page.regions["notice"]
    assert 'data-command="redo"' in page.regions["notice"]
    assert 'data-command="redo"' in page.regions["steps"]
    while session.can_redo:
        page.intent("key", "Shift+u")
    assert session.record == whole
    assert 'data-command="redo"' not in page.regions["steps"]
    session = at_table(app)
    whole = session.record
    page.intent("key", "Ctrl+z")
    assert len(session.record.moves) < len(whole.moves)
    page.intent("key", "Ctrl+y")
    assert session.record is whole
    page.intent("key", "Ctrl+z")
    page.intent("key", "Ctrl+Shift+z")
    assert session.record is whole


@awaited
async def test_course_stays_saved_until_the_game_ends(page: StandIn, app: App) -> None:
    session = at_table(app)
    whole = back(page, session, 4)
    play_otherwise(page, session, whole)
    assert [record.moves for record in kept(app)] == [whole.moves]
    assert names(app)[0] == "mine"  # that is what "Continue" opens
    page.intent("home", "")
    assert "taken back at turn" in page.regions["saves"]
    app.enter(session)
    while not session.game.is_over:
        app.table.play_exactly(str(session.game.legal_moves()[-1]))
    await settled(app)
    assert kept(app) == []


@awaited
async def test_course_that_is_opened_becomes_a_game(page: StandIn, app: App) -> None:
    session = at_table(app)
    whole = back(page, session, 4)
    play_otherwise(page, session, whole)
    [other] = [id for id in names(app) if id != "mine"]
    page.intent("resume", other)
    assert not app.game.is_contest
    assert app.game.record.moves == whole.moves
    await settled(app)
    found = app.saves.look(other)
    assert isinstance(found, Saved)
    assert not found.session.about.origin.feature


@awaited
async def test_latest_courses_of_a_game_are_kept(page: StandIn, app: App) -> None:
    for _ in range(5):
        session = at_table(app)
        whole = back(page, session, 3)
        play_otherwise(page, session, whole)
    assert len(kept(app)) == 3


@awaited
async def test_changes_within_a_turn_leave_no_course(page: StandIn, app: App) -> None:
    deal = Deal.shuffled(2, 3)
    app.enter(Session.new("mine", deal, PLAYERS[:2], MAY_UNDO))
    session = app.game
    session.choosing.take(session.game.legal_moves()[0])
    page.intent("confirm", "")
    if session.can_undo:
        whole = back(page, session, 1)
        play_otherwise(page, session, whole)
    assert kept(app) == []


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
        s.choosing.take_hand(index)
        s.choosing.rotate(index + 1)
    return s


THREE = ["1210", "0130", "1012"]


def test_looking_at_another_tile_leaves_all_as_they_are_turned() -> None:
    s = turned_each()
    for index in (0, 1, 2, 1, 0):
        s.choosing.choose_hand(index)
        s.choosing.point_at(s.choosing.targets[0])
        s.choosing.propose(s.choosing.targets[0])
        s.choosing.cancel()
        assert hand(s) == THREE
        assert s.choosing.chosen_edges == THREE[index]
    s.choosing.choose_hand(0)  # a second tap turns it on
    assert hand(s) == ["0121", *THREE[1:]]
    s.choosing.rotate(-1)
    assert hand(s) == THREE


def test_other_tiles_stay_turned_over_an_undo() -> None:
    s = turned_each()
    s.choosing.take_hand(2)  # its twin is the first tile
    s.choosing.propose((1, 0))
    assert s.choosing.candidate is not None
    s.play(s.choosing.candidate)
    assert hand(s)[:2] == ["0130", "1210"]  # the rules do not tell twins apart: the first has gone
    finish_round(s)
    assert hand(s)[:2] == ["0130", "1210"]
    s.choosing.take_hand(0)
    s.choosing.rotate()
    s.undo()
    assert (hand(s), s.choice.hand) == (["1210", "0013", "1012"], 2)
    s.redo()
    assert hand(s)[:2] == ["0013", "1210"]
    s.undo()
    assert hand(s) == ["1210", "0013", "1012"]


def test_drawn_tiles_and_those_of_others_are_not_turned() -> None:
    s = session()
    s.choosing.rotate(3)
    s.play("W1012@1,0")
    seat, drawn = 0, ("3001", "2101", "2101")
    assert s.choice.edges(seat, drawn) == ["3001", "2101", "2101"]
    s = session(ANA, BO)
    s.choosing.rotate()
    s.play(s.choosing.choices[0])
    while s.game.turn == 0:
        s.play(s.game.legal_moves()[0])
    assert hand(s, 1) == list(HANDS[1])
    s.choosing.take_hand(1)
    s.choosing.rotate(2)
    assert hand(s, 1) == ["1111", "0121", "3100"]
    assert hand(s, 0)[:2] == list(HANDS[0][1:])


@awaited
async def test_hand_is_drawn_as_it_is_turned_and_stays_so(page: StandIn, app: App) -> None:
    begin(page, kind_1="newcomer")
    await settled(app)
    s = app.session
    assert s is not None

    def drawn() -> list[str]:
        return re.findall(r'id="hand-\d"[^>]*aria-label="[^:]*: ([^"]*)"', page.regions["content"])

    for number in "123":
        page.intent("key", number)
        page.intent("key", "r")
    wanted, edges = drawn(), hand(s)
    for intents in (
        [("hand", "0"), ("hand", "1")],
        [("hint", ""), ("key", "Escape")],
        [("look", "0"), ("now", "")],
        [("settings", ""), ("close", "")],
        [("escape", "")],
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


# --- Whole turns ---------------------------------------------------------------------------------


def after_a_round(*players: Sitter, about: About | None = None) -> Session:
    s = session(*players, options=Options(hide_hands=False))
    if about:
        s.about = about
    s.play(s.legal[0])
    finish_round(s)
    return s


def test_whole_turns_are_taken_back_if_alone() -> None:
    assert after_a_round().can_undo
    assert not after_a_round(ANA, BO).can_undo
    assert not after_a_round(about=About(origin=Origin("daily", "2026-11-25"))).can_undo


def end_of(s: Session) -> Session:
    while not s.game.is_over:
        s.play(s.game.legal_moves()[0])
    return s


@pytest.mark.parametrize("differs", [False, True])
def test_game_counts_unless_a_turn_was_replayed(*, differs: bool) -> None:
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


def test_choice_within_a_turn_does_not_count_as_replayed() -> None:
    s = session()
    move = next(move for move in s.legal if len(s.record.play(move).game().open_edges) > 0)
    s.play(move)
    assert s.game.turn == 0
    s.undo()
    s.play(next(other for other in s.legal if other.cell != move.cell))
    assert not s.about.replayed
    s = end_of(Session.new("x", Deal.shuffled(2, 5), (ANA, COMP)))
    assert model.outcome(s, "") is not None
