"""Windows of the engines beside Chromium; every test fails on an error of the page.

WebKit's own WebAssembly fails now and then (:meth:`Driver.crash`). A test in which exactly this has
happened is repeated once, and a warning says so; whatever the second run finds counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Playwright

from making.browsers import chosen, find, how_to_get
from tests.e2e.smoke.drivers import Driver, Engine, started
from tests.e2e.smoke.screen import Screen

OpenScreen = Callable[..., Screen]
CRASH: Final = pytest.StashKey[str]()
"""The page's words when its engine's WebAssembly had failed."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Repeat a test once if, and only if, the engine's WebAssembly has failed in it."""
    if "open_screen" not in getattr(item, "fixturenames", ()):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if crash := item.stash.get(CRASH, ""):
        item.warn(pytest.PytestWarning(f"WebKit's WebAssembly failed; tried again: {crash}"))
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture(scope="session", params=[name for name in chosen() if name != "chromium"])
def engine(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Engine]:
    program = find(request.param)
    if program is None:
        pytest.fail(how_to_get(request.param))
    with started(playwright, request.param, program) as opened:
        yield opened


@pytest.fixture
def open_screen(engine: Engine, request: pytest.FixtureRequest) -> Iterator[OpenScreen]:
    """Opens windows, each in a fresh profile."""
    drivers: list[Driver] = []

    def open_fresh(
        width: int = 1440, height: int = 900, touch: bool = False, optimizes: bool = False
    ) -> Screen:
        driver = engine(width, height, optimizes=optimizes)
        drivers.append(driver)
        return Screen(driver, touch)

    yield open_fresh
    problems = [problem for driver in drivers for problem in driver.problems()]
    crashes = [driver.crash() for driver in drivers if driver.problems()]
    request.node.stash[CRASH] = "\n".join(crashes) if all(crashes) else ""
    for driver in drivers:
        driver.close()
    assert not problems, "\n".join(problems)  # whole: what an engine says is long
