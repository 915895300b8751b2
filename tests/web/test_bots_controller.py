"""Own bots in the app, with stand-ins for the page and its workers: bringing, playing, failing."""

from __future__ import annotations

import asyncio

import pytest

from cacao_core import Deal, Record
from cacao_web.browser.store import MemoryStore
from cacao_web.features.bots import view as views
from cacao_web.features.bots.model import Bot, BotProblem
from cacao_web.game.players import COMPUTER, PERSON, Sitter, bot_of
from cacao_web.game.session import Session
from cacao_web.game.setup import levels, link
from cacao_web.saves.saves import Saves
from tests.web import botfiles
from tests.web.botfiles import wheel
from tests.web.clock import until
from tests.web.driven import App, awaited, begin, started
from tests.web.standin import StandIn
from tests.web.test_contests import finish

pytestmark = pytest.mark.usefixtures("forget_bots")


async def with_bot(data: bytes = botfiles.FIRST, file: str = "mine.py") -> tuple[StandIn, App]:
    """A page that knows a bot, whatever that may do in a game."""
    page = StandIn()
    page.bots.kept["mine"] = Bot("mine", file, data)
    app = await started(page, MemoryStore())
    await until(lambda: app.setup.bots == ["mine"])
    return page, app


async def settled(app: App) -> None:
    """Wait until all is done; what belongs to a game that was left is cancelled."""
    while tasks := [task for task in app.tasks.running if "_end_notice" not in repr(task)]:
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert not isinstance(outcome, Exception)  # cancelled ones are none


async def until_asked(page: StandIn, app: App) -> None:
    """Wait for the question how to go on."""
    await until(lambda: 'data-command="bot-seat"' in page.dialog)
    assert app.game.stuck
    assert "cannot move" in page.regions["task"]


