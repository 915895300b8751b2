"""Addresses of puzzles."""

from __future__ import annotations

import re
from typing import Final

_ADDRESS: Final = re.compile(r"(?:.*#)?puzzle=([0-9A-Za-z_-]{1,40})", re.ASCII | re.DOTALL)


def named(text: str) -> str:
    """The name of the puzzle in an address, fragment or text; empty if there is none."""
    found = _ADDRESS.fullmatch(text.strip())
    return found[1] if found else ""
