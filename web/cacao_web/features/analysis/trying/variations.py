"""Turns that were tried beside those of a game: kept as variations in the notes of its record.

The value of a variation's last turn stands at the beginning of its comment, as in ``%eval`` of PGN
(docs/record.md#comments-with-values).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from cacao_core import Move, Phase, Record
from cacao_core.moves import by_turn
from cacao_core.notes import Variation
from cacao_web.game.texts import marks
from cacao_web.game.texts.marks import CellMark

_VALUE: Final = re.compile(r"\[%eval (-?\d{1,3}\.\d),(0\.\d\d|1\.00)\] ?")


class Value(NamedTuple):
    """The worth of a turn for its seat."""

    margin: float  # expected lead in gold at the end
    win: float  # chance of winning, 0 to 1


def noted(value: Value, text: str = "") -> str:
    """A comment that begins with a value."""
    return f"[%eval {value.margin:.1f},{value.win:.2f}] {text}".strip()


def read(comment: str) -> tuple[Value | None, str]:
    """The value at the beginning of a comment, if there is one, and the rest."""
    match = _VALUE.match(comment)
    if not match:
        return None, comment
    return Value(float(match[1]), float(match[2])), comment[match.end() :]


def added(record: Record, turn: int, moves: Sequence[Move], value: Value | None) -> Record:
    """A record with one more variation, unless it was played just so.

    A variation goes on in a longer one, which takes its place.

    Args:
        turn: the first turn that it replaces, from 1.
        moves: of one turn or more.
        value: of the last of these turns, if it is known.

    Raises:
        CacaoError: the record has no room for it, or it does not fit.
    """
    line = tuple(moves)
    played = [move for one in by_turn(record.moves)[turn - 1 :] for move in one]
    if tuple(played[: len(line)]) == line:
        return record
    notes, words = record.notes, ""
    others = list[Variation]()
    for variation in notes.variations:
        if variation.turn == turn and line[: len(variation.moves)] == variation.moves:
            _value, words = read(variation.comment)
            continue
        if variation.turn == turn and variation.moves[: len(line)] == line:
            return record
        others.append(variation)
    comment = noted(value, words) if value else words
    return _with(record, [*others, Variation(turn, line, comment)])


def dropped(record: Record, index: int) -> Record:
    """A record without one of its variations."""
    staying = [one for at, one in enumerate(record.notes.variations) if at != index]
    return _with(record, staying)


def restored(record: Record, index: int, variation: Variation) -> Record:
    """A record with a variation where it was; all that was noted since stays.

    Raises:
        CacaoError: the record has no room for it, or it does not fit.
    """
    others = record.notes.variations
    if kept(record, variation.turn, variation.moves):  # it was tried again
        return record
    return _with(record, [*others[:index], variation, *others[index:]])


def kept(record: Record, turn: int, moves: Sequence[Move]) -> Variation | None:
    """The variation of a turn with just these moves, if it is kept."""
    wanted = turn, tuple(moves)
    return next((one for one in record.notes.variations if one[:2] == wanted), None)


def _with(record: Record, variations: Sequence[Variation]) -> Record:
    return record.with_notes(replace(record.notes, variations=variations))


def commented(record: Record, turn: int, text: str) -> Record:
    """A record with other words in the comment on a turn; the marks in it stay.

    Raises:
        CacaoError: it is too long, or has characters that no record can have.
    """
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return _said(record, turn, marks.noted(marks.of(record, turn), "\n".join(filter(None, lines))))


def marked(record: Record, turn: int, wanted: Sequence[CellMark]) -> Record:
    """A record with other marks in the comment on a turn; its words stay.

    Raises:
        CacaoError: the record has no room for them.
    """
    _marks, words = marks.read(record.notes.comments.get(turn, ""))
    return _said(record, turn, marks.noted(wanted, words))


def described(record: Record, turn: int, moves: Sequence[Move], text: str) -> Record:
    """A record with other words in the comment on a variation; its value stays.

    Raises:
        CacaoError: it is too long, or has characters that no record can have.
    """
    words, new = " ".join(text.split()), list[Variation]()
    for variation in record.notes.variations:
        value, _words = read(variation.comment)
        is_meant = variation[:2] == (turn, tuple(moves))
        new.append(
            variation._replace(comment=noted(value, words) if value else words)
            if is_meant
            else variation
        )
    return _with(record, new)


def _said(record: Record, turn: int, comment: str) -> Record:
    """A record with another comment on a turn; none if it is empty."""
    comments = dict(record.notes.comments)
    comments.pop(turn, None)
    if comment:
        comments[turn] = comment
    return record.with_notes(replace(record.notes, comments=comments))


def begun(record: Record, at: int, line: Sequence[Move]) -> tuple[Record, int]:
    """The game after some moves of a variation, up to where a turn begins.

    Args:
        at: number of its moves before the variation.
        line: the moves of the variation.

    Returns:
        That game, and the number of moves before it leaves the course of the record.
    """
    branch = record.up_to(at)
    for move in line:
        branch = branch.play(move)
    starts = [turn.at for turn in branch.turns()]
    if not branch.game().is_over and branch.game().phase is Phase.PLACE:
        starts.append(len(branch.moves))
    common = len(record.common_prefix(branch))
    return branch.up_to(starts[-1]), max(start for start in starts if start <= common)


def at(record: Record, turn: int) -> int:
    """Number of moves before a turn."""
    return sum(map(len, by_turn(record.moves)[: turn - 1]))
