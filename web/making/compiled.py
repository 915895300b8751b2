"""Compiles Python's library and the page's modules to bytecode, and packs them into archives.

Three archives go to the site, each at the place where Pyodide looks for its library:

- ``python_stdlib.zip``: bytecode of all modules that the page and its worker import; those of
  every start are in a single file;
- ``python_bots.zip``: the same with the rest of the library, for the workers of own bots;
- ``python_plain.zip``: the library and the page's modules as source text, used if the first
  archive is missing or damaged.
"""

from __future__ import annotations

import json
import marshal
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from making import start_importer
from making.tools import ensure_node
from making.workshop import (
    NODE_MODULES,
    PYPI,
    ROOT,
    WEB,
    WORK,
    copy,
    fingerprint,
    prepared,
    run,
    say,
)

_NEVER = (
    "_pyrepl/", "ctypes/", "doctest.py", "ftplib.py", "http/cookiejar.py", "http/server.py",
    "imaplib.py", "mailbox.py", "multiprocessing/", "optparse.py", "pdb.py", "poplib.py",
    "pydoc.py", "smtplib.py", "socketserver.py", "sqlite3/", "unittest/", "wsgiref/",
    "xml/dom/", "xml/etree/", "xmlrpc/", "asyncio/windows", "asyncio/proactor", "profile.py",
    "cProfile.py", "pstats.py",
)  # fmt: skip
"""Parts of the library that cannot work in a browser, or that are useless for bots."""
_UNUSED = (
    "cacao_core/__main__.py", "cacao_core/ai/arena/", "cacao_core/ai/selfplay/", "cacao_core/cli/",
    "cacao_core/engine/", "cacao_core/gymnasium.py", "cacao_core/learning/",
    "cacao_core/pettingzoo.py", "cacao_core/puzzles/choosing.py", "cacao_core/puzzles/command.py",
    "cacao_core/puzzles/difficulty.py", "cacao_core/puzzles/finding.py",
    "cacao_core/puzzles/themes.py", "cacao_core/svg/", "cacao_web/board/gallery.py",
    "ecdsa/test_", "segno/cli.py", "segno/helpers.py", "pyscript/fs.py", "pyscript/media.py",
    "pyscript/web.py",
)  # fmt: skip
"""Parts of the program for terminals, or not used by the page."""
_BOTS = ("cacao_web.features.bots.runner",)
"""Modules used in the workers of bots, which have the rest of the library as well."""
_ENCODINGS = (
    "ascii", "latin_1", "utf_8", "utf_8_sig", "cp437", "idna", "punycode",
    "utf_16_le", "utf_16_be", "cp1252",
)  # fmt: skip
"""Encodings that Python looks up by name, so that no import statement shows them."""

_RUN_FIRST = "sitecustomize"
"""The module that Python runs first: :mod:`making.start_importer`, for the modules of the start."""
_PROGRAMS = ("cacao_web.main", "pyscript")
_BEGINNING = ("encodings", "codecs", "io", "abc", "site", "os", "stat", _RUN_FIRST)
_PYC_HEAD = 16  # bytes before the code in a .pyc
PACKING = 9
"""The compression level of archives, 0 to 9; tests that only open them take less."""

Imports = Mapping[str, Mapping[str, list[str]]]
"""Module -> its imports: ``always``, and ``later`` (inside of its functions)."""


class Compiled(NamedTuple):
    """Bytecode of an archive, Pyodide's own imports, and the imports of each module."""

    archive: Path
    started: list[str]
    imports: Imports


def write_python(site: Path, about: dict[str, bytes]) -> None:
    """Write the three archives.

    Args:
        site: the folder of the site.
        about: metadata of the installed cacao_core.
    """
    stock = NODE_MODULES / "pyodide" / "python_stdlib.zip"
    sources = WORK / "program.zip"
    written = {name: file.read_bytes() for name, file in program_files().items()}
    write_archive(
        sources, written | {f"{_RUN_FIRST}.py": Path(start_importer.__file__).read_bytes()}
    )
    program = compiled(sources, "program")
    library = compiled(stock, "library")
    folder = site / "pyodide"
    write_archive(folder / "python_stdlib.zip", page_files(library, program))
    shipped = {n: data for n, data in members(library.archive) if not n.startswith(_NEVER)}
    write_archive(folder / "python_bots.zip", shipped | own_files(program) | about)
    copy(stock, folder / "python_plain.zip")
    write_archive(folder / "python_plain.zip", written, "a")


