"""The static site in dist/: copied, compiled, written and checked."""

from __future__ import annotations

import gettext
import hashlib
import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

from cacao_web.static_texts import STATIC_TEXTS
from making.compiled import write_python
from making.integrity import PROGRAM, address, subresource, write_sums
from making.offline import write_offline
from making.tools import ensure_vendored, ensure_venv
from making.trimmed import TRIMMED, trimmed
from making.workshop import (
    DIST,
    NODE_MODULES,
    PYPI,
    ROOT,
    WEB,
    Problem,
    run,
    say,
    venv_tool,
    write,
)

PYSCRIPT_FILES = ("core.js", "core-*.js", "error-*.js")
FONTS = "@fontsource-variable"
SHIPPED = {  # where it goes in the site -> where it lies in node_modules
    "pyodide/pyodide.mjs": "pyodide/pyodide.mjs",
    "vendor/morphdom.js": "morphdom/dist/morphdom-esm.js",
    "vendor/panzoom.js": "@panzoom/panzoom/dist/panzoom.es.js",
    "fonts/sans.woff2": f"{FONTS}/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "fonts/display.woff2": f"{FONTS}/fraunces/files/fraunces-latin-wght-normal.woff2",
}
LICENSES = {  # name in the site -> where the text comes from
    "pyscript.txt": "@pyscript/core/LICENSE",
    "morphdom.txt": "morphdom/LICENSE",
    "panzoom.txt": "@panzoom/panzoom/MIT-License.txt",
    "fraunces.txt": f"{FONTS}/fraunces/LICENSE",
    "source-sans-3.txt": f"{FONTS}/source-sans-3/LICENSE",
    "workbox.txt": "workbox-core/LICENSE",
}


def build() -> None:
    """Write the static site to dist/."""
    started = time.monotonic()
    ensure_venv()
    ensure_vendored()
    say("building the site")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for name, data in third_parties().items():
        write(DIST / name, data)
    write_wheel()
    write_python()
    for folder in ("style", "icons", "app"):
        shutil.copytree(WEB / folder, DIST / folder)
    tell_workers()
    compile_messages()
    write_reference()
    write_page()
    write_gallery()
    write_guide()
    write_offline()
    check_site()
    write_sums()
    size = sum(file.stat().st_size for file in DIST.rglob("*") if file.is_file())
    seconds = time.monotonic() - started
    say(f"dist/ is ready: {size / 1e6:.1f} MB, {seconds:.0f} s")


def third_parties() -> dict[str, bytes]:
    """What the site ships of others, with their licenses: name in the site -> content."""
    shipped = {target: NODE_MODULES / source for target, source in SHIPPED.items()}
    program = trimmed()
    shipped |= {f"pyodide/{name}": program / name for name in TRIMMED}
    shipped |= {f"licenses/{name}": NODE_MODULES / source for name, source in LICENSES.items()}
    [wheel] = PYPI.glob("micropip-*.whl")
    shipped[f"pyodide/{wheel.name}"] = wheel
    shipped["licenses/NOTICES.md"] = WEB / "NOTICES.md"
    shipped["licenses/cacao.txt"] = ROOT / "LICENSE"
    content = {name: file.read_bytes() for name, file in shipped.items()}
    for pattern in PYSCRIPT_FILES:
        for file in (NODE_MODULES / "@pyscript/core/dist").glob(pattern):
            text = re.sub(rb"//# sourceMappingURL=.*", b"", file.read_bytes())
            content[f"pyscript/{file.name}"] = text
    content["pyodide/pyodide-lock.json"] = json.dumps(lock_file(wheel)).encode()
    with zipfile.ZipFile(wheel) as archive:
        [text_name] = [n for n in archive.namelist() if n.endswith("dist-info/licenses/LICENSE")]
        content["licenses/pyodide-and-micropip.txt"] = archive.read(text_name)
    [license] = PYPI.glob("segno-*.dist-info/licenses/LICENSE")
    content["licenses/segno.txt"] = license.read_bytes()
    return content


def lock_file(micropip: Path) -> dict[str, object]:
    """Pyodide's list of packages, cut down to micropip, with the hash that PyPI's wheel has."""
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text())
    entry = lock["packages"]["micropip"]
    if entry["file_name"] != micropip.name:
        raise Problem(
            f"Pyodide wants {entry['file_name']}, web/vendor/requirements.txt has another"
        )
    entry["sha256"] = hashlib.sha256(micropip.read_bytes()).hexdigest()
    return {"info": lock["info"], "packages": {"micropip": entry}}


def write_wheel() -> None:
    """The wheel of cacao_core, for those who write bots and programs; the page has the same."""
    run(venv_tool("python"), "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation",
        "-w", DIST / "python", ROOT)  # fmt: skip


def tell_workers() -> None:
    """Write into ``app/python.mjs`` where Python's program is; pages have it in a list."""
    script = DIST / "app" / "python.mjs"
    query = address(DIST, PROGRAM).removeprefix(PROGRAM)
    write(script, script.read_text("utf-8").replace("build:program", query))


def languages() -> list[str]:
    """Languages that there are catalogues for."""
    return sorted(file.stem for file in (WEB / "locale").glob("*.po"))


def compile_messages() -> None:
    """Gettext catalogues: web/locale/<language>.po becomes locale/<language>.mo.

    Beside each lies what the page says before Python is there, as JSON for ``app/check.js``.
    """
    (DIST / "locale").mkdir()
    for language in languages():
        compiled = DIST / "locale" / f"{language}.mo"
        run(venv_tool("pybabel"), "-q", "compile", "-i", WEB / "locale" / f"{language}.po",
            "-o", compiled)  # fmt: skip
        catalogue = gettext.GNUTranslations(io.BytesIO(compiled.read_bytes()))
        told = {text: catalogue.gettext(text) for text in STATIC_TEXTS}
        write(DIST / "locale" / f"{language}.json", json.dumps(told, ensure_ascii=False))


