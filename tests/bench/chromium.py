"""Opens the built site in Chromium, and runs code in the page's Python."""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from cacao_core import Record
from making.server import site_server
from making.workshop import DIST

READY = "html[data-state=ready]"
GOLDEN = Path(__file__).parents[1] / "core" / "data" / "golden_v1_4_seed.txt"
NAMES = ("Ana", "Bo", "Carla", "Dmitri")

_HELPER = """
import gc, json, sys
import pyodide_js
from js import Object, window
from pyodide.ffi import create_proxy

def ask(source):
    given = {}
    exec(source, globals(), given)
    return json.dumps(given.get("answer"))

window.askPython = create_proxy(ask)
"""


def script_that_makes(name: str, python: str) -> str:
    """JavaScript that runs Python in the page, and ends when that has made ``window.<name>``."""
    return f"""new Promise((resolve, fail) => {{
    const script = document.createElement("script");
    script.type = "py";
    script.textContent = {json.dumps(python)};
    window.{name} = undefined;
    document.body.append(script);
    const end = performance.now() + 60_000;
    const look = () => {{
        if (window.{name}) resolve(null);
        else if (performance.now() > end) fail(new Error("Python did not make {name}"));
        else setTimeout(look, 10);
    }};
    look();
}})"""


@contextmanager
def opened_site() -> Iterator[tuple[Browser, str]]:
    """A Chromium, and the address of the built site."""
    assert (DIST / "index.html").exists(), "build the site first: python3 build.py build"
    server = site_server(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    path = os.environ.get("CACAO_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser, f"http://127.0.0.1:{server.server_address[1]}/"
        browser.close()
    server.shutdown()


def opened_page(browser: Browser, site: str, script: str = "", **options: Any) -> Page:
    """The site in a fresh profile, ready; the script runs before those of the page."""
    context = browser.new_context(**{"service_workers": "block", **options})
    if script:
        context.add_init_script(script)
    page = context.new_page()
    page.goto(site)
    page.wait_for_selector(READY, state="attached")
    return page


def ask_python(page: Page, source: str) -> Any:
    """Run statements in the page's own interpreter; returns what they assign to ``answer``.

    They run in an additional ``<script type="py">``.
    """
    page.evaluate(f"() => window.askPython || {script_that_makes('askPython', _HELPER)}")
    return json.loads(page.evaluate("source => askPython(source)", source))


def golden_game() -> Record:
    """A recorded game of four, with names that every font has."""
    return Record.from_text(GOLDEN.read_text("utf-8")).renamed(NAMES)
