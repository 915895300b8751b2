"""The site without a network, and the change to a new version: real service workers in Chromium."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from making.integrity import PROGRAM, address
from making.offline import NOT_KEPT
from tests.core.helpers import example
from tests.e2e.conftest import READY, Watch, how_to_launch
from tests.e2e.hosts import CHANGING, SUB_PATH, Held, Host, broken_off, damaged, hotel, variant
from tests.e2e.pages import NOT_DRAWN, PATIENCE
from tests.e2e.test_game import begin, record_of

HERE = "Works offline."
PATHS = """async () => {
    const paths = {};
    for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        paths[name] = kept.map(request => new URL(request.url).pathname);
    }
    return paths;
}"""
EMPTIED = ["app/boot.js", "pyodide/python_stdlib.zip", "style/all.css", "index.html"]
SPOIL = """async ([files, text]) => {
    for (const name of await caches.keys()) {
        const kept = await caches.open(name);
        for (const { url } of await kept.keys())
            if (files.some(file => new URL(url).pathname.endsWith(file)))
                await kept.put(url, new Response(text));
    }
}"""
SIZES = """async files => Promise.all(files.map(async file => {
    const answer = await caches.match(file, { ignoreSearch: true });
    return (await answer.blob()).size;
}))"""
"""Of files that are kept; and replace them by a text."""
FETCHED = """async address => {
    const answer = await fetch(address);
    const hash = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
    return {date: answer.headers.get("Date"), hash: [...new Uint8Array(hash)]};
}"""
RELOADED = "async address => (await fetch(address, {cache: 'reload'})).arrayBuffer()"
WAITS_FOR_NOTHING = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    return !found.installing && !found.waiting;
}"""
ASLEEP = """() => setTimeout(() => {
    const request = new XMLHttpRequest();
    request.open("GET", "held", false); // the page does nothing else until that is answered
    request.send();
})"""
NOTICES = """() => {
    const notice = document.getElementById("notice");
    window.noticed = [];
    new MutationObserver(() => window.noticed.push(notice.textContent)).observe(
        notice, { childList: true, characterData: true, subtree: true });
}"""
"""Keeps what the page says for a few seconds only."""
INVITE = """() => {
    const event = new Event("beforeinstallprompt");
    event.prompt = async () => { window.prompted = true; };
    window.dispatchEvent(event);
}"""


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two versions of the site."""
    root = tmp_path_factory.mktemp("builds")
    return [variant(root, name) for name in ("one", "two")]


@pytest.fixture
def host(builds: list[Path]) -> Iterator[Host]:
    host = Host(builds[0], answers_304=False)  # both builds are of the same second
    yield host
    host.mend()
    host.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce", locale="eo")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NOT_DRAWN)
    yield context
    context.close()


@pytest.fixture
def lasting(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with a cache on disk, as people's have one: what is large is kept there only."""
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", reduced_motion="reduce", locale="eo", **how_to_launch()
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(NOT_DRAWN)
    yield context
    context.close()


def opened(page: Page, address: str = "") -> Page:
    """The page once Python is there; loaded anew without an address."""
    page.goto(address) if address else page.reload()
    expect(page.locator(READY)).to_be_attached()
    return page


def says(page: Page, text: str, where: str = "#kept") -> None:
    """What the settings say about the network."""
    page.locator("[data-command=settings]:visible").click()
    expect(page.locator(where)).to_contain_text(text)
    page.locator("dialog [type=submit]").click()


def place(page: Page) -> None:
    """Play any placement and see that the computer answers."""
    moves = len(record_of(page).moves)
    page.locator("#board-targets .target").first.click()
    page.locator("#tray [data-command=confirm]").click()
    expect(page.locator("#board-targets .target, #tray .edges").first).to_be_visible()
    assert len(record_of(page).moves) > moves


def kept_files(host: Host) -> set[str]:
    """What a browser is to keep of the site."""
    root = host.root / SUB_PATH
    files = {file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file()}
    return {file for file in files if not file.startswith(NOT_KEPT)}


