"""Which modules of a package import which others: anywhere in them, for types only as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path


@cache
def imports(package: Path) -> dict[str, set[str]]:
    """Dotted name of each module -> modules of the package that it imports.

    A package is the module of its ``__init__``.
    """
    known = {}
    for file in package.rglob("*.py"):
        parts = file.relative_to(package.parent).with_suffix("").parts
        known[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
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


def in_order(graph: dict[str, set[str]]) -> list[str]:
    """The modules, each after those that it imports.

    Raises:
        CycleError: some import each other in a circle.
    """
    return list(TopologicalSorter(graph).static_order())
