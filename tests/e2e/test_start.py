"""How the page starts in a browser: with parts that are missing or spoilt, and meanwhile.

The page then starts another way, or tells in words what happened; its console may complain, so
nobody watches that. tests/site/test_start.py has the whole table of faults, and needs no browser;
here are those that show most. The others run at night, for what the stand-in assumes of browsers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from cacao_core import Deal, Record
from making.workshop import DIST
from tests.e2e.conftest import READY, OpenPage, Spoil, begin_workers_with
from tests.e2e.hosts import Fault, Held, Host, as_text, damaged, gone, halved, refused
from tests.e2e.test_bots import EXAMPLE, choose_file, open_shelf
from tests.e2e.test_game import begin
from tests.site.test_start import BROWSERS, FILES, NO_STORE, NO_WORKERS

LINK = Record(Deal.shuffled(players=2, seed=7)).to_link() + "&p=pp"
LIBRARY = "python_stdlib.zip"
# Removes IndexedDB from workers as well, which are made of Blobs.
STORELESS_WORKERS = """
window.Blob = class extends Blob {
  constructor(parts, options) {
    super(["delete WorkerGlobalScope.prototype.indexedDB;", ...parts], options);
  }
};
"""


def by_day(table: Iterable[Any], daily: object) -> list[Any]:
    """The rows of a table; all but one run at night only."""
    rows = [(row if isinstance(row, tuple) else (row,), row == daily) for row in table]
    assert any(by_day for _row, by_day in rows)
    return [pytest.param(*row, marks=() if by_day else pytest.mark.nightly) for row, by_day in rows]


@pytest.fixture
def spoilt(open_unwatched: OpenPage, spoil: Spoil) -> OpenPage:
    """Opens the site with faults (by how the path of a file ends), or after a script."""

    def open_spoilt(
        files: dict[str, Fault] | None = None, fragment: str = "", **wishes: Any
    ) -> Page:
        for name, fault in (files or {}).items():
            spoil(name, fault)
        faulty = files or {}  # what is cached already would take the place of what is faulty
        fresh = any("wasm" in n or not isinstance(f, Held) for n, f in faulty.items())
        return open_unwatched(fragment, ready=False, **{"fresh": fresh, **wishes})

    return open_spoilt


def first_move(page: Page) -> Locator:
    """The button that confirms a move, when there is one."""
    expect(page.locator(READY)).to_be_attached()
    page.locator("[data-command=uncover]").click()
    page.locator("#board-targets [data-cell]").first.click()
    return page.locator("#tray [data-command=confirm]")


HEAR_WORKERS = """
new BroadcastChannel("worked").onmessage = event => { window.worked = event.data; };
"""


def listen_to_workers(spoil: Spoil) -> None:
    """Let the computer's worker report its store when it starts."""
    prelude = """
import js
js.BroadcastChannel.new("worked").postMessage(
    "a store in memory" if hasattr(js.indexedDB, "lacking") else "a store")
"""
    begin_workers_with(spoil, prelude)


def failure(page: Page) -> list[str | None]:
    """The kinds of failure that the page tells, and the parts of its first screen meanwhile."""
    kind = page.locator("[data-failure]:visible")
    kind.first.wait_for()
    kinds = [one.get_attribute("data-failure") for one in kind.all()]
    parts = ("#failure-reason", "#retry", ".starting", ".unheard", ".choices")
    return [*kinds, *(part for part in parts if page.locator(part).is_visible())]


TOLD = ["#failure-reason", "#retry"]


# --- What the page starts without ------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.long
def test_spoilt_library_is_replaced_by_the_published_one(spoilt: OpenPage, spoil: Spoil) -> None:
    """In the page and in its computers' worker."""
    listen_to_workers(spoil)
    page = spoilt({LIBRARY: halved}, fragment=LINK, script=HEAR_WORKERS)
    expect(first_move(page)).to_be_enabled()
    assert page.locator("html").get_attribute("data-library") == "plain"
    expect(page.locator(".failure")).not_to_be_visible()
    page.locator("#bar [data-command=home]").click()
    begin(page, kind_0="medium", kind_1="person")
    expect(page.locator("#board-tiles .workers")).to_have_count(1)
    assert page.evaluate("window.worked") == "a store in memory"


@pytest.mark.nightly
def test_bots_start_with_the_published_library(spoilt: OpenPage) -> None:
    page = spoilt({"python_bots.zip": damaged})
    expect(page.locator(READY)).to_be_attached()
    open_shelf(page)
    choose_file(page, "mine.py", EXAMPLE.read_bytes())
    expect(page.locator("dialog .news")).to_contain_text("mine is ready")