def size(host: Host, file: str) -> int:
    """The bytes of a file of the site."""
    return (host.root / SUB_PATH / file).stat().st_size


def against_computer(page: Page) -> None:
    begin(page, kind_0="person", kind_1="easy", first="1")
    expect(page.locator("#board-targets .target, #tray .edges").first).to_be_visible()
    assert record_of(page).moves


@pytest.mark.long
def test_site_works_offline_after_one_visit(context: BrowserContext, host: Host) -> None:
    watch = Watch(host.site)
    page = context.new_page()
    watch.follow(page)
    opened(page, host.site)
    says(page, HERE)
    [(name, kept)] = page.evaluate(PATHS).items()
    assert name.startswith("cacao-")
    assert name.endswith(host.site)
    wanted = kept_files(host)
    assert sorted(kept) == sorted(f"/{SUB_PATH}/{file}" for file in wanted)
    assert {
        "locale/eo.mo",
        "locale/eo.json",
        "bots/example_bot.py",
        PROGRAM,
    } <= wanted
    # A first visit loads nothing twice, but what is too large for Chromium's cache in memory.
    assert [file for file in wanted if host.asked[file] != 1] == [PROGRAM]
    page.evaluate(INVITE)
    page.locator("#home [data-command=settings]").click()
    page.locator("dialog [data-command=install]").click()
    expect(page.locator("dialog [data-command=install]")).to_have_count(0)
    assert page.evaluate("window.prompted")
    page.locator("dialog [type=submit]").click()

    host.stop()
    against_computer(page)  # its worker is started now, in the page that came from the host
    record = record_of(page)
    opened(page)
    assert record_of(page) == record
    page.locator("[data-command=home]").click()
    expect(page.locator("#home [data-command=new-game]")).to_have_text("Nova ludo")
    link = f"{host.site}#{example('temple').to_link()}"
    assert record_of(opened(context.new_page(), link)).moves == example("temple").moves
    for file, text in (("bots.html", "Your own bot"), ("art.html", "all pictures")):
        page.goto(host.site + file)
        expect(page).to_have_title(re.compile(text))
    assert page.evaluate("fetch('bots/example_bot.py').then(found => found.status)") == 200
    assert watch.problems == []


@pytest.mark.nightly
def test_files_that_were_deleted_later_are_fetched_again(
    context: BrowserContext, host: Host
) -> None:
    page = opened(context.new_page(), host.site)
    says(page, HERE)
    [(name, kept)] = page.evaluate(PATHS).items()
    page.evaluate("name => caches.delete(name)", name)
    says(opened(page), HERE)
    assert sorted(page.evaluate(PATHS)[name]) == sorted(kept)
    host.stop()
    against_computer(opened(page))


@pytest.mark.long
def test_files_that_were_emptied_later_are_mended(context: BrowserContext, host: Host) -> None:
    """Without them the page does not start, and nothing of it can ask for them."""
    page = opened(context.new_page(), host.site)
    says(page, HERE)
    page.evaluate(SPOIL, [EMPTIED, ""])
    page.locator("#home [data-command=settings]").click()
    expect(page.locator("#kept")).to_have_text(HERE)
    assert page.evaluate(SIZES, EMPTIED) == [size(host, file) for file in EMPTIED]

    page.evaluate(SPOIL, [EMPTIED, ""])
    opened(page)
    says(page, HERE)
    assert page.evaluate(SIZES, EMPTIED) == [size(host, file) for file in EMPTIED]
    page.evaluate(SPOIL, [["app/boot.js"], "// the right length".ljust(size(host, "app/boot.js"))])
    page.reload()
    expect(page.locator("[data-failure=damaged]")).to_be_visible()
    page.locator("#retry").click()
    expect(page.locator(READY)).to_be_attached()

    page.context.new_cdp_session(page).send("Network.clearBrowserCache")  # it has them as well
    page.evaluate(SPOIL, [EMPTIED, ""])
    host.stop()
    page.locator("#home [data-command=settings]").click()
    expect(page.locator("#kept")).to_contain_text("some files did not arrive")


