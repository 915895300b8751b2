"""Real browsers on the built site, served from a sub-path as a project page is.

Every test fails on a console error, an uncaught exception, or a request to a foreign origin.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from making.workshop import DIST
from tests.e2e.hosts import SUB_PATH, Host, Stranger, rewritten
from tests.e2e.pages import PATIENCE, Listener, Pages, Wishes

READY = "html[data-state=ready]"
OpenPage: TypeAlias = Callable[..., Page]
Spoil: TypeAlias = Callable[..., None]

expect.set_options(timeout=PATIENCE)

_FEW_PLAYOUTS = """
from cacao_core import ai
_analysing, _reviewing = ai.analysing, ai.reviewing
ai.analysing = lambda game, budget: _analysing(game, 20)
ai.reviewing = lambda record, budget: _reviewing(record, 20)
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--approve", action="store_true", help="keep today's looks as the right ones")


@pytest.fixture(scope="session")
def static_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with the built site below a sub-path, as project pages are."""
    assert (DIST / "index.html").exists(), "build the site first: python3 build.py build"
    root = tmp_path_factory.mktemp("host")
    (root / SUB_PATH).parent.mkdir(parents=True)
    (root / SUB_PATH).symlink_to(DIST)
    host = Host(root)
    yield host
    host.stop()


@pytest.fixture(scope="session")
def site(static_host: Host) -> str:
    """Address of the built site."""
    return static_host.site


@pytest.fixture
def spoil(static_host: Host) -> Iterator[Spoil]:
    """Lets faults befall files of the host, as of :meth:`Host.spoil`, until the test is over."""
    yield static_host.spoil
    static_host.mend()


def begin_workers_with(spoil: Spoil, prelude: str, times: float = float("inf")) -> None:
    """Let the next workers of computers run something before their program."""
    spoil("app/opponent.py", rewritten(lambda text: prelude + text.partition('"""\n')[2]), times)


@pytest.fixture
def quick_analysis(spoil: Spoil) -> None:
    """Hints and analyses are searched for with few playouts, where nothing else counts."""
    begin_workers_with(spoil, _FEW_PLAYOUTS)


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    """Another host, to which nothing may speak."""
    stranger = Stranger()
    yield stranger
    stranger.stop()


def how_to_launch() -> dict[str, Any]:
    """Chromium: the one that build.py has found, else Playwright's own."""
    arguments = ["--font-render-hinting=none"]  # letters lie as they do in a window
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")
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
        """Collect what goes wrong in a page that was opened elsewhere."""
        for name, listener in self.listeners.items():
            page.on(name, listener)  # type: ignore[call-overload]

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _request(self, url: str) -> None:
        if not url.startswith((self.origin, "blob:", "data:")):
            self.problems.append(f"foreign: {url}")


@pytest.fixture(scope="session")
def pages(browser: Browser, site: str) -> Iterator[Pages]:
    pages = Pages(browser, site)
    yield pages
    pages.close()


def _opener(pages: Pages, site: str, usual: dict[str, Listener]) -> OpenPage:
    def open_one(
        fragment: str = "",
        ready: bool = True,
        listeners: dict[str, Listener] = usual,
        **wishes: Any,
    ) -> Page:
        page = pages.lend(Wishes(**wishes), listeners)
        page.goto(site + (f"#{fragment}" if fragment else ""), wait_until="commit")
        if ready:  # which tells at once; ``expect`` looks every second only after a while
            page.wait_for_selector(READY, state="attached")
            page.wait_for_load_state("load")
        return page

    return open_one


@pytest.fixture
def open_page(pages: Pages, site: str) -> Iterator[OpenPage]:
    """Opens the site as a browser that never was there; wishes as of :class:`Wishes`.

    Each call is another profile. The test fails on any error in one of these pages.
    """
    watch = Watch(site)
    yield _opener(pages, site, watch.listeners)
    pages.take_back()
    assert watch.problems == []


@pytest.fixture
def open_unwatched(pages: Pages, site: str) -> Iterator[OpenPage]:
    """The same for pages that are expected to tell errors to developers.

    ``listeners`` hear events of the page, by the names of Playwright.
    """
    yield _opener(pages, site, {})
    pages.take_back()


def settled(page: Page) -> None:
    """Wait until nothing comes by itself any more: moves, motion, searches, saving."""
    page.evaluate("cacao.settled()")


def some(found: Locator) -> list[Locator]:
    """All elements that are found now; there has to be one."""
    elements = found.all()
    assert elements, f"there is none: {found}"
    return elements


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """One page in one size after the other: to open it anew for each would take much longer."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("cacao.painted()")
        yield width, height
