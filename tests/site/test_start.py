"""How the page's first scripts start it, and how they say why they cannot: a table, run in Node.

``start.mjs`` stands in for a browser. tests/e2e/test_start.py shows some of these cases, and every
night all faults of files and browsers, in Chromium.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
from collections.abc import Mapping
from fnmatch import fnmatch
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import pytest

from making.integrity import subresource
from making.site import languages
from making.tools import ensure_node
from making.workshop import DIST, WEB
from tests.e2e.hosts import Answer, Fault, as_text, damaged, gone, halved, refused

Seen: TypeAlias = dict[str, Any]

FILES: Final = [
    ("app/check.js", gone, "file"),
    ("app/check.js", refused, "file"),
    ("python_*.zip", gone, "file"),
    ("python_*.zip", damaged, "damaged"),
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
    ("style/*.css", gone, "file"),
    ("app/store.js", gone, "file"),
    ("app/boot.js", refused, "file"),
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


class Case(NamedTuple):
    """A start.

    Attributes:
        first: what is seen when nothing moves any more.
        steps: what happens then, and what is seen after it.
        given: faults of files (None holds them back), a script that runs before the page's, the
            browser's languages, the content of localStorage, the fragment of the address.
    """

    first: Seen
    steps: tuple[tuple[str, Seen], ...]
    given: dict[str, Any]


def case(first: Seen, *steps: tuple[str, Seen], **given: Any) -> Case:
    return Case(first, steps, given)


def told(kind: str, **more: object) -> Seen:
    """The page says why it cannot start."""
    return {"state": "error", "told": [kind], **more}


READY: Final = {"state": "ready", "told": [], "stage": "game", "bar": 95}
WAITS: Final = {"state": "booting", "told": [], "stage": "loading"}
GAME: Final = {**WAITS, "stage": "game"}
HELD: Final[dict[str, Any]] = {"files": {"pyodide.asm.wasm": None}}
CHOOSE: Final = "page.click('#home [data-command=new-game]')"
RETRY: Final = "page.click('#retry')"
MEND: Final = "page.mend()"
ENGLISH: Final = {"lang": "en", "button": "New game", "label": "Settings"}

TIMES: Final = {
    "nothing moves": case(
        WAITS,
        ("return page.pass(89_000)", WAITS),
        ("return page.pass(2_000)", told("slow")),
        (MEND, {**READY, "told": ["slow"]}),  # this state's style hides it
        **HELD,
    ),
    "something moves": case(
        WAITS,
        ("return page.pass(89_000)", WAITS),
        ("page.tell('py:progress', {detail: 'Loaded interpreter'})", GAME),
        ("return page.pass(89_000)", GAME),
        ("return page.pass(2_000)", told("slow")),
        **HELD,
    ),
    "ready for long": case(READY, ("return page.pass(999_000)", READY)),
    "ready, then an error": case(READY, ("window.cacao.failed('late', 'file')", READY)),
    "a cause after its effect": case(
        WAITS,
        ("window.cacao.failed(new TypeError('x is undefined'))", told("other")),
        ("window.cacao.failed('RangeError: no memory')", told("memory")),
        ("window.cacao.failed('TypeError: Failed to fetch')", told("memory")),
        **HELD,
    ),
    "choice": case(
        WAITS,
        (CHOOSE, {**WAITS, "early": "new-game", "busy": ["new-game"]}),
        (MEND, {**READY, "early": "new-game", "busy": []}),
        **HELD,
    ),
    "choice before boot.js": case(
        {"state": "booting", "stage": None},
        (CHOOSE, {"early": "new-game", "busy": ["new-game"]}),
        (MEND, {**READY, "busy": []}),
        files={"app/boot.js": None},
    ),
    "choice after a failure": case(
        told("file"), (CHOOSE, {"early": None, "busy": []}), files={"core.js": gone}
    ),
    "pictures": case({"pictures": "later"}, ("return page.pass(20)", {"pictures": None})),
    "pictures behind a link": case(
        {"pictures": "later"}, ("return page.pass(20)", {"pictures": "later"}), fragment="d=1"
    ),
}

WASM: Final = "pyodide/pyodide.asm.wasm"
FAULTS: Final = {
    "all is well": case({**READY, "reason": "", "library": None, "arrived": "0.2 / 0.2 MB"}),
    "library halved": case({**READY, "library": "plain"}, files={"python_stdlib.zip": halved}),
    "wasm as text": case(READY, files={"pyodide.asm.wasm": as_text}),
    "retry of a file": case(
        told("damaged", reloads=0),
        (RETRY, {"asked": [f"{WASM} reload"], "reloads": 1}),
        files={"pyodide.asm.wasm": halved},
    ),
    "retry of a file in vain": case(
        told("file"), (RETRY, {"asked": ["pyscript/core.js reload"], "reloads": 1}),
        files={"core.js": refused},
    ),
    "retry of check.js": case(
        told("file", stage=None), (RETRY, {"asked": ["app/check.js reload"], "reloads": 1}),
        files={"app/check.js": gone},
    ),
    "retry of nothing": case(
        told("wasm", reloads=0), (RETRY, {"asked": [], "reloads": 1}), script=BROWSERS["wasm"]
    ),
    "no preloads, and a missing import": case(
        told("file"), script="preloadsNothing = true;", files={"pyodide.asm.mjs": gone}
    ),
    "a mistake in the page": case(
        told("other"),
        script="document.getElementById = () => { throw new TypeError('a mistake'); };",
    ),
}  # fmt: skip

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
    const kept = await result(window.indexedDB.open("IDBMap/a", 1));
    const table = kept.transaction("a", "readwrite").objectStore("a");
    const done = [];
    for (const [name, ...given] of [["put", 7, "seven"], ["put", 8, "eight"], ["delete", "eight"],
        ["get", "seven"], ["getKey", "eight"], ["getKey", "seven"], ["getAllKeys"], ["count"],
        ["clear"], ["count"]])
      done.push(await result(table[name](...given)) ?? null);
    kept.close();
    try { done.push(window.indexedDB.open("saves", 2)); }
    catch (error) { done.push(error.name); }
    return done;"""