@pytest.mark.nightly
def test_files_that_did_not_come_are_fetched_at_the_next_visit(
    context: BrowserContext, host: Host
) -> None:
    host.spoil("bots.html", broken_off, times=1)
    page = opened(context.new_page(), host.site)
    says(page, "some files did not arrive")
    host.spoil("licenses/cacao.txt", hotel, times=1)
    opened(page)
    says(page, "some files did not arrive")
    opened(page)
    says(page, HERE)
    asked = [host.asked[f] for f in ("art.html", "bots.html", "licenses/cacao.txt")]
    assert asked == [1, 2, 2]
    host.stop()
    page.goto(host.site + "bots.html")
    expect(page).to_have_title(re.compile("Your own bot"))


def test_python_is_taken_from_the_browsers_own_cache(lasting: BrowserContext, host: Host) -> None:
    """The machine code of it is kept there only; what else is in that cache is not handed out."""
    page = opened(lasting.new_page(), host.site)
    says(page, HERE)
    assert host.asked[PROGRAM] == 1
    program = address(host.root / SUB_PATH, PROGRAM)
    kept = page.evaluate(FETCHED, program)
    host.seconds_ahead = 60  # another date tells another answer
    past_the_worker(page, program)
    anew = page.evaluate(FETCHED, program)
    assert anew["date"] != kept["date"]
    assert anew["hash"] == kept["hash"]

    host.spoil(PROGRAM, hotel, times=1)
    past_the_worker(page, program)
    assert page.evaluate(FETCHED, program) == kept
    host.stop()
    against_computer(opened(page))


@pytest.mark.nightly
def test_python_that_arrived_damaged_is_fetched_anew(lasting: BrowserContext, host: Host) -> None:
    host.spoil(PROGRAM, damaged, times=1)
    opened(lasting.new_page(), host.site)
    assert host.asked[PROGRAM] == 2


class Versions:
    """What pages got, of which version.

    Attributes:
        seen: version of the page, and of a file that it got; of files that differ only.
        waited: whether a page had to wait for the end of a change.
    """

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []
        self.waited = False
        self._of: dict[Page, str] = {}

    def follow(self, page: Page) -> Page:
        page.on("response", lambda response: self._got(page, response))
        return page

    def _got(self, page: Page, response: Response) -> None:
        version = response.headers.get("x-version", "")
        if response.request.is_navigation_request():
            self._of[page] = version
            self.waited = self.waited or not version
        elif response.url.partition("?")[0].endswith(CHANGING) and version:
            self.seen.append((self._of[page], version))


