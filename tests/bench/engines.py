"""How long the page takes to start in each of the three engines, in turn.

    python3 build.py build && python tests/bench/engines.py [--rounds 5]

Every round opens each engine's window in a fresh profile (cold) and loads the page anew twice
(warm). Milliseconds from navigation until the page has asked itself and found Python ready; the
engines differ in how they are driven, so only large differences between them mean something.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from making.browsers import ENGINES, find
from making.server import site_server
from tests.e2e.smoke.drivers import Driver, Engine, started
from tests.e2e.smoke.screen import READY

_WHEN_READY: Final = f"""new Promise(resolve => {{
    const look = () => {READY} ? resolve(performance.now()) : setTimeout(look, 5);
    look();
}})"""
_WARM: Final = 2
_PAUSE: Final = "new Promise(resolve => setTimeout(resolve, 1500))"


def visit(driver: Driver, load: Callable[[], None]) -> float:
    """Milliseconds until the page is ready; then gives the browser time to write its caches."""
    load()
    time = float(driver.evaluate(_WHEN_READY))
    driver.evaluate(_PAUSE)
    return time


def measure(engine: Engine, address: str) -> tuple[float, list[float]]:
    """One first visit, and the following ones in the same profile."""
    driver = engine(1440, 900, optimizes=True)
    try:
        cold = visit(driver, lambda: driver.open(address))
        return cold, [visit(driver, driver.reload) for _visit in range(_WARM)]
    finally:
        driver.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    server = site_server(0, trial=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    times: dict[str, list[float]] = defaultdict(list)
    with sync_playwright() as playwright:
        for _round in range(rounds):
            for name in ENGINES:
                program = find(name)
                assert program is not None, f"there is no {name} here"
                with started(playwright, name, program) as engine:
                    cold, warm = measure(engine, address)
                times[f"{name} cold"].append(cold)
                times[f"{name} warm"] += warm
    for kind, values in times.items():
        print(f"{kind:16} {median(values):6.0f} ms")
    server.shutdown()


if __name__ == "__main__":
    main()
