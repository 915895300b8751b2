"""Real browsers on the built site, served below a path like a project page.

Every test fails on a console error, an uncaught exception, or a request to a foreign origin.
"""

from __future__ import annotations

import json
import os
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import pytest
from greenlet import getcurrent
from playwright.sync_api import Browser, Locator, Page, Playwright, ViewportSize, expect

from making.broker import Broker
from making.workshop import DIST
from tests.e2e import pages as lending
from tests.e2e.broker import brokers
from tests.e2e.hosts import SUB_PATH, Host, Stranger, rewritten
from tests.e2e.pages import PATIENCE, Listener, Pages, Wishes
from tests.pseudo import PSEUDO, longest_catalogue

READY: Final = lending.READY
OpenPage: TypeAlias = Callable[..., Page]
Spoil: TypeAlias = Callable[..., None]

expect.set_options(timeout=PATIENCE)

UPRIGHT: Final[ViewportSize] = {"width": 390, "height": 844}
SIDEWAYS: Final[ViewportSize] = {"width": 844, "height": 390}
_COVERED: Final = [
    (SIDEWAYS, {"top": 0, "right": 47, "bottom": 21, "left": 47}),
    (UPRIGHT, {"top": 47, "right": 0, "bottom": 34, "left": 0}),
]
"""Pixels below the notch and the home indicator of a phone in both orientations."""


def few_playouts(budget: int = 4) -> str:
    """A script that makes hints and analyses quick, of a worker or of the page."""
    return f"""
from cacao_core import ai
_hinting, _reviewing = ai.hinting, ai.reviewing
ai.hinting = lambda record, budget=None: _hinting(record, {budget})
ai.reviewing = lambda record, budget, since: _reviewing(record, {budget}, since)
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--approve", action="store_true", help="keep today's looks as the right ones")


@pytest.fixture(autouse=True)
def told_where_it_hangs(pytestconfig: pytest.Config) -> Iterator[None]:
    """Prints the test's stack shortly before pytest ends a process that hangs.

    pytest itself prints where Playwright waits; the test waits in another greenlet.
    """
    test = getcurrent()
    capture: Any = pytestconfig.pluginmanager.get_plugin("capturemanager")

    def tell() -> None:
        with capture.global_and_fixture_disabled():
            traceback.print_stack(test.gr_frame)

    watch = threading.Timer(float(pytestconfig.getini("faulthandler_timeout")) * 0.9, tell)
    watch.daemon = True
    watch.start()
    yield
    watch.cancel()


@pytest.fixture(scope="session")
def static_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server with the built site below a path, like project pages.

    It also has the catalogue of the longest texts, see ``speak``.
    """
    assert (DIST / "index.html").exists(), "build the site first: python3 build.py build"
    root = tmp_path_factory.mktemp("host")
    (root / SUB_PATH).parent.mkdir(parents=True)
    (root / SUB_PATH).symlink_to(DIST)
    host = Host(root)
    host.added[f"locale/{PSEUDO}.mo"] = longest_catalogue(DIST / "locale")
    yield host
    host.stop()


@pytest.fixture(scope="session")
def site(static_host: Host) -> str:
    """Address of the built site."""
    return static_host.site


@pytest.fixture
def spoil(static_host: Host) -> Iterator[Spoil]:
    """Makes requests for some files fail, as :meth:`Host.spoil` does, until the end of the test."""
    yield static_host.spoil
    static_host.mend()


def begin_workers_with(spoil: Spoil, prelude: str, times: float = float("inf")) -> None:
    """Make the next workers of computers run a script before their program."""
    spoil("app/opponent.py", rewritten(lambda text: prelude + text.partition('"""\n')[2]), times)


@pytest.fixture
def quick_analysis(spoil: Spoil) -> None:
    """Use few playouts for hints and analyses, if the test does not depend on them."""
    begin_workers_with(spoil, few_playouts())


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    """Another server, which must not be contacted."""
    stranger = Stranger()
    yield stranger
    stranger.stop()


@pytest.fixture
def broker() -> Iterator[Broker]:
    """An MQTT broker (3.1.1) without messages, which anybody may use."""
    with brokers() as made:
        yield made


