"""Imports go one way: every layer knows only those below it, and nothing imports in a circle.

Imports for types count as well. A package counts as its ``__init__`` module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from making.workshop import ROOT, WEB

PAGE: Final = (
    ("ui",),
    ("browser",),
    ("game",),
    ("engine", "saves"),
    ("board",),
    ("play",),
    ("shell",),
    ("features",),
    ("app",),
    ("dom",),
    ("main",),
)
"""Layers of the page, the lowest first; those beside each other do not know each other."""
_WHOLE: Final = {"board/gallery.py"}
"""Programs of the build, which no layer imports."""


def modules(package: Path) -> dict[str, Path]:
    """Dotted name -> file, for everything in a package."""
    found = {}
    for file in package.rglob("*.py"):
        parts = file.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(package: Path) -> dict[str, set[str]]:
    """Which modules of the package each of them imports, anywhere in it."""
    known = modules(package)
    return {name: set(_imported(file, known)) - {name} for name, file in known.items()}


def _imported(file: Path, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            base = node.module or ""
            for alias in node.names:
                module = f"{base}.{alias.name}"
                if module in known:
                    yield module
                elif base in known:
                    yield base


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; empty if there are none."""
    done: set[str] = set()

    def walk(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph[name]):
            if found := walk(other, [*path, name]):
                return found
        done.add(name)
        return []

    return next(filter(None, (walk(name, []) for name in sorted(graph))), [])


@pytest.mark.parametrize("package", [WEB / "cacao_web", ROOT / "cacao_core"])
def test_no_modules_import_each_other_in_a_circle(package: Path) -> None:
    assert circle(imports(package)) == []


def test_a_circle_would_be_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def test_layers_of_the_page_know_only_those_below() -> None:
    floor = {name: number for number, names in enumerate(PAGE) for name in names}
    graph = imports(WEB / "cacao_web")
    assert {name.split(".")[1] for name in graph if "." in name} == set(floor)
    wrong = []
    for name, others in graph.items():
        for other in others:
            if "." not in name or "." not in other:
                continue
            own, its = name.split(".")[1], other.split(".")[1]
            if own != its and floor[its] >= floor[own]:
                wrong.append(f"{name} imports {other}")
    assert wrong == []


def test_features_do_not_know_each_other() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports(WEB / "cacao_web").items()
        for other in others
        if _feature(name) and _feature(other) and _feature(name) != _feature(other)
    ]
    assert wrong == []


def _feature(name: str) -> str:
    parts = name.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "features" else ""