@awaited
async def test_chosen_file_is_tried_kept_and_seated(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    page.intent("bots", "")
    assert "Load it only if you trust" in page.dialog
    page.bots.bring("mine.py", botfiles.LAST, True)
    assert "Loading mine" in page.dialog
    await settled(app)
    assert "mine is ready" in page.dialog
    assert [worker.ended for worker in page.bots.workers] == [True]
    assert page.bots.kept == {"mine": Bot("mine", "mine.py", botfiles.LAST)}
    page.intent("bot-play", "mine")
    assert app.setup.kinds[:2] == [PERSON, "bot:mine"]
    assert '<option value="bot:mine" selected>' in page.dialog
    page.intent("begin", "")
    assert {sitter.name for sitter in app.game.sitters} == {"Player 1", "mine"}


@awaited
async def test_dropped_file_runs_only_after_a_yes(page: StandIn, app: App) -> None:
    page.bots.bring("mine.py", botfiles.FIRST, False)
    await settled(app)
    assert "Load mine and run it?" in page.dialog
    assert "Load it only if you trust" in page.dialog
    assert page.bots.workers == []
    page.intent("bots", "")  # no
    page.intent("bot-accept", "")
    await settled(app)
    assert page.bots.workers == []
    page.bots.bring("mine.py", botfiles.FIRST, False)
    page.intent("bot-accept", "")
    await settled(app)
    assert "mine is ready" in page.dialog


@awaited
async def test_dropped_record_is_opened_as_a_game(page: StandIn, app: App) -> None:
    record = Record(Deal.shuffled(2, 7), seats=("Ana", "Bo"))
    page.bots.bring("game.cacao", record.to_text().encode(), False)
    assert app.game.record == record
    page.bots.bring("photo.jpg", b"\xff\xd8\xff", False)
    assert "does not open a game" in page.dialog


@pytest.mark.parametrize(
    ("file", "data", "told"),
    [
        ("mine.py", botfiles.FAILING, "mine stopped with an error on line 6 of mine.py"),
        ("mine.py", botfiles.FAILING, "ZeroDivisionError: division by zero"),
        ("mine.py", botfiles.FAILING, "so far so good"),
        ("mine.py", botfiles.BROKEN, "SyntaxError"),
        ("mine.py", botfiles.BROKEN, "mine stopped with an error on line 2 of mine.py"),
        ("mine.py", botfiles.ENDLESS, "did not answer within 30 seconds and was stopped."),
        ("mine.py", botfiles.ILLEGAL, "tried an illegal move: W1111@50,50"),
        ("mine.py", botfiles.NONSENSE, "did not answer with a move, but with 42"),
        ("mine.py", botfiles.MUTE, "has no function choose(game); looked in: mine.py"),
        ("mine.py", b"import no_such\n", "needs the module no_such, which is not here"),
        ("mine.whl", wheel("a", {"quiet.py": b"x = 1\n"}), "choose(game); looked in: quiet"),
        ("mine.whl", b"no zip", "This file is damaged, or not a wheel."),
        ("mine.whl", wheel(tag="cp39-cp39-win32"), "not pure Python"),
        ("games.csv", b"day;name;total\n", "has games and no bot"),
        ("games.json", b'{"format": "cacao-games"}', "has games and no bot"),
        ("mine.txt", b"x", "A bot is a Python file (.py) or a wheel (.whl)."),
    ],
)
@awaited
async def test_faults_of_a_file_are_told_at_once(
    page: StandIn, app: App, file: str, data: bytes, told: str
) -> None:
    page.intent("bots", "")
    page.bots.bring(file, data, True)
    await settled(app)
    assert told in page.dialog.replace("&#x27;", "'")
    assert page.bots.kept == {}
    assert app.setup.bots == []


@awaited
async def test_outcome_is_told_after_the_dialog_is_closed(page: StandIn, app: App) -> None:
    for data, told in ((botfiles.FIRST, "mine is ready."), (botfiles.MUTE, "no function")):
        page.bots.bring("mine.py", data, True)
        page.intent("close", "")
        await settled(app)
        assert page.dialog == ""
        assert told in page.regions["notice"]


@awaited
async def test_example_comes_from_the_site(page: StandIn, app: App) -> None:
    page.intent("bots", "")
    page.intent("bot-example", "")
    await settled(app)
    assert "not available right now" in page.regions["notice"]
    page.catalogues["bots/example_bot.py"] = botfiles.FIRST
    page.intent("bot-example", "")
    await settled(app)
    assert "example_bot is ready" in page.dialog


@awaited
async def test_browser_that_keeps_nothing() -> None:
    page = StandIn()
    page.bots.refuses = True
    app = await started(page)
    page.intent("bots", "")
    page.bots.bring("mine.py", botfiles.FIRST, True)
    await settled(app)
    assert "This browser will not remember it" in page.dialog
    begin(page, kind_0="bot:mine", kind_1="bot:mine")
    await settled(app)
    assert app.game.game.is_over
    page.intent("bot-forget", "mine")
    await settled(app)
    assert page.reports == []


@awaited
async def test_forgotten_bot_leaves_the_form() -> None:
    page, app = await with_bot()
    page.intent("bot-play", "mine")
    page.intent("bots", "")
    assert "Bots on this device" in page.dialog
    page.intent("bot-forget", "mine")
    await settled(app)
    assert page.bots.kept == {}
    assert "Bots on this device" not in page.dialog
    assert app.setup.kinds[1] == levels.FIRST


# --- In a game ---------------------------------------------------------------------------------


@awaited
async def test_whole_game_against_a_bot_of_ones_own() -> None:
    page, app = await with_bot()
    begin(page, kind_0="bot:mine", kind_1=COMPUTER, kind_2="bot:mine")
    await settled(app)
    assert app.game.game.is_over
    assert len(page.bots.workers) == 2
    page.intent("home", "")
    assert all(worker.ended for worker in page.bots.workers)


@awaited
async def test_try_again_asks_a_new_worker() -> None:
    page, app = await with_bot(botfiles.FAILING)
    begin(page, kind_1="bot:mine", first="1")
    await until_asked(page, app)
    assert "mine stopped with an error on line 6 of mine.py" in page.dialog
    page.intent("bot-again", "")
    assert page.dialog == ""
    await until_asked(page, app)
    assert [worker.ended for worker in page.bots.workers] == [True, True]


@awaited
async def test_computer_makes_the_move() -> None:
    page, app = await with_bot(botfiles.ILLEGAL)
    begin(page, kind_1="bot:mine", first="1")
    await until_asked(page, app)
    assert app.game.record.moves == ()
    page.intent("bot-move", "")
    await until_asked(page, app)  # its workers act, or its next turn has come
    assert app.game.record.moves
    assert app.game.sitters[0].kind == "bot:mine"


@pytest.mark.parametrize(("value", "kind"), [("computer", COMPUTER), ("person", PERSON)])
@awaited
async def test_somebody_else_takes_the_seat(value: str, kind: str) -> None:
    page, app = await with_bot(botfiles.NONSENSE)
    begin(page, kind_1="bot:mine", first="1")
    await until_asked(page, app)
    page.intent("bot-seat", value)
    await settled(app)
    assert [sitter.kind for sitter in app.game.sitters] == [kind, PERSON]
    assert not app.game.stuck
    assert page.dialog == ""
    saved = app.saves.load(app.game.id).session
    assert saved.sitters == app.game.sitters
    if kind == COMPUTER:
        assert len(app.game.record.moves) > 0
    else:
        assert app.game.covered


@pytest.mark.parametrize(("value", "kind"), [("computer", COMPUTER), ("person", PERSON)])
@awaited
async def test_game_whose_seat_is_given_away_stays_the_same(value: str, kind: str) -> None:
    """Title, date and match; and in the match's next game the same players sit there."""
    page, app = await with_bot(botfiles.NONSENSE)
    begin(page, kind_1="bot:mine", first="1", length="match")
    await until_asked(page, app)
    session = app.game
    about = session.about = session.about._replace(title="Sunday")
    assert about.key_of("matches")
    assert about.created
    page.intent("bot-seat", value)
    await settled(app)
    assert app.session is not session
    assert app.game.about == about
    assert app.saves.load(session.id).session.about == about
    finish(page, app)
    await settled(app)
    assert "Match, game 1 of 3" in page.dialog
    page.intent("next-game", about.key_of("matches"))
    assert sorted(sitter.kind for sitter in app.game.sitters) == sorted([kind, PERSON])
    page.intent("home", "")
    await settled(app)


@awaited
async def test_question_can_be_put_off_and_the_game_left() -> None:
    page, app = await with_bot(botfiles.FAILING)
    begin(page, kind_1="bot:mine", first="1")
    await until_asked(page, app)
    page.intent("closed", "")
    assert page.dialog == ""
    assert 'data-command="bot-trouble"' in page.regions["content"]
    page.intent("bot-trouble", "")
    assert 'data-command="bot-again"' in page.dialog
    page.intent("home", "")
    await asyncio.gather(*app.tasks.running, return_exceptions=True)
    page.intent("bot-trouble", "")
    assert page.dialog == ""
    assert page.reports == []
    page.intent("continue", "")
    await until_asked(page, app)


@awaited
async def test_better_file_takes_over_in_the_game_that_waits() -> None:
    page, app = await with_bot(botfiles.FAILING)
    begin(page, kind_1="bot:mine", first="1")
    await until_asked(page, app)
    page.bots.bring("mine.py", botfiles.FIRST, True)
    await until(lambda: "mine is ready" in page.dialog)
    page.intent("bot-play", "mine")
    await settled(app)
    assert app.game.deciding
    assert len(app.game.record.moves) > 0


@pytest.mark.parametrize("here", [True, False])
@awaited
async def test_looking_back_asks_again_when_one_returns(here: bool) -> None:
    page, app = await with_bot(botfiles.FAILING)
    begin(page, kind_0=COMPUTER, kind_1="bot:mine", kind_2=PERSON)
    if not here:
        page.intent("bot-forget", "mine")
    await until_asked(page, app)
    page.intent("closed", "")
    page.intent("look", "0")
    assert "Before turn 1 of" in page.regions["task"]
    page.intent("now", "")
    await until_asked(page, app)
    await asyncio.sleep(1)  # enough for a second question, if there were one
    assert (app.game.stuck, app.game.thinking) == (True, False)
    page.intent("bot-move", "")
    await until_asked(page, app)


@awaited
async def test_saved_game_whose_bot_is_gone() -> None:
    store = MemoryStore()
    deal = Deal.shuffled(2, 7)
    players = (Sitter("Robo", "bot:elsewhere"), Sitter("Ana"))
    Saves(store).save(Session.new("x", deal, players), "2026-11-20")
    page = StandIn()
    app = await started(page, store)
    page.intent("continue", "")
    await until_asked(page, app)
    assert "elsewhere is a bot whose file is not on this device" in page.dialog
    assert "bot-again" not in page.dialog
    page.intent("bots", "")
    page.bots.bring("other.py", botfiles.FIRST, True)
    await until(lambda: "other is ready" in page.dialog)
    page.intent("bot-play", "other")
    await settled(app)
    assert app.game.sitters[0][:2] == ("Robo", "bot:other")
    assert app.game.deciding


def test_link_tells_which_seat_a_bot_has() -> None:
    record = Record(Deal.shuffled(3, 7), seats=("mine", "Ana", "Comp"))
    players = (Sitter("mine", "bot:mine"), Sitter("Ana"), Sitter("Comp", COMPUTER))
    fragment = link.fragment(record, players)
    assert "&p=bpm" in fragment
    opened = link.read(fragment)
    assert [sitter.kind for sitter in opened.sitters] == ["bot:mine", PERSON, COMPUTER]
    named = (players[0]._replace(kind="bot:other"), *players[1:])
    assert link.alike(named, opened.sitters)
    assert not link.alike((players[0]._replace(kind=PERSON), *players[1:]), opened.sitters)
    unnamed = link.read(record.to_link() + "&p=bpm")
    assert bot_of(unnamed.sitters[0].kind) == unnamed.sitters[0].name


def test_problem_has_a_sentence() -> None:
    known = ["raised", "illegal", "nonsense", "time", "died", "module", "packages", "choose"]
    told = {views.sentence("mine", BotProblem(what, "{name} {0}")) for what in [*known, "absent"]}
    assert len(told) == len(known) + 1
    assert all("mine" in text for text in told)
    assert views.sentence("{x}", BotProblem("forged", "{y}")) == "{x} crashed."


@awaited
async def test_form_seats_no_bot_that_is_not_here(page: StandIn, app: App) -> None:
    page.intent("new-game", "")
    for kind in ("bot:ghost", "bot:", "bot", "robot"):
        page.write("kind-1", kind)
        assert app.setup.kinds[1] == levels.FIRST


@awaited
async def test_bots_of_the_same_name_are_numbered() -> None:
    page, app = await with_bot()
    begin(page, kind_0="bot:mine", kind_1="bot:mine")
    assert {sitter.name for sitter in app.game.sitters} == {"mine 1", "mine 2"}
    long = "x" * 40
    app.setup.know_bots([long])
    begin(page, kind_0=f"bot:{long}", kind_1=f"bot:{long}")
    assert [len(sitter.name) for sitter in app.game.sitters] == [40, 40]
    page.intent("home", "")


@awaited
async def test_program_may_play_for_a_bot_that_failed() -> None:
    page, app = await with_bot(botfiles.FAILING)
    begin(page, kind_1="bot:mine", first="1")
    await until_asked(page, app)
    page.intent("closed", "")
    while app.game.actor and not app.game.actor.is_person:
        page.answer("play", str(app.game.game.legal_moves()[-1]))
    await settled(app)
    assert not app.game.stuck
    assert "bot-trouble" not in page.regions["content"]
