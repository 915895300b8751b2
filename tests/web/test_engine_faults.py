"""Tests in WebKit are repeated once if its WebAssembly has failed, and for no other reason."""

from __future__ import annotations

import json
from typing import Final

import pytest

pytest_plugins = ["pytester"]

_CONFTEST: Final = """
import json
from pathlib import Path
import pytest
from tests.e2e.smoke.conftest import open_screen, pytest_runtest_protocol
from tests.e2e.smoke.drivers import WebDriver

class Window(WebDriver):
    def __init__(self, said):
        self._said = said

    def problems(self):
        return self._said

    def close(self):
        pass

@pytest.fixture
def engine(runs):
    return lambda _width, _height, *, optimizes: Window(runs.pop(0))
"""
_TEST: Final = """
import json
from pathlib import Path
import pytest

RUNS = json.loads(Path("runs.json").read_text())

@pytest.fixture
def runs(case):
    return RUNS[case]

@pytest.mark.parametrize("case", RUNS)
def test_page(case, open_screen):
    assert not open_screen().driver.problems()
"""
CRASH: Final = "exception: RuntimeError: Out of bounds memory access (evaluating 'run()')"
FATAL: Final = "console: Pyodide has suffered a fatal error."
OTHER: Final = "console: ValueError: list is empty"
RUNS: Final = {
    "fine": [[]],
    "crash": [[CRASH, OTHER], []],
    "fatal": [[FATAL], []],
    "crash twice": [[CRASH], [FATAL], []],
    "another problem after a crash": [[CRASH], [OTHER], []],
    "another problem": [[OTHER], []],
    "another problem before a crash": [[OTHER, CRASH], []],
}
"""The words of the page, in each run of each test."""


def test_only_a_crash_of_webassembly_repeats_a_test_and_only_once(
    pytester: pytest.Pytester,
) -> None:
    pytester.makeconftest(_CONFTEST)
    pytester.makepyfile(_TEST)
    pytester.path.joinpath("runs.json").write_text(json.dumps(RUNS))
    found = pytester.inline_run("-p", "no:playwright", "-p", "no:cacheprovider")
    reports = found.getreports("pytest_runtest_logreport")
    failed = {report.nodeid.partition("[")[2][:-1] for report in reports if report.failed}
    assert failed == {
        "crash twice",
        "another problem after a crash",
        "another problem",
        "another problem before a crash",
    }
    assert len(reports) == 3 * len(RUNS)
    told = [str(call.warning_message.message) for call in found.getcalls("pytest_warning_recorded")]
    begin = "WebKit's WebAssembly failed; tried again: "
    assert told == [f"{begin}{crash}" for crash in (CRASH, FATAL, CRASH, CRASH)]
