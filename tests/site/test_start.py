"""How the page's first scripts start it, and how they say why they cannot: a table, run in Node.

``start.mjs`` stands in for a browser. tests/e2e/test_start.py shows some of these cases, and every
night all faults of files and browsers, in Chromium.
"""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable
from fnmatch import fnmatch
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest

from making.integrity import names
from making.site import languages
from making.tools import ensure_node
from making.workshop import DIST, WEB
from tests.e2e.hosts import Answer, Fault, as_text, damaged, emptied, gone, halved, hotel, refused

Seen: TypeAlias = dict[str, Any]

FILES: Final = [
    ("app/check.js", gone, "file"),
    ("app/check.js", refused, "file"),
    ("python_[ps]*.zip", gone, "file"),
    ("python_[ps]*.zip", damaged, "damaged"),
    ("pyodide.asm.wasm", gone, "file"),
    ("pyodide.asm.wasm", refused, "file"),
    ("pyodide.asm.wasm", halved, "damaged"),
    ("pyodide.asm.wasm", damaged, "damaged"),
    ("pyodide.asm.mjs", gone, "file"),
    ("pyodide.asm.mjs", halved, "damaged"),
    ("pyodide.mjs", refused, "file"),
    ("pyodide-lock.json", gone, "file"),
    ("pyodide-lock.json", halved, "damaged"),
    ("core.js", gone, "file"),
    ("core-*.js", refused, "file"),
    ("morphdom.js", gone, "file"),
    ("panzoom.js", refused, "file"),
]
SCRIPTS: Final = [
    ("all.css", gone, "file"),
    ("all.css", refused, "file"),
    ("all.css", emptied, "file"),
    ("app/store.js", gone, "file"),
    ("app/boot.js", refused, "file"),
    ("app/check.js", emptied, "file"),
    ("app/check.js", damaged, "file"),
    ("app/offline.js", gone, "file"),
    ("app/offline.js", emptied, "damaged"),
    *(
        (f"app/{name}.js", fault, "damaged")
        for name in ("store", "boot")
        for fault in (emptied, halved, damaged, hotel)
    ),
]
"""Names of files, what happens to them, and the kind of failure that the page tells."""

BROWSERS: Final = {
    "wasm": "delete window.WebAssembly;",
    "wasm by rule": """
        for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"])
          WebAssembly[name] = async () => {
            throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
          };""",
    "memory": """
        WebAssembly.instantiate = async () => {
          throw new RangeError("instantiate(): Out of memory: Cannot allocate Wasm memory");
        };""",
    "memory from the start": """
        WebAssembly.Memory = function () { throw new RangeError("could not allocate memory"); };
        WebAssembly.instantiate = async () => new WebAssembly.Memory();
        WebAssembly.instantiateStreaming = WebAssembly.instantiate;""",
    "browser without structuredClone": "delete window.structuredClone;",
    "browser without WebAssembly.Exception": "delete WebAssembly.Exception;",
    "browser without WebAssembly.compileStreaming": "delete WebAssembly.compileStreaming;",
    "browser without BigInt64Array": "delete window.BigInt64Array;",
    "browser without <dialog>": "delete window.HTMLDialogElement;",
    'browser without <script type="module">': "delete HTMLScriptElement.prototype.noModule;",
    "browser without :has()": "CSS.supports = condition => !condition.includes(':has');",
    "browser without color-mix()": "CSS.supports = (condition, value) => value === undefined;",
    "browser without popover": "delete HTMLElement.prototype.popover;",
}
"""The kind of failure with what is lacking, and a script that takes it away."""

NO_STORE: Final = {
    "none": "delete Window.prototype.indexedDB; delete window.indexedDB;",
    "refused": """
        const refuse = {get() { throw new DOMException("no", "SecurityError"); }};
        Object.defineProperty(window, "indexedDB", refuse);
        Object.defineProperty(window, "localStorage", refuse);""",
    "failing": """
        IDBFactory.prototype.open = () => {
          const request = Object.assign(new EventTarget(), {error: new DOMException("no")});
          setTimeout(() => {
            request.onerror?.(new Event("error"));
            request.dispatchEvent(new Event("error"));
          });
          return request;
        };""",
}
NO_WORKERS: Final = {
    "none": "delete window.Worker;",
    "refused": """
        window.Worker = class extends Worker {
          constructor() { throw new DOMException("not here", "SecurityError"); }
        };""",
}

