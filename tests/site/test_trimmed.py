"""Pyodide's program without what nobody asks for does what the published one does."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from making import trimmed as trimming
from making.compiled import compiled
from making.tools import ensure_node
from making.trimmed import TRIMMED, trimmed
from making.workshop import NODE_MODULES

PUBLISHED = NODE_MODULES / "pyodide"

LIBRARY = """
import array, bisect, datetime, decimal, hashlib, importlib, io, json, locale, math, os
import pickle, random, re, select, socket, struct, sys, time, unicodedata, zlib

def told(what):
    try:
        return repr(what())
    except Exception as error:
        return f"{type(error).__name__}: {error}"

def files():
    os.makedirs("/tmp/a/b")
    with open("/tmp/a/b/c", "w") as file:
        file.write("cacao\\n" * 3)
    os.rename("/tmp/a/b/c", "/tmp/a/d")
    os.symlink("/tmp/a/d", "/tmp/a/e")
    os.chmod("/tmp/a/d", 0o600)
    os.utime("/tmp/a/d", (1, 2))
    about = os.stat("/tmp/a/e")
    os.truncate("/tmp/a/d", 5)
    left, right = os.pipe()
    os.write(right, b"seeds")
    return sorted(os.listdir("/tmp/a")), about.st_size, about.st_mtime, open("/tmp/a/e").read(), \\
        os.read(left, 5), os.getcwd(), os.access("/tmp", os.W_OK), os.path.realpath("/tmp/a/e")

def deep(depth):
    return deep(depth + 1)

modules = {}
for name in sys.builtin_module_names:
    modules[name] = told(lambda: sorted(dir(importlib.import_module(name))))
random.seed(7)
json.dumps({
    "modules": modules,
    "files": told(files),
    "depth": told(lambda: deep(0)),
    "codecs": [told(lambda: "cacáo 可可".encode(name)) for name in
               ("utf-16", "latin-1", "gb18030", "big5", "shift_jis", "euc_kr", "iso2022_jp")],
    "hashes": [hashlib.new(name, b"cacao").hexdigest() for name in
               ("md5", "sha1", "sha256", "sha3_256", "blake2b", "blake2s")],
    "zlib": zlib.decompress(zlib.compress(b"cacao" * 99)).count(b"c"),
    "numbers": [str(decimal.Decimal(2).sqrt()), math.gamma(4.5), 2**200, random.random(),
                struct.pack("<dq", 1.5, -2).hex(), round(1e22 / 3), float("1e-320")],
    "times": [time.strftime("%Y-%m-%d %j", time.gmtime(1e9)), str(datetime.date(2026, 11, 22)),
              time.tzname, told(lambda: time.mktime(time.localtime(1e9))), locale.getlocale()],
    "texts": [unicodedata.name("á"), unicodedata.normalize("NFD", "á"), re.findall(r"\\w+", "á b")],
    "pickled": pickle.loads(pickle.dumps([{1, 2}, (3,), 4.5])) == [{1, 2}, (3,), 4.5],
    "socket": told(lambda: socket.create_connection(("localhost", 1), 0.01)),
    "exit": told(lambda: compile("x =", "a", "exec")),
}, default=str)
"""
BRIDGE = """
import asyncio, js, sys
from pyodide.code import run_js
from pyodide.ffi import create_once_callable, create_proxy, run_sync, to_js, JsException
found = []
doubled = run_js("list => list.map(one => 2 * one)")(to_js([1, 2, 3]))
found.append(doubled.to_py())
found.append(run_js("async one => one + 1"))
found[-1] = await found[-1](4)
try:
    run_js("() => { throw new TypeError('of js') }")()
except JsException as error:
    found.append(str(error))
found.append(run_js("f => f(5)")(create_proxy(lambda one: one * one)))
found.append(run_js("f => { try { f() } catch (error) { return error.message } }")(
    create_once_callable(lambda: 1 / 0)).strip().splitlines()[-1])
found.append(run_js("new Map([['a', [1, {b: 2}]]])").to_py())
found.append(bytes(run_js("new Uint8Array([1, 2, 3])").to_bytes()))
found.append(sorted(dir(js.Object))[:5])
found.append([name for name in sys.modules if name.startswith("pyodide")])
async with asyncio.timeout(5):
    found.append(await asyncio.gather(*(asyncio.sleep(0.001, number) for number in range(3))))
