"""Measures the time from navigation to a playable board, compared with a bare Pyodide page.

    python3 build.py build && python tests/bench/start.py [--rounds 5] [--slow] [--bytes]

The bare page is Pyodide as it is published, and does nothing but start Python and set
``data-state="ready"``. The other one is the built site, opened at the link of a game for two: it
counts as started when that attribute is set and the first legal move really is what a click there
would hit. Every round takes a new browser profile for each page: its first visit is "cold", the
median of the following ones "warm", when the service worker has kept the site. "Work" is the time
that the processor spent in the page's own thread: other programs disturb it much less. With
``--slow`` the network is held down to 10 Mbit/s with 50 ms of delay and the processor slowed down
four times, and only cold visits are made.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from cacao_core import Deal, Record
from making.server import site_server
from making.workshop import DIST, NODE_MODULES

BARE: Final = """<!doctype html>
<html data-state="booting"><title>bare</title><body><script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide();
document.documentElement.dataset.state = "ready";
</script></body></html>
"""
WATCH: Final = """
window.times = {};
const look = () => {
  if (!document.documentElement) return;
  const state = document.documentElement.dataset.state;
  if (state && state !== "booting" && !times.ready) times.ready = performance.now();
};
new MutationObserver(look).observe(document, {
  subtree: true, attributes: true, attributeFilter: ["data-state"],
});
"""
CLICKABLE: Final = """() => {
  const first = document.querySelector("#board-targets [data-cell]");
  if (!first) return false;
  const box = first.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return Boolean(hit && hit.closest("[data-cell]") === first);
}"""
PAINT: Final = """() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return paint ? paint.startTime : NaN;
}"""
FILES: Final = """() => performance.getEntriesByType("resource").map(
  one => [one.name, one.encodedBodySize, one.startTime, one.responseEnd])"""
KEPT: Final = """async () => {
  if (await navigator.serviceWorker.getRegistration()) await navigator.serviceWorker.ready;
}"""
NETWORK: Final = {
    "offline": False,
    "latency": 50,
    "downloadThroughput": 10e6 / 8,
    "uploadThroughput": 10e6 / 8,
}
SLOWER: Final = 4
WARM_VISITS: Final = 2

Times = dict[str, list[float]]


@contextmanager
def served(folders: Mapping[str, Path]) -> Iterator[str]:
    """Address of a host with each of these folders under its name."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for part, folder in folders.items():
            (root / part).symlink_to(folder)
        server = site_server(0, root)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@contextmanager
def bare_page() -> Iterator[Path]:
    """A folder with the bare page and Pyodide as it is published."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "index.html").write_text(BARE)
        (Path(name) / "pyodide").symlink_to(NODE_MODULES / "pyodide")
        yield Path(name)


def built_site() -> Path:
    """The folder of the built site."""
    assert (DIST / "index.html").exists(), "build the site first: python3 build.py build"
    return DIST


def game_link() -> str:
    """The part of an address that opens a new game of a person and a computer."""
    return "#" + Record(Deal.shuffled(players=2, seed=7)).to_link() + "&p=pm"


@contextmanager
def profile(playwright: Playwright) -> Iterator[BrowserContext]:
    """A Chromium with an empty profile; its cache is on disk, as usual."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=os.environ.get("CACAO_CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"],
            viewport={"width": 1440, "height": 900},
        )
        context.add_init_script(WATCH)
        yield context
        context.close()


def visit(context: BrowserContext, address: str, slow: bool) -> tuple[float, float, Page]:
    """Milliseconds from navigation until the page is ready, and at work for that; the page."""
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Performance.enable")
    if slow:
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", NETWORK)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit")
    page.locator("html[data-state=ready]").wait_for(state="attached", timeout=120_000)
    metrics = tools.send("Performance.getMetrics")["metrics"]
    [work] = [metric["value"] * 1000 for metric in metrics if metric["name"] == "ThreadTime"]
    if "#" in address:
        assert page.evaluate(CLICKABLE), "ready, but the first move cannot be clicked"
    return page.evaluate("times.ready"), work, page


def visits(playwright: Playwright, address: str, slow: bool, warm: int = WARM_VISITS) -> Times:
    """A page in a profile of its own: its first visit and ``warm`` later ones."""
    times: Times = defaultdict(list)
    with profile(playwright) as context:
        for number in range(1 if slow else 1 + warm):
            time, work, page = visit(context, address, slow)
            kind = "warm" if number else "cold"
            times[kind].append(time)
            times[f"{kind} work"].append(work)
            times[f"{kind} paint"].append(page.evaluate(PAINT))
            page.wait_for_timeout(1500 if number == 0 and not slow else 300)
            if not slow:
                page.evaluate(KEPT)
            page.close()
    return times


def measure(
    playwright: Playwright, addresses: Mapping[str, str], slow: bool, warm: int = WARM_VISITS
) -> dict[str, Times]:
    """One round: every page once; repeated, with a message, if the browser's tab crashes."""
    made: dict[str, Times] = {}
    for name, address in addresses.items():
        while name not in made:
            try:
                made[name] = visits(playwright, address, slow, warm)
            except Error as error:
                if "crashed" not in str(error):
                    raise
                print(f"the tab of '{name}' crashed: once more", file=sys.stderr)
    return made


def files_of_first_visit(playwright: Playwright, address: str) -> list[tuple[str, int, int, int]]:
    """The files of a first visit: address, bytes, start and end in milliseconds."""
    with profile(playwright) as context:
        _time, _work, page = visit(context, address, slow=False)
        found: list[tuple[str, int, int, int]] = page.evaluate(FILES)
        return found


def show_bytes(playwright: Playwright, address: str) -> None:
    """The files of a first visit, one by one."""
    files = files_of_first_visit(playwright, address)
    total = 0
    for name, size, begun, ended in sorted(files, key=lambda row: -row[1]):
        total += size
        print(f"{size:10,d}  {begun:6.0f} to {ended:6.0f} ms  {name.partition('/cacao/')[2]}")
    print(f"{total:10,d}  in {len(files)} files")


def report(rounds: list[dict[str, Times]]) -> None:
    """Medians, and ratios to the bare page."""
    kinds = sorted({kind for made in rounds for times in made.values() for kind in times})
    for kind in kinds:
        medians = {
            name: median(value for made in rounds for value in made[name][kind])
            for name in rounds[0]
        }
        print(f"{kind:12}", end="")
        for name, value in medians.items():
            print(f"  {name} {value:6.0f} ms ({value / medians['bare']:.2f} x)", end="")
        print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slow", action="store_true", help="slow network and processor, cold only")
    parser.add_argument("--bytes", action="store_true", help="list what a first visit loads")
    options = parser.parse_args()
    rounds: list[dict[str, Any]] = []
    with (
        bare_page() as bare,
        served({"bare": bare, "cacao": built_site()}) as host,
        sync_playwright() as playwright,
    ):
        board = f"{host}cacao/{game_link()}"
        if options.bytes:
            show_bytes(playwright, board)
            return
        pages = {"bare": f"{host}bare/", "board": board, "first screen": f"{host}cacao/"}
        for number in range(options.rounds):
            order = list(pages)[number % 3 :] + list(pages)[: number % 3]
            made = measure(playwright, {name: pages[name] for name in order}, options.slow)
            rounds.append({name: made[name] for name in pages})
            print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
    report(rounds)


if __name__ == "__main__":
    main()
