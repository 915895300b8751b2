"""How long computers take in the built page, and whether the page stays free meanwhile.

    python3 build.py build && python tests/bench/opponent.py [--games 1] [--slow 4]
        [--levels master]

Two computers of a level play whole games in Chromium, without pauses, at each of the strong levels.
An answer's time is that from the question to the move, as the page's Python sees it; the first one
waits for the worker to start. A long task is one of the main thread's over 50 ms, as the browser
itself tells (Long Tasks), between the first question and the last answer: drawing the moves is in
it, opening the game and its result are not.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.chromium import ask_python, opened_page, opened_site
from tests.e2e.forms import choose_player

LEVELS: Final = ("hard", "expert", "master")
PHASES: Final = ("place", "fill", "activate")
AT_ONCE: Final = """
localStorage.setItem("cacao.settings", JSON.stringify({tempo: "instant"}));
window.longTasks = [];
new PerformanceObserver(list => longTasks.push(...list.getEntries().map(
    task => [task.startTime, task.duration])))
  .observe({type: "longtask"});
"""
MEASURE: Final = """
import js
from cacao_web.engine.computers import Computers

global answers, decide, clock
answers, decide, clock = [], Computers.decide, js.performance.now

async def measured(self, record, sitter, told):
    phase, begun = record.game().phase.value, clock()
    move = await decide(self, record, sitter, told)
    answers.append((phase, begun, clock()))
    return move

Computers.decide = measured
"""


def play(page: Page, level: str, seed: int) -> tuple[list[tuple[str, float]], list[float]]:
    """A game of two of a level: phase and milliseconds of each decision, and all long tasks."""
    page.locator("#home [data-command=new-game]").click()
    for chair in range(2):
        choose_player(page, chair, level)
    page.locator("dialog [name=first]").select_option("0")
    page.locator("dialog [name=seed]").fill(str(seed))
    page.evaluate("longTasks.length = 0")
    page.locator("dialog button[type=submit]").click()
    page.locator("dialog .scores").wait_for(timeout=600_000)
    answers = ask_python(page, "answer = answers[:]\nanswers.clear()")
    page.locator("dialog [data-command=close]").first.click()
    page.locator("#bar [data-command=home]").click()
    first, last = answers[0][1], answers[-1][2]
    long = [length for at, length in page.evaluate("longTasks") if first <= at <= last]
    return [(phase, end - begun) for phase, begun, end in answers], long


def turns(answers: list[tuple[str, float]]) -> list[float]:
    """Milliseconds of each turn: from one placement to the next."""
    sums: list[float] = []
    for phase, spent in answers:
        if phase == "place" or not sums:
            sums.append(0.0)
        sums[-1] += spent
    return sums


def line(name: str, spent: list[float]) -> str:
    if not spent:
        return f"  {name:9} –"
    ordered = sorted(spent)
    return (
        f"  {name:9} {len(ordered):4} × median {median(ordered):6.0f} ms   "
        f"p95 {ordered[int(0.95 * (len(ordered) - 1))]:6.0f} ms   worst {ordered[-1]:6.0f} ms"
    )


def measure(browser: Browser, site: str, options: argparse.Namespace) -> None:
    page = opened_page(browser, site, AT_ONCE, viewport={"width": 1440, "height": 900})
    ask_python(page, MEASURE)
    if options.slow > 1:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.slow})
    for level in options.levels:
        by_phase: dict[str, list[float]] = defaultdict(list)
        whole: list[float] = []
        long: list[float] = []
        for seed in range(1, options.games + 1):
            answers, tasks = play(page, level, seed)
            for phase, spent in answers:
                by_phase[phase].append(spent)
            whole += turns(answers)
            long += tasks
        print(f"{level}, {options.games} game(s) of two:")
        for phase in PHASES:
            print(line(phase, by_phase[phase]))
        print(line("turn", whole))
        worst = f", worst {max(long):.0f} ms" if long else ""
        print(f"  long tasks of the main thread: {len(long)}{worst}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--slow", type=float, default=1)
    parser.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS)
    options = parser.parse_args()
    with opened_site() as (browser, site):
        measure(browser, site, options)


if __name__ == "__main__":
    main()
