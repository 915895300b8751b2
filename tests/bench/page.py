"""From an input to the next paint: every kind of input, in the built page, in Chromium.

    python3 build.py build && python tests/bench/page.py [--slow 4] [--rounds 3] [--trace]

Real mouse and keyboard, on the last turns of a game of four, in turn at full speed and with the
processor slowed down. "Painted" is what the browser itself tells (Event Timing): from the moment
of the input to the paint after its handlers, in steps of 8 ms; nothing is told of inputs under
16 ms, which therefore count as 16. It tells nothing of the wheel and of dragging: there, and in
the column "seen" for all, it is the time to the frame that shows the first change of the document.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from statistics import mean, median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from cacao_core import Phase, Record
from tests.bench.chromium import ask_python, golden_game, opened_page, opened_site

P75_TARGET: Final = 50
P95_TARGET: Final = 100
UNREPORTED: Final = 16.0
"""Milliseconds; Event Timing does not report shorter ones."""
UNTIMED: Final = ("wheel", "drag")
"""Inputs that Event Timing does not report; they have their own lines and are not in the sum."""
QUIET: Final = 130
"""Milliseconds without any change after which an input is finished."""

# The page, as docs/api.md describes it.
HAND: Final = "[data-hand]:not([disabled])"
DISPLAY: Final = "[data-display]:not([disabled])"
BOARD: Final = "#board"
CELL: Final = '[data-cell="{}"]'
COMMAND: Final = "[data-command={}]:not([disabled])"

INSTRUMENT: Final = """
window.bench = (() => {
  const watched = ["pointerover", "pointermove", "pointerdown", "keydown", "wheel"];
  const entries = [], long = [];
  let records = [], begun = Infinity, first = null, waiting = false, seen = null, last = 0;
  const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
  const painted = () => new Promise(resolve => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(0);
  }));
  const follow = (options, list) => new PerformanceObserver(got => {
    list.push(...got.getEntries());
    last = performance.now();
  }).observe(options);
  follow({type: "event", durationThreshold: 16}, entries);
  follow({type: "longtask"}, long);
  for (const kind of watched)
    addEventListener(kind, event => {
      if (first === null && event.timeStamp >= begun) first = event.timeStamp;
    }, {capture: true, passive: true});
  const changed = list => {
    records.push(...list);
    last = performance.now();
    if (first === null || waiting) return;
    waiting = true;
    const since = first;
    painted().then(time => { seen = time - since; });
  };
  const observer = new MutationObserver(changed);
  observer.observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
  const size = nodes => [...nodes].reduce(
    (sum, node) => sum + 1 + (node.querySelectorAll ? node.querySelectorAll("*").length : 0), 0);
  const count = list => ({
    added: list.reduce((sum, record) => sum + size(record.addedNodes), 0),
    removed: list.reduce((sum, record) => sum + size(record.removedNodes), 0),
    attributes: list.filter(record => record.type === "attributes").length,
    texts: list.filter(record => record.type === "characterData").length,
  });
  return {
    async begin() {
      await painted();
      await painted();
      entries.length = long.length = 0;
      [records, first, waiting, seen] = [[], null, false, null];
      begun = performance.now();
    },
    async end(quiet) {
      const from = performance.now();
      do await sleep(20); while (performance.now() - Math.max(last, from) < quiet);
      const mine = entries.filter(entry => entry.startTime >= begun);
      const acted = mine.filter(entry => entry.interactionId);
      const told = (acted.length ? acted : mine).map(entry => entry.duration);
      begun = Infinity;
      return {
        painted: told.length ? Math.max(...told) : null,
        seen: seen,
        long: long.reduce((sum, task) => sum + task.duration, 0),
        ...count(records),
      };
    },
    // Middles of those elements that the mouse would really hit there.
    spots: selectors => selectors.flatMap(selector => {
      const element = document.querySelector(selector);
      if (!element) return [];
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      return hit && (element.contains(hit) || hit.closest(selector)) ? [[x, y]] : [];
    }),
    // A place on the board where nothing can be chosen.
    ground: selector => {
      const box = document.querySelector(selector).getBoundingClientRect();
      for (let part = 0.02; part < 0.5; part += 0.01) {
        const [x, y] = [box.x + box.width * part, box.y + box.height * (0.98 - part)];
        const hit = document.elementFromPoint(x, y);
        if (hit && hit.closest(selector) && !hit.closest("[data-cell], [data-command]"))
          return [x, y];
      }
      return null;
    },
  };
})();
"""

PARTS: Final = {
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}
"""Parts of the main thread's work, and the browser's names for them."""


@dataclass
class Sample:
    """The effects of one input: milliseconds, and changes of the document."""

    painted: float
    seen: float | None
    long: float
    added: int
    removed: int
    attributes: int
    texts: int
    parts: dict[str, float] = field(default_factory=dict)


Samples = dict[str, list[Sample]]


class Player:
    """Plays in one page with mouse and keyboard and measures each input."""

    def __init__(self, page: Page, slow: float) -> None:
        self.page = page
        self.samples: Samples = defaultdict(list)
        self._tools: CDPSession = page.context.new_cdp_session(page)
        self._tools.send("Performance.enable")
        self._tools.send("Emulation.setCPUThrottlingRate", {"rate": slow})

    # --- One input ---------------------------------------------------------------------------

    def _parts(self) -> dict[str, float]:
        told = {
            m["name"]: m["value"] for m in self._tools.send("Performance.getMetrics")["metrics"]
        }
        return {part: told[name] * 1000 for part, name in PARTS.items()}

    def measure(self, kind: str, act: Callable[[], object], timed: bool = True) -> None:
        """Make an input and wait until it has shown its effect.

        Args:
            kind: its name in the report.
            act: makes it.
            timed: whether Event Timing reports it; otherwise the first changed frame counts.
        """
        self.page.evaluate("bench.begin()")
        before = self._parts()
        act()
        told: dict[str, Any] = self.page.evaluate("quiet => bench.end(quiet)", QUIET)
        after = self._parts()
        latency = told["painted"] if timed else told["seen"]
        sample = Sample(**{**told, "painted": latency or UNREPORTED})
        sample.parts = {part: after[part] - before[part] for part in PARTS}
        samples = self.samples[kind]
        if timed or told["seen"] is not None:  # otherwise there is no such thing on the page
            samples.append(sample)

    def _settle(self, quiet: int = 500) -> None:
        """Wait also for what happens automatically after a move."""
        self.page.evaluate("quiet => bench.begin().then(() => bench.end(quiet))", quiet)

    def _spots(self, *selectors: str) -> list[tuple[float, float]]:
        return [(x, y) for x, y in self.page.evaluate("all => bench.spots(all)", selectors)]

    def click(self, kind: str, *selectors: str) -> bool:
        """Click the first existing one of some elements; returns whether there was one."""
        spots = self._spots(*selectors)
        if spots:
            self.page.mouse.move(*spots[0])
            self._settle(QUIET)
            self.measure(kind, lambda: self.page.mouse.click(*spots[0]))
        return bool(spots)

    def press(self, kind: str, key: str) -> None:
        """Press a key."""
        self.measure(kind, lambda: self.page.keyboard.press(key))

    def hover(self, cells: Iterable[str]) -> None:
        """Move the mouse over cells, one after the other."""
        for x, y in self._spots(*map(CELL.format, cells)):
            self.measure("hover", partial(self.page.mouse.move, x, y))

    # --- Positions ---------------------------------------------------------------------------

    def load(self, record: Record) -> None:
        """Show a position; persons sit at all seats."""
        self.page.evaluate("localStorage.clear()")
        self.page.evaluate("text => window.cacao.load(text)", record.to_text())
        self.page.mouse.move(2, 2)
        self._settle()
        self.click("uncover", COMMAND.format("uncover"))

    def legal_cells(self) -> list[str]:
        """Some legal cells, spread over the board, as ``x,y``."""
        moves: list[str] = self.page.evaluate("window.cacao.legalMoves()")
        cells = list(dict.fromkeys(move.partition("@")[2] for move in moves))
        return cells[:: max(1, len(cells) // 5)][:6]

    def place(self, record: Record) -> None:
        """A turn from its start: point, choose, turn, give up, choose again, confirm."""
        self.load(record)
        cells = self.legal_cells()
        self.hover(cells)
        hand = self.page.locator(HAND).count()
        for index in (*range(1, hand), 0):
            self.click("hand tile", f'[data-hand="{index}"]')
        self.press("key R", "r")
        self._view()
        self.click("cell", CELL.format(cells[0]))
        self.press("key R", "r")
        self.press("key Escape", "Escape")
        self.page.mouse.move(2, 2)
        self._confirm(cells[-1])

    def fill(self, record: Record) -> None:
        """The phase of filling: choose a tile of the display, point, fill; take it back before."""
        self.load(record)
        for index in (1, 0):
            self.click("display tile", f'[data-display="{index}"]')
        cells = self.legal_cells()
        self.hover(cells)
        self.click("undo", COMMAND.format("undo"))
        self._settle()
        self.load(record)
        self._confirm(cells[0], "fill")

    def activate(self, record: Record) -> None:
        """The phase of activating: the first offer."""
        self.load(record)
        self.click("activate", COMMAND.format("activate"))
        self._settle()

    def _confirm(self, cell: str, kind: str = "cell") -> None:
        self.click(kind, CELL.format(cell))
        self.click("confirm", COMMAND.format("confirm"))
        self._settle()

    def _view(self) -> None:
        """Zoom and drag, where the page knows them."""
        ground = self.page.evaluate("selector => bench.ground(selector)", BOARD)
        if ground is None:
            return
        x, y = ground
        mouse = self.page.mouse
        mouse.move(x, y)
        self._settle(QUIET)
        for turn in (-120, -120, 120, 120):
            self.measure("wheel", partial(mouse.wheel, 0, turn), timed=False)
        mouse.down()
        for step in (15, 40, 70, 40, 0):
            self.measure("drag", partial(mouse.move, x + step, y - step), timed=False)
        mouse.up()
        self._settle(QUIET)


Step = tuple[Callable[[Player, Record], None], Record]


def steps(record: Record, turns: int) -> Iterator[Step]:
    """The moves of a round and their start: the last turns, the last fills and activations.

    They begin where the recorded players were in that phase, so that all kinds are found.
    """
    at: dict[Phase, list[int]] = defaultdict(list)
    game = record.game(0)
    for number, move in enumerate(record.moves):
        if game.phase is not Phase.FILL or len(set(game.display)) > 1:
            at[game.phase].append(number)
        game.apply(move)
    ways = {Phase.PLACE: Player.place, Phase.FILL: Player.fill, Phase.ACTIVATE: Player.activate}
    for phase, way in ways.items():
        for number in at[phase][-turns:]:
            yield way, record.up_to(number)


# --- Report ----------------------------------------------------------------------------------


def percentile(values: list[float], share: float) -> float:
    """The smallest value that is not below this share of the values."""
    return sorted(values)[ceil(len(values) * share / 100) - 1]


def latencies(samples: list[Sample]) -> str:
    values = [sample.painted for sample in samples]
    if not values:
        return f"{'not on this page':>38}"
    seen = [sample.seen for sample in samples if sample.seen is not None]
    p75, p95 = percentile(values, 75), percentile(values, 95)
    met = ("✓" if p75 <= P75_TARGET else "✗") + ("✓" if p95 <= P95_TARGET else "✗")
    shown = f"{median(seen):6.0f}" if seen else "     –"
    return (
        f"{median(values):6.0f}{p75:6.0f}{p95:6.0f}{max(values):6.0f} {met}{shown}{len(values):6}"
    )


def changes(samples: list[Sample]) -> str:
    """Median changes of the document, and long tasks, per input."""
    if not samples:
        return ""
    names = ("added", "removed", "attributes", "texts")
    counts = [median(getattr(sample, name) for sample in samples) for name in names]
    return "".join(f"{count:7.0f}" for count in counts)


def report(fast: Samples, slow: Samples, rate: float) -> None:
    """Print both runs side by side, by kind of input and over all."""
    head = "median   p75   p95   max    seen     n"
    print(f"ms to the next paint; targets: p75 <= {P75_TARGET}, p95 <= {P95_TARGET}\n")
    print(f"{'':13}|{'full speed':^40}|{f'{rate:g} times slower':^40}|  long |  changes")
    print(f"{'input':13}| {head:38} | {head:38} | tasks |  added removed  attrs  texts")
    middle = {kind: median([s.painted for s in taken] or [0]) for kind, taken in slow.items()}
    for kind in sorted(middle, key=lambda kind: -middle[kind]):
        line(kind, fast[kind], slow[kind])
    everything = [
        [s for kind, samples in run.items() if kind not in UNTIMED for s in samples]
        for run in (fast, slow)
    ]
    line("all timed", *everything)
    for name, run in (("full speed", everything[0]), ("slowed down", everything[1])):
        tasks = [sample.long for sample in run if sample.long]
        print(f"long tasks, {name}: {sum(tasks):.0f} ms in {len(tasks)} of {len(run)} inputs")


def line(kind: str, fast: list[Sample], slow: list[Sample]) -> None:
    long = mean(sample.long for sample in slow) if slow else 0
    print(f"{kind:13}|{latencies(fast)}  |{latencies(slow)}  |{long:6.0f} |{changes(slow)}")


def trace(samples: Samples) -> None:
    """Print the work of the main thread, in milliseconds for each input."""
    print(f"\n{'mean ms of':13}" + "".join(f"{part:>9}" for part in PARTS))
    for kind, taken in filter(lambda item: item[1], samples.items()):
        parts = [mean(sample.parts[part] for sample in taken) for part in PARTS]
        print(f"{kind:13}" + "".join(f"{value:9.1f}" for value in parts))


PROFILE_ON: Final = """
import _lsprof
globals()["profiler"] = _lsprof.Profiler()
profiler.enable()
"""
PROFILE_OFF: Final = """
profiler.disable()
answer = []
for entry in profiler.getstats():
    code = entry.code
    name = code
    if not isinstance(code, str):
        name = f"{code.co_filename.rpartition('/')[2]}:{code.co_name}"
    answer.append([name, entry.callcount, entry.inlinetime * 1000, entry.totaltime * 1000])
