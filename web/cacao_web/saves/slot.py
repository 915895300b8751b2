"""Storage of a feature's own data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from cacao_web.saves.saves import Saves

T = TypeVar("T")


class Slot(Generic[T]):
    """Stores a feature's data on this device, once or for each of some keys.

    Args:
        saves: the storage.
        name: name of the slot, which must be unique.
        read: parses a text; it gets an empty one if nothing is stored, and must not raise.
        write: the text of a value.
    """

    def __init__(
        self, saves: Saves, name: str, read: Callable[[str], T], write: Callable[[T], str]
    ) -> None:
        self._saves = saves
        self._name = name
        self._read = read
        self._write = write

    def get(self, key: str = "") -> T:
        """The stored value."""
        return self._read(self._saves.kept(self._place(key)))

    def set(self, value: T, key: str = "") -> None:
        """Replace the stored value."""
        self._saves.keep(self._place(key), self._write(value))

    def _place(self, key: str) -> str:
        return f"{self._name}.{key}" if key else self._name
