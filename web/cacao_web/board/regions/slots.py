"""Jungle tiles beside the board that can be taken."""

from __future__ import annotations


def to_take(index: int, label: str, chosen: bool) -> dict[str, object]:
    """Attributes of a tile that can be chosen."""
    return {
        "type": "button",
        "class": "slot chosen" if chosen else "slot",
        "data-display": index,
        "aria-pressed": "true" if chosen else "false",
        "aria-label": label,
        "title": label,
    }
