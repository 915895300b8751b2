"""Between page and worker: progress, cancelling, errors, workers that die, hang or never start."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cacao_core import CacaoError, Deal, Game, Move, Record, ai
from cacao_web.engine import protocol, slices, supervisor
from cacao_web.engine.computers import TURN, Computers
from cacao_web.engine.requests import JOBS
from cacao_web.engine.server import SLICE, RequestServer
from cacao_web.game.players import COMPUTER, Sitter
from tests.core.helpers import example
from tests.web.clock import Clock, until
from tests.web.driven import App, awaited, begin, settled, started
from tests.web.standin import StandIn

RECORD = Record(Deal.shuffled(2, 7))
SOON = 8 * SLICE
"""Seconds within which work has stopped: each hop between page and worker costs a slice."""


class Slow:
    """An artificial player that takes so many steps for a move, and counts them."""

    STEP = 0.002

    def __init__(self, steps: int, clock: Clock) -> None:
        self.steps = steps
        self.clock = clock
        self.done = 0
        self.closed = 0

    def thinking(
        self, game: Game, _level: str, _seed: int | None = None, _budget: int | None = None
    ) -> Iterator[tuple[float, Move]]:
        try:
            for step in range(self.steps):
                self.clock.work(self.STEP)
                self.done += 1
                yield (step + 1) / self.steps, game.legal_moves()[0]
        finally:
            self.closed += 1


@pytest.fixture
def slow(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Every level thinks for two seconds, if it is let."""
    slow = Slow(1000, clock)
    monkeypatch.setattr(ai, "thinking", slow.thinking)
    return slow


def move_request(number: int = 1, **data: Any) -> str:
    wanted = {"record": RECORD.to_text(), "level": "medium", "seed": 1, "milliseconds": 1000}
    return protocol.request(number, "move", {**wanted, **data})


async def said_to(text: str, *later: str) -> list[protocol.Message]:
    """All that a server says to some texts, a twentieth of a second apart."""
    posted: list[str] = []
    server = RequestServer(posted.append, JOBS)
    server.receive(text)
    for more in later:
        await asyncio.sleep(0.05)
        server.receive(more)
    await asyncio.gather(*server._tasks.running)
    return list(map(protocol.read, posted))


# --- The worker's side -----------------------------------------------------------------------


@awaited
async def test_request_is_begun_and_answered() -> None:
    first, *_, last = await said_to(move_request())
    assert first == protocol.Message(1, progress=0.0)
    assert last.answer is not None
    assert last.answer["move"] in map(str, RECORD.game().legal_moves())


@awaited
async def test_errors_are_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in ({"record": "nonsense"}, {"level": "gifted"}, {"milliseconds": "many"}):
        *_, last = await said_to(move_request(1, **data))
        assert last.error, data
    *_, last = await said_to(protocol.request(3, "tea", {"milliseconds": 1}))
    assert last.error is not None
    assert "expected move, hints, review or cancel" in last.error
    *_, last = await said_to(protocol.request(4, "move", {}))
    assert (last.id, last.error) == (4, "KeyError: 'level'")

    def failing(*_arguments: object) -> Iterator[tuple[float, Move]]:
        yield 0.5, RECORD.game().legal_moves()[0]
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(ai, "thinking", failing)
    *_, last = await said_to(move_request())
    assert last.error == "ZeroDivisionError: a mistake"
    posted: list[str] = []
    for damaged in ("", "{", "[]", "{}", '{"id": "x", "ask": "move"}'):
        RequestServer(posted.append, JOBS).receive(damaged)
    assert [set(json.loads(text)) for text in posted] == [{"id", "error"}] * 5


@awaited
async def test_time_that_the_page_gives_is_kept(slow: Slow, clock: Clock) -> None:
    *before, last = await said_to(move_request(milliseconds=150))
    assert last.answer is not None
    assert 0.15 <= slow.clock.now < 0.15 + 2 * slow.STEP
    assert slow.done == pytest.approx(0.15 / slow.STEP, abs=1)
    assert slow.closed == 1
    shares = [message.progress or 0 for message in before]
    assert shares[0] == 0
    assert len(shares) == 2  # one at once, then up to ten a second
    assert 0.1 / 0.15 < shares[1] < 1  # of the time, which is over before the work is


