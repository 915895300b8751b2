"""For all tests: the long ones begin first, and no limit depends on the machine."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes is a matter of the machine, not of the program.
settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loaded")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by the ``long`` marker; the order of the others stays."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
