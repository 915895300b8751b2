"""One's own mistakes come back at growing intervals until they are put right for good."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import date, timedelta

import pytest

from cacao_web.browser.store import MemoryStore
from cacao_web.features.analysis import codec
from cacao_web.features.analysis.learning.kept import KEPT
from cacao_web.game.learning import repetition
from cacao_web.game.learning.repetition import INTERVALS, MOST, Deck, Mistake
from cacao_web.game.players import COMPUTER, Sitter
from cacao_web.game.session import Session
from tests.web.driven import App, awaited, run, settled, started, text_of, within
from tests.web.standin import StandIn
from tests.web.test_mistakes import RECORD, answers_of, mistakes_of, play, shown
from tests.web.test_puzzles import TODAY, page_with

ONE = Mistake("a", "game", {"at": 0}, "2026-11-20")


def later(days: int) -> date:
    return TODAY + timedelta(days=days)


def deck(*mistakes: Mistake) -> Deck:
    return Deck().with_new(mistakes)


def test_answers_move_mistakes_between_boxes() -> None:
    found, day = deck(ONE), TODAY
    assert found.due(day) == [ONE]
    for days in INTERVALS:
        found = found.answered("a", day, right=True)
        assert found.kept[0].due(day) == day + timedelta(days=days)
        assert found.due(day + timedelta(days=days - 1)) == []
        day += timedelta(days=days)
        assert len(found.due(day)) == 1
    found = found.answered("a", day, right=True)
    assert (found.kept, found.learned, found.gone) == ((), 1, ("a",))
    assert sorted(INTERVALS) == list(INTERVALS)
    found = deck(ONE)
    for days in (0, 1, 4):
        found = found.answered("a", later(days), right=True)
    found = found.answered("a", later(11), right=False)
    assert found.kept[0].box == 0
    assert found.due(later(11)) == []
    assert len(found.due(later(12))) == 1
    assert found.answered("a", later(12), right=True).kept[0].due(later(12)) == later(13)
    found = deck(ONE).answered("a", TODAY, right=True)
    assert found.answered("a", TODAY, right=True) == found
    assert found.answered("a", TODAY, right=False).kept[0].box == 0
    assert found.answered("nobody", TODAY, right=False) == found


def test_clock_that_was_set_back_hides_nothing_for_long() -> None:
    found = deck(ONE).answered("a", later(3650), right=True)  # ten years too early
    [kept] = found.kept
    assert kept.due(TODAY) == later(1)
    assert found.due(later(3651)) == [kept]
    wrong = found.answered("a", TODAY, right=False)
    assert wrong.due(later(1)) == list(wrong.kept)


def test_deleted_mistakes_come_again_if_undone() -> None:
    gone = deck(ONE).without("a")
    assert gone.with_new([ONE]) == gone
    assert gone.with_again(ONE) == deck(ONE)
    assert deck(ONE).with_new([ONE._replace(box=3)]) == deck(ONE)


def test_latest_are_kept_and_overdue_come_first() -> None:
    many = deck(*(ONE._replace(id=str(number)) for number in range(MOST + 5)))
    assert [one.id for one in many.kept][:2] == ["5", "6"]
    assert len(many.kept) == MOST
    mixed = deck(ONE, *(ONE._replace(id=id) for id in "bc"))
    mixed = mixed.answered("b", later(-9), right=False).answered("c", later(-5), right=False)
    assert [one.id for one in mixed.due(TODAY)] == ["b", "c", "a"]


def test_deck_survives_storage_and_damage() -> None:
    found = deck(ONE, ONE._replace(id="b")).answered("a", TODAY, right=True).without("b")
    assert repetition.from_text(repetition.to_text(found)) == found
    for text in ("", "[", "[1]", "{}", '{"kept": 3, "learned": true, "gone": {}}'):
        assert repetition.from_text(text) == Deck()
    data = json.loads(repetition.to_text(found))
    data["kept"] += [{"id": 3}, "x", {"id": "c", "game": "g", "turn": {}, "box": 99, "last": 7}]
    read = repetition.from_text(json.dumps(data))
    assert [(one.id, one.box, one.last) for one in read.kept] == [
        ("a", 1, TODAY),
        ("c", 0, date.min),
    ]


def own(store: MemoryStore) -> Deck:
    return repetition.from_text(store.get("cacao.mistakes") or "")


def analysed(
    scenario: Callable[[StandIn, App, MemoryStore], Awaitable[None]],
    kinds: tuple[str, str] = ("person", COMPUTER),
) -> None:
    """Run a scenario that begins with a finished game, whose saved analysis is opened."""

    async def play_it() -> None:
        page, store = page_with(), MemoryStore()
        page.wide = True
        app = await started(page, store)
        sitters = tuple(Sitter(name, kind) for name, kind in zip("AB", kinds, strict=True))
        session = Session("x", RECORD, sitters)
        app.enter(session)
        text = codec.to_text(session.record, answers_of(RECORD))
        app.saves.keep("notes.x", text)
        page.intent("analyse", "")
        page.intent("home", "")
        await scenario(page, app, store)

    run(play_it)


async def solved(page: StandIn, app: App) -> None:
    """Play the better turn of the mistake on the board."""
    retry = shown(app)[1]
    await play(page, app, retry.better().moves[retry.start :])


@within(analysed)
async def test_analysis_brings_the_mistakes_of_people_here_once(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    kept = own(store).kept
    assert [one.turn["at"] for one in kept] == [turn.at for turn in mistakes_of(0)]
    assert len(store.get("cacao.mistakes") or "") < 2000 * len(kept)
    page.intent("own-mistake-delete", kept[0].id)
    app.enter(Session("x", RECORD, (Sitter("A"), Sitter("B", COMPUTER))))
    page.intent("analyse", "")
    assert own(store).kept == kept[1:]


@within(analysed, (COMPUTER, COMPUTER))
async def test_games_of_computers_bring_none(page: StandIn, app: App, store: MemoryStore) -> None:
    assert own(store) == Deck()


@within(analysed)
async def test_due_mistakes_are_put_right_in_turn(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    total = len(own(store).kept)
    page.intent("puzzles", "")
    await settled(app)
    assert f"{total} mistakes to practise." in text_of(page.dialog)
    page.intent("own-mistakes", "")
    assert page.dialog.count('data-command="own-mistake"') == total
    page.intent("own-mistakes-begin", "")
    session, retry = shown(app)
    assert session.sitters[retry.seat].is_person
    assert f"1 of {total}" in page.regions["coach"]
    await solved(page, app)
    assert "Right!" in page.regions["coach"]
    assert [one.box for one in own(store).kept].count(1) == 1
    page.intent("mistake-next", "")
    page.intent("mistake-show", "")  # counts as not known
    page.intent("mistakes-leave", "")
    assert (app.session, app.dialog) == (None, KEPT)
    assert f"{total - 2} mistakes to practise." in text_of(page.dialog)
    assert "solved once" in text_of(page.dialog)
    assert app.saves.ids() == ["x"]


@within(analysed)
async def test_mistake_comes_back_the_next_day(page: StandIn, app: App, store: MemoryStore) -> None:
    first = own(store).kept[0].id
    for time, box in (("2026-11-20", 1), ("2026-11-20", 1), ("2026-11-21", 2)):
        page.time = f"{time}T12:00:00.000+00:00"
        page.intent("own-mistake", first)
        await solved(page, app)
        page.intent("mistake-next", "")
        assert own(store).kept[0].box == box


@within(analysed)
async def test_mistake_comes_back_by_the_days_of_the_person(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    """In Tokyo the next day begins at 15:00 UTC."""
    page.zone = "Asia/Tokyo"
    first, total = own(store).kept[0].id, len(own(store).kept)
    for time, due, box in (("13:00", total, 1), ("14:59", total - 1, 1), ("15:01", total, 2)):
        page.time = f"2026-11-20T{time}:00.000+00:00"
        page.intent("puzzles", "")
        await settled(app)
        assert f"{due} mistakes to practise." in text_of(page.dialog)
        page.intent("own-mistake", first)
        await solved(page, app)
        page.intent("mistake-next", "")
        assert own(store).kept[0].box == box


@within(analysed)
async def test_learning_after_the_game_counts_as_the_first_time(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    game = Session("x", RECORD, (Sitter("A"), Sitter("B", COMPUTER)))
    app.enter(game)
    page.intent("analyse", "")
    page.intent("mistakes", "")
    await solved(page, app)
    assert own(store).kept[0].box == 1


@within(analysed)
async def test_deletion_can_be_undone(page: StandIn, app: App, store: MemoryStore) -> None:
    page.intent("own-mistakes", "")
    before = {one.id for one in own(store).kept}
    page.intent("own-mistake-delete", own(store).kept[0].id)
    assert len(own(store).kept) == len(before) - 1
    assert 'data-command="restore"' in page.regions["notice"]
    page.intent("restore", "")
    assert {one.id for one in own(store).kept} == before
    assert page.dialog.count('data-command="own-mistake"') == len(before)


@pytest.mark.parametrize("game", ["nonsense", ""])
@awaited
async def test_damaged_mistake_is_told_and_can_be_deleted(game: str) -> None:
    page, store = page_with(), MemoryStore()
    broken = Deck((Mistake("a", game, {}, "soon"),))
    store.set("cacao.mistakes", repetition.to_text(broken))
    app = await started(page, store)
    page.intent("own-mistakes", "")
    page.intent("own-mistakes-begin", "")
    assert "can no longer be read" in page.regions["notice"]
    assert app.session is None
    page.intent("own-mistake-delete", "a")
    assert own(store).kept == ()


@awaited
async def test_dialog_without_mistakes_says_where_they_come_from() -> None:
    page = page_with()
    await started(page)
    page.intent("own-mistakes", "")
    assert "Finish a game, and analyse it" in text_of(page.dialog)
