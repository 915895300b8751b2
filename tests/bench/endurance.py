"""Plays whole games in one page, one after the other, and measures what grows.

    python3 build.py build && python tests/bench/endurance.py [--games 50]

Most games are played through ``window.cacao``, every tenth with the mouse, as a person would: with
tiles tried and turned, decisions taken back, looks at earlier turns, and the dialogs. After each
game the page goes by its first screen to one and the same position; there, after
collecting garbage on both sides, these are counted: nodes, listeners and documents of the browser,
its JavaScript heap, Python's objects that its collector knows (but for moves and tuples: the
engine keeps a table of the moves of each cell, and so has more as more cells have been played on),
references from Python to JavaScript (each is a JsProxy, or a value on its way), from JavaScript to
Python (each is a PyProxy; those made before the first game are not in it), and the memory of
WebAssembly, which can only grow.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import CDPSession, Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import Deal, Game, Record
from tests.bench.chromium import ask_python, golden_game, opened_page, opened_site
from tests.core.helpers import play_at_random

CLICKED: Final = 10
"""One of this number of games is played with the mouse."""
LOOKS: Final = 0.1
"""Share of steps at which this person looks around instead of playing."""
WARM_UP: Final = 3
"""Games after which caches are filled and code is compiled."""

# The page, as docs/api.md describes it.
_CLOSE: Final = "dialog[open] [data-command=close]"
_HOME: Final = "#game [data-command=home]"
_NEW_GAME: Final = "#home [data-command=new-game]"
_YES: Final = "#tray [data-command=uncover], #tray .edges .primary, #tray [data-command=confirm]"
_TILES: Final = "[data-hand], [data-display]"
_CELLS: Final = "#board-targets .target"
_RESUME: Final = "#saves [data-command=resume]"

_PLACE: Final = """([selector, share]) => {
    const places = [...document.querySelectorAll(selector)]
        .filter((element) => !element.disabled && element.checkVisibility())
        .map((element) => element.getBoundingClientRect());
    const place = places[Math.floor(share * places.length)];
    return place && [place.x + place.width / 2, place.y + place.height / 2];
}"""
_COUNT: Final = """
gc.collect()
module = pyodide_js._module
kept = [each for each in gc.get_objects() if type(each).__name__ not in ("Move", "tuple")]
answer = [
    len(kept), module._hiwire_num_refs(), module.pyproxy_alloc_map.size,
    module.HEAP8.length,
]
"""


class Sample(NamedTuple):
    """Counts after a game."""

    nodes: int
    listeners: int
    documents: int
    js_heap: int
    py_objects: int
    js_proxies: int
    py_proxies: int
    wasm: int


def begin(page: Page) -> CDPSession:
    """Prepare a page for counting."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    tools.send("HeapProfiler.enable")
    ask_python(page, "pyodide_js._module.enable_pyproxy_allocation_tracing()")
    return tools


def play_a_game(page: Page, seed: int) -> None:
    """A whole game of four at random, through ``window.cacao``, to its result and back home."""
    deal = Deal.shuffled(4, seed)
    page.evaluate("text => window.cacao.load(text)", Record(deal).to_text())
    moves = [str(move) for move in play_at_random(Game(deal), Random(seed))]
    page.evaluate(
        "async moves => { for (const move of moves) await window.cacao.play(move); }", moves
    )
    page.locator(_CLOSE).first.click()
    page.locator(_HOME).click()
    page.locator("#home").wait_for()


def click_a_game(page: Page, seed: int) -> None:
    """A whole game of four people at this device, played with the mouse."""
    rng = Random(seed)
    page.evaluate("text => window.cacao.load(text)", Record(Deal.shuffled(4, seed)).to_text())
    while not page.locator("dialog .scores").count():
        if rng.random() < LOOKS:
            _look_around(page, rng)
        else:
            wanted = rng.choice([_YES, _YES, _TILES])
            if not _click(page, wanted, rng):
                _click(page, _CELLS, rng)
        page.evaluate("window.cacao.painted()")
    page.locator(_CLOSE).first.click()
    page.locator(_HOME).click()
    page.locator("#home").wait_for()


def _look_around(page: Page, rng: Random) -> None:
    """Actions that change nothing in the end: a look back, a dialog, an undone decision."""
    what = rng.choice(["share", "settings", "undo", "redo", "singly", "look"])
    if what == "look":
        _click(page, "#turns [data-command=look]", rng)
        page.keyboard.press("Escape")
    elif what in ("undo", "redo", "singly"):
        _click(page, f"#steps [data-command={what}], #tray [data-command={what}]", rng)
    elif _click(page, f"#bar [data-command={what}]", rng):
        _click(page, _CLOSE, rng)


def _click(page: Page, selector: str, rng: Random) -> bool:
    """Click with the mouse on one of some elements; returns whether there is any.

    Not with a locator: Playwright keeps references to the elements that it has clicked on.
    """
    place = page.evaluate(_PLACE, [selector, rng.random()])
    if place:
        page.mouse.click(*place)
    return bool(place)


def count(page: Page, tools: CDPSession) -> Sample:
    """The counts in a fixed position, with no other game saved, after garbage collection."""
    page.evaluate("localStorage.clear()")
    page.evaluate("text => window.cacao.load(text)", golden_game().up_to(100).to_text())
    page.locator(_HOME).click()
    page.locator(_NEW_GAME).click()  # otherwise the last result stays there
    page.locator(_CLOSE).first.click()
    page.locator(_RESUME).click()
    page.wait_for_timeout(100)
    for _time in range(2):  # objects that Python releases become JavaScript's garbage only then
        python = ask_python(page, _COUNT)
        tools.send("HeapProfiler.collectGarbage")
    told = {m["name"]: int(m["value"]) for m in tools.send("Performance.getMetrics")["metrics"]}
    names = ("Nodes", "JSEventListeners", "Documents", "JSHeapUsedSize")
    return Sample(*(told[name] for name in names), *python)


def samples(page: Page, games: int) -> Iterator[Sample]:
    """Play a number of games; yields the counts after each."""
    tools = begin(page)
    for seed in range(games):
        play = click_a_game if seed % CLICKED == CLICKED - 1 else play_a_game
        play(page, seed)
        yield count(page, tools)
    tools.detach()


def slope(values: list[int]) -> float:
    """Growth per game: the straight line that fits best."""
    middle = (len(values) - 1) / 2
    spread = sum((at - middle) ** 2 for at in range(len(values)))
    return sum((at - middle) * value for at, value in enumerate(values)) / (spread or 1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50)
    options = parser.parse_args()
    print("game " + "".join(f"{name:>12}" for name in Sample._fields))
    taken: list[Sample] = []
    with opened_site() as (browser, site):
        page = opened_page(browser, site, reduced_motion="reduce")
        for sample in samples(page, options.games):
            taken.append(sample)
            print(f"{len(taken):4} " + "".join(f"{value:12,}" for value in sample), flush=True)
    columns = zip(*taken[WARM_UP:], strict=True)
    print("slope" + "".join(f"{slope(list(column)):12,.1f}" for column in columns))
    print(f"(per game, after the first {WARM_UP})")


if __name__ == "__main__":
    main()
