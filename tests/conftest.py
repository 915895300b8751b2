"""For all tests: long ones start first, and there are no time limits for examples."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.core import swift_signatures

# The time of an example depends on the machine, not on the program.
settings.register_profile("loaded", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("loaded")


@pytest.fixture(scope="session", autouse=True)
def _swift_signatures() -> Iterator[None]:
    """Games sign in C: in pure Python, the signatures of one game take a second."""
    with pytest.MonkeyPatch.context() as patch:
        swift_signatures.use(patch, swift_signatures)
        yield


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
