"""Taking back, playing again, and the courses that are left by that."""

from __future__ import annotations

from cacao_core import Deal, Record
from cacao_web.game.options import Options
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.saves.codec import Saved
from tests.core.helpers import example
from tests.web.driven import App
from tests.web.standin import StandIn
from tests.web.test_app import run, settled, started

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
        sum(move.starts_turn for move in whole.moves[len(session.record.moves) :]) < turns
        or len(session.game.legal_moves()) < 2
    ):
        assert session.can_undo
        page.intent("undo", "")
    return whole


def play_otherwise(page: StandIn, session: Session, whole: Record) -> None:
    at = len(session.record.moves)
    others = [one for one in session.game.legal_moves() if one != whole.moves[at]]
    session.take(others[0])
    page.intent("confirm", "")


def test_turns_that_were_taken_back_are_offered_again() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        session = at_table(app)
        whole = back(page, session, 3)
        assert "Taken back to turn" in page.regions["notice"]
        assert 'data-command="redo"' in page.regions["notice"]
        assert 'data-command="redo"' in page.regions["steps"]
        while session.can_redo:
            page.intent("key", "Shift+u")
        assert session.record == whole
        assert 'data-command="redo"' not in page.regions["steps"]

    run(scenario)


def test_keys_of_other_programs_undo_and_redo() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        session = at_table(app)
        whole = session.record
        page.intent("key", "Ctrl+z")
        assert len(session.record.moves) < len(whole.moves)
        page.intent("key", "Ctrl+y")
        assert session.record is whole
        page.intent("key", "Ctrl+z")
        page.intent("key", "Ctrl+Shift+z")
        assert session.record is whole

    run(scenario)


def test_a_course_that_is_left_stays_among_the_saved_games_until_the_game_ends() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
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

    run(scenario)


def test_a_course_that_is_opened_becomes_a_game_like_any_other() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        session = at_table(app)
        whole = back(page, session, 4)
        play_otherwise(page, session, whole)
        [other] = [id for id in names(app) if id != "mine"]
        page.intent("resume", other)
        assert app.session is not None
        assert not app.session.is_contest
        assert app.session.record.moves == whole.moves
        await settled(app)
        found = app.saves.look(other)
        assert isinstance(found, Saved)
        assert not found.session.about.origin.feature

    run(scenario)


def test_only_the_latest_courses_of_a_game_are_kept() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        for _ in range(5):
            session = at_table(app)
            whole = back(page, session, 3)
            play_otherwise(page, session, whole)
        assert len(kept(app)) == 3

    run(scenario)


def test_nothing_is_kept_of_what_was_changed_within_a_turn() -> None:
    async def scenario() -> None:
        page = StandIn()
        app = await started(page)
        deal = Deal.shuffled(2, 3)
        app.enter(Session.new("mine", deal, PLAYERS[:2], MAY_UNDO))
        session = app.session
        assert session is not None
        session.take(session.game.legal_moves()[0])
        page.intent("confirm", "")
        if session.can_undo:
            whole = back(page, session, 1)
            play_otherwise(page, session, whole)
        assert kept(app) == []

    run(scenario)