def past_the_worker(page: Page, address: str) -> None:
    """Let the browser put into its cache what the host has now."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.setBypassServiceWorker", {"bypass": True})
    page.evaluate(RELOADED, address)
    tools.send("Network.setBypassServiceWorker", {"bypass": False})
    tools.detach()


@pytest.mark.long
def test_new_version_comes_between_games(
    context: BrowserContext, host: Host, builds: list[Path]
) -> None:
    """It waits for the end of a game, and files of the two never mix."""
    versions, offer = Versions(), "[data-command=update]:visible"
    page = opened(versions.follow(context.new_page()), host.site)
    says(page, HERE)
    host.root = builds[1]
    assert opened(page).locator("h1:visible").inner_text() == "Cacao one"
    expect(page.locator(offer)).to_be_visible()
    against_computer(page)
    expect(page.locator("#game[data-update=yes]")).to_be_visible()
    says(page, "can update after this game", ".kept")
    expect(page.locator(offer)).to_have_count(0)
    record = record_of(page)
    page.locator("[data-command=home]").click()
    page.locator(offer).click()
    expect(page.locator("h1:visible")).to_have_text("Cacao two")
    expect(page.locator(READY)).to_be_attached()
    page.locator("[data-command=continue]").click()
    assert record_of(page) == record
    assert all(of == file for of, file in versions.seen)
    assert {of for of, _file in versions.seen} == {"one", "two"}


def until_asked(page: Page, host: Host, path: str) -> None:
    """Wait until the host was asked for a file; a browser may ask again at once."""
    last = time.monotonic() + PATIENCE / 1000
    while not host.asked[path]:
        assert time.monotonic() < last, f"nobody asked for {path}, but for {dict(host.asked)}"
        page.wait_for_timeout(20)


@pytest.mark.nightly
def test_new_version_waits_for_all_tabs_and_never_mixes(
    context: BrowserContext, host: Host, builds: list[Path]
) -> None:
    versions = Versions()
    home, table = (versions.follow(context.new_page()) for _tab in "ab")
    offer = "[data-command=update]:visible"
    opened(home, host.site)
    says(home, HERE)
    home.evaluate("caches.open('of another site')")
    opened(table, host.site)

    host.root, host.asked = builds[1], Counter()
    host.spoil("app/opponent.py", broken_off, times=1)
    opened(home)
    until_asked(home, host, "app/opponent.py")
    home.wait_for_function(WAITS_FOR_NOTHING)
    assert opened(home).locator(f"{READY} h1:visible").inner_text() == "Cacao one"
    expect(home.locator(offer)).to_be_visible()

    against_computer(table)  # its worker is that of the old version, although the new one is here
    expect(table.locator("#game[data-update=yes]")).to_be_visible()
    says(table, "can update after this game", ".kept")
    expect(table.locator(offer)).to_have_count(0)
    home.locator(offer).click()
    expect(home.locator("#notice")).to_contain_text("Another tab is busy")
    place(table)
    record = record_of(table)

    table.locator("[data-command=home]").click()
    answer = Held()
    host.spoil("held", answer)
    home.evaluate(ASLEEP)
    table.evaluate(NOTICES)
    table.locator(offer).click()
    table.wait_for_function("document.documentElement.inert")  # it has been asked
    late = opened(versions.follow(context.new_page()), host.site)  # when it is clear which version
    assert versions.waited
    table.wait_for_function("noticed.some(text => text.includes('is not responding'))")
    expect(late.locator("h1:visible")).to_have_text("Cacao one")
    late.close()
    answer.release()
    assert home.evaluate("true")  # it is awake again

    table.locator(offer).click()
    for page in (home, table):
        expect(page.locator("h1:visible")).to_have_text("Cacao two")
        expect(page.locator(READY)).to_be_attached()
        expect(page.locator(offer)).to_have_count(0)
    table.locator("[data-command=continue]").click()
    assert record_of(table) == record
    expect(table.locator("#board-targets .target, #tray .edges").first).to_be_visible()
    link = f"{host.site}#{example('temple').to_link()}"
    assert record_of(opened(home, link)).moves == example("temple").moves

    assert all(page == file for page, file in versions.seen)
    assert {page for page, _file in versions.seen} == {"one", "two"}
    changed = Counter(path for path in kept_files(host) if path.endswith(CHANGING))
    assert host.asked - Counter({"sw.js": 99, "held": 1}) == changed + Counter(["app/opponent.py"])
    assert "of another site" in home.evaluate(PATHS)


@pytest.mark.nightly
def test_trial_server_shows_the_latest_build_and_keeps_nothing(
    context: BrowserContext, host: Host, builds: list[Path]
) -> None:
    page = opened(context.new_page(), host.site)
    says(page, HERE)
    host.root, host.trial = builds[1], True
    opened(page)  # still as it was kept; the worker for trials comes with it
    expect(page.locator("h1:visible")).to_have_text("Cacao two")
    expect(page.locator(READY)).to_be_attached()
    says(page, "this address is only for trying out the page")
    assert page.evaluate(PATHS) == {}
    host.root = builds[0]
    expect(opened(page).locator("h1:visible")).to_have_text("Cacao one")
    says(page, "this address is only for trying out the page")


def test_browser_that_keeps_nothing_says_so(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.locator("#home [data-command=settings]").click()
    expect(page.locator("#kept")).to_contain_text("this browser does not store the page")
