"""A storm of puzzles: from easy to hard, against the clock, until three answers were wrong."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from cacao_core import puzzles
from cacao_web.browser.effects import Sound
from cacao_web.browser.store import MemoryStore
from cacao_web.features.puzzles import model, storm
from cacao_web.features.puzzles.storm import ERRORS, PACES, Run, StormResult
from cacao_web.features.puzzles.storming import StormTrial
from tests.web.driven import App, run, settled, started, text_of, within
from tests.web.standin import StandIn
from tests.web.test_puzzles import ALL, TODAY, kept, page_with, play, shown

BEGAN = "2026-11-20T12:00:00.000+00:00"


def going(solved: int = 0, missed: int = 0, pace: str = "three") -> Run:
    """A storm in which some were answered."""
    found = Run(pace, BEGAN, [*puzzles.load()[:30]])
    for right in [True] * solved + [False] * missed:
        found.answer(right=right)
    return found


def storming(scenario: Callable[[StandIn, App, MemoryStore], Awaitable[None]], pace: str) -> None:
    """Run a scenario that begins with a storm."""

    async def begun() -> None:
        page, store = page_with(*ALL), MemoryStore()
        app = await started(page, store)
        page.intent("storm", "")
        await settled(app)
        page.intent("storm-begin", pace)
        await scenario(page, app, store)

    run(begun)


async def solve(page: StandIn, app: App) -> None:
    """Play the best turn by the ordinary controls; the clock runs meanwhile."""
    session, trial = shown(app)
    for move in trial.puzzle.solution:
        await asyncio.sleep(1)
        if move in session.record.moves[trial.start :]:
            continue
        if move.kind == "A":
            page.intent("activate", str(move))
        else:
            session.choosing.take(move)
            page.intent("confirm", "")
    await asyncio.sleep(3)


def results(store: MemoryStore) -> dict[str, tuple[StormResult, ...]]:
    return dict(storm.from_text(store.get("cacao.storm") or ""))


def test_storm_goes_from_easy_to_hard() -> None:
    shipped = puzzles.load()
    path = storm.path(shipped, Random(1))
    efforts = [storm.effort(puzzle) for puzzle in path]
    assert efforts == sorted(efforts)
    assert len(path) == len({puzzle.id for puzzle in path}) == 60
    assert all(puzzle.rating < 1000 for puzzle in path[:2])
    assert all(puzzle.at < 70 for puzzle in path[:2]), "few tiles lie there"
    assert path[-1].rating > 1900
    assert storm.path(shipped, Random(2)) != path
    assert storm.path(shipped[:3], Random(1)) == shipped[:3]


def test_wrong_answers_and_time_awake_end_a_storm() -> None:
    assert not going(5, ERRORS - 1).is_over
    assert going(5, ERRORS).is_over
    assert going(30).is_over  # nothing is left
    late = going(5)
    for _second in range(179):
        late.tick(1.0)
    assert not late.is_over
    late.tick(1.0)
    assert late.is_over
    calm = going(5, pace="calm")
    calm.tick(1.0)
    assert (calm.left, calm.is_over) == (None, False)
    asleep = going()
    for passed in (3600.0, -5.0, 2.6):
        asleep.tick(passed)
    assert asleep.left == PACES["three"]


@pytest.mark.parametrize(
    ("seconds", "told"), [(180, "3:00"), (179.5, "3:00"), (61.2, "1:02"), (60, "1:00"), (0, "0:00")]
)
def test_clock_rounds_up(seconds: float, told: str) -> None:
    assert storm.clock(seconds) == told


def test_best_results_of_each_pace_are_kept() -> None:
    found: storm.Results = {}
    for number, solved in enumerate((3, 9, 0, 5, 7, 1, 8)):
        one = going(solved)
        one.began = f"2026-11-{20 + number}"
        found = storm.noted(found, one)
    assert [one.solved for one in found["three"]] == [9, 8, 7, 5, 3]
    grows = going(10)
    grows.began = "2026-12-01"
    found = storm.noted(storm.noted(found, going(4)), grows)
    grows.answer(right=True)
    found = storm.noted(found, grows)  # the same storm, a puzzle later
    assert [one.solved for one in found["three"]][:3] == [11, 9, 8]
    assert storm.from_text(storm.to_text(found)) == found


@pytest.mark.parametrize(
    "text", ["", "[", "3", '{"three": 5}', '{"three": [[0, "x"], [true, "x"], ["9", "x"], [9]]}']
)
def test_damaged_results_count_as_missing(text: str) -> None:
    assert storm.from_text(text) == {}


@within(storming, "three")
async def test_solved_puzzles_follow_each_other_and_the_rating_stays(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    came = []
    for number in range(1, 3):
        trial = shown(app)[1]
        assert isinstance(trial, StormTrial)
        came.append(trial.puzzle)
        assert 'data-left="' in page.regions["coach"]
        assert "puzzle-hint" not in page.regions["coach"]
        await solve(page, app)
        assert results(store)["three"][0].solved == number
        assert page.shaken[-1] == (30,)
    assert came == sorted(came, key=storm.effort)
    assert kept(store).results == {}
    assert app.saves.ids() == []


@within(storming, "calm")
async def test_three_wrong_answers_end_a_storm(page: StandIn, app: App, store: MemoryStore) -> None:
    missed = []
    for number in range(1, 4):
        missed.append(shown(app)[1].puzzle)
        page.intent("storm-skip", "")
        assert "Not solved." in text_of(page.regions["coach"])
        assert f"× {number}/3" in text_of(page.regions["coach"])
        assert f"{number} of 3 wrong" in page.regions["coach"]
        page.intent("storm-skip", "")  # a second tap skips nothing
        await asyncio.sleep(2)
    assert app.dialog == "puzzle-storm-end"
    assert "0 puzzles solved" in text_of(page.dialog)
    assert re.findall('puzzle-open" data-value="([^"]*)', page.dialog) == [
        puzzle.id for puzzle in missed
    ]
    page.intent("puzzle-open", missed[0].id)
    assert not isinstance(shown(app)[1], StormTrial)


@within(storming, "three")
async def test_clock_ends_a_storm_amid_a_turn(page: StandIn, app: App, store: MemoryStore) -> None:
    await solve(page, app)
    for _half in range(200):
        await asyncio.sleep(1)
    assert page.regions["storm-clock@data-left"] == "0:00"
    assert "60 seconds left." in page.said
    assert "10 seconds left." in page.said
    assert app.dialog == "puzzle-storm-end"
    assert "1 puzzle solved" in text_of(page.dialog)
    assert "best result so far" in text_of(page.dialog)
    page.intent("close", "")
    assert "The storm is over" in text_of(page.regions["coach"])
    page.intent("storm", "")
    assert "Best: 1." in text_of(page.dialog)
    assert json.loads(store.get("cacao.storm") or "") == {"three": [[1, page.time]]}


@within(storming, "six")
async def test_leaving_ends_a_storm_and_keeps_the_result(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    await solve(page, app)
    assert not app.features.get("puzzles").may_reload()
    page.intent("home", "")
    assert app.features.get("puzzles").may_reload()
    assert "1 puzzle solved" in text_of(page.dialog)
    page.intent("close", "")
    await asyncio.sleep(400)
    assert app.dialog == ""
    assert app.session is None
    assert results(store)["six"][0].solved == 1


@within(storming, "calm")
async def test_turn_can_begin_again_within_the_time(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    session, trial = shown(app)
    session.choosing.take(trial.first)
    page.intent("confirm", "")
    assert "storm-again" in page.regions["coach"]
    page.intent("storm-again", "")
    again, same = shown(app)
    assert same.puzzle == trial.puzzle
    assert again.record.moves == trial.record.moves
    assert "0 of 3 wrong" in page.regions["coach"]


@within(storming, "calm")
async def test_answer_is_judged_at_once_and_a_wrong_one_shows_the_right_cell(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    """The verdict comes as soon as the turn is over, not after the last motion."""
    assert not shown(app)[1].awaits_motion
    assert "meant" not in page.regions["board-stars"]
    page.intent("storm-skip", "")
    assert "at-once" in page.regions["coach"]
    assert page.regions["board-stars"].count("meant") == 1
    assert page.shaken == [(90, 60, 90)]
    assert Sound("wrong", 0) in page.effects


@within(storming, "three")
async def test_puzzles_of_a_storm_are_not_new_afterwards(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    puzzle = shown(app)[1].puzzle
    assert puzzle != model.of_day(ALL, TODAY), "that is for the day"
    page.intent("storm-skip", "")
    await asyncio.sleep(3)
    page.intent("home", "")
    assert kept(store).seen >= {puzzle.id}
    page.intent("puzzle-open", puzzle.id)
    await play(page, app, *puzzle.solution)
    assert "only the first try counts" in text_of(page.regions["coach"])
    assert (kept(store).rating, kept(store).ratings) == (model.START, ())
    assert kept(store).has_solved(puzzle.id)


@within(storming, "three")
async def test_reload_goes_on_with_a_storm(page: StandIn, app: App, store: MemoryStore) -> None:
    assert page.address_fragment == "storm"
    await solve(page, app)
    for _second in range(9):
        await asyncio.sleep(1)
    here = shown(app)[1].puzzle
    again = page_with(*ALL, fragment=page.address_fragment)
    app = await started(again, store)
    await asyncio.sleep(1)
    _session, attempt = shown(app)
    assert isinstance(attempt, StormTrial)
    assert attempt.puzzle == here
    assert "✓ 1 " in text_of(again.regions["coach"])
    left = again.regions["coach"].partition('data-left="')[2][:4]
    assert "2:40" < left < "3:00"
    again.intent("home", "")
    assert "1 puzzle solved" in text_of(again.dialog)


@within(storming, "three")
async def test_address_of_a_storm_that_has_ended_offers_another(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    page.intent("home", "")
    assert page.dialog == "", "nothing was answered"
    page.address_fragment = "storm"  # as the browser's Forward does
    page.intent("address", "")
    await settled(app)
    assert app.dialog == "puzzle-storm"
    assert app.session is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"pace": "three", "began": "x"}'])
def test_damaged_storm_does_not_go_on(text: str) -> None:
    assert storm.run_from_text(text, {}) is None


def test_storm_is_stored_as_it_stands() -> None:
    run = going(3, 1)
    run.tick(2.0)
    every = {puzzle.id: puzzle for puzzle in puzzles.load()}
    assert storm.run_from_text(storm.run_to_text(run), every) == run
    assert storm.run_from_text(storm.run_to_text(going(0, ERRORS)), every) is None
    assert storm.run_from_text(storm.run_to_text(None), every) is None
