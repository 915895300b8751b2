"""A storm of puzzles: from easy to hard, against the clock, until three answers were wrong."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from cacao_core import puzzles
from cacao_web.browser.store import MemoryStore
from cacao_web.features.puzzles import storm
from cacao_web.features.puzzles.storm import ERRORS, PACES, Result, Run
from cacao_web.features.puzzles.storming import Attempt
from tests.web.driven import App, run, settled, started, within
from tests.web.standin import StandIn
from tests.web.test_puzzles import ALL, kept, page_with, said, shown

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
            session.take(move)
            page.intent("confirm", "")
    await asyncio.sleep(3)


def results(store: MemoryStore) -> dict[str, tuple[Result, ...]]:
    return dict(storm.from_text(store.get("cacao.storm") or ""))


def test_storm_goes_from_easy_to_hard() -> None:
    shipped = puzzles.load()
    path = storm.path(shipped, Random(1))
    ratings = [puzzle.rating for puzzle in path]
    assert ratings == sorted(ratings)
    assert len(path) == len({puzzle.id for puzzle in path}) == 60
    assert ratings[0] < 900
    assert ratings[-1] > 1900
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
    ratings = []
    for number in range(1, 4):
        trial = shown(app)[1]
        assert isinstance(trial, Attempt)
        ratings.append(trial.puzzle.rating)
        assert 'data-left="' in page.regions["coach"]
        assert "puzzle-hint" not in page.regions["coach"]
        await solve(page, app)
        assert f"Right! {number} solved." in page.said
        assert results(store)["three"][0].solved == number
    assert ratings == sorted(ratings)
    assert kept(store).results == {}
    assert app.saves.ids() == []


@within(storming, "calm")
async def test_three_wrong_answers_end_a_storm(page: StandIn, app: App, store: MemoryStore) -> None:
    missed = []
    for number in range(1, 4):
        missed.append(shown(app)[1].puzzle)
        page.intent("storm-skip", "")
        assert "Not solved." in said(page.regions["coach"])
        assert f"× {number}/3" in said(page.regions["coach"])
        assert f"{number} of 3 wrong" in page.regions["coach"]
        page.intent("storm-skip", "")  # a second tap skips nothing
        await asyncio.sleep(2)
    assert app.dialog == "puzzle-storm-end"
    assert "0 puzzles solved" in said(page.dialog)
    assert re.findall('puzzle-open" data-value="([^"]*)', page.dialog) == [
        puzzle.id for puzzle in missed
    ]
    page.intent("puzzle-open", missed[0].id)
    assert not isinstance(shown(app)[1], Attempt)


@within(storming, "three")
async def test_clock_ends_a_storm_amid_a_turn(page: StandIn, app: App, store: MemoryStore) -> None:
    await solve(page, app)
    for _half in range(200):
        await asyncio.sleep(1)
    assert page.regions["storm-clock@data-left"] == "0:00"
    assert "60 seconds left." in page.said
    assert "10 seconds left." in page.said
    assert app.dialog == "puzzle-storm-end"
    assert "1 puzzle solved" in said(page.dialog)
    assert "best result so far" in said(page.dialog)
    page.intent("close", "")
    assert "The storm is over" in said(page.regions["coach"])
    page.intent("storm", "")
    assert "Best: 1." in said(page.dialog)
    assert json.loads(store.get("cacao.storm") or "") == {"three": [[1, page.time]]}


@within(storming, "six")
async def test_leaving_ends_a_storm_and_keeps_the_result(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    await solve(page, app)
    assert not app.features.get("puzzles").may_reload()
    page.intent("home", "")
    assert app.features.get("puzzles").may_reload()
    await asyncio.sleep(400)
    assert app.dialog == ""
    assert app.session is None
    assert results(store)["six"][0].solved == 1


@within(storming, "calm")
async def test_turn_can_begin_again_within_the_time(
    page: StandIn, app: App, store: MemoryStore
) -> None:
    session, trial = shown(app)
    session.take(trial.first)
    page.intent("confirm", "")
    assert "storm-again" in page.regions["coach"]
    page.intent("storm-again", "")
    again, same = shown(app)
    assert same.puzzle == trial.puzzle
    assert again.record.moves == trial.record.moves
    assert "0 of 3 wrong" in page.regions["coach"]
