"""Statements of people about a game at a real table, which change the session."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.tiles import Seat
from cacao_web.game.real_table import unsaid, writing
from cacao_web.game.real_table.mode import RealTable, laying
from cacao_web.game.session import Session


def table_of(session: Session) -> RealTable:
    """The mode of a game at a real table."""
    assert session.real_table is not None, "a game at a real table"
    return session.real_table


def write_down(session: Session) -> None:
    """Write down a game here that is played at a real table, because not all tiles are known.

    What computers have done so far has been done there.
    """
    session.about = session.about._replace(real=True)
    session.options = session.options._replace(hide_hands=False, confirm=False)
    session.covered, session.mode = False, RealTable()
    if table_of(session).computers(session.moment) and session.record.moves:
        done(session)


def reveal(session: Session, tile: str) -> None:
    """Name a tile that was turned up, or that a computer has drawn.

    Raises:
        BadDeal: no tile is awaited, or no such tile is left.
    """
    table, record, asked = table_of(session), session.record, session.asked
    revealed = record.reveal(gems=tile) if asked.gems else record.reveal(tile, seat=asked.drawing)
    session.go_on_with(revealed)
    drawn, table.blind = table.blind or unsaid.only_blind(session.game), None
    if drawn:
        session.play(drawn)
    else:
        session.go_on_with(table.gone_on(session.moment))


def done(session: Session) -> None:
    """Note that what computers have chosen has been done at the table."""
    session.record = writing.with_done(session.record)


def say_by_hand(session: Session) -> None:
    """Say what the computer does in the present turn; what it has just chosen is dropped."""
    record, table = session.record, table_of(session)
    seats = table.computers(session.moment)
    if chosen := writing.chosen(record, seats):
        session.write_anew(writing.before(record, chosen[0].at, seats, hand=False))
    table.by_hand = True


def name_hand(session: Session) -> None:
    """Name all tiles of the computer's hand anew; it then chooses again."""
    table, record, to_do = table_of(session), session.record, session.asked.to_do
    seats, at = table.computers(session.moment), to_do[0].at if to_do else len(record.moves)
    table.forget_answers()
    session.write_anew(writing.before(record, at, seats, hand=True))


def put_right(session: Session) -> None:
    """Go back to the turn that is shown; the turns after it are entered again by themselves."""
    seats = table_of(session).computers(session.moment)
    record = writing.reopened(session.record, len(session.shown_moves), seats)
    session.look_at(None)
    session.write_anew(record)


def drop_waiting(session: Session) -> None:
    """Give up the turns that wait since an earlier one was put right."""
    session.record = writing.dropped(session.record)


def lay(session: Session, words: Sequence[str]) -> None:
    """Lay the table as some taps say, see :mod:`cacao_web.game.real_table.laying`."""
    session.record = laying().with_words(session.record, words)


def go_on_from_table(session: Session, turn: Seat) -> None:
    """Go on with the game from the table that was laid, at somebody's turn.

    Seats are turned so that the first one is that of whoever started.
    """
    from cacao_web.game.real_table import checks  # noqa: PLC0415  # rarely needed

    if not checks.problems(laying().layout(session.record)):
        session.write_anew(*laying().game(session.record, turn))
