"""All games that were played at the table, as they are stored; each change has a way back."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from cacao_core.names import LONGEST_NAME, outline, tidied
from cacao_web.browser.json_text import read_json
from cacao_web.features.companion.evenings import entry as entries
from cacao_web.features.companion.evenings.entry import EveningEntry
from cacao_web.saves.book import MOST_BACK

VERSION: Final = 1
Joined = tuple[tuple[str, str], ...]


class EveningsBefore(NamedTuple):
    """The state before a change."""

    games: tuple[tuple[str, EveningEntry | None], ...] = ()
    """Name of a game -> the game, None if there was none."""
    joined: Joined = ()
    gone: tuple[str, ...] = ()


class PlayedEvenings(NamedTuple):
    """The games, and whose names are the same person's."""

    games: tuple[EveningEntry, ...] = ()
    """By day, oldest first."""
    joined: Joined = ()
    """The outline of a name as it was written, and the name by which that person goes."""
    gone: tuple[str, ...] = ()
    """Names and links of saved games that are not to be listed."""
    odd: tuple[Any, ...] = ()
    """The stored entries that cannot be read; they stay there."""
    past: tuple[EveningsBefore, ...] = ()
    """The changes that can be taken back, the latest last."""

    def find(self, id: str) -> EveningEntry | None:
        """The game of a name, or of that of its saved game."""
        return next((one for one in self.games if id and id in (one.id, one.game)), None)

    def with_game(self, entry: EveningEntry) -> PlayedEvenings:
        """With a game, in place of the one of the same name."""
        rest = (one for one in self.games if one.id != entry.id)
        return self._replace(games=tuple(sorted((*rest, entry), key=lambda one: one.order)))

    def without(self, id: str) -> PlayedEvenings:
        """Without a game; its saved game and copies of that are not listed again."""
        entry = self.find(id)
        gone = (entry.game, entry.link) if entry and entry.link else ()
        left = tuple(one for one in self.games if one.id != id)
        return self._replace(games=left, gone=(*self.gone, *gone))

    # --- Ways back -------------------------------------------------------------------------------

    def after(self, before: PlayedEvenings) -> PlayedEvenings:
        """The same with a way back to an earlier state."""
        old = {one.id: one for one in before.games}
        new = {one.id: one for one in self.games}
        ids = (id for id in {**old, **new} if old.get(id) != new.get(id))
        games = tuple((id, old.get(id)) for id in ids)
        change = EveningsBefore(games, before.joined, before.gone)
        if not games and (self.joined, self.gone) == (before.joined, before.gone):
            return self
        return self._replace(past=(*before.past, change)[-MOST_BACK:])

    def undone(self) -> PlayedEvenings:
        """Without the last change."""
        if not self.past:
            return self
        change, now = self.past[-1], self
        for id, entry in change.games:
            left = tuple(one for one in now.games if one.id != id)
            now = now._replace(games=left)
            now = now.with_game(entry) if entry else now
        return now._replace(joined=change.joined, gone=change.gone, past=self.past[:-1])

    # --- People ----------------------------------------------------------------------------------

    def key(self, name: str) -> str:
        """The key of a person: the same text for all names of that person; empty without a name."""
        return outline(dict(self.joined).get(outline(name), name))

    def name(self, key: str) -> str:
        """The name by which a person goes: as joined, else as it was written last."""
        joined = [name for _written, name in self.joined if outline(name) == key]
        names = (seat.name for one in reversed(self.games) for seat in one.seats)
        return joined[0] if joined else next((one for one in names if outline(one) == key), key)

    def written(self, key: str) -> list[tuple[str, str]]:
        """Other ways in which a person's name was written: outline, and as it was written last."""
        others = [written for written, name in self.joined if outline(name) == key != written]
        spellings = {
            outline(seat.name): seat.name for one in self.games for seat in one.seats if seat.name
        }
        return [(one, spellings.get(one, one)) for one in others]

    def with_name(self, key: str, name: str) -> PlayedEvenings:
        """A person goes by another name; if somebody has it already, both are one person.

        Somebody who has played against the other is somebody else: then nothing changes.
        """
        name = tidied(name)[:LONGEST_NAME]
        other = self.key(name)
        if not name or (other != key and self.have_met(key, other)):
            return self
        to = name if other in (key, outline(name)) else self.name(other)
        moved = [(written, to if outline(old) == key else old) for written, old in self.joined]
        pairs = dict(moved) | {key: to}
        pairs = {one: shown for one, shown in pairs.items() if one != shown}
        return self._replace(joined=tuple(pairs.items()))

    def apart(self, written: str) -> PlayedEvenings:
        """A way of writing a name is a person of its own again."""
        return self._replace(joined=tuple(pair for pair in self.joined if pair[0] != written))

    def have_met(self, key: str, other: str) -> bool:
        """Whether two people sat at the same table."""
        return any(
            {key, other} <= {self.key(seat.name) for seat in one.seats} for one in self.games
        )


# --- Storage -----------------------------------------------------------------------------------


def to_text(played: PlayedEvenings) -> str:
    return json.dumps(
        {
            "version": VERSION,
            "games": [entries.to_data(one) for one in played.games],
            "joined": played.joined,
            "gone": played.gone,
            "odd": played.odd,
            "past": [_past(change) for change in played.past],
        }
    )


def _past(change: EveningsBefore) -> dict[str, Any]:
    games = [(id, one and entries.to_data(one)) for id, one in change.games]
    return {**change._asdict(), "games": games}


def from_text(text: str) -> PlayedEvenings:
    """The stored games; unreadable parts are kept as they are."""
    if not text:
        return PlayedEvenings()
    try:
        data = read_json(text)
        stored = [*data["games"], *data.get("odd", ())]
    except (ValueError, TypeError, LookupError, AttributeError):
        return PlayedEvenings(odd=(text,))
    games, odd = read_all(stored)
    played = PlayedEvenings(tuple(sorted(games, key=lambda one: one.order)), odd=tuple(odd))
    try:
        return played._replace(
            joined=pairs(data.get("joined", ())),
            gone=tuple(map(str, data.get("gone", ()))),
            past=tuple(_change(one) for one in data.get("past", ())[-MOST_BACK:]),
        )
    except (ValueError, TypeError, LookupError, AttributeError):
        return played


def read_all(stored: list[Any]) -> tuple[list[EveningEntry], list[Any]]:
    """The games of plain data, each name once; and what is none."""
    games: dict[str, EveningEntry] = {}
    odd = []
    for data in stored:
        try:
            entry = entries.from_data(data)
            games.setdefault(entry.id, entry)
        except (ValueError, TypeError, LookupError, AttributeError):
            odd.append(data)
    return list(games.values()), odd


def pairs(data: Any) -> Joined:  # noqa: ANN401  (whatever is stored, or stands in a file)
    """Names that are joined, of plain data.

    Raises:
        ValueError, TypeError: it is damaged.
    """
    names = [(outline(str(one)), tidied(str(name))[:LONGEST_NAME]) for one, name in data]
    return tuple((one, name) for one, name in names if one and name)


def _change(data: Any) -> EveningsBefore:  # noqa: ANN401  (whatever is stored)
    games = tuple((str(id), one and entries.from_data(one)) for id, one in data["games"])
    return EveningsBefore(games, pairs(data["joined"]), tuple(map(str, data["gone"])))