@awaited
async def test_request_that_is_taken_back_is_not_worked_at(slow: Slow, clock: Clock) -> None:
    *_, last = await said_to(move_request(5), protocol.cancel(5))
    assert last == protocol.Message(5, cancelled=True)
    assert slow.closed == 1
    assert 0.05 <= slow.done * slow.STEP < 0.05 + SOON
    done = slow.done
    *_, last = await said_to(move_request(6), protocol.cancel(9), protocol.cancel(6))
    assert last.cancelled
    assert 0.1 <= (slow.done - done) * slow.STEP < 0.1 + SOON  # not by another's


@awaited
async def test_request_can_be_taken_back_before_its_first_step(slow: Slow, clock: Clock) -> None:
    posted: list[str] = []
    server = RequestServer(posted.append, JOBS)
    server.receive(move_request(1))
    server.receive(protocol.cancel(1))
    await asyncio.gather(*server._tasks.running)
    assert protocol.read(posted[-1]).cancelled
    assert slow.done == 0


@awaited
async def test_others_get_a_turn_between_slices(slow: Slow, clock: Clock) -> None:
    waits: list[float] = []

    async def tick() -> None:
        while True:
            before = slow.clock.now
            await asyncio.sleep(0)
            waits.append(slow.clock.now - before)

    ticking = asyncio.ensure_future(tick())
    await said_to(move_request(milliseconds=200))
    ticking.cancel()
    assert SLICE <= max(waits) < SLICE + 2 * slow.STEP
    assert sum(waits) == pytest.approx(0.2, abs=SLICE)


@awaited
async def test_search_without_steps_is_an_error() -> None:
    with pytest.raises(CacaoError):
        await slices.last(iter([]), 1, 1, lambda _share: None)


@pytest.mark.parametrize(
    "text",
    ["", "7", "[]", "{}", '{"id": "1", "progress": 1}', '{"id": 1}', '{"id": 1, "x": 2}',
     '{"id": 1, "progress": 1, "answer": {}}', "[" * 100_000],
)  # fmt: skip
def test_nonsense_of_a_worker_is_known_as_such(text: str) -> None:
    with pytest.raises(CacaoError):
        protocol.read(text)


# --- The page's side -------------------------------------------------------------------------


async def chosen(page: StandIn, on_progress: Callable[[float], None] = lambda _share: None) -> Move:
    return await computers_of(page).decide(RECORD, Sitter("C", "hard"), on_progress)


def computers_of(page: StandIn, tell: Callable[[str], None] = lambda _text: None) -> Computers:
    return Computers(page, no_bot, tell)


async def no_bot(*_asked: object) -> Move:
    raise AssertionError("no bot plays here")


@awaited
async def test_progress_is_heard(slow: Slow, clock: Clock) -> None:
    shares: list[float] = []
    page = StandIn()
    assert await chosen(page, shares.append) == RECORD.game().legal_moves()[0]
    assert shares[0] == 0
    assert len(shares) == 6  # in 0.65 seconds
    assert shares == sorted(set(shares))


@pytest.mark.parametrize("temper", ["dead", "hung", "mad"])
@awaited
async def test_worker_that_fails_is_ended_and_replaced(temper: str, clock: Clock) -> None:
    page = StandIn()
    page.tempers = [temper]
    assert await chosen(page) in RECORD.game().legal_moves()
    assert [worker.temper for worker in page.workers] == [temper, "well"]
    assert page.workers[0].ended
    assert not page.workers[1].ended
    asked = [json.loads(text) for text in page.requests]
    assert [request.pop("id") for request in asked] == [1, 2]
    assert asked[0] == asked[1]
    assert len(page.reports) == 1


