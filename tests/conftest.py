"""For all tests: long ones start first, and there are no time limits for examples."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

# The time of an example depends on the machine, not on the program.
settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loaded")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by the ``long`` marker; the order of the others stays.

    Raises:
        pytest.UsageError: a name has an address in memory; several workers would not agree on it.
    """
    if unstable := [item.nodeid for item in items if " at 0x" in item.nodeid]:
        raise pytest.UsageError(f"names that change from run to run: {', '.join(unstable)}")
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """Look for garbage seldom: the tables of the computer players are large, and none is in them.

    It takes a seventh of the time of these tests otherwise.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_sessionfinish() -> None:
    """What there is now need not be looked through again."""
    gc.collect()
    gc.freeze()
