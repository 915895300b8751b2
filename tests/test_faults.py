"""Every fault of ``tests/faults`` can still be made: its patch fits the sources of today."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults import PATCHES, ROOT


@pytest.mark.parametrize("patch", sorted(PATCHES.glob("*.patch")), ids=lambda patch: patch.stem)
def test_patch_of_a_fault_fits(patch: Path) -> None:
    hunks = list(_hunks(patch.read_text("utf-8")))
    assert hunks
    for name, lines in hunks:
        assert lines in (ROOT / name).read_text("utf-8"), name


def _hunks(patch: str) -> Iterator[tuple[str, str]]:
    """The file of each hunk, and the lines that are there before it."""
    for part in re.split(r"(?m)^--- a/", patch)[1:]:
        name = part.partition("\n")[0].strip()
        for hunk in re.split(r"(?m)^@@.*\n", part)[1:]:
            before = [line[1:] for line in hunk.splitlines() if line[:1] in (" ", "-")]
            yield name, "\n".join(before)
