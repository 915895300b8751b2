"""Games as a file: what is exported of the saved ones, and what a file brings back.

A file is JSON: ``{"format": "cacao-games", "version": 1, "games": [...]}``. Each game is what the
store holds of it (:mod:`cacao_web.saves.codec`); an entry that cannot be read is a text, as it
stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError
from cacao_web.browser.json_text import read_json
from cacao_web.saves.codec import Saved, from_json
from cacao_web.ui.i18n import _

FORMAT: Final = "cacao-games"
VERSION: Final = 1
LARGEST: Final = 20_000_000
"""Characters of the largest file that is read."""


class Parcel(NamedTuple):
    """What a file brings.

    Attributes:
        games: those that can be read; their sessions have no names yet.
        damaged: how many cannot be read.
    """

    games: list[Saved]
    damaged: int


def pack(entries: Iterable[str]) -> str:
    """A file with games, given what the store holds of each."""
    games = [_entry(text) for text in entries]
    return json.dumps({"format": FORMAT, "version": VERSION, "games": games}, indent=1)


def _entry(text: str) -> Any:  # noqa: ANN401  # what the store holds may be anything
    try:
        return read_json(text)
    except ValueError:
        return text


def is_parcel(text: str) -> bool:
    """Whether a text was meant as a file of games."""
    return text.lstrip()[:1] == "{"


def unpack(text: str) -> Parcel:
    """The games of a file; a file with one game as the store holds it is read as well.

    Raises:
        CacaoError: it is no such file, or too large; in words for the person.
    """
    if len(text) > LARGEST:
        raise CacaoError(_("This file is too large to be one of saved games."))
    try:
        data = read_json(text)
    except ValueError:
        raise CacaoError(_("This file is damaged, or none of saved games.")) from None
    if not isinstance(data, dict):
        raise CacaoError(_("This file is damaged, or none of saved games."))
    if "record" in data:
        data = {"format": FORMAT, "version": VERSION, "games": [data]}
    games = data.get("games")
    if data.get("format") != FORMAT or not isinstance(games, list):
        raise CacaoError(_("This file is damaged, or none of saved games."))
    if data.get("version") != VERSION:
        raise CacaoError(_("This file was made by a newer version of this page."))
    found = [_read(game) for game in games]
    return Parcel([saved for saved in found if saved], found.count(None))


def _read(game: object) -> Saved | None:
    try:
        return from_json("", json.dumps(game))
    except CacaoError:
        return None
