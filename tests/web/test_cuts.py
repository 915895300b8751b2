"""Cuts of the page's archive that do not fit another Pyodide are left out, and the build says so.

The other Pyodide is this one with some of its library's files written anew.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from making import compiled
from making.compiled import (
    CUTS,
    Compiled,
    members,
    page_archive,
    write_archive,
    write_page_archive,
)
from making.early import PIECE
from making.proof import start_failure
from making.workshop import NODE_MODULES, WORK, Problem

PYODIDE = NODE_MODULES / "pyodide"
PUBLISHED = PYODIDE / "python_stdlib.zip"
Doctor = Callable[[Mapping[str, str]], Compiled]


@pytest.fixture(scope="module")
def program() -> Compiled:
    return compiled.compiled(WORK / "program.zip", "program")


@pytest.fixture
def library_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Compiles the library with other texts for some of its files; an empty one takes it away."""
    library = compiled.compiled(PUBLISHED, "library")

    def doctor(texts: Mapping[str, str]) -> Compiled:
        source = tmp_path / "source.zip"
        write_archive(source, {name: text.encode() for name, text in texts.items() if text})
        monkeypatch.setattr(compiled, "WORK", tmp_path)
        new = compiled.compiled(source, "doctored")
        files = dict(members(library.archive))
        files = {name: data for name, data in files.items() if name.removesuffix("c") not in texts}
        write_archive(tmp_path / "library.zip", files | dict(members(new.archive)))
        gone = {compiled.module_of(name) for name in texts}
        kept = {name: row for name, row in library.imports.items() if name not in gone}
        return Compiled(tmp_path / "library.zip", library.started, {**kept, **new.imports})

    return doctor


def text_of(name: str) -> str:
    with zipfile.ZipFile(PUBLISHED) as published:
        return published.read(name).decode()


def attention(said: str) -> str:
    [line] = [line for line in said.splitlines() if "ATTENTION" in line]
    return line


@pytest.mark.parametrize("cut", CUTS)
def test_python_starts_without_a_cut_too(cut: str, program: Compiled, tmp_path: Path) -> None:
    files, modules = page_archive(compiled.compiled(PUBLISHED, "library"), program, {cut})
    write_archive(tmp_path / "page.zip", files)
    assert not start_failure(PYODIDE, tmp_path / "page.zip", modules)


def test_a_stand_in_that_lacks_what_is_asked_of_it_is_left_out(
    program: Compiled, library_with: Doctor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A newer library asks for a name that the published module has, and the stand-in has not."""
    library = library_with(
        {
            "socket.py": text_of("socket.py") + "\ncocoa_beans = 7\n",
            "asyncio/__init__.py": text_of("asyncio/__init__.py")
            + "\nfrom socket import cocoa_beans\n",
        }
    )
    target = tmp_path / "page.zip"
    write_page_archive(target, library, program)
    line = attention(capsys.readouterr().out)
    assert "without 'no networks'" in line
    assert "ImportError: cannot import name 'cocoa_beans'" in line
    assert not start_failure(PYODIDE, target, ["asyncio", "socket"])


def test_a_stand_in_for_a_module_that_is_gone_is_left_out(
    program: Compiled, library_with: Doctor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A newer library has it under another name, and asks for it by that."""
    files = dict(members(PUBLISHED))
    renamed = {
        name: text.decode().replace("ipaddress", "addresses")
        for name, text in files.items()
        if name.endswith(".py") and b"ipaddress" in text
    }
    renamed |= {"addresses.py": text_of("ipaddress.py"), "ipaddress.py": ""}
    target = tmp_path / "page.zip"
    write_page_archive(target, library_with(renamed), program)
    line = attention(capsys.readouterr().out)
    assert line.endswith("Python's library has no ipaddress.py any more")
    assert "without 'no networks'" in line
    assert not start_failure(PYODIDE, target, ["addresses", "urllib.parse"])


def test_a_sitecustomize_of_the_library_s_own_is_not_replaced(
    program: Compiled, library_with: Doctor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "page.zip"
    write_page_archive(target, library_with({"sitecustomize.py": "cocoa_beans = 7"}), program)
    assert "without 'one piece'" in attention(capsys.readouterr().out)
    files = dict(members(target))
    assert PIECE not in files
    assert b"cocoa_beans" in files["sitecustomize.pyc"]


def test_a_library_that_does_not_start_at_all_ends_the_build(
    program: Compiled, library_with: Doctor, tmp_path: Path
) -> None:
    library = library_with({"traceback.py": "raise ValueError('no cocoa')"})
    with pytest.raises(Problem, match=r"does not start .* ValueError: no cocoa"):
        write_page_archive(tmp_path / "page.zip", library, program)


def test_all_that_is_stood_in_for_is_in_this_library() -> None:
    assert list(compiled.misfits(compiled.compiled(PUBLISHED, "library"))) == []