def how_to_launch() -> dict[str, Any]:
    """Chromium: the one found by build.py, else Playwright's own."""
    arguments = [
        "--font-render-hinting=none",  # letters lie as they do in a window
        # fewer processes, so less work for each start of the page
        "--in-process-gpu",
        "--enable-features=NetworkServiceInProcess2",
    ]
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
    """Collects errors of a page."""

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
        """Collect errors of a page that was opened elsewhere."""
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


def _opener(pages: Pages, usual: dict[str, Listener]) -> OpenPage:
    def open_one(
        fragment: str = "",
        ready: bool = True,
        listeners: dict[str, Listener] = usual,
        **wishes: Any,
    ) -> Page:
        wished = Wishes(**wishes)
        page = pages.lend(wished, listeners)
        pages.go(page, fragment, ready, wished.stored)
        return page

    return open_one


@pytest.fixture
def open_page(pages: Pages, site: str) -> Iterator[OpenPage]:
    """Opens the site in a new profile, with the options of :class:`Wishes`.

    The test fails on any error in one of these pages.
    """
    watch = Watch(site)
    yield _opener(pages, watch.listeners)
    pages.take_back()
    assert watch.problems == []


@pytest.fixture
def open_unwatched(pages: Pages) -> Iterator[OpenPage]:
    """The same for pages in which errors are expected.

    ``listeners`` are called with events of the page, by Playwright's names.
    """
    yield _opener(pages, {})
    pages.take_back()


def reload(page: Page) -> None:
    """Load the page again, and wait until Python is there."""
    page.reload()
    page.wait_for_selector(READY, state="attached")


def settled(page: Page) -> None:
    """Wait until all automatic moves, motion, searches and saving have ended."""
    page.wait_for_function("cacao.settled().then(() => true)")  # not for ever, as ``evaluate``


def drawn(page: Page, frames: int = 1) -> None:
    """Wait for the next frames, however long a busy computer takes for them.

    Only then has the page measured what was changed. ``cacao.painted`` waits for three seconds at
    most, because people do not look at pages that draw nothing.
    """
    page.evaluate(_DRAWN, frames)


_DRAWN: Final = """async frames => {
    for (; frames; frames -= 1)
        await new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn)));
}"""


def rested(page: Page) -> None:
    """Wait until the board moves no more."""
    drawn(page, 3)
    page.wait_for_function("""document.getElementById("world").getAnimations().every(
        ({ playState }) => playState === "finished")""")


@contextmanager
def at_first(page: Page, sign: str, act: str = "true") -> Iterator[None]:
    """Evaluate something as soon as what follows brings an element, which may go again soon.

    Looking from here may come too late on a busy computer. The value is ``atFirst.value``.

    Args:
        page: the page.
        sign: a selector of the element.
        act: an expression of JavaScript.
    """
    page.evaluate(_AT_FIRST.replace("SIGN", json.dumps(sign)).replace("ACT", act))
    yield
    page.wait_for_function("window.atFirst")


_AT_FIRST: Final = """() => {
    window.atFirst = null;
    new MutationObserver((_changes, watch) => {
        if (!document.querySelector(SIGN)) return;
        watch.disconnect();
        window.atFirst = { value: ACT };
    }).observe(document, { childList: true, subtree: true });
}"""


def some(found: Locator) -> list[Locator]:
    """All elements that match now; there must be at least one."""
    elements = found.all()
    assert elements, f"there is none: {found}"
    return elements


def resize(page: Page, size: ViewportSize) -> None:
    """Give a page another size, and wait until it has been drawn in it.

    A busy browser draws some frames in the former size.
    """
    page.set_viewport_size(size)
    page.wait_for_function(
        "size => matchMedia(`(width: ${size.width}px) and (height: ${size.height}px)`).matches",
        arg=size,
    )
    drawn(page)


def at_sizes(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """One page in several sizes, one after the other: opening it again for each would be slow."""
    for width, height in sizes:
        resize(page, {"width": width, "height": height})
        yield width, height


def notched(page: Page) -> Iterator[dict[str, int]]:
    """One page on a phone with a notch, sideways and then upright; yields what is covered."""
    tools = page.context.new_cdp_session(page)
    try:
        for size, covered in _COVERED:
            tools.send("Emulation.setSafeAreaInsetsOverride", {"insets": covered})
            resize(page, size)
            yield covered
    finally:
        tools.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
        tools.detach()
