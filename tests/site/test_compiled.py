"""Byte code always fits the Python that runs it, whatever Pyodide brings."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from making import compiled
from making.tools import ensure_node
from making.workshop import NODE_MODULES, WEB, run

PYODIDE = NODE_MODULES / "pyodide"


@pytest.fixture
def vendored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of Pyodide, in a place where nothing has been compiled yet."""
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    monkeypatch.setattr(compiled, "NODE_MODULES", folder.parent)
    monkeypatch.setattr(compiled, "WORK", tmp_path)
    return folder


def test_other_pyodide_compiles_anew(
    vendored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = []

    def compile_nothing(node: Path, script: Path, folder: Path, *files: Path) -> str:
        runs.append(folder)
        files[-1].write_text('{"started": [], "imports": {}}')
        return ""

    monkeypatch.setattr(compiled, "run", compile_nothing)
    source = tmp_path / "source.zip"
    source.write_bytes(b"the same text")
    for program, times in ((b"3.14", 1), (b"3.14", 1), (b"3.15", 2), (b"3.15", 2)):
        (vendored / "pyodide.asm.wasm").write_bytes(program)
        compiled.compiled(source, "library")
        assert len(runs) == times


SOURCE = """\
'''A docstring.'''
from __future__ import annotations
class Empty:
    "Another docstring."
assert Empty, "an assert"
"""


def test_byte_code_names_its_archive_and_keeps_asserts(
    tmp_path: Path,
) -> None:
    """The place is shown with a Pyodide whose Python says that it is another version."""
    other = tmp_path / "pyodide"
    other.mkdir()
    library = compiled.compiled(PYODIDE / "python_stdlib.zip", "library").archive
    options = {"indexURL": f"{PYODIDE}/", "stdLibURL": str(library)}
    lines = """
import os, sys
[place] = [path for path in sys.path if path.endswith(".zip")]
os.symlink(place, "/lib/python399.zip")
sys.path[sys.path.index(place)] = "/lib/python399.zip"
"""
    (other / "pyodide.mjs").write_text(f"""
import {{ loadPyodide as load }} from {json.dumps((PYODIDE / "pyodide.mjs").as_uri())};
export async function loadPyodide() {{
  const pyodide = await load({json.dumps(options)});
  pyodide.runPython({json.dumps(lines)});
  return pyodide;
}}
""")
    source, made = tmp_path / "source.zip", tmp_path / "made.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("seeds.py", SOURCE)
    script = WEB / "vendor" / "precompile.mjs"
    run(ensure_node(), script, other, source, made, tmp_path / "notes.json")
    with zipfile.ZipFile(made) as archive:
        code = archive.read("seeds.pyc")
    assert b"/lib/python399.zip/seeds.py" in code
    assert b"an assert" in code
    assert b"docstring" not in code
