"""The modules of the package import each other in one direction, without circles."""

from __future__ import annotations

from graphlib import CycleError
from pathlib import Path

import pytest

import cacao_core
from tests.imports import imports, in_order


def test_modules_import_each_other_without_circles() -> None:
    assert len(in_order(imports(Path(cacao_core.__file__).parent))) > 30


def test_circle_would_be_found() -> None:
    with pytest.raises(CycleError):
        in_order({"a": {"b"}, "b": {"c"}, "c": {"b"}})
