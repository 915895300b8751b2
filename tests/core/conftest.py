"""Games sign with swift signatures here: in pure Python, those of one game take a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core import swift_signatures


@pytest.fixture(scope="session", autouse=True)
def _swift_signatures() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        swift_signatures.use(patch, swift_signatures)
        yield
