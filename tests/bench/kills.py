"""Kills the tab at random moments of games, and checks that the game comes back unchanged.

    python3 build.py build && python tests/bench/kills.py [--kills 200] [--seed 1]

A person who clicks about and computers play games of two to four, at normal speed: so the tab dies
while tiles fly, while a computer thinks, and within turns, between fills and activations. Two of
three times its process is killed, without a chance to save anything; else the tab is closed. Then
the page is opened again, by the address that it had or by *Continue* on the first screen.

What was to be seen for at least a frame must be there again; a decision that was younger may be
missing. There must never be a second saved game, and none that cannot be read.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import Record
from tests.bench.chromium import READY, opened_site
from tests.e2e.forms import choose_player

LONGEST_LIFE: Final = 3000
"""Most milliseconds of play before the tab is killed."""

_SAVED: Final = "cacao.game."
_OPEN: Final = "[data-command=new-game]"
_DEATH: Final = "the end: "

_KEEP: Final = "window.kept = Object.entries(localStorage)"
"""Runs before the page: the data that the last page has left."""

# Clicks about like a person in a hurry; after a while tells what is to be seen, and hangs.
_LIVE: Final = """([seed, wait, hangs]) => {
    const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
    const some = (selector) => {
        const found = [...document.querySelectorAll(selector)].filter((e) => !e.disabled);
        return found[Math.floor(random() * found.length)];
    };
    const act = () => {
        const wanted = ["#tray [data-command=uncover]", ".edges [data-command=activate], #singly",
                        "#board-tick .tick", "#tray [data-command=confirm]",
                        "#board-targets .target", "[data-display]", "[data-hand]",
                        "#steps [data-command=undo]", "#steps [data-command=redo]"];
        const order = random() < 0.7 ? wanted : wanted.sort(() => random() - 0.5);
        const element = order.map(some).find((e) => e);
        element?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
        setTimeout(act, 10 + 250 * random());
    };
    let seen = [cacao.record()];  // the last that was painted for sure, and all that came since
    const watch = async () => {
        const now = cacao.record();
        if (seen.at(-1) !== now) seen.push(now);
        const count = seen.length;
        await cacao.painted();
        await cacao.painted();
        seen = seen.slice(count - 1);
        watch();
    };
    act();
    watch();
    setTimeout(() => {
        const now = cacao.record();
        if (seen.at(-1) !== now) seen.push(now);
        const thinking = Boolean(document.getElementById("thinking"));
        const flying = document.getElementById("flights").childElementCount > 0;
        const address = location.href;
        console.debug("the end: " + JSON.stringify({seen, thinking, flying, address}));
        while (hangs);
    }, wait);
}"""


class Death(NamedTuple):
    """The end of a tab, and the state after opening the page again.

    Attributes:
        when: what was happening.
        seen: records in the order in which they were shown; the first one was certainly visible.
        kept: the games that the browser had stored.
        shown: the record that was shown after opening the page again.
        way: how it was opened again.
    """

    when: str
    seen: list[str]
    kept: dict[str, str]
    shown: str
    way: str

    def fault(self) -> str:
        """The error, or nothing."""
        if len(self.kept) != 1:
            return f"{len(self.kept)} saved games"
        [text] = self.kept.values()
        record = json.loads(text)["record"]
        if record not in self.seen and not self.when.startswith("closed"):
            return f"kept something else: {_tail(record)}, seen: {list(map(_tail, self.seen))}"
        before, after = Record.from_text(record), Record.from_text(self.shown)
        if after.moves[: len(before.moves)] != before.moves or after.seats != before.seats:
            return f"shows {_tail(self.shown)}, kept {_tail(record)}"
        return ""

    @property
    def late(self) -> bool:
        """Whether the last decision is missing."""
        [text] = self.kept.values()
        return bool(json.loads(text)["record"] != self.seen[-1])


def _tail(record: str) -> str:
    """The end of a record: enough to tell it from others of its game."""
    return f"{record.count('@')} moves, … {record.rsplit(maxsplit=1)[-1]}"


def deaths(
    browser: Browser,
    site: str,
    kills: int,
    seed: int,
    longest: int = LONGEST_LIFE,
    script: str = "",
) -> Iterator[Death]:
    """Kill the tab a number of times, in one game after the other; a script runs in each."""
    rng = Random(seed)
    with browser.new_context(service_workers="block") as context:
        for each in (_KEEP, script):
            context.add_init_script(each)
        page = _begin(context, site, rng)
        for number in range(kills):
            death, page = _die(context, page, site, rng, longest, violent=number % 3 < 2)
            yield death
            if Record.from_text(death.shown).game().is_over or death.fault():
                page.evaluate("localStorage.clear()")
                page.close()
                page = _begin(context, site, rng)


def _begin(context: BrowserContext, site: str, rng: Random) -> Page:
    """A new game by the form: a person, and one to three others."""
    page = _opened(context, site)
    page.locator(f"#home {_OPEN}").click()
    kinds = ["person", *(rng.choice(["easy", "medium", "person", "hard"]) for _ in range(3))]
    for chair in range(rng.randrange(2, 4), 4):
        kinds[chair] = "nobody"
    for chair, kind in enumerate(kinds):
        choose_player(page, chair, kind)
    page.locator("dialog [name=seed]").fill(str(rng.randrange(10**6)))
    page.locator("dialog button[type=submit]").click()
    page.locator("#board-tiles [data-cell='0,0']").wait_for()
    return page


def _opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(READY, state="attached")
    return page


def _die(
    context: BrowserContext, page: Page, site: str, rng: Random, longest: int, violent: bool
) -> tuple[Death, Page]:
    """One end, and the page that comes after it."""
    told: list[dict[str, Any]] = []

    def hear(message: ConsoleMessage) -> None:
        if message.text.startswith(_DEATH):
            told.append(json.loads(message.text.removeprefix(_DEATH)))

    page.on("console", hear)
    wait = rng.randrange(50, longest)
    with page.expect_console_message(lambda m: m.text.startswith(_DEATH), timeout=60_000):
        page.evaluate(_LIVE, [rng.randrange(1, 10**6), wait, violent])
    [last] = told
    if violent:
        _kill(context, page)
    page.close(run_before_unload=False)
    # A tab that is closed plays on until then, so what its address was is not known.
    by_address = violent and rng.random() < 0.7
    page = _opened(context, last["address"] if by_address else site)
    if not by_address:
        page.locator("#saves [data-command=resume]").first.click()
        page.locator("#board-tiles [data-cell='0,0']").wait_for()
    kept = {name: text for name, text in page.evaluate("kept") if name.startswith(_SAVED)}
    shown = page.evaluate("cacao.record()")
    when = _moment(last, violent)
    return Death(when, last["seen"], kept, shown, "address" if by_address else "first screen"), page


def _kill(context: BrowserContext, page: Page) -> None:
    """End the processes that draw pages, which have a moment ago stopped doing anything."""
    assert context.browser is not None
    tools = context.browser.new_browser_cdp_session()
    with page.expect_event("crash"):
        for process in tools.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] == "renderer":
                os.kill(process["id"], signal.SIGKILL)
    tools.detach()


def _moment(last: dict[str, Any], violent: bool) -> str:
    """What was happening, in words."""
    phase = Record.from_text(last["seen"][-1]).game().phase.name.lower()
    doing = "thinking" if last["thinking"] else "flying" if last["flying"] else "at rest"
    return f"{'killed' if violent else 'closed'}, {phase}, {doing}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    moments: Counter[str] = Counter()
    late = faults = 0
    with opened_site() as (browser, site):
        for number, death in enumerate(deaths(browser, site, options.kills, options.seed)):
            moments[death.when] += 1
            if fault := death.fault():
                faults += 1
                print(f"{number}: {death.when}, opened by {death.way}: {fault}", flush=True)
            else:
                late += death.late
    for moment, count in sorted(moments.items()):
        print(f"{count:4}  {moment}")
    print(f"{options.kills} ends, {faults} faults, {late} without the decision of the last frame")


if __name__ == "__main__":
    main()
