"""Windows of the engines beside Chromium; every test fails on an error of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Playwright

from making.browsers import chosen, find, how_to_get
from tests.e2e.smoke.drivers import Driver, Engine, started
from tests.e2e.smoke.screen import Screen

OpenScreen = Callable[..., Screen]


@pytest.fixture(scope="session", params=[name for name in chosen() if name != "chromium"])
def engine(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Engine]:
    program = find(request.param)
    if program is None:
        pytest.fail(how_to_get(request.param))
    with started(playwright, request.param, program) as opened:
        yield opened


@pytest.fixture
def open_screen(engine: Engine) -> Iterator[OpenScreen]:
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
    for driver in drivers:
        driver.close()
    assert not problems, "\n".join(problems)  # whole: what an engine says is long
