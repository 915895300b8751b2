"""The artificial players' worker in the browser: progress, cancel, a killed and a hung worker."""

from __future__ import annotations

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.bench.chromium import ask_python
from tests.e2e.conftest import OpenPage, Spoil, begin_workers_with, settled
from tests.e2e.hosts import Held
from tests.e2e.pages import Listener
from tests.e2e.test_game import begin, record_of

SLOW = """
import time
from js import BroadcastChannel
from cacao_core import ai
from cacao_web.engine import slices
_steps = BroadcastChannel.new("steps")
_last = slices.last
_thinking = ai.thinking
_hinting = ai.hinting
SECONDS = {seconds}

def _slowly(steps):
    for _share, last in steps:
        yield 0.0, last
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < SECONDS:
        until = time.perf_counter() + 0.003
        while time.perf_counter() < until:
            pass
        _steps.postMessage(1)
        yield min(spent / SECONDS, 1.0), last
    yield 1.0, last

ai.thinking = lambda game, level, seed, budget: _slowly(_thinking(game, level, seed, 1))
ai.hinting = lambda record, budget=None: _slowly(_hinting(record, 1))
slices.last = lambda steps, seconds, *given, **named: _last(steps, 2 * SECONDS, *given, **named)
"""
"""A search of so many seconds, whatever the level's own limit, which is half a second for some."""
HUNG = """
from js import XMLHttpRequest
from cacao_core import ai

def _for_ever(*given):
    request = XMLHttpRequest.new()
    request.open("GET", "SITEheld", False)  # does nothing else until that is answered
    request.send()
    yield

ai.thinking = _for_ever
"""
# Remembers every worker of the page, and when one of them last took a step.
SPY = """
window.threads = [];
window.stepped = 0;
new BroadcastChannel("steps").onmessage = () => { window.stepped = performance.now(); };
const Real = Worker;
window.Worker = class extends Real {
  constructor(...given) {
    super(...given);
    window.threads.push({worker: this, ended: false});
  }
  terminate() {
    window.threads.find(thread => thread.worker === this).ended = true;
    super.terminate();
  }
};
"""
STATES = "window.threads.map(thread => thread.ended)"


def record_text(page: Page) -> str:
    return str(page.evaluate("window.cacao.record()"))


def searches(page: Page, wanted: bool) -> None:
    """Wait until a worker is seen to search, or has not for a while."""
    page.wait_for_function(f"performance.now() - stepped {'<' if wanted else '>'} 300")


def test_worker_shows_how_far_it_is_and_stops_when_it_is_left(
    open_page: OpenPage, spoil: Spoil
) -> None:
    begin_workers_with(spoil, SLOW.format(seconds=60))
    page = open_page(script=SPY)
    for leave in ("home", "look"):
        if page.locator("#home").is_hidden():
            page.locator("[data-command=home]").click()
        _think(page)
        before = record_text(page)
        if leave == "home":
            page.locator("[data-command=home]").click()
        else:
            page.evaluate("document.querySelector('#turns .turn').dataset.value = '0'")
            page.evaluate("document.querySelector('#turns .turn').click()")
        searches(page, False)
        assert page.evaluate(STATES) == [False]
        if leave == "look":
            page.keyboard.press("Escape")
            page.wait_for_function("document.getElementById('thinking')?.value > 0")
            searches(page, True)
            assert record_text(page) == before


def _think(page: Page) -> None:
    """Begin a game in which a computer thinks, and shows it."""
    begin(page, kind_0="person", kind_1="expert", seed="7")
    page.evaluate("window.cacao.play('W1111@0,-1')")
    page.evaluate("window.cacao.play(window.cacao.legalMoves().at(-1))")
    expect(page.locator("#village-1 progress")).to_be_visible()
    expect(page.locator("#task")).to_contain_text("is thinking")
    page.wait_for_function("document.getElementById('thinking')?.value > 0")
    searches(page, True)


@pytest.mark.nightly
def test_killed_worker_is_replaced_and_asked_again(open_unwatched: OpenPage, spoil: Spoil) -> None:
    """Its failure is told to developers, so the watch over the console is another here."""
    begin_workers_with(spoil, SLOW.format(seconds=60), times=2)  # it is looked for first
    errors: list[str] = []
    page = open_unwatched(script=SPY, listeners=noting(errors))
    begin(page, kind_0="medium", kind_1="person")
    page.wait_for_function("document.getElementById('thinking')?.value > 0")
    look_every(page, 0.3)
    with page.expect_event("console", lambda said: said.type == "error"):
        page.evaluate("threads[0].worker.terminate()")
    look_every(page, 1)  # the next one may take its time
    settled(page)
    expect(page.locator("#board-tiles .workers")).to_have_count(1)
    assert page.evaluate(STATES) == [True, False]
    assert len(errors) == 1
    assert "opponent.py: nothing heard" in errors[0]
    assert record_of(page).moves


@pytest.mark.nightly
def test_hung_worker_is_ended_and_the_page_plays_by_itself(
    open_unwatched: OpenPage, spoil: Spoil, site: str
) -> None:
    spoil("held", Held())
    begin_workers_with(spoil, HUNG.replace("SITE", site))
    errors: list[str] = []
    page = open_unwatched(script=SPY, listeners=noting(errors))
    look_every(page, 0.3)
    begin(page, kind_0="medium", kind_1="person")
    expect(page.locator("#village-0 progress")).to_be_attached()
    page.keyboard.press("+")  # the page goes on meanwhile
    expect(page.locator("#table")).to_have_attribute("data-moved", "yes")
    assert record_of(page).moves == ()
    page.wait_for_function("document.querySelector('#board-tiles .workers')")
    assert page.evaluate(STATES)[:2] == [True, True]
    assert "nothing heard" in errors[0]


def look_every(page: Page, seconds: float) -> None:
    """How often the page looks whether its worker says something."""
    ask_python(page, f"from cacao_web.engine import supervisor; supervisor.TICK = {seconds}")


def noting(errors: list[str]) -> dict[str, Listener]:
    """Listeners that note what a page tells developers."""

    def note(said: ConsoleMessage) -> None:
        if said.type == "error":
            errors.append(said.text)

    return {"console": note, "pageerror": lambda error: errors.append(str(error))}
