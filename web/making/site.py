"""The parts of the static site: copied, compiled, written and checked.

:mod:`making.builds` combines them; ``site`` is the folder to write to.
"""

from __future__ import annotations

import hashlib
import html
import importlib
import json
import os
import re
import shutil
import sys
import tomllib
import zipfile
from html.parser import HTMLParser
from pathlib import Path

from making import drawings
from making.compiled import write_archive
from making.integrity import PROGRAM, RELAY, address, first_visit, import_map, sealed, subresource
from making.static_texts import static_texts
from making.tools import TOOLS, isolated
from making.trimmed import TRIMMED
from making.workshop import NODE_MODULES, PYPI, ROOT, WEB, Problem, write

PYSCRIPT_FILES = ("core.js", "core-*.js", "error-*.js")
FONTS = "@fontsource-variable"
SHIPPED = {  # path in the site -> path in node_modules
    "pyodide/pyodide.mjs": "pyodide/pyodide.mjs",
    "vendor/morphdom.js": "morphdom/dist/morphdom-esm.js",
    "vendor/panzoom.js": "@panzoom/panzoom/dist/panzoom.es.js",
    "fonts/sans.woff2": f"{FONTS}/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "fonts/display.woff2": f"{FONTS}/fraunces/files/fraunces-latin-wght-normal.woff2",
}
LICENSES = {  # name in the site -> path of the text
    "pyscript.txt": "@pyscript/core/LICENSE",
    "morphdom.txt": "morphdom/LICENSE",
    "panzoom.txt": "@panzoom/panzoom/MIT-License.txt",
    "fraunces.txt": f"{FONTS}/fraunces/LICENSE",
    "source-sans-3.txt": f"{FONTS}/source-sans-3/LICENSE",
    "workbox.txt": "workbox-core/LICENSE",
    "mqtt.txt": "mqtt/LICENSE.md",
}


def third_parties(program: Path) -> dict[str, bytes]:
    """Third-party files of the site, with their licenses: name in the site -> content.

    ``program`` is the folder with Pyodide's two program files, as published or trimmed.
    """
    shipped = {target: NODE_MODULES / source for target, source in SHIPPED.items()}
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
    for package in ("segno", "ecdsa", "six"):
        [license] = PYPI.glob(f"{package}-*.dist-info/**/LICENSE")
        content[f"licenses/{package}.txt"] = license.read_bytes()
    content[RELAY] = relay_frame().encode()
    return content


def relay_frame() -> str:
    """The page of the frame for relays: the MQTT client and our script, both named by their hash.

    Nothing else runs in it. Files of the site would be of another origin than the frame, which has
    none.
    """
    client = (NODE_MODULES / "mqtt" / "dist" / "mqtt.min.js").read_text("utf-8")
    scripts = {
        "client": re.sub(r"//# sourceMappingURL=.*", "", client).strip(),
        "ours": (WEB / "relay" / "relay.js").read_text("utf-8"),
    }
    page = (WEB / "relay" / RELAY).read_text("utf-8")
    hashes = [f"'{subresource(text.encode())}'" for text in scripts.values()]
    for name, value in {"hashes": " ".join(hashes), **scripts}.items():
        if re.search(r"</script|<!--|\r", value):
            raise Problem(f"{RELAY}: browsers would not read a script of it as it is")
        page = page.replace(f"build:{name}", value)
    return page


def lock_file(micropip: Path) -> dict[str, object]:
    """Pyodide's list of packages, reduced to micropip, with the hash of PyPI's wheel."""
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text())
    entry = lock["packages"]["micropip"]
    if entry["file_name"] != micropip.name:
        raise Problem(
            f"Pyodide wants {entry['file_name']}, web/vendor/requirements.txt has another"
        )
    entry["sha256"] = hashlib.sha256(micropip.read_bytes()).hexdigest()
    return {"info": lock["info"], "packages": {"micropip": entry}}


def write_wheel(site: Path) -> None:
    """Write the wheel of cacao_core, for authors of bots and programs."""
    (site / "python").mkdir(parents=True)
    isolated(
        TOOLS,
        "from hatchling.build import build_wheel; build_wheel(sys.argv[1])",
        site / "python",
    )


