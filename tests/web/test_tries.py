"""Turns that are tried freely in a finished game, and what is kept of them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest

from cacao_core import BadRecord, Move, Record
from cacao_core.moves import by_turn
from cacao_core.notes import Notes, Variation
from cacao_web.browser.store import MemoryStore
from cacao_web.features.analysis import codec
from cacao_web.features.analysis.trying import variations
from cacao_web.features.analysis.trying.tried import Try
from cacao_web.features.analysis.trying.variations import Value
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from cacao_web.saves.saves import Saves
from tests.web.driven import App, run, settled, started, within
from tests.web.standin import StandIn
from tests.web.test_mistakes import RECORD, answers_of

TURNS = by_turn(RECORD.moves)
STARTS = [sum(map(len, TURNS[:number])) for number in range(len(TURNS))]


def other_turn(number: int) -> tuple[Move, ...]:
    """A turn that was not played, with its forced ends."""
    game = RECORD.game(STARTS[number - 1])
    seat, line = game.turn, list[Move]()
    first = next(move for move in game.legal_moves() if move != TURNS[number - 1][0])
    while not line or (not game.is_over and game.turn == seat):
        line.append(first if not line else game.legal_moves()[0])
        game.play(line[-1])
    return tuple(line)


def test_try_is_a_variation_with_its_value() -> None:
    tried = variations.added(RECORD, 3, other_turn(3), Value(-1.23, 0.456))
    again = Record.from_text(tried.to_text())
    [one] = again.notes.variations
    assert (one.turn, one.moves) == (3, other_turn(3))
    assert variations.read(one.comment) == (Value(-1.2, 0.46), "")
    assert again.moves == RECORD.moves, "the game itself stays as it was"


def test_longer_try_takes_the_place_of_its_beginning() -> None:
    first = other_turn(3)
    tried = variations.added(RECORD, 3, first, Value(1.0, 0.5))
    [one] = tried.notes.variations
    said = one._replace(comment=one.comment + " interesting")
    tried = tried.with_notes(type(tried.notes)(variations=[said]))
    game = RECORD.game(STARTS[2])
    for move in first:
        game.play(move)
    longer = (*first, game.legal_moves()[0])
    tried = variations.added(tried, 3, longer, Value(2.0, 0.6))
    [one] = tried.notes.variations
    assert one.moves == longer
    assert variations.read(one.comment) == (Value(2.0, 0.6), "interesting")
    assert variations.added(tried, 3, first, None) == tried, "it is part of the longer one"


def test_variations_and_comments_are_checked() -> None:
    assert variations.added(RECORD, 3, TURNS[2], None) is RECORD
    noted = variations.commented(RECORD, 2, "  a good \n\n  start\t ")
    assert noted.notes.comments == {2: "a good\nstart"}
    assert Record.from_text(noted.to_text()).notes.comments == {2: "a good\nstart"}
    assert not variations.commented(noted, 2, "  ").notes
    with pytest.raises(BadRecord):
        variations.commented(RECORD, 2, "x" * 40_000)
    with pytest.raises(BadRecord):
        variations.commented(RECORD, 99, "too late")


@pytest.mark.parametrize(
    "comment", ["[%eval x,1]", "[%eval 1.0]", "nothing", "[%eval 1.0,0.5", "[%eval 1.0,1.99]"]
)
def test_comment_without_a_value_is_a_comment(comment: str) -> None:
    assert variations.read(comment) == (None, comment)


def test_shown_variation_has_its_own_comment() -> None:
    async def scenario(page: StandIn, app: App, game: Session) -> None:
        game.record = variations.added(game.record, 3, other_turn(3), Value(-1.2, 0.46))
        game.record = variations.commented(game.record, 3, "the turn")
        page.intent("show-try", "0")
        assert 'data-command="note-turn"' in page.regions["beside"]
        page.intent("note-turn", "")
        assert "Comment on a variation of turn 3" in page.dialog
        page.intent("field", '["comment", " worth\\na try "]')
        await settled(app)
        [one] = game.record.notes.variations
        assert variations.read(one.comment) == (Value(-1.2, 0.46), "worth a try")
        assert game.record.notes.comments == {3: "the turn"}
        page.intent("close", "")
        page.intent("review", str(STARTS[2]))
        page.intent("note-turn", "")
        assert "Comment on turn 3" in page.dialog
        assert "the turn" in page.dialog

    saved = trying(scenario)
    [id] = Saves(saved).ids()
    assert "worth a try" in Saves(saved).text(id)


def trying(
    scenario: Callable[[StandIn, App, Session], Awaitable[None]], number: int = 3
) -> MemoryStore:
    """Run a scenario that begins before a turn of an analysed game."""
    store = MemoryStore()

    async def play() -> None:
        page = StandIn()
        page.wide = True
        app = await started(page, store)
        session = Session("x", RECORD, (Sitter("Ana"), Sitter("Bo", COMPUTER)))
        app.enter(session)
        app.analysis.show(codec.read(session.record, answers_of(RECORD)))
        page.intent("analyse", "")
        page.intent("review", str(STARTS[number - 1]))
        await scenario(page, app, session)

    run(play)
    return store


@within(trying)
async def test_comment_on_a_doubled_variation_opens(page: StandIn, app: App, game: Session) -> None:
    twins = [Variation(3, other_turn(3), said) for said in ("one", "other")]
    game.record = game.record.with_notes(Notes(variations=twins))
    page.intent("show-try", "1")
    page.intent("note-turn", "")
    assert "Comment on a variation of turn 3" in page.dialog


async def play_turn(page: StandIn, app: App, moves: tuple[Move, ...]) -> None:
    for move in moves:
        await settled(app)
        session = app.game
        assert isinstance(session.mode, Try)
        if session.is_paused or move in session.record.moves[len(session.mode.record.moves) :]:
            continue
        if move.kind == "A":
            page.intent("activate", str(move))
        else:
            session.choosing.take(move)
            page.intent("confirm", "")
    await settled(app)


def test_turn_is_tried_valued_kept_and_saved() -> None:
    async def scenario(page: StandIn, app: App, game: Session) -> None:
        assert 'data-command="try-turn"' in page.regions["beside"]
        page.intent("try-turn", "")
        session = app.game
        assert isinstance(session.mode, Try)
        assert session.deciding
        assert "Play any turn" in page.regions["coach"]
        await play_turn(page, app, other_turn(3))
        assert session.is_paused
        assert session.mode.valued is not None
        assert "chance of winning" in page.regions["coach"]
        [one] = game.record.notes.variations
        assert one.moves[0] == other_turn(3)[0]
        assert variations.read(one.comment)[0] is not None
        page.intent("try-on", "")
        following = app.session
        assert following is not None
        assert isinstance(following.mode, Try)
        assert following.mode.seat != session.mode.seat
        page.intent("tries-leave", "")
        assert app.session is game
        assert game.look.at == STARTS[2]
        page.intent("look", str(STARTS[2]))
        page.intent("analyse", "")
        assert 'data-command="show-try"' in page.regions["beside"]
        page.intent("show-try", "0")
        assert game.look.variation == one.moves

    stored = trying(scenario)
    assert "[%eval" in Saves(stored).text("x")


@within(trying)
async def test_deleted_variation_comes_back_beside_new_notes(
    page: StandIn, app: App, game: Session
) -> None:
    game.record = variations.added(game.record, 3, other_turn(3), None)
    page.intent("drop-try", "0")
    assert not game.record.notes
    assert "Variation deleted" in page.regions["notice"]
    page.intent("restore", "")
    assert len(game.record.notes.variations) == 1
    page.intent("restore", "")
    assert len(game.record.notes.variations) == 1
    game.record = variations.added(game.record, 3, other_turn(3), None)
    game.record = variations.added(game.record, 5, other_turn(5), None)
    before = game.record.notes.variations
    page.intent("drop-try", "0")
    page.intent("note-turn", "")
    page.intent("field", '["comment", "later"]')
    page.intent("close", "")
    page.intent("restore", "")
    assert game.record.notes.comments == {3: "later"}
    assert game.record.notes.variations == before


def test_deleted_variation_comes_back_once() -> None:
    tried = variations.added(RECORD, 3, other_turn(3), None)
    [one] = tried.notes.variations
    assert variations.restored(tried, 0, one) is tried


@within(trying)
async def test_comment_is_saved_as_it_is_typed(page: StandIn, app: App, game: Session) -> None:
    page.intent("note-turn", "")
    assert app.dialog == "note"
    page.intent("field", '["comment", "why not <there>?"]')
    assert game.record.notes.comments == {3: "why not <there>?"}
    page.intent("close", "")
    assert "why not &lt;there&gt;?" in page.regions["beside"]


@within(trying)
async def test_comment_of_a_turn_opens_amid_it(page: StandIn, app: App, game: Session) -> None:
    number, turn = next((n, one) for n, one in enumerate(RECORD.turns(), 1) if len(one.moves) > 1)
    for at in (turn.at, turn.at + 1):
        page.intent("look", str(at))
        page.intent("note-turn", "")
        assert app.dialog == "note"
        page.intent("field", f'["comment", "at {at}"]')
        assert game.record.notes.comments == {number: f"at {at}"}
        page.intent("close", "")


def test_tries_are_for_finished_games() -> None:
    async def play() -> None:
        page = StandIn()
        app = await started(page)
        session = Session("x", RECORD.up_to(STARTS[8]), (Sitter("Ana"), Sitter("Bo")))
        app.enter(session)
        page.intent("look", str(STARTS[2]))
        page.intent("try-turn", "")
        page.intent("note-turn", "")
        assert app.session is session
        assert app.dialog == ""

    run(play)


@within(trying)
async def test_game_that_was_deleted_meanwhile_does_not_come_back(
    page: StandIn, app: App, game: Session
) -> None:
    page.intent("try-turn", "")
    app.saves.remove(game.id)
    await play_turn(page, app, other_turn(3))
    assert not app.saves.is_stored(game.id)


@within(trying)
async def test_try_goes_on_from_the_variation_that_is_shown(
    page: StandIn, app: App, game: Session
) -> None:
    found = app.analysis.found(game)
    assert found
    turn = found.turns[2]
    page.intent("vary", "1")
    better = game.look.variation
    assert better
    page.intent("try-turn", "")
    trial = app.game
    assert isinstance(trial.mode, Try)
    assert trial.record.moves == (*RECORD.moves[: turn.at], *better)
    assert trial.mode.begins == turn.at
    page.intent("tries-leave", "")
    assert (game.look.at, game.look.variation) == (turn.at, ())
    page.intent("try-turn", "")
    assert app.game.record.moves == RECORD.moves[: turn.at], "and before the turn, from there"


@within(trying)
async def test_try_after_turns_as_played_begins_where_it_leaves_the_game(
    page: StandIn, app: App, game: Session
) -> None:
    page.intent("vary", "0")
    assert game.look.variation == tuple(TURNS[2])
    page.intent("try-turn", "")
    guide = app.game.mode
    assert isinstance(guide, Try)
    assert guide.begins == guide.start == STARTS[3]


def test_try_begins_before_a_turn_that_ends_the_game_or_is_not_whole() -> None:
    last = len(TURNS)
    ended = variations.begun(RECORD, STARTS[last - 1], other_turn(last))
    assert ended == (RECORD.up_to(STARTS[last - 1]), STARTS[last - 1])
    number = next(n for n, turn in enumerate(TURNS, 1) if len(turn) > 1)
    start = STARTS[number - 1]
    assert variations.begun(RECORD, start, TURNS[number - 1][:1])[0].moves == RECORD.moves[:start]
    for at in range(len(RECORD.moves)):  # also amid a turn of the game
        tried, begins = variations.begun(RECORD, at, ())
        assert begins == len(tried.moves) == max(one for one in STARTS if one <= at)


@within(trying)
async def test_steps_go_turn_by_turn_through_a_variation(
    page: StandIn, app: App, game: Session
) -> None:
    first = other_turn(3)
    after = RECORD.game(STARTS[2])
    for move in first:
        after.play(move)
    second = (after.legal_moves()[0],)
    game.record = variations.added(game.record, 3, (*first, *second), Value(1.0, 0.5))
    page.intent("show-try", "0")
    shown = []
    for step in ("before", "after", "before", "before", "before"):
        page.intent(step, "")
        shown.append((game.look.at, game.look.variation))
    assert shown == [
        (STARTS[2], first),
        (STARTS[2], (*first, *second)),
        (STARTS[2], first),
        (STARTS[2], ()),
        (STARTS[1], ()),
    ]
    page.intent("show-try", "0")
    page.intent("before", "")
    page.intent("note-turn", "")
    assert "Comment on a variation" in page.dialog, "the whole of it is meant"
    page.intent("close", "")
    page.intent("try-turn", "")
    assert app.game.record.moves == (*RECORD.moves[: STARTS[2]], *first)


@within(trying)
async def test_variations_stand_on_the_panel_of_their_turn(
    page: StandIn, app: App, game: Session
) -> None:
    def panel() -> str:
        return page.regions["beside"].split('class="reviewed"')[1]

    game.record = variations.added(game.record, 3, other_turn(3), Value(-1.2, 0.46))
    game.record = variations.described(game.record, 3, other_turn(3), "worth a try")
    app.table.look(STARTS[4])
    assert "worth a try" not in panel()
    app.table.look(STARTS[2])
    assert "worth a try · Ana: lead −1.2 gold" in panel()
    page.intent("show-try", "0")
    assert game.look.variation == other_turn(3)
    [card] = re.findall(r'<button[^>]*id="tried-0"[^>]*>', panel())
    assert 'aria-pressed="true"' in card
    page.intent("show-try", "0")
    assert (game.look.at, game.look.variation) == (STARTS[2], ()), "a second click goes back"


@within(trying)
async def test_first_turns_variation_can_be_left_backwards(
    page: StandIn, app: App, game: Session
) -> None:
    app.table.look(0, variation=other_turn(1))
    before = page.regions["content"].split('data-command="before"')[1].split(">")[0]
    assert "disabled" not in before
    page.intent("before", "")
    assert (game.look.at, game.look.variation) == (0, ())
