"""Shows progress on the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

Progress: TypeAlias = Callable[[float], None]
"""Is called with the share of some work that is done."""
_STEPS: Final = 50
"""Number of different lengths of a progress bar."""


def in_steps(show: Progress) -> Progress:
    """A callback for progress that draws only visible changes.

    Args:
        show: shows a share from 0 to 1; called with growing shares.
    """
    shown = -1

    def on_progress(share: float) -> None:
        nonlocal shown
        step = int(share * _STEPS)
        if step > shown:
            shown = step
            show(step / _STEPS)

    return on_progress
