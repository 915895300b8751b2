"""Storage of data that is not a game: settings, results, progress."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from cacao_web.browser.json_text import read_json
from cacao_web.saves.saves import Saves

T = TypeVar("T")


class Slot(Generic[T]):
    """Stores data on this device, once or for each of some keys.

    Other tabs write to the same place. So a change is a function of the value that is stored now.

    Args:
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
        return self._read(self._saves.kept(self._place(key)))

    def set(self, value: T, key: str = "") -> None:
        """Replace the stored value, whatever it is."""
        self._saves.keep(self._place(key), self._write(value))

    def update(self, change: Callable[[T], T], key: str = "") -> T:
        """Change the stored value; returns the value after that.

        An equal value is not written. What a later version of the page has stored in the same
        JSON, and this one cannot read, stays there.

        Args:
            change: gets the value that is stored now, and must not change it in place.
            key: where it is stored.
        """
        stored = self._saves.kept(self._place(key))
        before = self._read(stored)
        after = change(before)
        if after != before:
            self._saves.keep(self._place(key), _added(stored, self._write(after)))
        return after

    def _place(self, key: str) -> str:
        return f"{self._name}.{key}" if key else self._name


def _added(stored: str, text: str) -> str:
    """A new text, with everything of the stored JSON object that it does not have."""
    with suppress(ValueError):
        old, new = read_json(stored), read_json(text)
        if isinstance(old, dict) and isinstance(new, dict):
            return json.dumps(_merged(old, new))
    return text


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    both = {
        key: _merged(old[key], value)
        for key, value in new.items()
        if isinstance(value, dict) and isinstance(old.get(key), dict)
    }
    return {**old, **new, **both}
