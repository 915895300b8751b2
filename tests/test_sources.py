"""The sources: lint, format, types, and the template of the translations.

They are tests like others, so that a check takes the place of a worker instead of another core.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from making.workshop import ROOT, WEB

_TOOLS: Final = Path(sys.executable).parent
_CHECKS: Final[dict[str, list[str | Path]]] = {
    "types": [
        _TOOLS / "mypy",
        *("cacao_core", "web/cacao_web", "web/app", "web/making", "web/relay", "tests", "build.py"),
    ],
    "template": [sys.executable, "build.py", "messages", "--check"],
    "format": [_TOOLS / "ruff", "format", "--quiet", "--check", "."],
    "lint": [_TOOLS / "ruff", "check", "--quiet", "."],
}


@pytest.mark.parametrize("check", _CHECKS)
def test_sources_pass(check: str) -> None:
    done = subprocess.run(_CHECKS[check], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"{check}:\n{done.stdout}{done.stderr}", pytrace=False)


def test_no_class_name_has_two_meanings() -> None:
    """A class that touches the browser is called ``Dom…``; its protocol has the plain name."""
    trees = [
        ast.parse(file.read_text("utf-8"))
        for folder in (ROOT / "cacao_core", WEB)
        for file in folder.rglob("*.py")
    ]
    names = Counter(
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    assert names["Session"] == 1  # they are found
    twice = {name for name, number in names.items() if number > 1}
    # Public, for gymnasium and for pettingzoo; a result, and a tile whose name invitations sign.
    assert twice == {"CacaoEnv", "Temple"}


def test_folders_have_twenty_modules_at_most() -> None:
    modules = [file for folder in (ROOT / "cacao_core", WEB) for file in folder.rglob("[!_]*.py")]
    sizes = Counter(file.parent for file in modules)
    crowded = {folder for folder, number in sizes.items() if number > 20}
    assert crowded == {ROOT / "cacao_core"}  # its names are public