REASONS: Final = {
    "TypeError: Failed to fetch": "file",
    "TypeError: NetworkError when attempting to fetch resource.": "file",
    "TypeError: Load failed": "file",
    "TypeError: error loading dynamically imported module: https://a.example/core.js": "file",
    "TypeError: Importing a module script failed.": "file",
    "Error: https://a.example/pyodide-lock.json: 503": "file",
    "RangeError: WebAssembly.Memory(): could not allocate memory": "memory",
    "MemoryError": "memory",
    "CompileError: Refused to create a WebAssembly object: code generation disallowed": "wasm",
    "CompileError: wasm validation error: at offset 4: failed to match magic number": "damaged",
    "CompileError: WebAssembly.Module doesn't parse at byte 0: expected magic word": "damaged",
    "zipfile.BadZipFile: File is not a zip file": "damaged",
    "TypeError: x is undefined": "other",
}
"""Texts of browsers and of Python, and the kind of failure that they mean."""


BASE: Final = "https://example.org/cacao/"
WASM: Final = "pyodide/pyodide.asm.wasm"
ZIP: Final = "pyodide/python_stdlib.zip"
LOCK: Final = "pyodide/pyodide-lock.json"
PROGRAM: Final = Answer(b"\0asm\1\0\0\0\1\xba\x17\xe8\x07" + b"\x60\0\0" * 1000, "application/wasm")
"""A thousand types and nothing else, in place of Python."""
READY: Final = {"state": "ready", "told": [], "stage": "game", "bar": 95}
WAITS: Final = {"state": "booting", "told": [], "stage": "loading"}
GAME: Final = {**WAITS, "stage": "game"}
HELD: Final[dict[str, Any]] = {"files": {WASM: None}}
MEND: Final = "page.mend()"
LONG: Final = "await page.pass(89_000)"
SHORT: Final = "await page.pass(2_000)"
CHOOSE: Final = "page.click('[data-command=new-game]')"
RETRY: Final = "page.click('#retry')"
ENGLISH: Final = {"lang": "en", "button": "New game", "label": "Settings"}


class Case(NamedTuple):
    """A start.

    Attributes:
        course: looks of the page, with steps (scripts) between them.
        given: faults of files (None holds them back), a script that runs before the page's, the
            browser's languages, the content of localStorage, the fragment of the address.
    """

    course: tuple[Any, ...]
    given: dict[str, Any]


def case(*course: Any, **given: Any) -> Case:
    return Case(course, given)


def told(kind: str, **more: object) -> Seen:
    """The page says why it cannot start."""
    return {"state": "error", "told": [kind], **more}


TIMES: Final = {
    "nothing moves": case(
        WAITS, LONG, WAITS, SHORT, told("slow"), MEND, {"state": "ready"}, **HELD
    ),
    "something moves": case(
        *(WAITS, LONG, WAITS),
        *("page.tell('py:progress', {detail: 'Loaded interpreter'})", GAME, LONG, GAME),
        *(SHORT, told("slow")),
        **HELD,
    ),
    "ready for long": case(READY, LONG, READY, SHORT, READY),
    "error when ready": case(
        *(WAITS, "window.cacao.failed('early')", told("other"), MEND, {"state": "ready"}),
        *("window.cacao.failed('late', 'file')", {"state": "ready"}),
        **HELD,
    ),
    "cause after effect": case(
        *(WAITS, "window.cacao.failed(new TypeError('x is undefined'))", told("other")),
        *("window.cacao.failed('RangeError: no memory')", told("memory")),
        *("window.cacao.failed('TypeError: Failed to fetch')", told("memory")),
        **HELD,
    ),
    "choice": case(
        *(WAITS, CHOOSE, {**WAITS, "first-choice": "new-game", "busy": ["new-game"]}),
        *(MEND, {**READY, "first-choice": "new-game", "busy": []}),
        **HELD,
    ),
    "choice before boot.js": case(
        *(
            {"state": "booting", "stage": None},
            CHOOSE,
            {"first-choice": "new-game", "busy": ["new-game"]},
        ),
        *(MEND, {**READY, "busy": []}),
        files={"app/boot.js": None},
    ),
    "choice after failure": case(
        told("file"), CHOOSE, {"first-choice": None, "busy": []}, files={"core.js": gone}
    ),
    "pictures": case({"pictures": "later"}, SHORT, {"pictures": None}),
    "pictures behind link": case(
        {"pictures": "later"}, SHORT, {"pictures": "later"}, fragment="#d"
    ),
}

