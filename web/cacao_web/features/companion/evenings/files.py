"""Played games as a file, out and in: JSON with everything, and CSV for a spreadsheet.

JSON is ``{"format": "cacao-played", "version": 1, "games": [...], "joined": [...]}``; games are
those of :func:`entry.to_data`. Other features add theirs by a name. CSV has a line for each player
of each game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.goods import SCORE_PARTS
from cacao_web.browser.json_text import read_json
from cacao_web.features.companion.evenings import entry as entries
from cacao_web.features.companion.evenings import played as shelf
from cacao_web.features.companion.evenings import typed
from cacao_web.features.companion.evenings.entry import MORE_SOURCES, EveningEntry
from cacao_web.features.companion.evenings.played import Joined, PlayedEvenings
from cacao_web.saves import played_file
from cacao_web.saves.game_file import LARGEST
from cacao_web.saves.played_file import FORMAT
from cacao_web.ui.i18n import _

VERSION: Final = 1
_HEADS: Final = (
    "day", "game", "place", "seat", "name", "kind", "colour", *SCORE_PARTS, *MORE_SOURCES, "total",
    "rank", "won", "match", "added", "link", "note",
)  # fmt: skip


class FileGames(NamedTuple):
    """The games in a file."""

    games: list[EveningEntry]
    joined: Joined
    damaged: int  # number of games that cannot be read
    others: Mapping[str, object] = {}
    """The additions of other features, by their names."""


# --- Out ---------------------------------------------------------------------------------------


def to_json(played: PlayedEvenings, others: Mapping[str, object] = {}) -> str:
    """Everything, to be brought back; with what other features add, by their names."""
    games = [_copied(one) for one in played.games]
    data = {"format": FORMAT, "version": VERSION, "games": games, "joined": played.joined}
    return json.dumps({**data, **others}, indent=1)


def _copied(entry: EveningEntry) -> dict[str, Any]:
    """A game without what is true on this device only."""
    return entries.to_data(entry._replace(saved=""))


def rows(played: PlayedEvenings) -> Iterator[list[object]]:
    """A table: the names of its columns, and a row for each player and game, oldest first."""
    yield [*_HEADS]
    for entry in played.games:
        for seat, ranks in _ranked(entry):
            place, won = entry.seats[seat], 1 / len(entry.winners) if seat in entry.winners else 0
            row = [entry.day, entry.id, entry.place, seat + 1, place.name, place.kind, place.colour]
            gold = [place.score.get(name, "") for name in (*SCORE_PARTS, *MORE_SOURCES)]
            numbers = [*gold, place.score.total, ranks, round(won, 2)]
            yield [*row, *numbers, entry.match, entry.added, entry.link, entry.note]


def _ranked(entry: EveningEntry) -> list[tuple[int, int]]:
    """Each seat with its place, from 1."""
    ranks, before = [], 1
    for seats in entry.ranking:
        ranks += [(seat, before) for seat in seats]
        before += len(seats)
    return sorted(ranks)


# --- In ----------------------------------------------------------------------------------------


def read(text: str, first: str = "") -> FileGames:
    """The games of a file.

    Args:
        text: the file.
        first: what stands first in the dates of a table, if the person has told it.

    Raises:
        typed.UnclearEntry: day and month of its dates cannot be told apart.
        CacaoError: it is no such file, or too large; the message is for the person.
    """
    if len(text) > LARGEST:
        raise CacaoError(_("This file is too large to be a file of saved games."))
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise CacaoError(_("The file is empty."))
    if text.lstrip()[:1] != "{" and not played_file.is_file(text):
        raise CacaoError(played_file.needed())
    if played_file.is_of_agricola(text):
        raise CacaoError(_("This table has games of Agricola, and only their points. To bring them "
                           "back, use the JSON file."))  # fmt: skip
    try:
        if text.lstrip()[:1] == "{":
            return _of_json(read_json(text))
        games, damaged = typed.read(text, first)
        return FileGames(games, (), damaged)
    except (CacaoError, typed.UnclearEntry):
        raise
    except (ValueError, TypeError, LookupError, AttributeError):
        raise CacaoError(_("This file is damaged, or not a list of played games.")) from None


def _of_json(data: Any) -> FileGames:  # noqa: ANN401  (it may hold anything)
    if data["format"] != FORMAT:
        raise ValueError("another format")
    if data["version"] != VERSION:
        raise CacaoError(_("This file was made by a newer version of this page."))
    games, odd = shelf.read_all(data["games"])
    return FileGames(games, shelf.pairs(data.get("joined", ())), len(odd), data)


def merged(played: PlayedEvenings, brought: FileGames) -> tuple[PlayedEvenings, int]:
    """With the games of a file that are not here yet, and their number; nothing here changes.

    A game here is the same as one game of the file at most: two may have ended alike.
    """
    named = {name: one.id for one in played.games for name in (one.id, one.link) if name}
    others = [one for one in brought.games if not {one.id, one.link} & named.keys()]
    same = {named[name] for one in brought.games for name in (one.id, one.link) if name in named}
    left = [one for one in played.games if one.id not in same]
    new = list[EveningEntry]()
    for entry in others:
        if alike := next((other for other in left if entry.is_like(other)), None):
            left.remove(alike)
        elif not any(entry.link and entry.link == other.link for other in new):
            new.append(entry)
    back = {name for one in new for name in (one.game, one.link)}
    gone = tuple(name for name in played.gone if name not in back)
    games = tuple(sorted((*played.games, *new), key=lambda one: one.order))
    joined = tuple({**dict(brought.joined), **dict(played.joined)}.items())
    return played._replace(games=games, joined=joined, gone=gone), len(new)
