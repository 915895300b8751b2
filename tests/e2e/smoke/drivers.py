"""A small common interface to three engines: Playwright, and WebDriver for WebKitGTK.

Coordinates and sizes are CSS pixels of the window's inside.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Protocol

from playwright.sync_api import Browser, ConsoleMessage, Error, Playwright
from selenium import webdriver
from selenium.common.exceptions import NoSuchFrameException
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

PATIENCE: Final = 240
"""Seconds to wait for a slow engine on a busy machine."""
_START: Final = 20
"""Seconds after which a browser that has not started is started again."""
_RELOAD: Final = "setTimeout(() => { BEFORE; location.reload(); AFTER; }) && null"
_ARRIVED: Final = "return !window.left && document.readyState !== 'loading'"


class Driver(Protocol):
    """One window in a fresh profile of its own."""

    def open(self, address: str) -> None:
        """Load an address; returns before Python is ready."""

    def reload(self, at_once_after: str = "", at_once_before: str = "") -> None:
        """Reload the page, in one task with scripts; returns before Python is ready."""

    def evaluate(self, expression: str) -> Any:
        """Value of an expression in the page, as JSON; awaits promises."""

    def click(self, x: float, y: float) -> None:
        """Click with the mouse."""

    def tap(self, x: float, y: float) -> None:
        """Tap with a finger."""

    def picture(self) -> bytes:
        """The visible part of the page, as PNG."""

    def problems(self) -> list[str]:
        """Errors of the page since it was opened, in words."""

    def crash(self) -> str:
        """The first problem of the page, if it is that the engine's WebAssembly has failed."""

    def close(self) -> None:
        """Close it and delete the profile."""


_CRASHES: Final = ("Pyodide has suffered a fatal error", "Out of bounds memory access")
"""Said by Pyodide, or by the engine itself; no Python can cause the second."""

_BROKEN_OFF: Final = re.compile(
    r"The connection to ws://localhost:\d+/mqtt was interrupted while the page was loading\."
)
"""Said by Firefox when a broker breaks off, or is given up because it is slow to refuse MQTT 5. The
page hears of it too, and goes on with the next attempt."""


