"""Fixtures of several tests of the page."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import lru_cache, partial

import pytest
import segno

from cacao_core.fair import lobby
from cacao_web.features.together.relay import pen
from cacao_web.ui import i18n
from tests.web.clock import clock

__all__ = ["clock"]


@pytest.fixture(autouse=True, scope="session")
def _quick_codes() -> Iterator[None]:
    """QR codes have the first mask: to compare all eight takes most of an invitation's time.

    A dialog that is drawn again has the same code.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segno, "make", lru_cache(64)(partial(segno.make, mask=0)))
        yield


@pytest.fixture
def forget_bots() -> Iterator[None]:
    """Remove the modules that bots have imported into this Python, which is no worker of theirs."""
    path, modules = sys.path.copy(), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """The texts are English after a test that switches the language."""
    yield
    if i18n.language() != i18n.SOURCE_LANGUAGE:  # a switch forgets the views that are kept
        i18n.switch(i18n.SOURCE_LANGUAGE, None)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes over decides at once, see ``GRACE``; the tests wait in turns of the loop."""
    monkeypatch.setattr(pen, "GRACE", 0.0)


@pytest.fixture
def fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles and moves of computers that do not change from run to run, with other devices."""
    random.seed(1)
    given = iter(range(1, 100))
    monkeypatch.setattr(lobby, "fresh_secret", lambda _given: bytes([next(given)]) * 32)
