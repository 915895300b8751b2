"""The modules of the package import each other in one direction, without circles."""

from __future__ import annotations

from graphlib import CycleError
from pathlib import Path

import pytest

import cacao_core
from tests.imports import imports, in_order


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert len(in_order(imports(Path(cacao_core.__file__).parent))) > 30


def test_a_circle_would_be_found() -> None:
    with pytest.raises(CycleError):
        in_order({"a": {"b"}, "b": {"c"}, "c": {"b"}})
