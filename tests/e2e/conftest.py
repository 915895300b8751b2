"""Real browsers on the built site, served from a sub-path as a project page is.

Every test fails on a console error, an uncaught exception, or a request to a foreign origin.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from making.server import site_server
from making.workshop import DIST

SUB_PATH = "cacao/game"
READY = "html[data-state=ready]"

expect.set_options(timeout=40_000)  # a start without compiled Python, on a busy machine


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


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium: the one that build.py has found, else Playwright's own."""
    path = os.environ.get("CACAO_CHROMIUM")
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    browser = playwright.chromium.launch(executable_path=path, args=arguments)
    yield browser
    browser.close()


class Watch:
    """Collects what must not happen in a page."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.problems: list[str] = []

    def follow(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.problems.append(f"exception: {error}"))
        page.on("console", self._console)
        page.on("request", lambda request: self._request(request.url))
        page.on("requestfailed", lambda request: self.problems.append(f"failed: {request.url}"))

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _request(self, url: str) -> None:
        if not url.startswith((self.origin, "blob:", "data:")):
            self.problems.append(f"foreign: {url}")


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Callable[..., Page]]:
    """Opens the site in a fresh browser profile; options as of ``Browser.new_context``.

    A ``script`` runs before those of the page, to take something away from it.
    """
    watch = Watch(site)
    contexts: list[BrowserContext] = []

    def open_fresh(
        fragment: str = "", ready: bool = True, script: str = "", **options: Any
    ) -> Page:
        usual = {"reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(**{**usual, **options})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        watch.follow(page)
        page.goto(site + (f"#{fragment}" if fragment else ""))
        if ready:
            expect(page.locator(READY)).to_be_attached()
        return page

    yield open_fresh
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
