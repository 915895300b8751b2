"""The sentence above the hand grows over the board; what lies there gives way to it."""

from __future__ import annotations

from typing import Any, Final

from pyscript import document, window

from cacao_web.dom.proxies import keep

_AWAY: Final = ("tray", "zoom", "steps")
"""The elements whose style depends on how much the sentence has grown."""
_MARGIN: Final = 6
"""Pixels of its ground around the sentence."""


class Growth:
    """Measures the sentence whenever its size changes."""

    def __init__(self) -> None:
        self._room = document.getElementById("task-room")
        self._task = document.getElementById("task")
        self._by = 0
        self._place = ("", 0, 0)  # the chosen cell, and the window
        self._grown = ("", 0, 0)  # the sentence that is too large, and the window
        observer = window.ResizeObserver.new(keep(lambda *_changes: self.measure()))
        observer.observe(self._task)
        observer.observe(self._room)

    def measure(self) -> None:
        """Mark a sentence that is too large, and set by how much it rises.

        Where its room is narrow it then becomes wider, and stays so until there is another one.
        """
        room, task = self._room.getBoundingClientRect(), self._task.getBoundingClientRect()
        above, below = room.top - task.top, task.bottom - room.bottom
        size = int(window.innerWidth), int(window.innerHeight)
        here = (str(self._task.textContent), *size)
        if max(above, below) > 1:
            self._grown = here
        self._task.dataset.grown = "yes" if self._grown == here else "no"
        self._give_way(round(above) + _MARGIN if above > 1 else 0, (_chosen(), *size))

    def _give_way(self, by: int, place: tuple[str, int, int]) -> None:
        """While a tile is turned on its cell, buttons that have given way stay under the finger."""
        cell, before = place[0], self._place
        self._place = place
        if cell and place == before:
            by = max(by, self._by)
        if by == self._by:
            return
        self._by = by
        for name in _AWAY:
            document.getElementById(name).style.setProperty("--grown", str(by))


def _chosen() -> str:
    """The cell that the person has chosen; empty if there is none."""
    target: Any = document.querySelector("#board-targets [aria-pressed='true']")
    return str(target.dataset.cell) if target else ""