@pytest.mark.parametrize("how", by_day(NO_STORE, "refused"))
def test_page_and_its_worker_start_without_indexeddb(
    spoilt: OpenPage, spoil: Spoil, how: str
) -> None:
    listen_to_workers(spoil)
    page = spoilt(script=NO_STORE[how] + STORELESS_WORKERS + HEAR_WORKERS)
    expect(page.locator(READY)).to_be_attached()
    if how == "refused":  # together with localStorage, as browsers do it
        expect(page.locator("#notice")).to_contain_text("does not let the page save")
    begin(page, kind_0="medium", kind_1="person")
    expect(page.locator("#board-tiles .workers")).to_have_count(1)
    assert page.evaluate("window.worked") == "a store in memory"


@pytest.mark.nightly
@pytest.mark.parametrize("how", NO_WORKERS)
def test_page_thinks_by_itself_without_workers(spoilt: OpenPage, how: str) -> None:
    nothing_else = "delete Navigator.prototype.serviceWorker; delete window.SharedArrayBuffer;"
    page = spoilt(script=NO_WORKERS[how] + nothing_else)
    expect(page.locator(READY)).to_be_attached()
    begin(page, kind_0="hard", kind_1="person")
    expect(page.locator("#board-tiles .workers")).to_have_count(1)
    assert page.workers == []


@pytest.mark.nightly
@pytest.mark.parametrize("how", [gone, refused])
def test_page_without_its_worker_s_program_thinks_and_says_so(spoilt: OpenPage, how: Fault) -> None:
    page = spoilt({"app/opponent.py": how})
    expect(page.locator(READY)).to_be_attached()
    begin(page, kind_0="medium", kind_1="person")
    expect(page.locator("#notice")).to_contain_text("reload the page")
    expect(page.locator("#board-tiles .workers")).to_have_count(1)


@pytest.mark.nightly
def test_webassembly_from_a_host_that_does_not_know_it(spoilt: OpenPage) -> None:
    expect(first_move(spoilt({"pyodide.asm.wasm": as_text}, fragment=LINK))).to_be_enabled()


# --- What it cannot start without --------------------------------------------------------------


@pytest.mark.parametrize(("name", "damage", "kind"), by_day(FILES, ("core-*.js", refused, "file")))
def test_missing_or_damaged_file_is_told(
    spoilt: OpenPage, name: str, damage: Fault, kind: str
) -> None:
    assert failure(spoilt({name: damage})) == [kind, *TOLD]


@pytest.mark.parametrize("lack", by_day(BROWSERS, "wasm"))
def test_browser_that_cannot_is_told_so(spoilt: OpenPage, lack: str) -> None:
    assert failure(spoilt(script=BROWSERS[lack])) == [lack.split(maxsplit=1)[0], *TOLD]


def test_slow_start_that_ends_after_all_is_no_failure(spoilt: OpenPage) -> None:
    program = Held()
    page = spoilt({LIBRARY: program}, fragment=LINK)
    expect(page.locator("html[data-stage=loading]")).to_be_attached()
    page.evaluate("window.cacao.failed('nothing moves', 'slow')")
    assert failure(page) == ["slow", *TOLD]
    program.release()
    expect(first_move(page)).to_be_enabled()
    expect(page.locator(".failure")).not_to_be_visible()


@pytest.mark.nightly
def test_missing_style_sheet_is_told(spoilt: OpenPage) -> None:
    page = spoilt({"style/all.css": gone})
    assert failure(page)[:3] == ["file", *TOLD]


def test_trying_again_helps_when_the_cause_is_gone(spoilt: OpenPage, static_host: Host) -> None:
    page = spoilt({"pyodide.asm.wasm": halved}, fragment=LINK)
    assert failure(page) == ["damaged", *TOLD]
    static_host.mend()
    page.locator("#retry").click()
    expect(first_move(page)).to_be_enabled()


# --- What it shows meanwhile -------------------------------------------------------------------

