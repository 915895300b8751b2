"""Lists that scroll by themselves."""

from __future__ import annotations

from typing import Any

from pyscript import document

from cacao_web.dom.proxies import listen

_NEAR = 8
"""Pixels between an entry and the edge of its list."""


def follow(region: Any, entry: Any) -> None:
    """Scroll a list, or the sheet around it, until an entry is visible; nothing else moves."""
    if not region or not entry or not (scroller := _scroller(region)):
        return
    place, frame = entry.getBoundingClientRect(), scroller.getBoundingClientRect()
    if place.top < frame.top + _NEAR:
        scroller.scrollTop += place.top - frame.top - _NEAR
    elif place.bottom > frame.bottom - _NEAR:
        scroller.scrollTop += place.bottom - frame.bottom + _NEAR


def _scroller(region: Any) -> Any:
    """The element that scrolls a list; None if the list is not shown, or all of it is."""
    for element in (region, region.closest("[popover]")):
        if element and element.scrollHeight > element.clientHeight > 0:
            return element
    return None


def follow_when_opened() -> None:
    """Show the turn that is looked at when the sheet with the log is opened."""
    turns = document.getElementById("turns")
    side = document.getElementById("side")
    listen(side, "toggle", lambda _event: follow(turns, turns.querySelector("[aria-current]")))
