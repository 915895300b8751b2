"""The entries written down at a table: kept as they are typed, with a way back from each tap."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any, Final, Generic, NamedTuple, TypeVar

from cacao_web.browser.json_text import read_json
from cacao_web.saves.saves import Saves
from cacao_web.saves.slot import Slot

T = TypeVar("T")
MOST_BACK: Final = 60
"""Taps that can be taken back."""


class Pages(NamedTuple, Generic[T]):
    """The present state, and those before it, oldest first."""

    now: T
    past: tuple[T, ...] = ()


class Book(Generic[T]):
    """One thing that is written down.

    Args:
        name: name of its slot.
        read: makes a state of plain data, which may be anything; must not raise.
        write: plain data of a state.
    """

    def __init__(
        self, saves: Saves, name: str, read: Callable[[Any], T], write: Callable[[T], Any]
    ) -> None:
        self._read, self._write = read, write
        self._slot = Slot(saves, name, self._from_text, self._to_text)

    @property
    def now(self) -> T:
        return self._slot.get().now

    @property
    def can_undo(self) -> bool:
        return bool(self._slot.get().past)

    def change(self, change: Callable[[T], T], *, typed: bool = False) -> None:
        """Change the state; what is typed into a field has no way back but the field's own."""

        def turned(pages: Pages[T]) -> Pages[T]:
            after = change(pages.now)
            if typed or after == pages.now:
                return pages._replace(now=after)
            return Pages(after, (*pages.past, pages.now)[-MOST_BACK:])

        self._slot.update(turned)

    def undo(self) -> None:
        """Take the last change back."""
        self._slot.update(
            lambda pages: Pages(pages.past[-1], pages.past[:-1]) if pages.past else pages
        )

    def _from_text(self, text: str) -> Pages[T]:
        try:
            data = read_json(text)
        except ValueError:
            data = None
        match data:
            case {"now": now, "past": [*past]}:
                return Pages(self._read(now), tuple(map(self._read, past[-MOST_BACK:])))
        return Pages(self._read(None))

    def _to_text(self, pages: Pages[T]) -> str:
        past = [self._write(one) for one in pages.past]
        return json.dumps({"now": self._write(pages.now), "past": past})


# --- What taps have in common --------------------------------------------------------------------


def put(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """A row with another value at an index."""
    values = list(row)
    values[at] = value
    return tuple(values)


def free_seat(names: tuple[str, ...]) -> int:
    """The seat of a remembered name: the first seat without one, else the last."""
    return names.index("") if "" in names else len(names) - 1


def counted(text: str, most: int) -> int:
    """A number of people that was tapped.

    Raises:
        ValueError: it is no number from 1 to the most.
    """
    if int(text) not in range(1, most + 1):
        raise ValueError(f"{text!r:.40} people")
    return int(text)


def is_day(text: str) -> bool:
    """Whether a text is a date, such as 2026-01-31."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
