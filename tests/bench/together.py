"""From a decision on one device to the frame that shows it on the other, in Chromium.

    python3 build.py build && python tests/bench/together.py [--games 3]

Two pages on this machine, whole games: live by WebRTC, and by a relay (aedes, also here). The ways
take turns, game by game. A time begins when a program asks for the decision, and ends with the
first frame after the other page's board, log or tray has changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.chromium import opened_page, opened_site  # isort: skip  # finds the build's modules
from making.broker import Broker, ensure_broker, free_port
from tests.e2e.probe import CAN_DECIDE

IDLE: Final = 100
"""So often nobody decides before a game counts as over."""
WATCH: Final = """
window.nextChange = () => {
  window.changed = new Promise(resolve => {
    setTimeout(resolve, 5000, null);  // nothing to be seen
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => {
        const frame = new MessageChannel();
        frame.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        frame.port2.postMessage(null);  // after the frame was drawn
      });
    });
    for (const id of ["board", "turns", "tray"])
      observer.observe(document.getElementById(id), {childList: true, subtree: true});
  });
};
"""
DECIDE: Final = """async () => {
  const moves = cacao.legalMoves(), begun = performance.timeOrigin + performance.now();
  await cacao.play(moves[Math.floor(moves.length / 2)]);
  return begun;
}"""


def table(browser: Browser, site: str, relay: str) -> tuple[Page, Page]:
    """Two pages that play together, live if there is no relay."""
    settings = json.dumps({"relay": relay, "tempo": "off"})
    script = f"localStorage['cacao.settings'] = {json.dumps(settings)};{WATCH}"
    host, guest = (opened_page(browser, site, script) for _page in range(2))
    host.locator("#home [data-command=new-game]").click()
    host.locator("#play-together").click()
    host.locator("dialog .primary.big").click()
    answer = guest.evaluate("link => cacao.load(link)", host.evaluate("cacao.invite()"))
    if not relay:
        host.evaluate("link => cacao.load(link)", answer)
    wanted = "relay" if relay else "live"
    host.wait_for_function("wanted => Object.values(cacao.table()).includes(wanted)", arg=wanted)
    for page in (host, guest):
        page.keyboard.press("Escape")
    return host, guest


def times(pages: tuple[Page, Page]) -> list[float]:
    """The times of all decisions of a game, in milliseconds."""
    found, idle = [], 0
    while idle < IDLE:
        idle += 1
        for page, other in (pages, pages[::-1]):
            if page.evaluate(CAN_DECIDE):
                page.wait_for_timeout(150)  # whatever else happens is over
                other.evaluate("nextChange()")
                begun = page.evaluate(DECIDE)
                shown, idle = other.evaluate("changed"), 0
                found += [shown - begun] if shown else []
        pages[0].wait_for_timeout(20)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    games = parser.parse_args().games
    ensure_broker()
    broker = Broker(free_port())
    found: dict[str, list[float]] = {"live": [], "relay": []}
    with opened_site() as (browser, site):
        for _game in range(games):
            for way, measured in found.items():
                pages = table(browser, site, broker.address if way == "relay" else "")
                measured.extend(times(pages))
                for page in pages:
                    page.context.close()
    broker.stop()
    for way, measured in found.items():
        p90 = quantiles(measured, n=10)[-1]
        print(f"{way}: {len(measured)} decisions, median {median(measured):.0f} ms, p90 {p90:.0f}")


if __name__ == "__main__":
    main()
