"""A store of texts, such as the browser's localStorage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Full(OSError):
    """The browser has no room for more."""


class KeyValue(Protocol):
    """A store of texts; each call may raise OSError when the browser refuses."""

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""

    def set(self, key: str, value: str) -> None:
        """Store a text.

        Raises:
            Full: there is no room for it; the former text is still stored.
        """

    def remove(self, key: str) -> None:
        """Remove a text."""

    def names(self) -> list[str]:
        """All keys."""

    def listen(self, changed: Callable[[str], None]) -> None:
        """Report each key that another tab has written or removed."""


class MemoryStore:
    """A store in memory, used if the browser has none."""

    def __init__(self) -> None:
        self._data: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self._data.get(key)

    def set(self, key: str, value: str) -> None:
        self._data[key] = value

    def remove(self, key: str) -> None:
        self._data.pop(key, None)

    def names(self) -> list[str]:
        return list(self._data)

    def listen(self, changed: Callable[[str], None]) -> None:
        """Do nothing: no other tab can change it."""
