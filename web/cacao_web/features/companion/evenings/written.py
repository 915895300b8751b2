"""Games that were written down here: how they come to the list, and back on the page."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from cacao_core import Record
from cacao_web.features.companion import notes
from cacao_web.features.companion.evenings import contests
from cacao_web.features.companion.evenings.entry import EveningEntry, EveningPlace
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.features.companion.people import plainly
from cacao_web.game.players import Sitter
from cacao_web.game.real_table import statements
from cacao_web.game.session import Session
from cacao_web.game.setup.names import named
from cacao_web.saves.codec import Saved
from cacao_web.saves.saves import Saves


def unfinished(saves: Saves) -> list[Session]:
    """The games that are still being written down, latest first."""
    looks = (saves.look(id) for id, _when in saves.at_real_tables())
    sessions = [one.session for one in looks if isinstance(one, Saved)]
    return [
        one
        for one in sessions
        if not (one.game.is_over or one.about.replayed or notes.only_counts(one))
    ]


def listed(played: PlayedEvenings, saves: Saves, today: str) -> PlayedEvenings:
    """With all saved games that were written down to their end, as they are now.

    Args:
        played: the list.
        saves: the saved games.
        today: the date of those that do not tell theirs.
    """
    entries = {one.game: one for one in played.games if one.game}
    for id, when in saves.at_real_tables():
        if id in played.gone or (id in entries and entries[id].saved == when):
            continue
        saved = saves.look(id)
        if isinstance(saved, Saved):
            played = with_session(played, saved.session, when, today)
    return played


def with_session(played: PlayedEvenings, session: Session, when: str, today: str) -> PlayedEvenings:
    """With a written game, if it is over; of a game and its copies, only the first is listed."""
    if not notes.is_listed(session) or session.id in played.gone:
        return played
    seats = tuple(
        EveningPlace(_name(sitter), sitter.colour, score, sitter.kind)
        for sitter, score in zip(session.sitters, session.game.score(), strict=True)
    )
    link = session.record.to_link()
    if link in played.gone:
        return played
    old = next((one for one in played.games if one.game == session.id), None)
    if old:
        return played.with_game(old._replace(seats=seats, link=link, saved=when))
    day = _day(session.about.created) or today
    modules = " ".join(one.name for one in session.game.rules.modules)
    entry = EveningEntry(session.id, day, seats, added=when, link=link, game=session.id, saved=when,
                  expansion=modules)  # fmt: skip
    if any(entry.is_like(one) for one in played.games):
        return played
    return played.with_game(settled(played, entry))


def settled(played: PlayedEvenings, entry: EveningEntry) -> EveningEntry:
    """A new game with the place of the day, and in the match that is going on."""
    before = [one for one in played.games if one.day == entry.day]
    place = next((one.place for one in reversed(before) if one.place), "")
    match = entry.match or contests.going_on(played, entry)
    return entry._replace(place=entry.place or place, match=match)


def _day(when: str) -> str:
    """The date of a time where the person is; empty if it is none."""
    try:
        return datetime.fromisoformat(when).astimezone().date().isoformat()
    except ValueError:
        return ""


def session(entry: EveningEntry) -> Session:
    """A written game whose saved game is gone, made of its record.

    Raises:
        CacaoError: the record is damaged.
    """
    record = Record.from_link(entry.link)
    sitters = named(
        Sitter(seat.name or plainly(seat.colour), seat.kind, seat.colour) for seat in entry.seats
    )
    begun = Session(entry.game or entry.id, record, sitters, about=notes.ABOUT)
    statements.write_down(begun)
    return begun


def places(games: Iterable[EveningEntry]) -> list[str]:
    """The places where games were played, the latest first."""
    return list(dict.fromkeys(one.place for one in reversed([*games]) if one.place))


def _name(sitter: Sitter) -> str:
    """The name of a player; empty for a person who is called like the colour."""
    is_nameless = sitter.is_person and sitter.name == plainly(sitter.colour)
    return "" if is_nameless else sitter.name