KEPT: Final = ["seven", "eight", True, 7, None, "seven", ["seven"], 1, None, 0]
LACKS: Final = {
    "a store": case({**READY, "careful": None}, (KEEP, {"value": [*KEPT, "opened saves,2"]})),
    "a store that fails": case(READY, script=NO_STORE["failing"]),
    **{
        f"no store: {how}": case(
            {**READY, "careful": "store"},
            (KEEP, {"value": [*KEPT, "SecurityError"]}),
            script=NO_STORE[how],
        )
        for how in ("none", "refused")
    },
    "a worker": case(READY, (WORK, {"value": ["work"]})),
    "no worker: none": case(
        READY,
        (WORK, {"value": ["Error: there are no web workers here"]}),
        script=NO_WORKERS["none"],
    ),
    "no worker: refused": case(
        READY, (WORK, {"value": ["SecurityError: not here"]}), script=NO_WORKERS["refused"]
    ),
}


def _cases() -> dict[str, Case]:
    """The whole table."""
    table = {**TIMES, **FAULTS, **LACKS}
    for name, fault, kind in FILES:
        table[f"{name} {fault.__name__}"] = case(told(kind), files={name: fault})
    for lack, script in BROWSERS.items():
        kind, _, feature = lack.partition(" without ")
        more = {"reason": feature, "asked": []} if feature else {}
        table[lack] = case(told(kind.split()[0], **more), script=script)
    for text, kind in REASONS.items():
        failed = f"window.cacao.failed({text!r})"
        table[text] = case(WAITS, (failed, told(kind, reason=text)), **HELD)
    return table


CASES: Final = _cases()
ITALIAN: Final = {"cacao.settings": '{"language": "it", "theme": "dark", "text_size": "large"}'}
SPEAKING: Final = {
    language: case({}, languages=("tlh", language), **HELD) for language in languages()
}
TONGUES: Final = {
    "a language of the settings": case(
        {"lang": "it", "theme": "dark", "text-size": "large", "games": "yes"},
        languages=("de",),
        stored={**ITALIAN, "cacao.game.1": "{}"},
        **HELD,
    ),
    "a language that is not there": case({**ENGLISH, "theme": "light"}, languages=("tlh",)),
    "texts that do not come": case(ENGLISH, languages=("nl",), files={"locale/nl.json": gone}),
}


