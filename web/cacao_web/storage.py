"""Saved games: JSON in a key-value store such as the browser's localStorage."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple, Protocol, TypeVar

from cacao_core import CacaoError
from cacao_web.jsontext import read_json
from cacao_web.saved import Saved, from_json, to_json
from cacao_web.session import Session

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


class Damaged(NamedTuple):
    """An entry that is no game of this version: its name, its text and why it cannot be read."""

    id: str
    text: str
    reason: str


class Overtaken(Exception):
    """A game was not saved, because another tab has saved it since it was read here.

    Attributes:
        stored: what is stored now.
    """

    def __init__(self, stored: Saved) -> None:
        super().__init__(stored.session.id)
        self.stored = stored


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
        self._known: dict[str, str] = {}  # id -> what was stored when it was loaded or saved here
        self.refused = False

    def save(self, session: Session, when: str) -> None:
        """Keep a session.

        Raises:
            Overtaken: another tab has saved it since; nothing has changed.
        """
        stored, known = self._get(_PREFIX + session.id), self._known.get(session.id)
        if known is not None and stored is not None and stored != known:
            with suppress(CacaoError):  # what nobody can read is not worth keeping
                raise Overtaken(from_json(session.id, stored))
        text = to_json(session, when)
        self._set(_PREFIX + session.id, text)
        self._known[session.id] = text

    def load(self, id: str) -> Saved:
        """A saved game, to go on with it.

        Raises:
            CacaoError: there is none of that name, or it is damaged.
        """
        text = self._get(_PREFIX + id)
        if text is None:
            raise CacaoError("there is no such saved game")
        saved = from_json(id, text)
        self._known[id] = text
        return saved

    def text(self, id: str) -> str:
        """What is stored of a game, readable or not; empty if nothing is."""
        return self._get(_PREFIX + id) or ""

    def remove(self, id: str) -> None:
        """Forget a saved game."""
        self._memory.remove(_PREFIX + id)
        self._known.pop(id, None)
        self._try(lambda: self._store.remove(_PREFIX + id))

    def all(self) -> list[Saved]:
        """Every saved game that can be read, latest first."""
        return self.sorted_out()[0]

    def sorted_out(self) -> tuple[list[Saved], list[Damaged]]:
        """Every saved game, latest first, and every entry that cannot be read."""
        readable: list[Saved] = []
        damaged: list[Damaged] = []
        for id in self._ids():
            text = self.text(id)
            try:
                readable.append(from_json(id, text))
            except CacaoError as error:  # left where it is; a later version may read it
                damaged.append(Damaged(id, text, str(error)))
        return sorted(readable, key=lambda saved: saved.when, reverse=True), damaged

    def id_of(self, key: str) -> str | None:
        """The game that is stored under a key; None for a key of something else."""
        return key.removeprefix(_PREFIX) if key.startswith(_PREFIX) else None

    def _ids(self) -> list[str]:
        stored = self._try(self._store.names) or []
        keys = dict.fromkeys([*self._memory.names(), *stored])
        return [id for key in keys if (id := self.id_of(key)) is not None]

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
