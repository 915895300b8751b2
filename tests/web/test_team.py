"""Several workers share the work on a move of the strongest level."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator

import pytest

from cacao_core import Deal, Move, Record, ai
from cacao_core.ai import sharing
from cacao_core.ai.strengths import STRENGTHS, Strength
from cacao_web.engine.client import Opponent
from cacao_web.engine.team import helpers_for
from tests.core.helpers import example
from tests.web.clock import Clock, until
from tests.web.standin import StandIn

START = Record(Deal.shuffled(2, 5), ())
HELPERS, CORES = 2, 6
TIME = 60_000


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few playouts, so that the tests are quick."""
    master = STRENGTHS["master"]
    monkeypatch.setitem(STRENGTHS, "master", Strength(master.width, master.depth, 80))


async def choose(
    opponent: Opponent, record: Record = START, seed: int = 3, milliseconds: int = TIME
) -> str:
    return await opponent.choose(record, "master", seed, milliseconds, lambda _share: None)


def alone(record: Record = START, seed: int = 3) -> str:
    """The move of one worker."""
    return str(ai.choose(record.game(), "master", seed=seed))


async def team_of(page: StandIn) -> Opponent:
    """Workers that have started, with the first move."""
    opponent = Opponent(page.start_worker, page.report, CORES)
    await choose(opponent)
    await until(lambda: len(opponent.team.ready) == HELPERS)
    page.requests.clear()
    return opponent


def asked(page: StandIn) -> set[str]:
    return {json.loads(text)["ask"] for text in page.requests}


def test_the_move_is_that_of_one_worker(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        before = [len(worker.said) for worker in page.workers]
        for seed in range(4):
            assert await choose(opponent, seed=seed) == alone(seed=seed)
        assert asked(page) == {"share", "part"}
        assert all(
            len(worker.said) > said for worker, said in zip(page.workers, before, strict=True)
        ), "all of them have worked"
        assert not page.reports

    clock.run(scenario)


def test_progress_is_told_stage_by_stage(clock: Clock) -> None:
    async def scenario() -> None:
        opponent = await team_of(StandIn())
        shares: list[float] = []
        await opponent.choose(START, "master", 1, TIME, shares.append)
        assert len(shares) > 2
        assert shares == sorted(set(shares))
        assert all(0 <= share < 1 for share in shares)

    clock.run(scenario)


def test_nobody_waits_for_helpers_that_do_not_start(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        page.tempers = ["well", "deaf", "unborn", "deaf", "unborn"]
        opponent = Opponent(page.start_worker, page.report, CORES)
        for seed in range(3):
            assert await choose(opponent, seed=seed) == alone(seed=seed)
        assert asked(page) == {"move", "ready"}

    clock.run(scenario)


@pytest.mark.parametrize("successor", ["well", "dead"])
def test_the_part_of_a_helper_that_fails_is_done_by_others(successor: str, clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        page.workers[1].temper = "dead"
        page.tempers = [successor]
        assert await choose(opponent) == alone()
        assert page.workers[1].ended
        assert len(opponent.team.ready) == HELPERS - (successor == "dead")
        assert await choose(opponent, seed=4) == alone(seed=4)

    clock.run(scenario)


def test_if_the_leader_fails_its_successor_decides_alone(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        page.workers[0].temper = "dead"
        page.tempers = ["dead", "well"]
        assert await choose(opponent) == alone()
        assert "move" in asked(page)
        assert page.reports

    clock.run(scenario)


def test_when_time_is_over_the_best_turn_so_far_is_chosen(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        move = await choose(opponent, milliseconds=0)
        assert Move.parse(move) in START.game().legal_moves()
        assert json.loads(page.requests[-1])["stop"]
        assert await choose(opponent) == alone(), "nothing is left over"

    clock.run(scenario)


def endless(clock: Clock) -> Callable[..., Iterator[tuple[float, list[float]]]]:
    """A part that never ends."""

    def working(*_given: object) -> Iterator[tuple[float, list[float]]]:
        while True:
            clock.work(0.03)
            yield 0.5, []

    return working


def test_a_cancelled_search_ends_in_all_workers(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        with monkeypatch.context() as patch:
            patch.setattr(sharing, "working", endless(clock))
            search = asyncio.ensure_future(choose(opponent))
            await until(lambda: "part" in asked(page))
            search.cancel()
            with pytest.raises(asyncio.CancelledError):
                await search
            await until(lambda: page.cancels)
        assert await choose(opponent) == alone()

    clock.run(scenario)


def test_the_end_of_the_game_is_solved_by_one_worker(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        record = example("golden_v1_2_seed")
        last = [at for at, move in enumerate(record.moves) if move.starts_turn][-2]
        late = Record(record.deal, record.moves[:last])
        assert await choose(opponent, late) == alone(late)
        assert asked(page) == {"share", "move"}

    clock.run(scenario)


def test_helpers_rest_and_start_again(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        assert opponent.rest()
        assert all(worker.ended for worker in page.workers)
        assert await choose(opponent) == alone()
        await until(lambda: len(opponent.team.ready) == HELPERS)

    clock.run(scenario)


def test_a_busy_helper_ends_after_its_answer(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = await team_of(page)
        with monkeypatch.context() as patch:
            patch.setattr(sharing, "working", endless(clock))
            thinking = asyncio.ensure_future(choose(opponent))
            await until(lambda: "part" in asked(page))
            thinking.cancel()
            assert not opponent.dismiss(), "a part is being worked on"
            await until(lambda: all(worker.ended for worker in page.workers[1:]))
        assert not page.workers[0].ended
        assert await choose(opponent) == alone()
        await until(lambda: len(opponent.team.ready) == HELPERS)

    clock.run(scenario)


def test_a_helper_that_is_called_back_while_it_starts_counts_once(clock: Clock) -> None:
    async def scenario() -> None:
        page = StandIn()
        opponent = Opponent(page.start_worker, page.report, CORES)
        first = asyncio.ensure_future(choose(opponent))
        while "ready" not in asked(page):
            await asyncio.sleep(0)
        assert not opponent.dismiss(), "the helpers are starting"
        assert await choose(opponent) == await first
        await asyncio.sleep(1)
        assert len(opponent.team.ready) == HELPERS

    clock.run(scenario)


@pytest.mark.parametrize(
    ("cores", "helpers"), [(1, 0), (2, 0), (3, 0), (4, 1), (6, 2), (8, 3), (16, 3)]
)
def test_helpers_take_half_of_the_cores(cores: int, helpers: int) -> None:
    assert helpers_for(cores) == helpers