def site() -> tuple[str, dict[str, Answer]]:
    """The page and its files: short ones in place of Python's and the libraries'."""
    folders = {
        "app": "python.mjs",
        "pyodide": "pyodide.mjs pyodide.asm.mjs pyodide-lock.json pyodide.asm.wasm "
        "python_stdlib.zip python_plain.zip",
        "pyscript": "core.js core-1.js",
        "vendor": "morphdom.js panzoom.js",
    }
    made = {
        f"{folder}/{name}": b"1" * 20_000 for folder in folders for name in folders[folder].split()
    }
    made["pyodide/pyodide-lock.json"] = b"[%s]" % (b"1," * 5000 + b"1")
    made[WASM] = b"\0asm\1\0\0\0\1\xba\x17\xe8\x07" + b"\x60\0\0" * 1000  # so many types
    page = (WEB / "index.html").read_text("utf-8")
    modules = {f"./{name}": subresource(body) for name, body in made.items() if name.endswith("js")}
    first = {f"{name}?1" if name == WASM else name: (len(made[name]), "") for name in made}
    del first["pyodide/python_plain.zip"]
    zipped = "pyodide/python_stdlib.zip"
    first[zipped] = (len(made[zipped]), subresource(made[zipped]))
    for mark, value in {
        "build:files": json.dumps(first),
        "<!-- build:import-map -->": json.dumps({"integrity": modules}),
        "build:languages": " ".join(languages()),
        '<script defer src="app/offline.js"></script>': "",
    }.items():
        assert mark in page
        page = page.replace(mark, value)
    for name in re.findall(r'(?:stylesheet" href|script(?: defer)? src)="([^"]+)"', page):
        made[name] = (WEB / name).read_bytes() if name.startswith("app/") else b"a rule"
    for file in (DIST / "locale").glob("*.json"):
        made[f"locale/{file.name}"] = file.read_bytes()
    kinds = {name: "application/wasm" if name == WASM else "" for name in made}
    return page, {name: Answer(body, kinds[name]) for name, body in made.items()}


def sent(answer: Answer | None) -> dict[str, Any] | None:
    if answer is None:
        return None
    return {**answer._asdict(), "body": base64.b64encode(answer.body).decode()}


def faulty(files: dict[str, Answer], faults: Mapping[str, Fault | None]) -> dict[str, Any]:
    """The answers that are not as they should be."""
    return {
        name: sent(fault(answer)) if fault else "held"
        for pattern, fault in faults.items()
        for name, answer in files.items()
        if fnmatch(f"/{name}", f"*/{pattern}")
    }


@pytest.fixture(scope="module")
def seen() -> dict[str, list[Seen]]:
    """What Node sees in each case, at first and after each step."""
    page, files = site()
    usual = {"script": "", "languages": ["en-GB"], "stored": {}, "fragment": ""}
    asked = {
        name: {
            **usual,
            **given,
            "files": faulty(files, given.get("files", {})),
            "steps": [s for s, _ in steps],
        }
        for name, (_first, steps, given) in {**CASES, **SPEAKING, **TONGUES}.items()
    }
    all_of_it = {"html": page, "files": {name: sent(files[name]) for name in files}, "cases": asked}
    command = [str(ensure_node()), str(Path(__file__).with_name("start.mjs"))]
    done = subprocess.run(
        command,
        input=json.dumps(all_of_it),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[Seen]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", [*CASES, *TONGUES])
def test_start_shows(seen: dict[str, list[Seen]], name: str) -> None:
    first, steps, _given = {**CASES, **TONGUES}[name]
    expected = [first, *(after for _step, after in steps)]
    shown = [
        {key: now.get(key) for key in then} for now, then in zip(seen[name], expected, strict=True)
    ]
    assert shown == expected


@pytest.mark.parametrize("language", languages())
def test_first_screen_speaks_before_python_is_there(
    seen: dict[str, list[Seen]], language: str
) -> None:
    with (DIST / "locale" / f"{language}.mo").open("rb") as file:
        text = GNUTranslations(file).gettext
    [first] = seen[language]
    assert (first["state"], first["lang"]) == ("booting", language)
    assert (first["button"], first["label"]) == (text("New game"), text("Settings"))
