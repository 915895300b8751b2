"""Order: quick tests first, browsers last."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "e2e" in item.path.parts)