def about_package() -> dict[str, bytes]:
    """Metadata of the installed cacao_core; a bot's own wheel may require it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    text = f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n"
    text += f"Requires-Python: {project['requires-python']}\n"
    return {f"{name.replace('-', '_')}-{version}.dist-info/METADATA": text.encode()}


def copy_folders(site: Path) -> None:
    """Copy what goes to the site unchanged, and what features fetch: their folder ``site``."""
    for folder in ("style", "icons", "app"):
        shutil.copytree(WEB / folder, site / folder, dirs_exist_ok=True)
    shutil.copyfile(ROOT / "cacao_core" / "puzzles" / "puzzles.txt", site / "puzzles.txt")
    for file in (WEB / "cacao_web" / "features").glob("*/site/*"):
        shutil.copyfile(file, site / file.name)
    write_pictures(site / "pictures.zip")
    shutil.copyfile(drawings.CORE / drawings.EXPANSIONS, site / drawings.EXPANSIONS)
    for name in drawings.SHARED_STYLES:
        shutil.copyfile(drawings.CORE / name, site / "style" / name)


def write_pictures(target: Path) -> None:
    """Write ``cacao_core.svg``, which the page fetches when a picture is wanted."""
    files = (file for file in (ROOT / "cacao_core" / "svg").iterdir() if file.is_file())
    write_archive(target, {f"cacao_core/svg/{file.name}": file.read_bytes() for file in files})


def tell_workers(site: Path) -> None:
    """Write the address of Python's program into ``app/python.mjs``; pages have it in a list."""
    script = site / "app" / "python.mjs"
    query = address(site, PROGRAM).removeprefix(PROGRAM)
    write(script, script.read_text("utf-8").replace("build:program", query))


def languages() -> list[str]:
    return sorted(file.stem for file in (WEB / "locale").glob("*.po"))


def compile_messages(site: Path) -> None:
    """Compile gettext catalogues: web/locale/<language>.po becomes locale/<language>.mo.

    The texts needed before Python is ready are also written as JSON, for ``app/check.js``.
    """
    (site / "locale").mkdir()
    texts = static_texts((WEB / "index.html").read_text("utf-8"))
    isolated(PYPI, _COMPILE, WEB / "locale", site / "locale", json.dumps(texts))


_COMPILE = """
import gettext, json, pathlib, polib
source, target, texts = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
for file in sorted(source.glob("*.po")):
    made = target / f"{file.stem}.mo"
    polib.pofile(str(file), encoding="utf-8").save_as_mofile(str(made))
    with made.open("rb") as opened:
        catalogue = gettext.GNUTranslations(opened)
    told = {text: catalogue.gettext(text) for text in json.loads(texts)}
    made.with_suffix(".json").write_text(json.dumps(told, ensure_ascii=False), "utf-8")
"""


def write_reference(site: Path) -> None:
    """Write the API reference, made from the docstrings of cacao_core."""
    parts = ("ai", "ai.arena", "fair", "formats.textboard", "gymnasium", "learning", "perft",
             "pettingzoo", "rules", "svg", "tiles")  # fmt: skip
    modules = ["cacao_core", *(f"cacao_core.{part}" for part in parts)]
    isolated(TOOLS, _REFERENCE, "--no-search", "--docformat", "google",
             "-o", site / "api", *modules)  # fmt: skip


_REFERENCE = """
import pdoc.__main__, types

class Absent(types.ModuleType):
    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (), {"__module__": self.__name__, "__class_getitem__": lambda *_: made,
                               "__init__": lambda *_, **__: None})
        setattr(self, name, made)
        return made

# What environments for learners import is ten times as large as all else that building needs.
for name in ("numpy", "numpy.typing", "gymnasium", "gymnasium.spaces", "pettingzoo"):
    sys.modules[name] = Absent(name)
pdoc.__main__.cli()
"""


def write_page(site: Path, *, icons: bool) -> None:
    """Write index.html, with the art and the names of the built files.

    Without ``icons`` (drawn ones) it names none; the SVG is always there.
    """
    page = one_style(site, (WEB / "index.html").read_text("utf-8"))
    if not icons:
        page = re.sub(r'\n *<link rel="apple-touch-icon"[^>]*>', "", page)
    files = first_visit(site)
    modules = import_map(site, files)
    parts = {
        "symbols": drawings.symbols(),
        "hero": drawings.hero(),
        "languages": " ".join(languages()),
        "import-map-hash": subresource(modules.encode()),
        "import-map": modules,
        "files": json.dumps(files),
        "stun": html.escape(stun_servers()),
        "relay": html.escape(relay()),
        "frame": address(site, RELAY),
        "site": html.escape(public_address()),
    }
    for name, value in parts.items():
        page = page.replace(f"<!-- build:{name} -->", value).replace(f"build:{name}", value)
    write(site / "index.html", sealed(site, page))
    write(site / ".nojekyll", "")


