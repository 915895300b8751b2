"""How a file with games that were played at a real table begins, so that it is known as one."""

from __future__ import annotations

from typing import Final

FORMAT: Final = "cacao-played"
HEADS: Final = ("day", "game", "place")
"""The first columns of the table."""


def is_file(text: str) -> bool:
    """Whether a text is meant to be such a file."""
    start = text[:200].lstrip("\ufeff \n\r")
    if start[:1] == "{":
        return f'"{FORMAT}"' in start
    heads = start.replace(";", ",").replace("\t", ",").replace('"', "").split(",")
    return tuple(heads[: len(HEADS)]) == HEADS
