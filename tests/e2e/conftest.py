"""Real browsers on the built site, served from a sub-path as a project page is.

Every test fails on a console error, an uncaught exception, or a request to a foreign origin.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    ViewportSize,
    expect,
)

from making.server import site_server
from making.workshop import DIST

SUB_PATH = "cacao/game"
READY = "html[data-state=ready]"
Scheme: TypeAlias = Literal["light", "dark", "no-preference"]

PATIENCE = 40_000
"""Milliseconds: a start without compiled Python, on a busy machine."""
expect.set_options(timeout=PATIENCE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--approve", action="store_true", help="keep today's looks as the right ones")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the built site below a sub-path of a plain static host."""
    assert (DIST / "index.html").exists(), "build the site first: python3 build.py build"
    root = tmp_path_factory.mktemp("host")
    (root / SUB_PATH).parent.mkdir(parents=True)
    (root / SUB_PATH).symlink_to(DIST)
    server = site_server(0, Path(root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{SUB_PATH}/"
    server.shutdown()


def how_to_launch() -> dict[str, Any]:
    """Chromium: the one that build.py has found, else Playwright's own."""
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": os.environ.get("CACAO_CHROMIUM"), "args": arguments}


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests."""
    browser = playwright.chromium.launch(**how_to_launch())
    yield browser
    browser.close()


class Watch:
    """Collects what must not happen in a page."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.problems: list[str] = []
        self.listeners: dict[str, Callable[..., None]] = {
            "pageerror": lambda error: self.problems.append(f"exception: {error}"),
            "console": self._console,
            "request": lambda request: self._request(request.url),
            "requestfailed": lambda request: self.problems.append(f"failed: {request.url}"),
        }

    def follow(self, page: Page) -> None:
        for name, listener in self.listeners.items():
            page.on(name, listener)  # type: ignore[call-overload]

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _request(self, url: str) -> None:
        if not url.startswith((self.origin, "blob:", "data:")):
            self.problems.append(f"foreign: {url}")


class Usual:
    """A page that one test after the other gets, as new: a browser's first start takes long.

    What the tab has compiled stays with it, and it starts in less than half of the time. Nothing
    else stays: no storage, no routes, no other tabs of its profile.
    """

    SIZE: Final = ViewportSize(width=1280, height=720)

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._page: Page | None = None

    def take(self, viewport: ViewportSize = SIZE, color_scheme: Scheme = "light") -> Page:
        """The page, without anything in it."""
        if self._page is None:
            context = self._browser.new_context(service_workers="block")
            self._page = context.new_page()
            self._page.on("crash", self._give_up)  # some tests kill whatever has the site open
        self._page.set_viewport_size(viewport)
        self._page.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        return self._page

    def clean(self, listeners: Mapping[str, Callable[..., None]]) -> None:
        """Make it as new; a page that cannot be any more is given up."""
        page, self._page = self._page, None
        if page is None:
            return
        try:
            for name, listener in listeners.items():
                page.remove_listener(name, listener)
            page.unroute_all(behavior="ignoreErrors")
            for other in [other for other in page.context.pages if other is not page]:
                other.close()
            origin = page.evaluate("sessionStorage.clear(), location.origin")
            page.goto("about:blank")  # as it leaves, it saves its game
            tools = page.context.new_cdp_session(page)
            kinds = "local_storage,indexeddb,cache_storage,service_workers,cookies"
            tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
            tools.detach()
            self._page = page
        except Error:
            page.context.close()

    def _give_up(self, page: Page) -> None:
        self._page = None


@pytest.fixture(scope="session")
def usual(browser: Browser) -> Usual:
    return Usual(browser)


@pytest.fixture
def open_page(browser: Browser, site: str, usual: Usual) -> Iterator[Callable[..., Page]]:
    """Opens the site as a browser that never was there; options as of ``Browser.new_context``.

    A ``script`` runs before those of the page, to take something away from it.
    """
    watch = Watch(site)
    contexts: list[BrowserContext] = []
    lent: list[Page] = []

    def fresh(script: str, options: dict[str, Any]) -> Page:
        context = browser.new_context(
            **{"reduced_motion": "reduce", "service_workers": "block", **options}
        )
        contexts.append(context)
        if script:
            context.add_init_script(script)
        return context.new_page()

    def open_one(fragment: str = "", ready: bool = True, script: str = "", **options: Any) -> Page:
        if lent or script or options.keys() - {"viewport", "color_scheme"}:
            page = fresh(script, options)
        else:
            page = usual.take(**options)
            lent.append(page)
        watch.follow(page)
        page.goto(site + (f"#{fragment}" if fragment else ""))
        if ready:  # which tells at once; ``expect`` looks every second only after a while
            page.wait_for_selector(READY, state="attached", timeout=PATIENCE)
        return page

    yield open_one
    if lent:
        usual.clean(watch.listeners)
    for context in contexts:
        for page in context.pages:  # what is on its way is nothing to the next test
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    assert watch.problems == []


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """One page in one size after the other: to open it anew for each would take much longer."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("cacao.painted()")
        yield width, height