def stun_servers() -> str:
    """Addresses of STUN servers for live play, from ``CACAO_STUN``; usually none.

    Raises:
        Problem: an address that is not one of a STUN server.
    """
    given = os.environ.get("CACAO_STUN", "").split()
    for server in given:
        if not re.fullmatch(r"stuns?:[\w.:\[\]-]+", server, re.ASCII):
            raise Problem(f"CACAO_STUN: {server!r} is not like stun:stun.example.org")
    return " ".join(given)


def relay() -> str:
    """The relay that pages use for games with others, from ``CACAO_RELAY``; usually none.

    Raises:
        Problem: it is not a host, or a host and a port.
    """
    given = os.environ.get("CACAO_RELAY", "").strip()
    label = r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"
    if given and not re.fullmatch(rf"({label}\.)*{label}(:\d{{1,5}})?", given, re.IGNORECASE):
        raise Problem(
            f"CACAO_RELAY: {given!r} is not like relay.example.org or relay.example.org:8084"
        )
    return given


def public_address() -> str:
    """The address where the site will be, from ``CACAO_SITE``; whole, as messengers want it.

    Raises:
        Problem: it is not the address of a folder.
    """
    given = os.environ.get("CACAO_SITE", "")
    if given and not re.fullmatch(r"https?://[\w.:/~-]+", given, re.ASCII):
        raise Problem(f"CACAO_SITE: {given!r} is not like https://example.org/cacao/")
    return given and given.rstrip("/") + "/"


def one_style(site: Path, page: str, name: str = "all") -> str:
    """Combine all style sheets of a page into one, so that the first paint needs one request.

    A feature whose folder was deleted has none.
    """
    link = r'\n *<link rel="stylesheet" href="([^"]+)">'
    files = {part: drawings.style_file(part) for part in re.findall(link, page)}
    text = "\n".join(
        file.read_text("utf-8").rstrip("\n")
        for part, file in files.items()
        if file.parent.is_dir() or not part.startswith("cacao_web/features/")
    )
    write(site / "style" / f"{name}.css", text)
    one = f'\n  <link rel="stylesheet" href="style/{name}.css">'
    return re.sub(f"(?:{link})+", one, page, count=1)


def write_gallery(site: Path) -> None:
    """Write art.html: all pictures, drawn by the page's own code, for a check by eye."""
    if str(WEB) not in sys.path:
        sys.path.insert(0, str(WEB))  # ROOT is in the path already: this file lies in it
    gallery = importlib.import_module("cacao_web.board.gallery")
    sheets = drawings.symbols(), drawings.hero(), drawings.expansions()
    write(site / "art.html", gallery.page(*sheets))


def write_guide(site: Path) -> None:
    """Write bots.html: docs/bots.md in the page's style, and its example bot."""
    script = (
        "import markdown2; print(markdown2.markdown("
        "open(sys.argv[1], encoding='utf-8').read(), extras=['fenced-code-blocks', 'tables']))"
    )
    guide = isolated(PYPI, script, ROOT / "docs" / "bots.md")
    page = one_style(site, (WEB / "bots.html").read_text("utf-8"), "guide")
    write(site / "bots.html", page.replace("<!-- build:guide -->", guide))
    shutil.copytree(ROOT / "docs" / "bots", site / "bots", ignore=shutil.ignore_patterns("__*"))


class _References(HTMLParser):
    """Collects the files that a page loads, and the texts of its configuration elements."""

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


def check_site(site: Path) -> None:
    """Check that every file named by the pages exists, and that none is on another host."""
    reader = _References()
    for page in ("index.html", "art.html", "bots.html"):
        reader.feed((site / page).read_text("utf-8"))
    config = json.loads(reader.config)
    named = [*reader.found, config["interpreter"]]
    named += [name for names in config["js_modules"].values() for name in names]
    manifest = json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    named += [icon["src"] for icon in manifest["icons"]]
    for style in (site / "style").glob("*.css"):
        for target in re.findall(r"url\([\"']?([^\"')]+)", style.read_text("utf-8")):
            named.append(os.path.relpath((style.parent / target).resolve(), site))
    for name in named:
        if name.startswith(("#", "data:")):
            continue
        if re.match(r"[a-z]+:|//|/", name):
            raise Problem(f"the page points outside its own folder: {name}")
        if not (site / name).is_file():
            raise Problem(f"the page names a file that was not built: {name}")