"""


def profile(browser: Browser, site: str, record: Record, turns: int) -> None:
    """Print the time in each function of the page's Python; measuring slows them down."""
    page = opened_page(browser, site, INSTRUMENT, viewport={"width": 1440, "height": 900})
    ask_python(page, PROFILE_ON)
    player = Player(page, 1)
    for way, position in steps(record, turns):
        way(player, position)
    inputs = sum(map(len, player.samples.values()))
    stats = ask_python(page, PROFILE_OFF)
    print(f"\n{'Python, ms for each input':44}{'own':>9}{'with calls':>12}{'calls':>8}")
    for name, calls, own, total in sorted(stats, key=lambda entry: -entry[2])[:25]:
        print(f"{name[:44]:44}{own / inputs:9.2f}{total / inputs:12.2f}{calls / inputs:8.1f}")
    page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--slow", type=float, default=4, help="how many times slower")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--turns", type=int, default=3, help="positions of each phase, from the end"
    )
    parser.add_argument("--trace", action="store_true", help="also where the time goes")
    options = parser.parse_args()
    record = golden_game()
    with opened_site() as (browser, site):
        window = {"viewport": {"width": 1440, "height": 900}}
        players = [
            Player(opened_page(browser, site, INSTRUMENT, **window), rate)
            for rate in (1, options.slow)
        ]
        for _round in range(options.rounds):
            for way, position in steps(record, options.turns):
                for player in players:
                    way(player, position)
        fast, slow = (player.samples for player in players)
        report(fast, slow, options.slow)
        if options.trace:
            trace(slow)
            profile(browser, site, record, options.turns)


if __name__ == "__main__":
    main()
