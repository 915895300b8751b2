"""The address of a friend's line of the daily game, in a text."""

from __future__ import annotations

import re
from typing import Final

STARTS: Final = re.compile(r"(?:^|#|%(?:25){0,4}23)daily(?:=|%(?:25){0,4}3D)(?=[\w-])", re.A)
"""The beginning of a line's link, also as it stands in other addresses."""
_PICTURES: Final = re.compile(
    "\N{SLIGHTLY SMILING FACE}\N{CHOCOLATE BAR}* -?\\d.*\\s+\N{ROBOT FACE}\N{CHOCOLATE BAR}* -?\\d"
)


def takes(text: str) -> bool:
    """Whether a text has a friend's line: with its link, or only the pictures of it."""
    return bool(STARTS.search(text) or _PICTURES.search(text))
