"""How the modules of the package hang together: one way, without circles."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import cacao_core

PACKAGE = Path(cacao_core.__file__).parent


def name_of(file: Path) -> str:
    """The module that a file is."""
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


MODULES = {name_of(file): file for file in PACKAGE.rglob("*.py")}


def imports(file: Path) -> set[str]:
    """The package's modules that a file imports: anywhere, for types only and in functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = parts & MODULES.keys()
            found |= modules if len(modules) == len(parts) else {node.module, *modules}
    return found & MODULES.keys()


def test_no_module_imports_itself_by_way_of_others() -> None:
    order = TopologicalSorter({name: imports(file) for name, file in MODULES.items()})
    assert len(list(order.static_order())) == len(MODULES) > 30  # raises CycleError at a circle
