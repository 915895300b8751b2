"""What games count for, with a stand-in for the page: the daily game and the ladder."""

from __future__ import annotations

import json
import re
from datetime import date
from random import Random

import pytest

from cacao_core import Deal, Record, ai
from cacao_web.browser.store import MemoryStore
from cacao_web.features.daily import friends
from cacao_web.features.daily import model as daily
from cacao_web.features.daily.friends import DayResult
from cacao_web.features.daily.model import DailyResult
from cacao_web.features.daily.view import card as daily_card
from cacao_web.features.ladder import model as ladder
from cacao_web.features.ladder.model import RUNGS, Best
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import PERSON, sitters
from cacao_web.game.session import Session
from cacao_web.saves.codec import to_json
from tests.core.helpers import play_at_random
from tests.web.driven import App, awaited, settled, started, unseen
from tests.web.standin import StandIn

DAY = date(2026, 11, 20)
"""Of the stand-in's clock."""


def finish(page: StandIn, app: App, seed: int = 1) -> Session:
    """Play the game to its end, for everybody, by chance."""
    session = app.game
    rng = Random(seed)
    with unseen(app):
        while not session.game.is_over:
            move = rng.choice(session.game.legal_moves())
            assert json.loads(page.answer("play", str(move))) == {"value": None}
    return session


def finished(deal: Deal, seed: int = 1) -> Record:
    return Record(deal, tuple(play_at_random(Record(deal).game(), Random(seed))))


def store_of(*games: tuple[Session, str]) -> MemoryStore:
    store = MemoryStore()
    for session, when in games:
        store.set(f"cacao.game.{session.id}", to_json(session, when))
    return store


def history(store: MemoryStore) -> dict[date, DailyResult]:
    return daily.from_text(store.get("cacao.daily") or "")


# --- The daily game --------------------------------------------------------------------------


@awaited
async def test_daily_game_from_its_start_to_its_result() -> None:
    page, store = StandIn(), MemoryStore()
    page.shares = True
    app = await started(page, store)
    page.intent("daily", "")
    assert "2026-11-20" in page.dialog
    assert "begin-daily" in page.dialog
    page.write("level", str(ai.LEVELS.index("easy")))
    page.intent("begin-daily", "")
    session = app.game
    assert session.record.deal == daily.deal_of(DAY)
    assert session.persons == [daily.seat_of(DAY)]
    assert sorted(sitter.kind for sitter in session.sitters) == ["easy", PERSON]
    assert session.about.key_of("daily") == "2026-11-20"
    page.intent("home", "")
    assert "Daily game 2026-11-20" in page.regions["saves"]
    page.intent("daily", "")
    assert "Continue" in page.dialog
    assert "begin-daily" not in page.dialog
    page.intent("resume", session.id)
    finish(page, app)
    await settled(app)
    made = history(store)[DAY]
    assert f"{made.own} : {made.other}".replace("-", "−") in page.dialog
    page.intent("copy-daily", "2026-11-20")
    page.intent("send-daily", "2026-11-20")
    await settled(app)
    copied, sent = page.shared
    link = friends.fragment(DayResult(DAY, "", made))
    assert copied == f"{daily_text(made)}\nhttps://example.org/cacao/#{link}"
    assert sent == f"{daily_text(made)} https://example.org/cacao/#{link}"
    assert "Result copied" in page.regions["notice"]


def daily_text(made: DailyResult) -> str:
    ended = {1: "won", 0.5: "shared victory", 0: "lost"}[made.won]
    gold = f"{made.own} : {made.other}".replace("-", "−")
    return f"Cacao, daily game 2026-11-20: Computer 5 (easy), {gold}, {ended}\n{daily_card(made)}"


@awaited
async def test_first_game_of_a_day_counts_and_no_other() -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    page.intent("begin-daily", "")
    first = finish(page, app)
    kept = store.get("cacao.daily")
    assert kept is not None  # at once, before its end is shown
    again = StandIn()
    other = await started(again, store)
    again.intent("resume", first.id)  # the page died meanwhile
    await settled(other)
    assert "Daily game 2026-11-20" in again.dialog
    again.intent("close", "")
    again.intent("daily", "")
    assert "You have played today’s game" in again.dialog
    assert f'data-command="resume" data-value="{first.id}"' in again.dialog
    again.intent("begin-daily", "")
    assert other.game.about.key_of("daily") == ""
    assert other.game.about.title == "Daily game 2026-11-20, again"
    finish(again, other, seed=2)
    await settled(other)
    assert store.get("cacao.daily") == kept


