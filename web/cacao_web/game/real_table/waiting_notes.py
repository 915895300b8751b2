"""The notes of a game while a turn of it is put right.

Comments and variations belong to turns. Those of turns that are to be entered again wait in a
header of the record, so they are saved with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from cacao_core import CacaoError, Move, Record
from cacao_core.moves import turns_begun
from cacao_core.notes import Notes, Variation

WAITING_NOTES: Final = "x-held"
"""The header, as JSON: comments by turn; variations as turn, moves, and comment."""


def with_notes_of(record: Record, noted: Record, headers: Mapping[str, str]) -> Record:
    """A record with other headers, and with the notes of another course of its game.

    A variation that is not legal any more is left out.

    Args:
        noted: it, before a turn was put right or while one is.
        headers: all headers.
    """
    notes, begun = _all(noted), turns_begun(record.moves)
    near = notes.up_to(begun)
    fitting = [one for one in near.variations if _fits(record, one)]
    with_notes = record.with_notes(Notes(headers, near.comments, fitting))
    later = (
        {turn: comment for turn, comment in notes.comments.items() if turn > begun},
        [(one.turn, " ".join(map(str, one.moves)), one.comment)
         for one in notes.variations if one.turn > begun],
    )  # fmt: skip
    if any(later):
        with suppress(CacaoError):  # there may be no room for so much
            headers = {**headers, WAITING_NOTES: json.dumps(later)}
            with_notes = record.with_notes(Notes(headers, near.comments, fitting))
    return with_notes


def without_waiting_notes(record: Record) -> Record:
    """The record without what is noted of turns that are still to come."""
    notes = record.notes
    headers = {name: value for name, value in notes.headers.items() if name != WAITING_NOTES}
    return record.with_notes(replace(notes, headers=headers))


def _all(record: Record) -> Notes:
    """The notes of a record, and what it holds of turns that are still to come."""
    notes = record.notes
    comments, variations = dict(notes.comments), list(notes.variations)
    with suppress(ValueError, TypeError, AttributeError, CacaoError):  # somebody has changed it
        comment_of, lines = json.loads(notes.headers.get(WAITING_NOTES, "[{}, []]"))
        waiting = Notes(
            {}, {int(turn): text for turn, text in comment_of.items()}, list(_read(lines))
        )
        comments = {**waiting.comments, **comments}
        variations += waiting.variations
    return Notes({}, comments, variations)


def _read(lines: list[tuple[int, str, str]]) -> Iterator[Variation]:
    for turn, moves, comment in lines:
        yield Variation(turn, tuple(map(Move.parse, moves.split())), comment)


def _fits(record: Record, one: Variation) -> bool:
    try:
        record.with_notes(Notes(variations=[one]))
    except CacaoError:
        return False
    return True
