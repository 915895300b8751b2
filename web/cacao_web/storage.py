"""Saved games: JSON in a key-value store such as the browser's localStorage."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from cacao_core import CacaoError, Record
from cacao_web.jsontext import read_json
from cacao_web.options import Options
from cacao_web.seats import sitters
from cacao_web.session import Session

VERSION: Final = 1
_PREFIX: Final = "cacao.game."
_SETTINGS: Final = "cacao.settings"


T = TypeVar("T")


def new_id() -> str:
    """A name for a saved game that no other has."""
    return f"{random.getrandbits(60):x}"


class KeyValue(Protocol):
    """A store of texts; each call may raise OSError when the browser refuses."""

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""

    def set(self, key: str, value: str) -> None:
        """Keep a text."""

    def remove(self, key: str) -> None:
        """Forget a text."""

    def names(self) -> list[str]:
        """All keys."""


class Saved(NamedTuple):
    """One saved game of the list: its session and when it was saved (ISO 8601, UTC)."""

    session: Session
    when: str


def to_json(session: Session, when: str) -> str:
    """A session as it is stored."""
    return json.dumps(
        {
            "version": VERSION,
            "saved": when,
            "record": session.record.to_text(),
            "kinds": [sitter.kind for sitter in session.sitters],
            "colours": [sitter.colour for sitter in session.sitters],
            **session.options._asdict(),
        }
    )


def from_json(id: str, text: str) -> Saved:
    """A session from what was stored.

    Raises:
        CacaoError: it is damaged, or of a later version.
    """
    try:
        data: dict[str, Any] = read_json(text)
        if data["version"] != VERSION:
            raise CacaoError(f"saved game of version {data['version']!r}; expected {VERSION}")
        record = Record.from_text(data["record"])
        kinds, colours = (list(map(str, data.get(name, ()))) for name in ("kinds", "colours"))
        players = sitters(record.seats or (), kinds, colours)
        known = {name: bool(data[name]) for name in Options._fields if name in data}
        options = Options(**known)
        return Saved(Session(id, record, players, options), str(data["saved"]))
    except CacaoError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise CacaoError(f"damaged saved game: {error!r:.80}") from None


class Memory:
    """A store for one visit, where the browser has none."""

    def __init__(self) -> None:
        self._data: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        """The text under a key, or None."""
        return self._data.get(key)

    def set(self, key: str, value: str) -> None:
        """Keep a text."""
        self._data[key] = value

    def remove(self, key: str) -> None:
        """Forget a text."""
        self._data.pop(key, None)

    def names(self) -> list[str]:
        """All keys."""
        return list(self._data)


class Saves:
    """The saved games of a store. What cannot be read stays where it is.

    What the store refuses is kept in memory, as long as the page is open.

    Attributes:
        refused: whether the store has refused anything so far.
    """

    def __init__(self, store: KeyValue) -> None:
        self._store = store
        self._memory = Memory()
        self.refused = False

    def save(self, session: Session, when: str) -> None:
        """Keep a session."""
        self._set(_PREFIX + session.id, to_json(session, when))

    def load(self, id: str) -> Saved:
        """A saved game.

        Raises:
            CacaoError: there is none of that name, or it is damaged.
        """
        text = self._get(_PREFIX + id)
        if text is None:
            raise CacaoError("there is no such saved game")
        return from_json(id, text)

    def remove(self, id: str) -> None:
        """Forget a saved game."""
        self._memory.remove(_PREFIX + id)
        self._try(lambda: self._store.remove(_PREFIX + id))

    def all(self) -> list[Saved]:
        """Every saved game that can be read, latest first."""
        return sorted(self._readable(), key=lambda saved: saved.when, reverse=True)

    def _readable(self) -> Iterator[Saved]:
        stored = self._try(self._store.names) or []
        for key in dict.fromkeys([*self._memory.names(), *stored]):
            if key.startswith(_PREFIX):
                with suppress(CacaoError):  # left where it is; a later version may read it
                    yield self.load(key.removeprefix(_PREFIX))

    def settings(self) -> dict[str, str]:
        """What the person has set, such as the theme."""
        try:
            data = read_json(self._get(_SETTINGS) or "{}")
        except ValueError:
            return {}
        if not isinstance(data, dict):
            return {}
        return {str(key): value for key, value in data.items() if isinstance(value, str)}

    def keep_settings(self, settings: dict[str, str]) -> None:
        """Keep what the person has set."""
        self._set(_SETTINGS, json.dumps(settings))

    def _get(self, key: str) -> str | None:
        kept = self._memory.get(key)
        return kept if kept is not None else self._try(lambda: self._store.get(key))

    def _set(self, key: str, value: str) -> None:
        self._memory.remove(key)
        self._try(lambda: self._store.set(key, value))
        if self.refused:  # now or before: the store is not to be relied on
            self._memory.set(key, value)

    def _try(self, action: Callable[[], T]) -> T | None:
        """Ask the store; a refusal is noted."""
        try:
            return action()
        except OSError:
            self.refused = True
            return None