RECORDER = """
window.seen = [];
new MutationObserver(() => {
  const { state, stage } = document.documentElement.dataset;
  const told = [...document.querySelectorAll("[data-at]")]
    .filter(one => one.checkVisibility()).map(one => one.dataset.at).join();
  const bar = document.getElementById("progress")?.value ?? 0;
  const count = document.getElementById("arrived")?.textContent ?? "";
  const row = JSON.stringify([state, stage, told, bar, count]);
  if (seen.at(-1) !== row) seen.push(row);
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


def test_progress_goes_through_all_stages_and_counts_the_bytes(spoilt: OpenPage) -> None:
    page = spoilt(script=RECORDER, megabits=60, fresh=True)
    expect(page.locator(READY)).to_be_attached()
    rows = [json.loads(row) for row in page.evaluate("window.seen")]
    booting = [row for row in rows if row[0] == "booting"]
    stages = [stage for _state, stage, *_rest in booting if stage]
    assert list(dict.fromkeys(stages)) == ["loading", "python", "game"]
    assert stages == sorted(stages, key=["loading", "python", "game"].index)
    assert {told for _state, stage, told, *_rest in booting} >= {"loading", "python", "game"}
    bars = [bar for *_row, bar, _count in booting]
    assert bars == sorted(bars)
    assert bars[-1] > 90
    counts = [count.removesuffix(" MB").split(" / ") for *_row, count in booting if count]
    arrived = [float(part) for part, _whole in counts]
    assert arrived == sorted(arrived)
    assert len(set(arrived)) > 3
    files = json.loads(page.locator("script[data-files]").get_attribute("data-files") or "")
    sizes = [(DIST / name.partition("?")[0]).stat().st_size for name in files]
    total = f"{sum(sizes) / 1e6:.1f}"
    assert {whole for _part, whole in counts} == {total}
    assert f"{arrived[-1]:.1f}" == total


def test_first_screen_needs_nothing_of_python_to_be_painted(spoilt: OpenPage) -> None:
    boot = Held()
    page = spoilt({"app/boot.js": boot}, fragment=LINK, drawn=True)
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    asked = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert any(name.endswith("style/all.css") for name in asked)
    assert not [name for name in asked if "/pyodide/" in name or "/pyscript/" in name]
    boot.release()
    expect(first_move(page)).to_be_enabled()


@pytest.mark.parametrize("missing", by_day(["app/boot.js", LIBRARY], LIBRARY))
def test_first_choice_is_carried_out_when_python_is_there(spoilt: OpenPage, missing: str) -> None:
    library = Held()
    page = spoilt({missing: library})
    page.locator("#home [data-command=new-game]").click()
    expect(page.locator("#home [data-command=new-game][aria-busy=true]")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-state", "booting")
    before = page.locator("#home .choices").bounding_box()
    library.release()
    expect(page.locator("dialog [name=kind-0]")).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert page.locator("#home .choices").bounding_box() == before  # nothing jumps


@pytest.mark.nightly
@pytest.mark.parametrize("fragment", [LINK, "no-game", ""])
def test_pictures_of_the_first_screen_wait_behind_a_link(spoilt: OpenPage, fragment: str) -> None:
    library = Held()
    page = spoilt({LIBRARY: library}, fragment)
    expect(page.locator(".starting [data-at=loading]")).to_be_visible()
    picture = page.locator("#home .hero-art > use:first-child")
    expect(picture).to_be_visible(visible=not fragment)
    before = page.locator("#home .choices").bounding_box()
    library.release()
    expect(page.locator(READY)).to_be_attached()
    expect(picture).to_be_visible(visible=fragment != LINK)
    if fragment == LINK:
        page.locator("#bar [data-command=home]").click()
        expect(picture).to_be_visible()
    else:
        assert page.locator("#home .choices").bounding_box() == before  # nothing jumps


@pytest.mark.parametrize("how", by_day([gone, refused], refused))
def test_page_without_its_first_scripts_says_so_in_all_languages(
    spoilt: OpenPage, how: Fault
) -> None:
    """Nothing runs that could say it."""
    page = spoilt({"app/check.js": how, "app/boot.js": how})
    told = page.locator(".unheard p")
    expect(told).to_have_count(5)
    for sentence in told.all():
        expect(sentence).to_be_visible()
    expect(page.locator(".starting")).to_be_hidden()
    expect(page.locator("#home [data-command=new-game]")).to_be_hidden()


def test_page_without_scripts_says_so_in_all_languages(open_page: OpenPage) -> None:
    page = open_page(ready=False, has_scripts=False, fresh=True)
    told = page.locator("noscript p")
    expect(told).to_have_count(5)
    for sentence in told.all():
        expect(sentence).to_contain_text("JavaScript")
        expect(sentence).to_be_visible()
    expect(page.locator(".unheard")).to_be_hidden()
    expect(page.locator(".starting")).to_be_hidden()
