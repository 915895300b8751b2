"""Addresses of puzzles and storms."""

from __future__ import annotations

import re
from typing import Final

_ADDRESS: Final = re.compile(r"(?:.*#)?puzzle=([0-9A-Za-z_-]{1,40})", re.ASCII | re.DOTALL)
_STORM: Final = re.compile(r"(?:.*#)?storm", re.ASCII | re.DOTALL)


def is_storm(text: str) -> bool:
    """Whether an address, fragment or text leads to a storm."""
    return bool(_STORM.fullmatch(text.strip()))


def named(text: str) -> str:
    """The name of the puzzle in an address, fragment or text; empty if there is none."""
    match = _ADDRESS.fullmatch(text.strip())
    return match[1] if match else ""