def page_files(library: Compiled, program: Compiled) -> dict[str, bytes]:
    """The files of the page's archive: the modules of each start in one piece, and the others."""
    wanted = needed(library, program)
    files = {
        name: data
        for name, data in members(library.archive)
        if module_of(name) in wanted and not name.startswith(_NEVER)
    }
    return in_one_piece(files | dict(members(program.archive)), at_start(library, program))


def own_files(program: Compiled) -> dict[str, bytes]:
    return {n: data for n, data in members(program.archive) if n != f"{_RUN_FIRST}.pyc"}


def at_start(library: Compiled, program: Compiled) -> set[str]:
    """Modules imported by every start, except those that Python itself needs to begin."""
    imports = {**library.imports, **program.imports}
    found = reached({*_PROGRAMS, *library.started}, imports)
    return {name for name in found if name.partition(".")[0] not in _BEGINNING}


def in_one_piece(files: Mapping[str, bytes], modules: set[str]) -> dict[str, bytes]:
    """The files of an archive, with these modules combined into one; see ``start_importer.py``."""
    compiled = {name: module_of(name) for name in files if name.endswith(".pyc")}
    chosen = {name: module for name, module in compiled.items() if module in modules}
    code = {
        module: (name.endswith("/__init__.pyc"), files[name][_PYC_HEAD:])
        for name, module in sorted(chosen.items())
    }
    rest = {name: data for name, data in files.items() if name not in chosen}
    return {**rest, start_importer.PIECE: marshal.dumps(code, 4)}


def program_files() -> dict[str, Path]:
    """The modules of the page, the rules, QR codes and signatures, without parts for terminals.

    PyScript's modules are included: it has them as text, and would compile that at every start.
    """
    pyscript = NODE_MODULES / "@pyscript" / "core" / "src" / "stdlib"
    folders = [
        (ROOT, ROOT / "cacao_core"),
        (WEB, WEB / "cacao_web"),
        (pyscript, pyscript / "pyscript"),
        (PYPI, PYPI / "segno"),
        (PYPI, PYPI / "ecdsa"),
    ]
    files = {
        file.relative_to(top).as_posix(): file
        for top, folder in folders
        for file in sorted(folder.rglob("*.py"))
    }
    files["six.py"] = PYPI / "six.py"
    return {name: file for name, file in files.items() if not name.startswith(_UNUSED)}


def compiled(source: Path, name: str) -> Compiled:
    """An archive as bytecode; compiled again only if it, Python or the compiling script changes.

    Python's version counts, because no other version can run the bytecode.
    """
    pyodide, script = NODE_MODULES / "pyodide", WEB / "vendor" / "precompile.mjs"
    now = fingerprint(source, script, pyodide / "pyodide.asm.wasm")
    made, notes, mark = (WORK / f"{name}.{end}" for end in ("pyc.zip", "json", "mark"))
    if not prepared(mark, now):
        say(f"compiling Python's {name} for the page")
        run(ensure_node(), script, pyodide, source, made, notes)
        mark.write_text(now)
    noted = json.loads(notes.read_text("utf-8"))
    return Compiled(made, noted["started"], noted["imports"])


def needed(library: Compiled, program: Compiled) -> set[str]:
    """Modules of the library that the program needs, wherever it imports them.

    Imports inside of the library's functions count only if the program itself imports the module:
    the others are for cases (terminals, processes, servers) that do not occur in a page.
    """
    rows = [row for name, row in program.imports.items() if name not in _BOTS]
    asked = {name for row in rows for name in row["always"] + row["later"]}
    direct = {name for name in asked if name in library.imports}
    asked |= {name for module in direct for name in library.imports[module]["later"]}
    asked |= {_RUN_FIRST, *(f"encodings.{name}" for name in _ENCODINGS)}
    return reached({*asked, *library.started}, library.imports)


def reached(asked: Iterable[str], imports: Imports) -> set[str]:
    """These modules with their packages, and everything that they import."""
    found: set[str] = set()
    waiting = list(asked)
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        if package := module.rpartition(".")[0]:
            waiting.append(package)
        if module in imports:
            found.add(module)
            waiting += imports[module]["always"]
    return found


def module_of(name: str) -> str:
    """The module of a member of an archive; other files count with their package."""
    path = Path(name)
    parts = path.with_suffix("").parts if path.suffix in (".py", ".pyc") else path.parts[:-1]
    return ".".join(parts).removesuffix(".__init__")


def members(archive: Path) -> Iterable[tuple[str, bytes]]:
    with zipfile.ZipFile(archive) as opened:
        for name in opened.namelist():
            if not name.endswith("/"):
                yield name, opened.read(name)


def write_archive(target: Path, files: Mapping[str, bytes], mode: Literal["w", "a"] = "w") -> None:
    """Write an archive; the same files always give the same bytes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, mode, zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, PACKING)
