"""What all tests share: the long ones begin first, so that no worker ends late."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by the ``long`` marker; the order of the others stays."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
