"""An archive in one piece that does not fit another Pyodide is not made, and the build says so.

The other Pyodide is this one with some of its library's files written anew. Each start of Python
takes a second, so no archive is started twice, and all files are compiled together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from making import compiled
from making.compiled import (
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


@pytest.fixture(autouse=True)
def _quickly_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """These archives are opened once, on this machine."""
    monkeypatch.setattr(compiled, "PACKING", 0)


@pytest.fixture(scope="module")
def program() -> Compiled:
    return compiled.compiled(WORK / "program.zip", "program")


@pytest.fixture(scope="module")
def doctored(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """All files of the library that are written anew in these tests, compiled."""
    folder = tmp_path_factory.mktemp("doctored")
    texts: dict[str, str] = {}
    for some in (OWN, BROKEN):
        assert texts.keys().isdisjoint(some)
        texts |= {name: text for name, text in some.items() if text}
    write_archive(folder / "source.zip", {name: text.encode() for name, text in texts.items()})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "WORK", folder)
        return compiled.compiled(folder / "source.zip", "doctored")


@pytest.fixture
def library_with(tmp_path: Path, doctored: Compiled) -> Doctor:
    """The library with other texts for some of its files; an empty one takes it away."""
    library = compiled.compiled(PUBLISHED, "library")

    def doctor(texts: Mapping[str, str]) -> Compiled:
        files = dict(members(library.archive))
        files = {name: data for name, data in files.items() if name.removesuffix("c") not in texts}
        new = dict(members(doctored.archive))
        files |= {f"{name}c": new[f"{name}c"] for name, text in texts.items() if text}
        write_archive(tmp_path / "library.zip", files)
        changed = {compiled.module_of(name): text for name, text in texts.items()}
        kept = {name: row for name, row in library.imports.items() if name not in changed}
        imports = {name: doctored.imports[name] for name, text in changed.items() if text}
        return Compiled(tmp_path / "library.zip", library.started, {**kept, **imports})

    return doctor


OWN = {"sitecustomize.py": "cocoa_beans = 7"}
BROKEN = {"traceback.py": "raise ValueError('no cocoa')"}


def attention(said: str) -> str:
    [line] = [line for line in said.splitlines() if "ATTENTION" in line]
    return line


def test_python_starts_with_modules_in_files_of_their_own(
    program: Compiled, tmp_path: Path
) -> None:
    library = compiled.compiled(PUBLISHED, "library")
    files, modules = page_archive(library, program, one_piece=False)
    write_archive(tmp_path / "page.zip", files)
    assert not start_failure(PYODIDE, tmp_path / "page.zip", modules)


@pytest.mark.nightly
def test_sitecustomize_of_the_library_s_own_is_not_replaced(
    program: Compiled, library_with: Doctor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "page.zip"
    write_page_archive(target, library_with(OWN), program)
    assert "without 'one piece'" in attention(capsys.readouterr().out)
    files = dict(members(target))
    assert PIECE not in files
    assert b"cocoa_beans" in files["sitecustomize.pyc"]


@pytest.mark.nightly
def test_library_that_does_not_start_at_all_ends_the_build(
    program: Compiled, library_with: Doctor, tmp_path: Path
) -> None:
    library = library_with(BROKEN)
    with pytest.raises(Problem, match=r"does not start .* ValueError: no cocoa"):
        write_page_archive(tmp_path / "page.zip", library, program)
