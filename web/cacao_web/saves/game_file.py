"""Games as a file: export of saved games, and import.

A file is JSON: ``{"format": "cacao-games", "version": 1, "games": [...]}``. Each game is stored as
in the store (:mod:`cacao_web.saves.codec`). An unreadable entry is a text, unchanged.

A text with several records, one after the other, is a study: each is a chapter of it, with its
comments and variations. The headers ``x-study`` and ``x-chapter`` have the titles of the study and
of the chapter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from cacao_core import CacaoError, Record
from cacao_web.browser.json_text import read_json
from cacao_web.game.origin import LONGEST_TITLE, About, Chapter
from cacao_web.game.players import ELSEWHERE, PERSON
from cacao_web.game.session import Session
from cacao_web.game.setup import link
from cacao_web.saves.codec import Saved, from_json
from cacao_web.ui.i18n import _

FORMAT: Final = "cacao-games"
VERSION: Final = 1
ABOUT_COPY: Final = ("created", "title")
"""The remark of a copy about itself."""
LARGEST: Final = 20_000_000
"""Largest size of a file that is read, in characters."""
_RECORD: Final = re.compile(r"^\ufeff?cacao-record ", re.MULTILINE)
_SEVERAL: Final = 2
_STUDY: Final = "x-study"
_CHAPTER: Final = "x-chapter"


class Contents(NamedTuple):
    """The content of a file."""

    games: list[Saved]  # readable games; their sessions have no names yet
    damaged: int  # number of unreadable games
    is_study: bool = False  # whether they are the chapters of a study

    @property
    def title(self) -> str:
        """The title of the study; empty if the file has none."""
        titles = (saved.session.about.chapter.title for saved in self.games)
        return next(filter(None, titles), "")


def pack(entries: Iterable[str]) -> str:
    """A file with games, given their stored texts."""
    games = [_entry(text) for text in entries]
    return json.dumps({"format": FORMAT, "version": VERSION, "games": games}, indent=1)


def _entry(text: str) -> Any:  # noqa: ANN401  # the store may hold anything
    try:
        game = read_json(text)
    except ValueError:
        return text
    return copied(game) if isinstance(game, dict) else game


def copied(game: dict[str, Any]) -> dict[str, Any]:
    """A stored game without the secrets of this device, which must be in one place only.

    It is a copy in which everybody plays at one device.
    """
    if "dealer" not in game:
        return game
    kinds = game.get("kinds")
    kinds = [PERSON if kind == ELSEWHERE else kind for kind in kinds] if kinds else kinds
    about = {key: value for key, value in game.get("about", {}).items() if key in ABOUT_COPY}
    rest = {key: value for key, value in game.items() if key != "dealer"}
    return {**rest, "kinds": kinds, "about": about}


def is_file(text: str) -> bool:
    """Whether a text is meant to be a file of games."""
    return text.lstrip()[:1] == "{" or any(_chapters(text))


def unpack(text: str) -> Contents:
    """The games of a file; a single game as in the store is read too.

    Raises:
        CacaoError: it is not such a file, or too large; the message is for the person.
    """
    if len(text) > LARGEST:
        raise CacaoError(_("This file is too large to be a file of saved games."))
    if chapters := list(_chapters(text)):
        return _contents(chapters)._replace(is_study=True)
    try:
        data = read_json(text)
    except ValueError:
        raise CacaoError(_("This file is damaged, or not a file of saved games.")) from None
    if not isinstance(data, dict):
        raise CacaoError(_("This file is damaged, or not a file of saved games."))
    if "record" in data:
        data = {"format": FORMAT, "version": VERSION, "games": [data]}
    games = data.get("games")
    if data.get("format") != FORMAT or not isinstance(games, list):
        raise CacaoError(_("This file is damaged, or not a file of saved games."))
    if data.get("version") != VERSION:
        raise CacaoError(_("This file was made by a newer version of this page."))
    return _contents(map(_read, games))


def _contents(entries: Iterable[Saved | None]) -> Contents:
    games = list(entries)
    return Contents([saved for saved in games if saved], games.count(None))


def _chapters(text: str) -> Iterator[Saved | None]:
    """The games of a text with several records, read one by one; none of another text."""
    if len(text) > LARGEST or len(_RECORD.findall(text)) < _SEVERAL:
        return
    from cacao_core.formats import collection  # noqa: PLC0415  # not needed when a page starts

    yield from map(_game, collection.texts(text.splitlines(keepends=True)))


def _game(text: str) -> Saved | None:
    """The game of a record."""
    try:
        shared = link.of_text(Record.from_text(text))
    except CacaoError:
        return None
    headers = dict(shared.record.notes.headers)
    study, title = (headers.pop(name, "")[:LONGEST_TITLE] for name in (_STUDY, _CHAPTER))
    record = shared.record.with_notes(replace(shared.record.notes, headers=headers))
    about = About(title=title, chapter=Chapter(title=study))
    session = Session("", record, shared.sitters, about=about)
    session.about = about._replace(watched=session.game.is_over)  # nobody here has played it
    if not shared.record.deal.is_known:
        from cacao_web.game.real_table import statements  # noqa: PLC0415  # rarely needed

        statements.write_down(session)
    return Saved(session, "")


def study_text(chapters: Iterable[Session]) -> str:
    """A file with a study, which is read as it was."""
    return "\n".join(_chapter_text(session) for session in chapters)


def _chapter_text(session: Session) -> str:
    """The record of a chapter with its players; without titles if there is no room for them."""
    notes, about = session.record.notes, session.about
    titles = {_STUDY: about.chapter.title, _CHAPTER: about.title}
    headers = {**notes.headers, **{name: title for name, title in titles.items() if title}}
    record = session.record
    with suppress(CacaoError):
        record = record.with_notes(replace(notes, headers=headers))
    return link.noted(record, session.alone).to_text()


def _read(game: object) -> Saved | None:
    try:
        return from_json("", json.dumps(game))
    except CacaoError:
        return None
