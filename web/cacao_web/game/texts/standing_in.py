"""Words about computers, or new devices, that have played on for people at other devices."""

from __future__ import annotations

import re
from typing import Final

from cacao_core.tiles import Seat
from cacao_web.game.dealer import GIVEN, STOOD_IN
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui.i18n import _, all_of

_ONE: Final = re.compile(r"([0-3])@([0-9]{1,3})", re.ASCII)


def seats(session: Session, header: str = STOOD_IN) -> dict[int, list[Seat]]:
    """The seats for which computers have played on, by the number of moves before that.

    Another header of the record tells of seats that were given to new devices.
    """
    seats: dict[int, list[Seat]] = {}
    most = len(session.record.moves)
    for part in session.record.notes.headers.get(header, "").split():
        matched = _ONE.fullmatch(part)
        if matched and int(matched[1]) < len(session.sitters) and int(matched[2]) <= most:
            seats.setdefault(int(matched[2]), []).append(int(matched[1]))
    return seats


def told(session: Session) -> list[str]:
    """For whom computers have played on, and since which turn; not yet sentences."""
    return _told(session, _("a computer has played for {name} since turn {n}"), STOOD_IN)


def given(session: Session) -> list[str]:
    """The people whose seats were given to new devices, and the turns; not yet sentences."""
    return _told(session, _("{name} has played on a new device since turn {n}"), GIVEN)


def _told(session: Session, text: str, header: str) -> list[str]:
    record = session.record
    return [
        text.format(name=all_of(session.said(some)), n=words.present_turn(record.up_to(at)))
        for at, some in seats(session, header).items()
    ]


def sentences(session: Session) -> str:
    """Sentences about the computers that have taken seats over; empty if none has."""
    return _as_sentences(told(session))


def given_sentences(session: Session) -> str:
    """Sentences about the new devices that have got seats; empty if none has."""
    return _as_sentences(given(session))


def _as_sentences(parts: list[str]) -> str:
    return " ".join(words.sentence(words.capital(one)) for one in parts)
