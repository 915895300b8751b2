"""From a decision on one device to its first frame on another, beside the frame on the own device.

    python3 build.py build && python tests/bench/live.py [decisions] [players]

All devices are contexts of one Chromium on this machine, connected by WebRTC, and a decision is
``cacao.play``. The frame is the first one after the board has changed.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from making.browsers import find
from making.server import site_server
from tests.e2e.conftest import READY
from tests.e2e.probe import CAN_DECIDE
from tests.e2e.test_together import begin_together, expect_table, invite

_WATCH = """() => {
    window.frames = [];
    const now = () => performance.timeOrigin + performance.now();
    const seen = () => requestAnimationFrame(() => window.frames.push(now()));
    const watch = (id) => new MutationObserver(seen).observe(document.getElementById(id),
        { childList: true, subtree: true });
    ["board-workers", "board-jungle", "turns", "villages"].forEach(watch);
}"""
_PLAY = """() => {
    const moves = cacao.legalMoves();
    const at = performance.timeOrigin + performance.now();
    cacao.play(moves[Math.floor(moves.length / 2)]);
    return at;
}"""


def frames(pages: list[Page]) -> list[float | None]:
    """When each page has drawn something new since the last call; in milliseconds."""
    return [page.evaluate("() => window.frames.splice(0)[0] ?? null") for page in pages]


def play(pages: list[Page], decisions: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the frame on the own device, and on each of the others."""
    own, theirs = list[float](), list[float]()
    for _decision in range(decisions):
        if pages[0].evaluate("!cacao.legalMoves().length"):
            break
        free = [page.evaluate(CAN_DECIDE) for page in pages]
        decider = free.index(True)
        pages[decider].wait_for_timeout(150)
        frames(pages)
        at = pages[decider].evaluate(_PLAY)
        pages[decider].wait_for_timeout(400)
        for index, frame in enumerate(frames(pages)):
            if frame is not None:
                (own if index == decider else theirs).append(frame - at)
    return own, theirs


def told(name: str, times: list[float]) -> str:
    ninth = quantiles(times, n=10)[-1]
    return f"{name:8} median {median(times):4.0f} ms, one of ten over {ninth:4.0f} ms, {len(times)}"


def main(decisions: int = 60, players: int = 2) -> None:
    program = find("chromium")
    assert program is not None, "there is no Chromium here"
    server = site_server(0, trial=True)
    address = f"http://localhost:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=str(program), args=arguments)
        pages = [browser.new_context(reduced_motion="reduce").new_page() for _p in range(players)]
        for page in pages:
            page.goto(address)
            page.wait_for_selector(READY, state="attached")
        begin_together(pages[0], "person", *["elsewhere"] * (players - 1))
        for guest in pages[1:]:
            invite(pages[0], guest)
        expect_table(pages[0], **{f"s{n}": "live" if n else "here" for n in range(players)})
        for page in pages:
            page.evaluate(_WATCH)
        own, theirs = play(pages, decisions)
        browser.close()
    print(told("own", own))
    print(told("others", theirs))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