class PlaywrightDriver:
    """A context of a browser that Playwright drives.

    Args:
        browser: the browser.
        fingers: whether Playwright can tap there; in the published Firefox nothing comes of it.
        width: of the window's inside.
        height: of the window's inside.
    """

    def __init__(self, browser: Browser, fingers: bool, width: int, height: int) -> None:
        self._fingers = fingers
        self._context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE * 1000)
        self._told: list[str] = []
        self._messages: list[ConsoleMessage] = []
        self._page.on("pageerror", self._failed)
        self._page.on("console", self._heard)

    def _failed(self, error: Error) -> None:
        if not _BROKEN_OFF.fullmatch(str(error)):
            self._told.append(f"exception: {error}")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._messages.append(message)

    def open(self, address: str) -> None:
        self._page.goto(address, wait_until="commit")

    def reload(self, at_once_after: str = "", at_once_before: str = "") -> None:
        with self._page.expect_event("domcontentloaded"):
            self._page.evaluate(_reloading(at_once_after, at_once_before))

    def evaluate(self, expression: str) -> Any:
        return self._page.evaluate(expression)

    def click(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def tap(self, x: float, y: float) -> None:
        if self._fingers:
            self._page.touchscreen.tap(x, y)
        else:
            self.click(x, y)

    def picture(self) -> bytes:
        return self._page.screenshot()

    def problems(self) -> list[str]:
        return [*self._told, *map(_in_words, self._messages)]

    def crash(self) -> str:
        return ""

    def close(self) -> None:
        self._context.close()


def _reloading(before: str, after: str) -> str:
    """A script that reloads the page, between two others."""
    return _RELOAD.replace("BEFORE", before).replace("AFTER", after)


def _in_words(message: ConsoleMessage) -> str:
    """A console message and its place; Firefox gives an error as ``{}``."""
    told = []
    for each in message.args:
        with suppress(Error):  # the page may have changed to another document
            told.append(str(each.evaluate("it => it && it.stack ? `${it} ${it.stack}` : `${it}`")))
    return f"console: {message.text} {' '.join(told)} ({message.location['url']})"


class WebDriver:
    """A session of WebKitGTK. Its driver reports no errors, so the page itself collects them.

    That begins when the document has been read; the page shows earlier errors.
    """

    _LISTEN: Final = """
        window.problems = [];
        const traced = what => what?.stack ? `${what}\\n${what.stack}` : what;
        const told = (kind, what) => window.problems.push(`${kind}: ${traced(what)}`);
        const error = console.error;
        console.error = (...all) => { told("console", all.map(traced).join(" ")); error(...all); };
        addEventListener("error", event => told("exception", event.error ?? event.message), true);
        addEventListener("unhandledrejection", event => told("exception", event.reason));
    """
    _ASK: Final = """
        const done = arguments[arguments.length - 1];
        Promise.resolve(EXPRESSION).then(
            value => done([true, value === undefined ? null : value]),
            error => done([false, String(error)]));
    """

    def __init__(
        self, program: str, display: str, width: int, height: int, *, optimizes: bool
    ) -> None:
        options = Options()
        options.binary_location = program
        options.add_argument("--automation")
        options.page_load_strategy = "none"
        self._service = service(display, optimizes=optimizes)
        self._driver = self._session(options)
        self._driver.set_script_timeout(PATIENCE)
        self._told: list[str] = []
        self._resize(width, height)

    def _session(self, options: Options) -> webdriver.Remote:
        """Start the browser; when that fails without an answer, once more.

        A browser that ends while it starts leaves its driver waiting for it for ever.
        """
        self._service.start()
        address = self._service.service_url
        config = ClientConfig(address, timeout=_START)
        try:
            driver = webdriver.Remote(address, options=options, client_config=config)
        except HTTPError:
            self._service.stop()
            self._service.start()
            address = self._service.service_url
            config = ClientConfig(address, timeout=PATIENCE)
            driver = webdriver.Remote(address, options=options, client_config=config)
        config.timeout = 2 * PATIENCE  # scripts have their own limit
        return driver

    def _resize(self, width: int, height: int) -> None:
        """Set the size of the inside; the window's frame and bars are added to it.

        The bar of the window makes it 447 wide at least.
        """
        self._driver.set_window_rect(0, 0, width, height)
        inner = self.evaluate("innerHeight")
        self._driver.set_window_rect(0, 0, width, 2 * height - inner)

    def open(self, address: str) -> None:
        self._leave()
        self._driver.get(address)
        self._arrive()

    def reload(self, at_once_after: str = "", at_once_before: str = "") -> None:
        self._leave()
        self.evaluate(_reloading(at_once_after, at_once_before))
        self._arrive()

    def _leave(self) -> None:
        """Collect this document's errors, and mark it."""
        self.problems()
        self._driver.execute_script("window.left = true")

    def _arrive(self) -> None:
        """Wait for another document, and collect its errors.

        The driver's own way of waiting misses documents that come quickly, and then takes minutes.
        """
        last = time.monotonic() + PATIENCE
        while not self._has_arrived():
            assert time.monotonic() < last, "the page did not load"
            time.sleep(0.05)
        self._driver.execute_script(self._LISTEN)

    def _has_arrived(self) -> bool:
        with suppress(NoSuchFrameException):  # the old document was unloaded while it was asked
            return bool(self._driver.execute_script(_ARRIVED))
        return False

    def evaluate(self, expression: str) -> Any:
        fine, value = self._driver.execute_async_script(self._ASK.replace("EXPRESSION", expression))
        assert fine, value
        return value

    def click(self, x: float, y: float) -> None:
        self._press("mouse", x, y)

    def tap(self, x: float, y: float) -> None:
        self._press("touch", x, y)

    def _press(self, pointer: str, x: float, y: float) -> None:
        steps: list[dict[str, object]] = [
            {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        kind = {"pointerType": pointer}
        source = {"type": "pointer", "id": pointer, "parameters": kind, "actions": steps}
        self._driver.execute(Command.W3C_ACTIONS, {"actions": [source]})

    def picture(self) -> bytes:
        return self._driver.get_screenshot_as_png()

    def problems(self) -> list[str]:
        self._told += self.evaluate("(window.problems || []).splice(0)")
        return self._told

    def crash(self) -> str:
        first = next(iter(self.problems()), "")
        return first if any(crash in first for crash in _CRASHES) else ""

    def close(self) -> None:
        self._driver.quit()
        self._service.stop()


def service(display: str, *, optimizes: bool) -> Service:
    """The program that drives WebKitGTK; its windows open on an invisible display.

    Args:
        display: of the windows.
        optimizes: whether it compiles busy WebAssembly a second time. That is half of its work in
            a short test, because Python is large.
    """
    # Without a graphics card, drawing by OpenGL would be half of all its work.
    settings = {"DISPLAY": display, "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
    if not optimizes:
        settings["JSC_useOMGJIT"] = "0"
    if os.geteuid() == 0:  # the sandbox does not work for root, as in containers
        settings["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
    return Service(shutil.which("WebKitWebDriver"), env={**os.environ, **settings})


class Engine(Protocol):
    """A started engine."""

    def __call__(self, width: int, height: int, *, optimizes: bool = False) -> Driver:
        """Open a window in a fresh profile; ``optimizes``: see :func:`service`."""


@contextmanager
def started(playwright: Playwright, name: str, program: str) -> Iterator[Engine]:
    """Start an engine; its program, or empty for Playwright's own."""
    if name == "webkit" and program:
        with hidden_display() as display:

            def window(width: int, height: int, *, optimizes: bool = False) -> Driver:
                return WebDriver(program, display, width, height, optimizes=optimizes)

            yield window
        return
    options: dict[str, Any] = {"executable_path": program or None}
    if name == "chromium" and os.geteuid() == 0:
        options["args"] = ["--no-sandbox"]
    published = name == "firefox" and bool(program)
    if published:
        options["channel"] = "moz-firefox"  # not Playwright's own
    browser = getattr(playwright, name).launch(**options)

    def other_window(width: int, height: int, *, optimizes: bool = False) -> Driver:
        return PlaywrightDriver(browser, not published, width, height)

    yield other_window
    browser.close()


_HIDDEN: Final = "Xvfb -displayfd 1 -screen 0 2600x1700x24 -nolisten tcp & read -r _; kill $!"
"""For a shell: the display goes at the end of its input, which also comes if a test run is killed.
"""


@contextmanager
def hidden_display() -> Iterator[str]:
    """An X display in memory."""
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    command = ["sh", "-c", _HIDDEN]  # in a session of its own: Ctrl+C would end the shell alone
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=quiet, start_new_session=True
    ) as server:
        assert server.stdin
        assert server.stdout
        try:
            yield f":{server.stdout.readline().decode().strip()}"
        finally:
            server.stdin.close()