@awaited
async def test_daily_game_of_the_dialog_counts_after_midnight() -> None:
    page, store = StandIn(), MemoryStore()
    page.time = "2026-11-20T23:59:00.000+00:00"
    app = await started(page, store)
    page.intent("daily", "")
    page.time = "2026-11-21T00:01:00.000+00:00"
    page.intent("begin-daily", "")
    finish(page, app)
    assert set(history(store)) == {DAY}
    page.intent("daily", "")
    assert "2026-11-21" in page.dialog
    assert "begin-daily" in page.dialog


@awaited
async def test_second_game_of_the_day_in_another_tab_says_so() -> None:
    store = MemoryStore()
    one, other = StandIn(), StandIn()
    apps = [await started(one, store), await started(other, store)]
    one.intent("begin-daily", "")
    other.intent("begin-daily", "")
    finish(one, apps[0], seed=1)
    kept = store.get("cacao.daily")
    finish(other, apps[1], seed=5)
    await settled(apps[1])
    assert "Only the first game of a day counts" in other.dialog
    assert store.get("cacao.daily") == kept


@awaited
async def test_game_that_only_says_to_be_daily_counts_nothing() -> None:
    players = sitters(("Ana", "Comp"), (PERSON, "easy"))
    wrong = Session(
        "x",
        finished(Deal.shuffled(2, 1)),
        players,
        about=About(origin=Origin("daily", DAY.isoformat())),
    )
    page, store = StandIn(), store_of((wrong, "2026-11-20"))
    app = await started(page, store)
    page.intent("resume", "x")
    await settled(app)
    assert "counts as an ordinary one" in page.dialog
    assert history(store) == {}


@awaited
async def test_days_in_a_row_and_damaged_histories() -> None:
    page, store = StandIn(), MemoryStore()
    await started(page, store)
    won = {DAY.replace(day=day): DailyResult("hard", 50, 40, 1) for day in (16, 18, 19)}
    store.set("cacao.daily", daily.to_text(won))
    page.intent("daily", "")
    assert re.findall(r"<dd>(\d)</dd>", page.dialog) == ["2", "2", "2"]
    assert "<td>50 : 40</td><td>won</td>" in page.dialog
    store.set("cacao.daily", '{"2026-11-19": "x"')
    page.intent("daily", "")
    assert "Your days" not in page.dialog
    page.intent("copy-daily", "2026-11-19")
    assert "Nothing is known" in page.regions["notice"]


@awaited
async def test_games_that_count_say_that_there_are_no_hints(page: StandIn) -> None:
    for command in ("daily", "ladder", "new-game"):
        page.intent(command, "")
        assert ("no hints" in page.dialog) == (command != "new-game")
    page.write("length", "match")
    assert "no hints" in page.dialog


@awaited
async def test_level_of_the_daily_game_is_kept() -> None:
    page, store = StandIn(), MemoryStore()
    await started(page, store)
    page.intent("daily", "")
    page.write("level", str(ai.LEVELS.index("expert")))
    for damaged in ("nonsense", "", "-1", str(len(ai.LEVELS)), "³"):
        page.write("level", damaged)
    again = StandIn()
    await started(again, store)
    again.intent("daily", "")
    assert 'aria-valuetext="12 (expert)"' in again.dialog


# --- The ladder ------------------------------------------------------------------------------


@awaited
async def test_try_at_a_rung_is_kept_and_leads_on() -> None:
    """Tries by chance, until one has reached the target and one has not."""
    outcomes = set()
    for seed in range(40):
        page, store = StandIn(), MemoryStore()
        app = await started(page, store)
        page.intent("ladder-play", "1")
        session = finish(page, app, seed)
        assert session.about.number_of("ladder") == 1
        [seat] = session.persons
        await settled(app)
        gold = session.game.score()[seat].total
        reached = RUNGS[0].reached(session.game.score(), session.game.winners(), seat)
        assert ladder.from_text(store.get("cacao.ladder") or "") == {1: Best(gold, reached)}
        assert ("Target reached." in page.dialog) is reached
        onward = f'data-command="ladder-play" data-value="{1 + reached}"'
        assert onward in page.dialog
        outcomes.add(reached)
        if len(outcomes) == 2:
            break
    assert outcomes == {True, False}