@pytest.mark.parametrize("temper", ["dead", "hung", "mad", "unborn", "deaf"])
@awaited
async def test_page_itself_plays_without_any_worker(
    temper: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = StandIn()
    page.tempers = [temper] * 9
    levels: list[tuple[str, int]] = []
    before = ai.thinking

    def noted(game: Game, level: str, seed: int, budget: int) -> Iterator[tuple[float, Move]]:
        levels.append((level, budget))
        return before(game, level, seed, budget)

    monkeypatch.setattr(ai, "thinking", noted)
    assert await chosen(page) in RECORD.game().legal_moves()
    assert [worker.ended for worker in page.workers] == [True, True]
    [(level, budget)] = levels
    assert 0 < budget < 200
    # What has made a worker hang would make the page hang.
    assert level == ("hard" if temper in ("unborn", "deaf") else "medium")


@pytest.mark.parametrize("temper", ["dead", "unborn"])
@awaited
async def test_workers_that_do_not_start_are_told_once(temper: str, clock: Clock) -> None:
    page, told = StandIn(), list[str]()
    page.tempers = [temper] * 9
    computers = computers_of(page, told.append)
    for _move in range(2):
        await computers.decide(RECORD, Sitter("C", "hard"), lambda _share: None)
        computers.worker.forgive()
    assert len(told) == (temper == "unborn")
    assert all("reload the page" in text for text in told)


@pytest.mark.long
@awaited
async def test_workers_that_never_start_are_tried_again_later() -> None:
    page = StandIn()
    page.tempers = ["unborn"] * 3
    app = await started(page)
    begin(page, kind_0=COMPUTER)
    await settled(app)
    assert app.game.game.is_over
    assert len(page.workers) == 2
    page.intent("rematch", "")
    await settled(app)
    assert [worker.temper for worker in page.workers] == ["unborn"] * 3 + ["well"]
    assert len(page.requests) > 30


@awaited
async def test_answer_that_is_an_error_does_not_stop_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = StandIn()
    before = ai.thinking

    def failing(
        game: Game, level: str, seed: int, budget: int | None
    ) -> Iterator[tuple[float, Move]]:
        if level == "hard":
            raise ZeroDivisionError("a mistake")
        return before(game, level, seed, budget)

    monkeypatch.setattr(ai, "thinking", failing)
    assert await chosen(page) in RECORD.game().legal_moves()
    assert page.reports == ["./app/opponent.py: ZeroDivisionError: a mistake"]
    assert len(page.workers) == 1


@awaited
async def test_search_that_fails_everywhere_does_not_stop_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(*_given: object) -> Iterator[tuple[float, Move]]:
        raise ZeroDivisionError("a mistake")

    def nonsense(game: Game, *_given: object) -> Iterator[tuple[float, Move]]:
        yield 1.0, Move.parse("W1111@99,99")

    for search in (failing, nonsense):
        monkeypatch.setattr(ai, "thinking", search)
        page = StandIn()
        assert await chosen(page) in RECORD.game().legal_moves()
        assert page.reports


@awaited
async def test_cancelled_request_leaves_the_worker_alone(slow: Slow, clock: Clock) -> None:
    page = StandIn()
    asking = asyncio.ensure_future(chosen(page))
    await asyncio.sleep(0.05)
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    assert [json.loads(text) for text in page.cancels] == [{"id": 1, "ask": "cancel"}]
    await until(lambda: protocol.read(page.workers[0].said[-1]).cancelled)
    assert slow.closed == 1
    assert slow.clock.now < 0.05 + SOON
    await asyncio.sleep(60)  # a worker that is silent then has nothing to say
    assert not page.workers[0].ended


@awaited
async def test_worker_that_keeps_cancelled_work_is_ended(clock: Clock) -> None:
    page = StandIn()
    page.tempers = ["hung"]
    asking = asyncio.ensure_future(chosen(page))
    await asyncio.sleep(0.03)
    asking.cancel()
    await asyncio.wait([asking])
    assert not page.workers[0].ended
    await until(lambda: page.workers[0].ended)
    assert supervisor.SILENT * supervisor.TICK < clock.now < 2 * supervisor.SILENT * supervisor.TICK


# --- At the table ----------------------------------------------------------------------------


async def thinking_computer(page: StandIn) -> App:
    """A game in which a computer thinks, and a person has turns as well."""
    app = await started(page)
    begin(page, kind_0=COMPUTER, kind_1="person", undo_turns="on")
    await asyncio.sleep(0.15)
    assert app.game.thinking
    assert len(page.requests) == 1
    return app


async def let_go(slow: Slow, begun: int) -> None:
    """Wait until as many searches are over as were begun, which is soon."""
    now = slow.clock.now
    await until(lambda: slow.closed == begun)
    assert slow.clock.now < now + SOON


@pytest.mark.parametrize(
    ("intent", "value"),
    [("home", ""), ("look", "0"), ("rematch", ""), ("begin", "")],
)
@awaited
async def test_computer_is_stopped_when_the_position_changes(
    slow: Slow, clock: Clock, intent: str, value: str
) -> None:
    page = StandIn()
    app = await thinking_computer(page)
    session = app.game
    assert (slow.closed, page.cancels) == (0, [])
    if intent == "look":
        session.play(session.game.legal_moves()[0])  # so that there is an earlier position
    page.intent(intent, value)
    await let_go(slow, begun=1)
    assert json.loads(page.cancels[0])["id"] == 1
    if intent == "home":
        done = slow.done
        await asyncio.sleep(5)
        assert slow.done == done
        assert session.record.moves == ()
    page.intent("home", "")
    await settled(app)


@awaited
async def test_computer_is_stopped_by_loading_and_playing(slow: Slow, clock: Clock) -> None:
    page = StandIn()
    app = await thinking_computer(page)
    page.answer("play", str(app.game.game.legal_moves()[0]))
    await let_go(slow, begun=1)
    await until(lambda: app.session and app.game.thinking)
    page.answer("load", example("temple").to_text())
    await let_go(slow, begun=2)
    assert len(page.requests) == len(page.cancels) == 2
    await settled(app)


@awaited
async def test_progress_of_a_computer_is_at_its_village_board(slow: Slow, clock: Clock) -> None:
    page = StandIn()
    app = await thinking_computer(page)
    assert '<progress id="thinking"' in page.regions["villages"]
    assert "is thinking" in page.regions["task"]
    assert 0 < float(page.regions["thinking@value"]) < 1
    page.intent("home", "")
    await settled(app)


@awaited
async def test_time_goes_round_in_a_turn(page: StandIn, app: App, clock: Clock) -> None:
    begin(page, kind_0="expert", kind_1="easy")
    await until(lambda: len(page.requests) > 24)
    asked = [json.loads(text) for text in page.requests]
    assert {request["level"] for request in asked} == {"expert", "easy"}
    assert max(request["milliseconds"] for request in asked) == 1950
    assert min(request["milliseconds"] for request in asked) >= 80


@awaited
async def test_time_of_a_decision_is_missing_from_the_next(clock: Clock) -> None:
    game = example("fill_activates_others").up_to(13)
    allowed = await allowances(game.up_to(12), game)
    place = TURN["expert"] * 0.65
    assert allowed[0] == place
    assert allowed[1] == pytest.approx((TURN["expert"] - place) * 0.6, abs=60)


@awaited
async def test_turn_that_comes_again_gets_the_same_time(clock: Clock) -> None:
    """After an undo, in another game, and in the replay of an old one."""
    fill = example("fill_activates_others").up_to(13)
    place, other = fill.up_to(12), Record(Deal.shuffled(2, 7))
    allowed = await allowances(place, place, fill, fill, other, place, fill, place)
    first, second = allowed[0], allowed[2]
    assert first > second
    assert allowed == [first, first, second, second, first, first, second, first]


async def allowances(*records: Record) -> list[int]:
    """Milliseconds that one player gets for each of these decisions, one after the other."""
    page = StandIn()
    levels = computers_of(page)
    for record in records:
        await levels.decide(record, Sitter("C", "expert"), lambda _share: None)
    return [json.loads(text)["milliseconds"] for text in page.requests]
