"""The page of a test that was not loaded again is like one that was."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.bench.chromium import ask_python
from tests.e2e.conftest import OpenPage, reload, settled
from tests.e2e.pages import Pages
from tests.e2e.test_game import begin
from tests.e2e.test_together import await_spares, begin_together, expect_table, invite

_APPS: Final = "answer = sum(type(one).__name__ == 'App' for one in gc.get_objects())"
_FOUND: Final = """() => [
    document.body.innerHTML,
    document.documentElement.cloneNode().outerHTML,
    document.head.outerHTML,
    { ...localStorage }, Object.entries(sessionStorage).filter(([, text]) => text),
    location.href, document.activeElement.tagName, history.state,
    Object.getOwnPropertyNames(window).filter(name => !/^\\d+$/.test(name)).sort(),
]"""


def _found(page: Page) -> tuple[Any, list[tuple[str, int]]]:
    """The content of a page and its stores, and the number of its listeners of each kind."""
    settled(page)
    tools = page.context.new_cdp_session(page)
    listening: list[str] = []
    for name in ("document", "document.documentElement", "document.body"):
        [of] = [tools.send("Runtime.evaluate", {"expression": name})["result"]["objectId"]]
        heard = tools.send("DOMDebugger.getEventListeners", {"objectId": of})["listeners"]
        listening += (f"{one['type']} of {name}" for one in heard)
    tools.detach()
    found = page.evaluate(_FOUND)
    found[0] = re.sub(r'<script-py id="py-\d+"></script-py>', "", found[0])  # of PyScript
    return found, [(one, listening.count(one)) for one in sorted(set(listening))]


@pytest.mark.nightly
def test_page_that_begins_anew_is_as_one_that_was_loaded(open_page: OpenPage, pages: Pages) -> None:
    page = open_page()
    reload(page)
    page.evaluate("sessionStorage.clear()")
    loaded = _found(page)
    begin(page, kind_1="easy")
    page.evaluate("Object.assign(window, { left: 1, lock: navigator.locks.request('x', () => 1) })")
    reload(page)  # now it begins with a saved game
    page.locator("#bar [data-command=settings]").click()
    page.locator("dialog [name=theme]").select_option("dark")
    page.locator("dialog [name=language]").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    page.locator("#content [data-command=hint]").click()  # a worker thinks
    page.locator("#bar [data-command=share]").click()
    pages.spoilt.clear()
    pages.take_back()
    again = open_page()
    assert again is page
    assert dict(pages.spoilt) == {}
    assert _found(again) == loaded
    assert ask_python(page, _APPS) == 1
    page.evaluate("document.querySelector('h1').prepend(new Image())")
    page.evaluate("Date.now = () => 0")
    pages.take_back()
    assert pages.spoilt.total() == 1  # that is loaded again
    assert _found(open_page()) == loaded


@pytest.mark.nightly
def test_work_that_ends_with_other_work_is_no_error_in_the_next_test(
    open_page: OpenPage, pages: Pages
) -> None:
    """As a call to another device: when it is given up, its connection is still to be closed."""
    ana, bo = open_page(), open_page()
    begin_together(ana, "person", "elsewhere")
    invite(ana, bo)
    await_spares([ana, bo], 2)
    ana.goto("about:blank")
    expect_table(bo, s0="link", s1="here")  # and it calls
    bo.wait_for_timeout(200)
    pages.spoilt.clear()
    pages.take_back()
    again = open_page()
    assert (again, dict(pages.spoilt)) == (bo, {})
    tools = again.context.new_cdp_session(again)
    for _side in range(2):  # what one side has let go may free something of the other
        tools.send("HeapProfiler.collectGarbage")
        again.wait_for_timeout(100)  # only then, Python is told
        assert ask_python(again, "answer = gc.collect() >= 0")
    tools.detach()
