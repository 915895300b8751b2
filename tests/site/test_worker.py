"""The service worker in Node: what it does with files that are lost, emptied or altered."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from making.integrity import names
from making.offline import VERSIONED, WORKER, write_worker
from making.tools import ensure_node
from making.workshop import WEB, copy

BASE: Final = "https://example.org/cacao/"
BOOT: Final = "start the page"
FILES: Final = {"index.html": "the page", "app/boot.js": BOOT, "python/core.whl": "all of it"}
DAMAGES: Final = {
    "emptied": "browser.keep('app/boot.js', '')",
    "halved": f"browser.keep('app/boot.js', {BOOT[:5]!r})",
    "longer": f"browser.keep('app/boot.js', {2 * BOOT!r})",
    "not to be had": f"browser.keep('app/boot.js', {BOOT!r}, {{ status: 404 }})",
    "unreadable": "browser.breakOff('app/boot.js')",
    "deleted": "browser.kept.delete(browser.key('app/boot.js'))",
}
"""What the worker sees at once."""
ALTERED: Final = f"browser.keep('app/boot.js', {BOOT[::-1]!r});"
LOST: Final = "TypeError: Failed to fetch"
SERVED: Final = "await browser.open('app/boot.js')"
GONE: Final = "browser.host = {};"
OTHER: Final = "browser.host['app/boot.js'] = 'of another version';"
CLOSED: Final = "browser.isClosed = true;"
WHEEL: Final = "browser.keep('python/core.whl', '');"

CASES: Final[dict[str, tuple[str, Any]]] = {
    "all well": (f"return [{SERVED}, await browser.ask('wrong'), browser.asked]", [BOOT, 0, []]),
    **{
        f"{name} served": (f"{damage}; return [{SERVED}, browser.asked]", [BOOT, ["app/boot.js"]])
        for name, damage in DAMAGES.items()
    },
    **{
        f"{name} mended": (
            f"{damage}; const found = [await browser.ask('wrong'), await browser.ask('mend')];"
            "return [...found, await browser.ask('wrong'), await browser.text('app/boot.js')]",
            [1, "", 0, BOOT],
        )
        for name, damage in {**DAMAGES, "altered": ALTERED}.items()
    },
    **{
        f"{name} without the host": (
            f"{damage}; {GONE} return [await browser.ask('wrong'), await browser.ask('mend'),"
            f"await browser.ask('wrong'), {SERVED}, await browser.open('index.html')]",
            [1, "lost", 1, LOST, "the page"],
        )
        for name, damage in {**DAMAGES, "altered": ALTERED}.items()
    },
    # A hash takes time: the page gets what is kept, and the right file the next time.
    "altered and found later": (
        f"{ALTERED} const page = [await browser.page(), {SERVED}]; await browser.later();"
        f"return [...page, {SERVED}, browser.asked]",
        ["the page", BOOT[::-1], BOOT, ["app/boot.js"]],
    ),
    "altered and asked for again": (
        f"{ALTERED} return await browser.open('app/boot.js', {{ cache: 'reload' }})", BOOT
    ),
    "asked for again without the host": (
        f"{GONE} return await browser.open('app/boot.js', {{ cache: 'reload' }})", BOOT
    ),
    "wheel emptied": (f"{WHEEL} return await browser.open('python/core.whl')", "all of it"),
    "one file cannot be had": (
        f"{WHEEL} {DAMAGES['emptied']}; {OTHER} const found = await browser.ask('wrong');"
        "return [found, await browser.ask('mend'), await browser.text('python/core.whl')]",
        [2, "lost", "all of it"],
    ),
    "no room": (
        f"{WHEEL} browser.full = broken('QuotaExceededError');"
        "return [await browser.open('python/core.whl', { mode: 'cors' }),"
        "await browser.ask('wrong'), await browser.ask('mend')]",
        ["all of it", 1, "full"],
    ),
    "store that does not work": (
        "browser.blind = broken('UnknownError');"
        f"return [await browser.page(), {SERVED}, browser.asked]",
        ["the page", BOOT, ["index.html", "app/boot.js"]],
    ),
    "store that cannot be looked through": (
        "browser.blind = broken('UnknownError');"
        "return [await browser.ask('wrong'), await browser.ask('mend')]",
        ["broken", "lost"],
    ),
    "page that was looked through": (
        "await browser.page(); await new Promise((resolve) => setTimeout(resolve, 5));"
        f"await browser.ask('wrong'); {ALTERED} await browser.later(); return browser.asked", []
    ),
    "another version": (
        f"{ALTERED} {OTHER} browser.pageFails = true; await browser.page();"
        "await browser.later(); await browser.later(); return browser.said",
        ["update", "begin"],
    ),
    "another version, and a page that goes on": (
        f"{ALTERED} {OTHER} await browser.page(); await browser.later(); return browser.said",
        ["update"],
    ),
    # The bell of a relay
    "push for a closed page": (
        f"{CLOSED} browser.note(1); await browser.push('mark'); return browser.shown",
        [["Ana · You", "It is your turn", "#g=1"]],
    ),
    "push while the page is in the background": (
        "browser.look = { focused: false, visibilityState: 'hidden' }; browser.note(1);"
        "await browser.push('mark'); return browser.shown",
        [["Ana · You", "It is your turn", "#g=1"]],
    ),
    "push while the page is in front": (
        "browser.note(1); await browser.push('mark'); return browser.shown", []
    ),
    "push two days later": (
        f"{CLOSED} browser.note(48); await browser.push('mark'); return browser.shown",
        [["News in a game with friends", "", "#g=1"]],
    ),
    "push and a clock that was set back": (
        f"{CLOSED} browser.note(-25); await browser.push('mark'); return browser.shown",
        [["News in a game with friends", "", "#g=1"]],
    ),
    "push for another game, and an empty one": (
        f"{CLOSED} browser.note(1); await browser.push('other'); await browser.push();"
        "return browser.shown",
        2 * [["News in a game with friends", "", ""]],
    ),
    "push and nothing noted": (
        f"{CLOSED} await browser.push('mark'); return browser.shown", [["Cacao", "", ""]]
    ),
    "tap on a notification": ("await browser.tap('#g=1'); return browser.said",
                              ["focus", "index.html#g=1"]),
    "tap on one of no game": ("await browser.tap(); return browser.said", ["focus"]),
    "tap while no page is open": (
        f"{CLOSED} await browser.tap('#g=1'); return browser.said", ["./#g=1"]
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the worker of a small site does in each case."""
    site = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(text, "utf-8")
    copy(WEB / VERSIONED, site / VERSIONED)
    write_worker(site)
    asked = {
        "base": BASE,
        "worker": (site / WORKER).read_text("utf-8"),
        "files": {name: (site / name).read_text("utf-8") for name in names(site)},
        "cases": {name: step for name, (step, _wanted) in CASES.items()},
    }
    command = [str(ensure_node()), str(Path(__file__).with_name("worker.mjs"))]
    done = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", CASES)
def test_worker_hands_out_right_files_only(seen: dict[str, Any], name: str) -> None:
    assert seen[name] == CASES[name][1]