FAULTS: Final = {
    "all well": case({**READY, "reason": "", "library": None, "careful": None}),
    "library damaged": case({**READY, "library": "plain"}, files={"python_stdlib.zip": damaged}),
    "wasm as text": case(READY, files={WASM: as_text}),
    "wasm damaged in the cache": case(
        {"asked": [f"{WASM} force-cache", ZIP, LOCK, f"{WASM} reload"]}, files={WASM: halved}
    ),
    "request for a file again": case(
        *(READY, f"return (await window.fetch('{BASE}{LOCK}')).text()", {"value": "{}"}),
        files={"pyodide-lock.json": lambda answer: answer._replace(body=b"{}")},
    ),
    "mistake": case(
        told("other"),
        script="document.getElementById = () => { throw new TypeError('a mistake'); };",
    ),
    "no preloads": case(
        told("file"), script="preloadsNothing = true;", files={"pyodide.asm.mjs": gone}
    ),
    **{
        f"retry of {name} {fault.__name__}": case(
            *(told(kind, reloads=0), RETRY, {"asked": [f"{name} reload"], "reloads": 1}),
            files={name: fault},
        )
        for name, fault, kind in (
            (WASM, halved, "damaged"),
            (WASM, gone, "file"),
            ("pyscript/core.js", refused, "file"),
            ("app/check.js", gone, "file"),
            ("app/boot.js", emptied, "damaged"),
            ("app/store.js", damaged, "damaged"),
            ("app/offline.js", emptied, "damaged"),
        )
    },
    "retry of nothing": case(
        told("wasm", reloads=0), RETRY, {"asked": [], "reloads": 1}, script=BROWSERS["wasm"]
    ),
}

WORK: Final = """
    const heard = [];
    const worker = new window.Worker("opponent.py");
    worker.addEventListener("message", ({ data }) => heard.push(String(data)));
    worker.postMessage("work");
    await page.pass(1);
    worker.terminate();
    return heard;"""
KEEP: Final = """
    const result = (request) =>
      new Promise((resolve) => (request.onsuccess = ({ target }) => resolve(target.result)));
    const table = (await result(window.indexedDB.open("IDBMap/a", 1))).transaction().objectStore();
    await result(table.put(7, "seven"));
    const found = [await result(table.get("seven")), await result(table.getAllKeys())];
    try { return [...found, window.indexedDB.open("saves", 2)]; }
    catch (error) { return [...found, error.name]; }"""
