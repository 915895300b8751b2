"""Compares the engine inside Pyodide in Chromium with native CPython, on the same random play.

    python3 build.py build && python tests/bench/browser.py [--rounds 5] [--seconds 1.0]

Prints medians of decisions per second, and how many times faster native Python is.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import threading
from itertools import count
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from making.server import site_server
from making.workshop import DIST
from tests.bench.engine import play_cacao, rate

LOAD = """async wheel => {
    const {loadPyodide} = await import('/pyodide/pyodide.mjs');
    globalThis.python = await loadPyodide({packages: [wheel]});
}"""
RUN = """
import time
from random import Random
from cacao_core import Deal, Game

def measure(seconds):
    rng, decisions, seed = Random(1), 0, 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        game = Game(Deal.shuffled(4, seed))
        seed += 1
        while moves := game.legal_moves():
            game.play(rng.choice(moves))
            decisions += 1
    return decisions / spent

measure(SECONDS)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    server = site_server(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    [wheel] = (DIST / "python").glob("cacao_core-*.whl")
    chromium = os.environ.get("CACAO_CHROMIUM") or shutil.which("chromium")
    native, browser = [], []
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox"]
        ).new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/api/cacao_core/perft.html")
        page.evaluate(LOAD, f"/python/{wheel.name}")
        script = RUN.replace("SECONDS", str(options.seconds))
        for _round in range(options.rounds):
            native.append(rate(play_cacao(4), options.seconds, count()))
            browser.append(page.evaluate("script => python.runPython(script)", script))
    print(f"native  {median(native):9.0f} decisions/s   Python {sys.version.split()[0]}")
    print(f"browser {median(browser):9.0f} decisions/s   Pyodide in Chromium")
    print(f"native is {median(native) / median(browser):.2f} times as fast")


if __name__ == "__main__":
    main()
