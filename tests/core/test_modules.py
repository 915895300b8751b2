"""The modules of the package import each other in one direction, without circles."""

from __future__ import annotations

from pathlib import Path

import cacao_core
from tests.imports import imports, in_order


def test_modules_import_each_other_without_circles() -> None:
    assert len(in_order(imports(Path(cacao_core.__file__).parent))) > 30