def write_reference() -> None:
    """The API reference, made from the docstrings of cacao_core."""
    parts = ("ai", "ai.arena", "perft", "textboard", "tiles", "pettingzoo")
    modules = ["cacao_core", *(f"cacao_core.{part}" for part in parts)]
    run(venv_tool("pdoc"), "--no-search", "--docformat", "google", "-o", DIST / "api", *modules)


def write_page() -> None:
    """index.html, with the art and the names of the built files put in."""
    page = one_style((WEB / "index.html").read_text("utf-8"))
    files = first_visit()
    modules = import_map(DIST, files)
    parts = {
        "symbols": (WEB / "art" / "symbols.svg").read_text("utf-8"),
        "hero": (WEB / "art" / "hero.svg").read_text("utf-8"),
        "languages": " ".join(languages()),
        "import-map-hash": subresource(modules.encode()),
        "import-map": modules,
        "files": json.dumps(files),
    }
    for name, value in parts.items():
        page = page.replace(f"<!-- build:{name} -->", value).replace(f"build:{name}", value)
    write(DIST / "index.html", page)
    write(DIST / ".nojekyll", "")


def one_style(page: str) -> str:
    """The page with one style sheet of all that it names: one request before the first paint."""
    link = r'\n *<link rel="stylesheet" href="([^"]+)">'
    text = "\n".join((WEB / name).read_text("utf-8") for name in re.findall(link, page))
    write(DIST / "style" / "all.css", text)
    return re.sub(f"(?:{link})+", '\n  <link rel="stylesheet" href="style/all.css">', page, count=1)


def first_visit() -> dict[str, tuple[int, str]]:
    """What a first visit loads before the page is ready: bytes, and the hash that is looked at."""
    patterns = ("app/python.mjs", "pyscript/*.js", "vendor/*.js", "pyodide/pyodide*",
                "pyodide/python_stdlib.zip")  # fmt: skip
    files = sorted(file for pattern in patterns for file in DIST.glob(pattern))
    return {
        address(DIST, file.relative_to(DIST).as_posix()): (file.stat().st_size, integrity(file))
        for file in files
    }


def integrity(file: Path) -> str:
    """The hash of a file that a script looks at; only of archives, which can be replaced.

    WebAssembly that is looked at first is neither compiled while it comes nor kept as machine code.
    """
    return subresource(file.read_bytes()) if file.suffix == ".zip" else ""


def import_map(site: Path, files: Iterable[str]) -> str:
    """What the modules among some files have to be, for every import of them.

    ``app/boot.js`` preloads what is named here, but the hash of a preload holds for that one
    request only. Altered modules are not run.
    """
    names = [name for name in files if name.endswith((".js", ".mjs"))]
    hashes = {f"./{name}": subresource((site / name).read_bytes()) for name in names}
    return json.dumps({"integrity": hashes})


def write_gallery() -> None:
    """art.html: all pictures for the eye, drawn by the page's own code."""
    if str(WEB) not in sys.path:
        sys.path.insert(0, str(WEB))  # ROOT is there already: this file lies in it
    gallery = importlib.import_module("cacao_web.views.gallery")
    art = [(WEB / "art" / f"{name}.svg").read_text("utf-8") for name in ("symbols", "hero")]
    write(DIST / "art.html", gallery.page(*art))


def write_guide() -> None:
    """bots.html: docs/bots.md in the page's style, and the example that it speaks of."""
    source = ROOT / "docs" / "bots.md"
    script = (
        "import sys, markdown2; sys.stdout.reconfigure(encoding='utf-8'); print(markdown2.markdown("
        "open(sys.argv[1], encoding='utf-8').read(), extras=['fenced-code-blocks', 'tables']))"
    )
    made = subprocess.run(
        [venv_tool("python"), "-c", script, source], capture_output=True, check=True
    )
    page = (WEB / "bots.html").read_text("utf-8")
    write(DIST / "bots.html", page.replace("<!-- build:guide -->", made.stdout.decode("utf-8")))
    shutil.copytree(ROOT / "docs" / "bots", DIST / "bots", ignore=shutil.ignore_patterns("__*"))


class _References(HTMLParser):
    """Gathers what a page loads, and the texts of its configuration elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.config = ""
        self._in_config = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        wanted = {"src"} if tag == "a" else {"src", "href"}
        self.found += [value for name, value in attrs if name in wanted and value]
        self._in_config = tag == "py-config"

    def handle_data(self, data: str) -> None:
        if self._in_config:
            self.config += data


def check_site() -> None:
    """Every file that the pages name is there, and nothing points to a foreign origin."""
    reader = _References()
    for page in ("index.html", "art.html", "bots.html"):
        reader.feed((DIST / page).read_text("utf-8"))
    config = json.loads(reader.config)
    named = [*reader.found, config["interpreter"]]
    named += [name for names in config["js_modules"].values() for name in names]
    manifest = json.loads((DIST / "manifest.webmanifest").read_text("utf-8"))
    named += [icon["src"] for icon in manifest["icons"]]
    for style in (DIST / "style").glob("*.css"):
        for target in re.findall(r"url\([\"']?([^\"')]+)", style.read_text("utf-8")):
            named.append(os.path.relpath((style.parent / target).resolve(), DIST))
    for name in named:
        if name.startswith(("#", "data:")):
            continue
        if re.match(r"[a-z]+:|//|/", name):
            raise Problem(f"the page points outside its own folder: {name}")
        if not (DIST / name).is_file():
            raise Problem(f"the page names a file that was not built: {name}")
