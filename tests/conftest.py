"""Order: quick tests first, browsers last; and no limits that a loaded machine breaks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes is a matter of the machine, not of the program.
settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loaded")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: "e2e" in item.path.parts)