@awaited
async def test_rungs_can_be_tried_and_pass_those_before() -> None:
    page, store = StandIn(), MemoryStore()
    store.set("cacao.ladder", ladder.to_text({5: Best(60, reached=True)}))
    app = await started(page, store)
    page.intent("ladder", "")
    assert page.dialog.count("<li") == page.dialog.count("ladder-play") == len(RUNGS)
    assert page.dialog.count("passed by a harder game") == 4
    page.intent("ladder-play", "9")
    assert app.session is None
    assert page.reports
    page.intent("ladder-play", "1")
    page.intent("home", "")
    assert "Ladder, game 1" in page.regions["saves"]


COUNTS = {
    "begin-daily": ["Daily game 2026-11-20"],
    "ladder-play": ["Ladder, game 3", "Against Computer 5 (easy)", "Target: get at least 40 gold."],
}


@pytest.mark.parametrize("intent", COUNTS)
@awaited
async def test_contest_of_a_game_stands_beside_it(intent: str) -> None:
    page, store = StandIn(), MemoryStore()
    app = await started(page, store)
    page.intent(intent, "3")
    again = StandIn()  # also for whoever comes back later
    other = await started(again, store)
    again.intent("resume", app.game.id)
    for told in COUNTS[intent]:
        assert told in page.regions["villages"]
        assert told in again.regions["villages"]
    page.intent("home", "")
    await settled(app)
    await settled(other)


@pytest.mark.parametrize(("intent", "value"), [("begin-daily", ""), ("ladder-play", "1")])
@awaited
async def test_turns_are_not_taken_back_in_games_that_count(
    page: StandIn, app: App, intent: str, value: str
) -> None:
    page.intent("new-game", "")
    page.write("undo_turns", "on")
    page.write("ask_all", "on")
    page.intent(intent, value)
    assert (app.game.options.undo_turns, app.game.options.ask_all) == (False, True)
    page.intent("home", "")
    await settled(app)


def test_rung_that_was_reached_opens_the_next() -> None:
    climb = ladder.with_try({}, 1, 40, reached=True)
    assert ladder.with_try(climb, 1, 40, reached=True) == climb
    climb = ladder.with_try(climb, 1, 12, reached=False)
    assert climb == {1: Best(40, reached=True)}
    assert ladder.due(climb) == 2
    assert ladder.due({2: Best(50, reached=True)}) == 3  # passes the one before
    assert ladder.due({5: Best(50, reached=False)}) == 1
    whole = dict.fromkeys(range(1, len(RUNGS) + 1), Best(99, reached=True))
    assert ladder.due(whole) == len(RUNGS) + 1
    assert ladder.from_text(ladder.to_text(whole)) == whole
    for text in ("", "[]", "{", "[" * 1000, '{"9": [1, true], "x": [1, true], "1": [true, true]}'):
        assert ladder.from_text(text) == {}


@awaited
async def test_whole_ladder_can_be_played_again() -> None:
    page, store = StandIn(), MemoryStore()
    whole = dict.fromkeys(range(1, len(RUNGS) + 1), Best(99, reached=True))
    store.set("cacao.ladder", ladder.to_text(whole))
    app = await started(page, store)
    page.intent("ladder", "")
    assert "You have climbed the whole ladder" in page.dialog
    page.intent("ladder-play", "8")
    assert sorted(sitter.kind for sitter in app.game.sitters) == ["expert", PERSON]
    page.intent("home", "")
    await settled(app)


@awaited
async def test_others_than_those_of_the_rung_count_nothing() -> None:
    players = sitters(("Ana", "Comp"), (PERSON, "easy"))
    wrong = Session(
        "x", finished(Deal.shuffled(2, 1)), players, about=About(origin=Origin("ladder", "8"))
    )
    page, store = StandIn(), store_of((wrong, "2026-11-20"))
    app = await started(page, store)
    page.intent("resume", "x")
    await settled(app)
    assert "this counts as an ordinary game" in page.dialog
    assert store.get("cacao.ladder") is None


@awaited
async def test_contests_say_that_they_have_no_expansions(page: StandIn, app: App) -> None:
    for command in ("daily", "ladder"):
        page.intent(command, "")
        assert "Expansions are not played here." in page.dialog
    await settled(app)