str(found)
"""
SCRIPT = """
import { loadPyodide } from PLACE;
const said = [];
const pyodide = await loadPyodide({ indexURL: FOLDER, stdLibURL: LIBRARY });
pyodide.setStdout({ batched: (line) => said.push(line) });
pyodide.registerJsModule("ours", { seven: 7, list: [1, 2] });
const library = pyodide.runPython(TEXT);
const bridge = await pyodide.runPythonAsync(BRIDGE);
pyodide.runPython("import ours; print(ours.seven, list(ours.list))");
const dict = pyodide.toPy({ a: [1, 2] });
const python = pyodide.runPython("lambda *given, **named: [given, named]");
const answer = python.callKwargs(1, "b", { c: 3 }).toJs({ dict_converter: Object.fromEntries });
let failure = "";
try { pyodide.runPython("raise ValueError('of python')"); }
catch (error) { failure = error.message; }
const all = JSON.stringify({
  library: JSON.parse(library), bridge, said, answer, failure, dict: dict.toString(),
  names: Object.keys(pyodide).sort(), tree: pyodide.FS.readdir("/").sort(),
  rest: pyodide.globals.get("random").random(),
});
process.stdout.write(all, () => process.exit(0));
"""


def run(folder: Path) -> Any:
    """What a page of Node has to say with this Pyodide."""
    values = {
        "PLACE": (folder / "pyodide.mjs").as_uri(),
        "FOLDER": f"{folder}/",
        "LIBRARY": str(compiled(PUBLISHED / "python_stdlib.zip", "library").archive),
        "TEXT": LIBRARY,
        "BRIDGE": BRIDGE,
    }
    script = SCRIPT
    for name, value in values.items():
        script = script.replace(name, json.dumps(value), 1)
    command = [str(ensure_node()), "--input-type=module", "--eval", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def made(folder: Path, program: Path) -> Path:
    """A Pyodide in a folder of its own, with the program of another one."""
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide-lock.json"):
        shutil.copy(PUBLISHED / name, folder)
    for name in TRIMMED:
        shutil.copy(program / name, folder)
    return folder


def test_python_does_what_it_did(tmp_path: Path) -> None:
    published = run(made(tmp_path / "published", PUBLISHED))
    ours = run(made(tmp_path / "ours", trimmed()))
    assert len(published["library"]["modules"]) > 60
    for part, value in published.items():
        assert ours[part] == value, part


def test_code_that_is_never_called_is_gone() -> None:
    """A twelfth of the program and three quarters of the script, at the least."""
    for name, share in (("pyodide.asm.wasm", 0.92), ("pyodide.asm.mjs", 0.26)):
        assert (trimmed() / name).stat().st_size < share * (PUBLISHED / name).stat().st_size
    assert "bindFramebuffer" in (PUBLISHED / "pyodide.asm.mjs").read_text("utf-8")
    assert "bindFramebuffer" not in (trimmed() / "pyodide.asm.mjs").read_text("utf-8")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where the build makes things anew, from a copy of Pyodide that can be doctored."""
    modules = tmp_path / "node_modules"
    modules.mkdir()
    for name in ("acorn", "acorn-walk", "terser", "binaryen"):
        (modules / name).symlink_to(NODE_MODULES / name)
    made(modules / "pyodide", PUBLISHED)
    (modules / "pyodide" / "python_stdlib.zip").symlink_to(PUBLISHED / "python_stdlib.zip")
    monkeypatch.setattr(trimming, "NODE_MODULES", modules)
    monkeypatch.setattr(trimming, "WORK", tmp_path)
    return tmp_path


def attention(said: str) -> list[str]:
    return [line for line in said.splitlines() if "ATTENTION" in line]


def test_published_program_is_taken_for_another_pyodide(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The build says so once each time, and tries again only with another Pyodide."""
    published = elsewhere / "node_modules" / "pyodide"
    script = published / "pyodide.asm.mjs"
    script.write_text(script.read_text("utf-8").replace("assignWasmExports", "takeExports"))
    for tries in (1, 0):
        assert trimmed() == published
        said = capsys.readouterr().out
        assert said.count("leaving out of Pyodide") == tries
        [line] = attention(said)
        assert "without 'trimmed program'" in line
        assert line.endswith("Error: pyodide.asm.mjs is not made as it was: no assignWasmExports")


def test_published_program_is_taken_if_trimmed_fails(
    elsewhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shown with a script that cuts too much away: half of the program."""
    vendor = elsewhere / "vendor"
    vendor.mkdir()
    (vendor / "package-lock.json").write_text("{}")
    (vendor / "trim.mjs").write_text("""
import fs from "node:fs";
const [, folder, target] = process.argv.slice(2);
fs.cpSync(`${folder}/pyodide.asm.mjs`, `${target}/pyodide.asm.mjs`);
const program = fs.readFileSync(`${folder}/pyodide.asm.wasm`);
fs.writeFileSync(`${target}/pyodide.asm.wasm`, program.subarray(0, program.length / 2));
""")
    monkeypatch.setattr(trimming, "WEB", elsewhere)
    assert trimmed() == elsewhere / "node_modules" / "pyodide"
    [line] = attention(capsys.readouterr().out)
    assert "without 'trimmed program'" in line
    assert "CompileError: WebAssembly.instantiate()" in line
