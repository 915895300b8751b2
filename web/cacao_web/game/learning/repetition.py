"""One's own mistakes, which come back at growing intervals until they are understood.

The boxes are those of S. Leitner, "So lernt man lernen" (1972): a right answer moves a card on to
the next box, which waits longer; a wrong one moves it back to the first. Each interval is about
twice the one before, as in programs for learning vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

from cacao_core import Record
from cacao_web.browser.json_text import read_json

SLOT: Final = "mistakes"
"""Name of the slot."""
INTERVALS: Final = (1, 3, 7, 16, 35)
"""Days until a mistake comes back, by how often it was put right in a row."""
MOST: Final = 100
"""Number of mistakes that are kept, the latest; each takes about a kilobyte."""
_MOST_GONE: Final = 500


class Mistake(NamedTuple):
    """A turn that gave something away."""

    id: str  # a short name that stays the same
    game: str  # link of the game up to the end of the turn
    turn: Mapping[str, Any]  # as the worker has answered, see ``engine.requests``
    when: str  # when the game was played, ISO 8601, UTC
    box: int = 0  # how often in a row it was put right
    last: date = date.min  # when that was tried last; ``date.min``: never

    def due(self, today: date) -> date:
        """The day when it comes back; at most its interval from now, if a clock was set back."""
        if self.last == date.min:
            return today
        last = min(self.last, today)
        return last + timedelta(days=INTERVALS[max(self.box - 1, 0)])

    def is_due(self, today: date) -> bool:
        return self.due(today) <= today


class Deck(NamedTuple):
    """All mistakes that come back."""

    kept: tuple[Mistake, ...] = ()  # in the order in which they came
    learned: int = 0  # how many were put right often enough
    gone: tuple[str, ...] = ()  # ids of those that do not come again: learned, or deleted

    def due(self, today: date) -> list[Mistake]:
        """The mistakes that come back now, the longest overdue first."""
        mistakes = [one for one in self.kept if one.is_due(today)]
        return sorted(mistakes, key=lambda one: (one.last == date.min, one.due(today)))

    def with_new(self, new: Iterable[Mistake]) -> Deck:
        """The deck with mistakes that are not in it, and were never removed."""
        ids = {one.id for one in self.kept} | set(self.gone)
        fresh = [one for one in new if one.id not in ids]
        return self._replace(kept=(*self.kept, *fresh)[-MOST:])

    def answered(self, id: str, today: date, *, right: bool) -> Deck:
        """The deck after a mistake was tried; a right answer counts only when it was due."""
        mistake = next((one for one in self.kept if one.id == id), None)
        if mistake is None or (right and not mistake.is_due(today)):
            return self
        if right and mistake.box >= len(INTERVALS):
            return self.without(id)._replace(learned=self.learned + 1)
        after = mistake._replace(box=mistake.box + 1 if right else 0, last=today)
        return self._replace(kept=tuple(after if one is mistake else one for one in self.kept))

    def without(self, id: str) -> Deck:
        """The deck without a mistake, which does not come again."""
        left = tuple(one for one in self.kept if one.id != id)
        return self._replace(kept=left, gone=(*self.gone, id)[-_MOST_GONE:])

    def with_again(self, mistake: Mistake) -> Deck:
        """The deck with a mistake that was removed."""
        gone = tuple(id for id in self.gone if id != mistake.id)
        return self._replace(gone=gone).with_new([mistake])


def id_of(record: Record, at: int) -> str:
    """The id of a turn, given its game and the number of moves before it."""
    position = record.up_to(at).to_link()
    return sha256(f"{position} {record.moves[at]}".encode()).hexdigest()[:10]


# --- As text -------------------------------------------------------------------------------------


def to_text(deck: Deck) -> str:
    mistakes = [one._asdict() | {"last": one.last.isoformat()} for one in deck.kept]
    return json.dumps({"kept": mistakes, "learned": deck.learned, "gone": list(deck.gone)})


def from_text(text: str) -> Deck:
    """Read a stored deck; what is damaged counts as missing."""
    try:
        data = read_json(text)
    except ValueError:
        return Deck()
    if not isinstance(data, dict):
        return Deck()
    mistakes, learned, gone = data.get("kept"), data.get("learned"), data.get("gone")
    read = map(_mistake, mistakes if isinstance(mistakes, list) else ())
    return Deck(
        tuple(one for one in read if one)[-MOST:],
        learned if type(learned) is int and learned >= 0 else 0,
        tuple(id for id in (gone if isinstance(gone, list) else ()) if isinstance(id, str)),
    )


def _mistake(data: object) -> Mistake | None:
    match data:
        case {"id": str(id), "game": str(game), "turn": dict(turn), **more}:
            box, last = more.get("box"), date.min
            with suppress(ValueError, TypeError):
                last = date.fromisoformat(str(more.get("last")))
            number = box if isinstance(box, int) and 0 <= box <= len(INTERVALS) else 0
            return Mistake(id, game, turn, str(more.get("when", "")), number, last)
    return None
