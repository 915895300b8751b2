"""Saved games: JSON in a key-value store such as the browser's localStorage."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from cacao_core import CacaoError, Deal, OtherVersion, Record
from cacao_core.tiles import COLOURS
from cacao_web.browser.json_text import read_json
from cacao_web.browser.store import Full, KeyValue, MemoryStore
from cacao_web.game.origin import Chapter
from cacao_web.game.session import Session
from cacao_web.saves.codec import RELAYED, Saved, date_of, from_json, is_same, to_json
from cacao_web.ui.i18n import _

_OWN: Final = "cacao."
_PREFIX: Final = "cacao.game."
NOTES: Final = "notes"
"""Name of the slot with results of searches for each game; they are deleted with the game."""
_NOTES: Final = f"{_OWN}{NOTES}."


T = TypeVar("T")


def new_id() -> str:
    """A new unique name for a saved game."""
    return f"{random.getrandbits(60):x}"


class Refusal(Enum):
    """The reason why a store has refused to write."""

    FULL = "there is no room for more"
    BLOCKED = "it is not to be used at all"


class Damaged(NamedTuple):
    """An entry that is not a game of this version: its name, text, and why it cannot be read."""

    id: str
    text: str
    reason: str


class Overtaken(Exception):
    """A game was not saved, because another tab has saved it since it was read here."""

    def __init__(self, stored: Saved) -> None:
        super().__init__(stored.session.id)
        self.stored = stored  # what is stored now


class Saves:
    """Saved games and other stored data. Unreadable entries stay.

    Data refused by the store is kept in memory while the page is open.

    Attributes:
        refused: why the store has refused data most recently, if it has.
        failed: whether a mistake of the page has kept the latest change of a game from the store.
    """

    def __init__(self, store: KeyValue) -> None:
        self._store = store
        self._memory = MemoryStore()
        self._known: dict[str, str] = {}  # id -> text when it was loaded or saved here
        self._read: dict[str, tuple[str, Saved | Damaged]] = {}  # id -> text, and its meaning
        self.refused: Refusal | None = None
        self.failed = False

    # --- Games -------------------------------------------------------------------------------

    def save(self, session: Session, when: str) -> None:
        """Store a session. What is stored is only replaced by what was made from it.

        A finished game with other devices keeps its time if nothing has changed in it: the page
        saves it whenever it has looked at the relay, and it is over since then.

        Raises:
            Overtaken: another tab has saved it since, or it was never read here; nothing has
                changed.
        """
        stored, last_stored = self._get(_PREFIX + session.id), self._known.get(session.id)
        if stored is not None and stored != last_stored:
            with suppress(CacaoError):  # an unreadable entry may be replaced
                raise Overtaken(from_json(session.id, stored))
        self.failed = True
        text = to_json(session, when)
        if stored and session.dealer and session.game.is_over and is_same(text, stored):
            text = stored
        self._set(_PREFIX + session.id, text)
        self._known[session.id] = text
        self.failed = False

    def load(self, id: str) -> Saved:
        """A saved game, to continue it.

        Raises:
            CacaoError: there is none of that name, or it is damaged.
        """
        text = self._get(_PREFIX + id)
        if text is None:
            raise CacaoError(_("This saved game is not here any more."))
        saved = from_json(id, text)
        try:
            saved.session.deal_fairly()
        except OtherVersion:
            raise CacaoError(
                _("This game was begun with an earlier version of the page. It cannot go on with "
                  "other devices. To look at it, duplicate it.")
            ) from None  # fmt: skip
        self._known[id] = text
        return saved

    def is_stored(self, id: str) -> bool:
        """Whether the present text of a game would be here after a reload."""
        stored = self._try(lambda: self._store.get(_PREFIX + id))
        return stored is not None and stored == self.text(id)

    def look(self, id: str) -> Saved | Damaged:
        """A saved game, to view it only; the same object as long as nothing changes."""
        text = self.text(id)
        if id not in self._read or self._read[id][0] != text:
            saved: Saved | Damaged
            try:
                saved = from_json(id, text)
            except CacaoError as error:
                saved = Damaged(id, text, str(error))
            self._read[id] = (text, saved)
        return self._read[id][1]

    def is_known(self, id: str) -> bool:
        """Whether this tab has loaded or saved the present text of a game."""
        return self._known.get(id) == self.text(id)

    def text(self, id: str) -> str:
        """The stored text of a game, readable or not; empty if there is none."""
        return self._get(_PREFIX + id) or ""

    def remove(self, id: str) -> dict[str, str]:
        """Delete a saved game and its notes; the returned texts can be put back."""
        self._known.pop(id, None)
        removed = {key: text for key in (_PREFIX + id, _NOTES + id) if (text := self._get(key))}
        for key in removed:
            self._drop(key)
        return removed

    def put_back(self, removed: dict[str, str]) -> None:
        """Store again what :meth:`remove` has deleted."""
        for key, text in removed.items():
            self._set(key, text)

    def ids(self) -> list[str]:
        """Names of all saved games, latest first; unreadable ones come first."""
        return [id for id, _said in self._heads()]

    def _heads(self) -> list[tuple[str, _Head]]:
        stored = self._try(self._store.names) or []
        keys = dict.fromkeys([*self._memory.names(), *stored])
        heads = [(id, _head(self.text(id))) for key in keys if (id := self.id_of(key)) is not None]
        return sorted(heads, key=lambda one: one[1].when, reverse=True)

    def latest(self) -> Iterator[Saved]:
        """Every readable saved game, latest first; each is read when it is reached."""
        for id in self.ids():
            if isinstance(saved := self.look(id), Saved):
                yield saved

    def of_deal(self, deal: Deal) -> Iterator[Saved]:
        """The saved games of a deal, latest first; the others are not read."""
        wanted = _deal_lines(Record(deal).to_text())
        for id, head in self._heads():
            if _deal_lines(head.record) == wanted:
                saved = self.look(id)
                if isinstance(saved, Saved):
                    yield saved

    def dealt(self) -> Iterator[Saved]:
        """The saved games with other devices, latest first; the others are not read."""
        for id, head in self._heads():
            if head.dealt and isinstance(saved := self.look(id), Saved):
                yield saved

    def rounds(self, before: Sequence[str]) -> Iterator[Session]:
        """The saved games of a match with other devices that follow the same games of it."""
        for id in self._containing(f'"before": "{" ".join(before)}"'):
            saved = self.look(id)
            if isinstance(saved, Saved) and saved.session.about.before == tuple(before):
                yield saved.session

    def studies(self) -> dict[str, list[str]]:
        """Name of each study -> names of its games, in the order of its chapters."""
        chapters: dict[str, list[tuple[int, str]]] = {}
        for id, head in self._heads():
            if head.chapter.study:
                chapters.setdefault(head.chapter.study, []).append((head.chapter.number, id))
        return {name: [id for _number, id in sorted(games)] for name, games in chapters.items()}

    def at_real_tables(self) -> list[tuple[str, str]]:
        """The saved games with real tiles, latest first: name, and when each was saved."""
        return [(id, head.when) for id, head in self._heads() if head.real]

    @property
    def has_carried(self) -> bool:
        """Whether the messages of a saved game arrive without a person, see ``Mode``."""
        return any(self._containing(RELAYED))

    def _containing(self, part: str) -> Iterator[str]:
        """The names of saved games whose stored text contains this."""
        names = dict.fromkeys([*self._memory.names(), *(self._try(self._store.names) or [])])
        ids = (id for key in names if (id := self.id_of(key)) is not None)
        return (id for id in ids if part in self.text(id))

    def id_of(self, key: str) -> str | None:
        """The game that is stored under a key; None for a key of something else."""
        return key.removeprefix(_PREFIX) if key.startswith(_PREFIX) else None

    def listen(self, game: Callable[[str], None], other: Callable[[str], None]) -> None:
        """Report what another tab has stored or deleted.

        Args:
            game: gets the name of a game.
            other: gets the name of other data.
        """

        def heard(key: str) -> None:
            if (id := self.id_of(key)) is not None:
                game(id)
            elif key.startswith(_OWN):
                other(key.removeprefix(_OWN))

        self._store.listen(heard)

    # --- Other data, see saves/slot.py -------------------------------------------------------

    def kept(self, name: str) -> str:
        """The text stored under one of the page's own names; empty if there is none."""
        return self._get(_OWN + name) or ""

    def keep(self, name: str, text: str) -> None:
        """Store a text under a name."""
        self._set(_OWN + name, text)

    def forget(self, name: str) -> None:
        """Delete the text under a name."""
        self._drop(_OWN + name)

    # --- The store ---------------------------------------------------------------------------

    def _get(self, key: str) -> str | None:
        stored = self._memory.get(key)
        return stored if stored is not None else self._try(lambda: self._store.get(key))

    def _set(self, key: str, value: str) -> None:
        """Store a text, also in memory if the store has refused one before."""
        try:
            self._store.set(key, value)
        except OSError as error:
            self._refuse(error)
        else:
            if self.refused is not Refusal.BLOCKED:
                self.refused = None
        if self.refused:
            self._memory.set(key, value)
        else:
            self._memory.remove(key)

    def _drop(self, key: str) -> None:
        self._memory.remove(key)
        self._try(lambda: self._store.remove(key))

    def _try(self, action: Callable[[], T]) -> T | None:
        """Call the store; a refusal is noted."""
        try:
            return action()
        except OSError as error:
            self._refuse(error)
            return None

    def _refuse(self, error: OSError) -> None:
        self.refused = Refusal.FULL if isinstance(error, Full) else Refusal.BLOCKED


class _Head(NamedTuple):
    """The parts of a stored text that are looked up before the game is read."""

    when: str  # when it was saved
    record: str  # the text of its record
    dealt: bool = False  # whether other devices take part
    real: bool = False  # whether it is played with real tiles
    chapter: Chapter = Chapter()  # where it stands in a study


def _head(text: str) -> _Head:
    try:
        data = read_json(text)
        about = data.get("about", {})
        real, chapter = bool(about.get("real")), Chapter.of(about)
        return _Head(date_of(data), str(data["record"]), "dealer" in data, real, chapter)
    except (ValueError, TypeError, LookupError, AttributeError):
        return _Head("~", "")  # sorts after every date, so that damaged games come first


def _deal_lines(record: str) -> list[str]:
    """The lines that describe the deal; not the format, which depends on notes, names and notes."""
    lines = record.partition("\n\n")[0].splitlines()[1:]
    keys = [(line.partition(":")[0], line) for line in lines]
    return [line for key, line in keys if key not in COLOURS and not key.startswith("x-")]
