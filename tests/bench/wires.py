"""Connections between two browsers of any engines: lengths of the texts, seconds until open.

    python3 build.py build && python tests/bench/wires.py [--wait 0] [--engines chromium,firefox]

Every pair has two processes with fresh profiles. The host takes the answer after ``--wait``
seconds, as people need some time to carry it over.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from making.browsers import find
from making.server import site_server
from tests.e2e.probe import PROBE, until
from tests.e2e.smoke.drivers import Driver, started
from tests.e2e.smoke.screen import READY

_OPEN = "probe.signal() === 'OPEN'"


def opened(stack: ExitStack, playwright: Playwright, name: str, address: str) -> Driver:
    """A page of an engine, with the probe."""
    program = find(name)
    assert program is not None, f"there is no {name} here"
    engine = stack.enter_context(started(playwright, name, program))
    driver = engine(1000, 700)
    stack.callback(driver.close)
    driver.open(address)
    until(driver.evaluate, READY)
    driver.evaluate(PROBE)
    return driver


def measure(host: Driver, guest: Driver, wait: float) -> str:
    """What happened, in words."""
    start = time.monotonic()
    offer = host.evaluate("probe.offer()")
    answer = guest.evaluate(f"probe.answer({offer!r})")
    texts = time.monotonic() - start
    time.sleep(wait)
    before = guest.evaluate("[probe.signal(), probe.state()].join(' ')")
    start = time.monotonic()
    host.evaluate(f"probe.take({answer!r})")
    lengths = f"{len(offer)} + {len(answer)} characters in {texts:.2f} s, then {before}"
    try:
        until(host.evaluate, _OPEN, 35)
        until(guest.evaluate, _OPEN, 5)
    except AssertionError:
        states: list[Any] = [d.evaluate("[probe.signal(), probe.state()]") for d in (host, guest)]
        return f"{lengths}; NOT OPEN: {states}"
    taken = time.monotonic() - start
    guest.evaluate("probe.send('there')")
    host.evaluate("probe.send('and back')")
    until(host.evaluate, "probe.heard().length === 1")
    until(guest.evaluate, "probe.heard().length === 1")
    guest.evaluate("probe.close()")
    until(host.evaluate, "probe.signal() === 'CLOSED'")
    return f"{lengths}; open after {taken:.2f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wait", type=float, default=0)
    parser.add_argument("--engines", default="chromium,firefox")
    given = parser.parse_args()
    server = site_server(0, trial=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    with sync_playwright() as playwright:
        for pair in product(given.engines.split(","), repeat=2):
            with ExitStack() as stack:
                host, guest = (opened(stack, playwright, name, address) for name in pair)
                print(f"{pair[0]} hosts {pair[1]}: {measure(host, guest, given.wait)}", flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
