"""Played games as a file, out and in: JSON with everything, and CSV for a spreadsheet.

JSON is ``{"format": "cacao-played", "version": 1, "games": [...], "joined": [...]}``; games are
those of :func:`entry.to_data`. CSV has a line for each player of each game. A spreadsheet would
calculate a text that begins like a formula, so it has an apostrophe before it.
"""

from __future__ import annotations

import io
import json
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError
from cacao_core.scoring import Score
from cacao_core.tiles import COLOURS
from cacao_web.browser.json_text import read_json
from cacao_web.features.companion.evenings import entry as entries
from cacao_web.features.companion.evenings import played as shelf
from cacao_web.features.companion.evenings.entry import Entry
from cacao_web.features.companion.evenings.played import Joined, Played
from cacao_web.saves.game_file import LARGEST
from cacao_web.saves.played_file import FORMAT, HEADS
from cacao_web.saves.saves import new_id
from cacao_web.ui.i18n import _

VERSION: Final = 1
_ALSO: Final = (
    "seat", "name", "kind", "colour", *Score._fields, "total", "rank", "won", "match", "added",
    "link", "note",
)  # fmt: skip
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "'")
"""How a text begins that a spreadsheet would not show as it is."""


class Found(NamedTuple):
    """What is in a file."""

    games: list[Entry]
    joined: Joined
    damaged: int  # number of games that cannot be read


# --- Out ---------------------------------------------------------------------------------------


def to_json(played: Played) -> str:
    """Everything, to be brought back."""
    games = [_copied(one) for one in played.games]
    data = {"format": FORMAT, "version": VERSION, "games": games, "joined": played.joined}
    return json.dumps(data, indent=1)


def _copied(entry: Entry) -> dict[str, Any]:
    """A game without what is true on this device only."""
    return entries.to_data(entry._replace(saved=""))


def to_csv(played: Played) -> str:
    """A line for each player and game, oldest first."""
    import csv  # noqa: PLC0415  # only needed for the table

    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow([*HEADS, *_ALSO])
    for one in played.games:
        for seat, ranks in _ranked(one):
            place, won = one.seats[seat], 1 / len(one.winners) if seat in one.winners else 0
            row = [one.day, one.id, one.place, seat + 1, place.name, place.kind, place.colour]
            numbers = [*place.score, place.score.total, ranks, round(won, 2)]
            writer.writerow(map(_safe, [*row, *numbers, one.match, one.added, one.link, one.note]))
    return target.getvalue()


def _ranked(entry: Entry) -> list[tuple[int, int]]:
    """Each seat with its place, from 1."""
    found, before = [], 1
    for seats in entry.ranking:
        found += [(seat, before) for seat in seats]
        before += len(seats)
    return sorted(found)


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


# --- In ----------------------------------------------------------------------------------------


def read(text: str) -> Found:
    """The games of a file.

    Raises:
        CacaoError: it is no such file, or too large; the message is for the person.
    """
    if len(text) > LARGEST:
        raise CacaoError(_("This file is too large to be a file of saved games."))
    text = text.removeprefix("\ufeff")
    try:
        return _of_json(read_json(text)) if text.lstrip()[:1] == "{" else _of_csv(text)
    except CacaoError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError):
        raise CacaoError(_("This file is damaged, or not a list of played games.")) from None


def _of_json(data: Any) -> Found:  # noqa: ANN401  (it may hold anything)
    if data["format"] != FORMAT:
        raise ValueError("another format")
    if data["version"] != VERSION:
        raise CacaoError(_("This file was made by a newer version of this page."))
    games, odd = shelf.read_all(data["games"])
    return Found(games, shelf.pairs(data.get("joined", ())), len(odd))


def _of_csv(text: str) -> Found:
    import csv  # noqa: PLC0415  # only needed for the table

    first = text.partition("\n")[0]
    comma = max((",", ";", "\t"), key=first.count)  # a spreadsheet may have saved it again
    rows = csv.DictReader(io.StringIO(text), delimiter=comma)
    if not {*HEADS, "name", "total"} <= {*(rows.fieldnames or ())}:
        raise ValueError("other columns")
    games: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in rows:
        cells = {name: (cell or "").removeprefix("'") for name, cell in row.items() if name}
        if any(cells.values()):
            games.setdefault((cells["day"], cells["game"]), []).append(cells)
    found, damaged = [], 0
    for lines in games.values():
        try:
            found.append(entries.from_data(_game(lines)))
        except (ValueError, TypeError, LookupError):
            damaged += 1
    return Found(found, (), damaged)


def _game(lines: list[dict[str, str]]) -> dict[str, Any]:
    """Plain data of a game, of the lines of its players in the order of their seats."""
    first = lines[0]
    own = first["game"] if entries.is_id(first["game"]) else new_id()
    kept = ("day", "place", "note", "match", "added", "link")
    texts = {name: first[name] for name in kept if first.get(name)}
    ordered = sorted(lines, key=lambda line: int(line.get("seat") or 0))
    return {**texts, "id": own, "seats": [_seat(line, at) for at, line in enumerate(ordered)]}


def _seat(line: dict[str, str], at: int) -> dict[str, Any]:
    """A player's line; where gold came from may be missing."""
    names = Score._fields
    numbers = {name: int(line.get(name) or 0) for name in names}
    if not any(line.get(name) for name in names[:-1]):
        numbers["gold"] = int(line["total"])
    seat: dict[str, Any] = {"name": line["name"], **numbers}
    return seat | {"colour": line.get("colour") or COLOURS[at]} | _kind(line)


def _kind(line: dict[str, str]) -> dict[str, str]:
    return {"kind": line["kind"]} if line.get("kind") else {}


def merged(played: Played, found: Found) -> tuple[Played, int]:
    """With the games of a file that are not here yet, and their number; nothing here changes."""
    known, new = [*played.games], list[Entry]()
    for one in found.games:
        if not any(one.is_like(other) for other in known):
            new.append(one)
            known.append(one)
    back = {name for one in new for name in (one.game, one.link)}
    gone = tuple(name for name in played.gone if name not in back)
    games = tuple(sorted(known, key=lambda one: one.order))
    joined = tuple({**dict(found.joined), **dict(played.joined)}.items())
    return played._replace(games=games, joined=joined, gone=gone), len(new)
