"""Saved games: JSON in a key-value store such as the browser's localStorage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol

from cacao_core import CacaoError, Record
from cacao_web.seats import sitters
from cacao_web.session import Options, Session

VERSION: Final = 1
_PREFIX: Final = "cacao.game."
_LAST: Final = "cacao.last"
_SETTINGS: Final = "cacao.settings"


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
            "hide_hands": session.options.hide_hands,
            "ask_all": session.options.ask_all,
        }
    )


def from_json(id: str, text: str) -> Saved:
    """A session from what was stored.

    Raises:
        CacaoError: it is damaged, or of a later version.
    """
    try:
        data: dict[str, Any] = json.loads(text)
        if data["version"] != VERSION:
            raise CacaoError(f"saved game of version {data['version']!r}; expected {VERSION}")
        record = Record.from_text(data["record"])
        players = sitters(record.seats or (), data["kinds"])
        options = Options(bool(data["hide_hands"]), bool(data["ask_all"]))
        return Saved(Session(id, record, players, options), str(data["saved"]))
    except CacaoError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise CacaoError(f"damaged saved game: {error!r:.80}") from None


class Saves:
    """The saved games of a store. What cannot be read stays where it is."""

    def __init__(self, store: KeyValue) -> None:
        self._store = store

    def save(self, session: Session, when: str) -> None:
        """Keep a session as the last one played.

        Raises:
            OSError: the browser refuses.
        """
        self._store.set(_PREFIX + session.id, to_json(session, when))
        self._store.set(_LAST, session.id)

    def load(self, id: str) -> Saved:
        """A saved game.

        Raises:
            CacaoError: there is none of that name, or it is damaged.
        """
        text = self._store.get(_PREFIX + id)
        if text is None:
            raise CacaoError("there is no such saved game")
        return from_json(id, text)

    def remove(self, id: str) -> None:
        """Forget a saved game."""
        self._store.remove(_PREFIX + id)

    def all(self) -> list[Saved]:
        """Every saved game that can be read, latest first."""
        return sorted(self._readable(), key=lambda saved: saved.when, reverse=True)

    def last(self) -> Session | None:
        """The game that was played last, if it can be read."""
        id = self._store.get(_LAST)
        try:
            return self.load(id).session if id else None
        except CacaoError:
            return None

    def _readable(self) -> Iterator[Saved]:
        for key in self._store.names():
            if key.startswith(_PREFIX):
                try:
                    yield self.load(key.removeprefix(_PREFIX))
                except CacaoError:
                    continue  # left where it is; a later version may be able to read it

    def settings(self) -> dict[str, str]:
        """What the person has set, such as the theme."""
        try:
            data = json.loads(self._store.get(_SETTINGS) or "{}")
        except ValueError:
            return {}
        if not isinstance(data, dict):
            return {}
        return {str(key): value for key, value in data.items() if isinstance(value, str)}

    def keep_settings(self, settings: dict[str, str]) -> None:
        """Keep what the person has set.

        Raises:
            OSError: the browser refuses.
        """
        self._store.set(_SETTINGS, json.dumps(settings))


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
