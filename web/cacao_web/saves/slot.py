"""A place of its own for what a feature keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from cacao_web.saves.saves import Saves

T = TypeVar("T")


class Slot(Generic[T]):
    """Something that a feature keeps on this device, once or for each of some keys.

    Args:
        saves: where it is kept.
        name: of the place; no two slots may have the same.
        read: what a text says; it gets an empty one where nothing is kept, and raises nothing.
        write: the text of it.
    """

    def __init__(
        self, saves: Saves, name: str, read: Callable[[str], T], write: Callable[[T], str]
    ) -> None:
        self._saves = saves
        self._name = name
        self._read = read
        self._write = write

    def get(self, key: str = "") -> T:
        """What is kept."""
        return self._read(self._saves.kept(self._place(key)))

    def set(self, value: T, key: str = "") -> None:
        """Keep something in place of what is kept."""
        self._saves.keep(self._place(key), self._write(value))

    def _place(self, key: str) -> str:
        return f"{self._name}.{key}" if key else self._name
