"""The open and chosen parts of the page, as its elements tell."""

from __future__ import annotations

from typing import Any

from pyscript import document


def close_sheet() -> None:
    """Close the log's sheet if it is open."""
    side = document.getElementById("side")
    if side.matches(":popover-open"):
        side.hidePopover()


def fold_swatches(beside: Any = None) -> bool:
    """Fold unfolded colours, unless a click hits them; returns whether there were any."""
    swatches = document.querySelector(".pick-colour[open]")
    if not swatches or (beside is not None and swatches.contains(beside)):
        return False
    swatches.open = False
    if beside is None:
        swatches.firstElementChild.focus()
    return True


def unfolded() -> bool:
    """Whether the village boards are unfolded over the page, on a small screen."""
    return bool(document.getElementById("game").getAttribute("data-boards") == "yes")


def is_chosen() -> bool:
    """Whether there is something that Enter plays: a chosen cell, or what workers are to do."""
    return bool(document.querySelector("#board-targets [aria-pressed=true], #content .primary"))
