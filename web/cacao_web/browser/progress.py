"""Progress on its way to the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

_STEPS: Final = 50
"""So many different lengths a bar of progress has."""


def in_steps(show: Callable[[float], None]) -> Callable[[float], None]:
    """A callback for progress that shows it only when it can be seen to have changed.

    Args:
        show: shows a share from 0 to 1; it is called with growing shares.
    """
    shown = -1

    def on_progress(share: float) -> None:
        nonlocal shown
        step = int(share * _STEPS)
        if step > shown:
            shown = step
            show(step / _STEPS)

    return on_progress