LACKS: Final = {
    **{
        f"store {how}": case(
            *({**READY, "careful": careful}, KEEP, {"value": [7, ["seven"], other]}),
            script=NO_STORE.get(how, ""),
        )
        for how, careful, other in (
            ("there", None, "opened saves,2"),
            ("none", "store", "SecurityError"),
            ("refused", "store", "SecurityError"),
            ("failing", None, {"error": {}}),  # a request that fails later
        )
    },
    **{
        f"worker {how}": case(READY, WORK, {"value": [said]}, script=NO_WORKERS.get(how, ""))
        for how, said in (
            ("there", "work"),
            ("none", "Error: there are no web workers here"),
            ("refused", "SecurityError: not here"),
        )
    },
}
SPEAKING: Final = {
    "settings": case(
        {"lang": "it", "theme": "dark", "text-size": "large", "games": "yes"},
        languages=("de",),
        stored={
            "cacao.settings": '{"language": "it", "theme": "dark", "text_size": "large"}',
            "cacao.game.1": "{}",
        },
        **HELD,
    ),
    "other languages": case({**ENGLISH, "theme": "light"}, languages=("tlh", "en", "de"), **HELD),
    "no texts": case(ENGLISH, languages=("nl",), files={"locale/nl.json": gone, WASM: None}),
    "failure": case({"lang": "it"}, languages=("it",), script=BROWSERS["wasm"]),
    **{
        one: case(WAITS, languages=("tlh", f"{one.upper()}-XX", "en"), **HELD)
        for one in languages()
    },
}


def _cases() -> dict[str, Case]:
    """The whole table."""
    table = {**TIMES, **FAULTS, **LACKS, **SPEAKING}
    for name, fault, kind in [*FILES, *SCRIPTS]:
        table[f"{name} {fault.__name__}"] = case(told(kind), files={name: fault})
    for lack, script in BROWSERS.items():
        kind, _, feature = lack.partition(" without ")
        more = {"reason": feature, "asked": []} if feature else {}
        table[lack] = case(told(kind.split()[0], **more), script=script)
    for text, kind in REASONS.items():
        failed = f"window.cacao.failed({text!r})"
        table[text] = case(WAITS, failed, told(kind, reason=text), **HELD)
    return table


CASES: Final = _cases()


def sent(answer: Answer | None) -> dict[str, Any]:
    return {**answer._asdict(), "body": base64.b64encode(answer.body).decode()} if answer else {}


def faulty(pattern: str, fault: Fault | None) -> dict[str, Any]:
    """The answers for files that are not as they should be."""
    found = [name for name in names(DIST) if fnmatch(f"/{name}", f"*/{pattern}")]
    whole = [PROGRAM if name == WASM else Answer((DIST / name).read_bytes(), "") for name in found]
    return {
        name: sent(fault(answer)) if fault else "held"
        for name, answer in zip(found, whole, strict=True)
    }


@pytest.fixture(scope="module")
def seen() -> dict[str, list[Seen]]:
    """The page as Node sees it in each case, at first and after each step."""
    asked = {}
    for name, (course, given) in CASES.items():
        usual = {"script": "", "languages": ["en-GB"], "stored": {}, "fragment": ""}
        parts = [faulty(*one) for one in given.get("files", {}).items()]
        files = {name: answer for part in parts for name, answer in part.items()}
        asked[name] = {**usual, **given, "files": files, "steps": course[1::2]}
    site = {"base": BASE, "web": str(WEB), "dist": str(DIST), "usual": {WASM: sent(PROGRAM)}}
    command = [str(ensure_node()), str(Path(__file__).with_name("start.mjs"))]
    text = json.dumps({**site, "cases": asked})
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[Seen]] = json.loads(done.stdout)
    return found


def catalogue(language: str) -> Callable[[str], str]:
    """The texts that the site ships, compiled for Python."""
    with (DIST / "locale" / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file).gettext


@pytest.mark.parametrize("name", CASES)
def test_start_shows(seen: dict[str, list[Seen]], name: str) -> None:
    expected = CASES[name].course[::2]
    looks = zip(seen[name], expected, strict=True)
    assert [{key: now.get(key) for key in then} for now, then in looks] == list(expected)


@pytest.mark.parametrize("language", languages())
def test_first_screen_speaks_before_python_is_there(
    seen: dict[str, list[Seen]], language: str
) -> None:
    text = catalogue(language)
    [first] = seen[language]
    assert first["lang"] == language
    assert (first["button"], first["label"]) == (text("New game"), text("Settings"))


def test_failure_is_told_in_the_language_of_the_browser(seen: dict[str, list[Seen]]) -> None:
    [english], [italian] = seen["wasm"], seen["failure"]
    assert italian["sentence"] == catalogue("it")(english["sentence"]) != english["sentence"]
