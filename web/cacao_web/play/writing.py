"""Writing down a game at a real table: tiles, computers, and turns that are put right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cacao_core import BadDeal
from cacao_web.game.real_table import statements, writing
from cacao_web.play.table import Table
from cacao_web.ui.i18n import _


def take_turned(table: Table, edges: str) -> None:
    """Choose the tile that somebody has placed, turned as it lies."""
    if table.session:
        table.session.choosing.take_turned(edges)
        table.drawing.chosen()


def reveal(table: Table, tile: str) -> None:
    """Name a tile that was turned up, or that a computer has drawn."""
    session = table.session
    if not (session and session.real_table and session.real_table.names_pieces(session.moment)):
        return
    try:
        statements.reveal(session, tile)
    except BadDeal:
        table.notices.tell(_("No such tile is left."))
        return
    table.changed(None, automatic=True)


def turn_hut(table: Table, at: int, code: str) -> None:
    """Put right which side of a hut tile lies up.

    Raises:
        BadDeal: the tile has no such side.
    """
    session = table.session
    if session is None or session.real_table is None or session.game.is_over:
        return
    huts = list(session.record.deal.huts)
    huts[at] = code
    record = writing.with_huts(session.record, huts, session.real_table.computers(session.moment))
    if record is None:
        table.notices.tell(_("That hut has been built already."))
        return
    session.write_anew(record)
    table.changed(None, automatic=False)


def done(table: Table, _value: str = "") -> None:
    """Note that a computer's choice has been done at the table."""
    if table.session and table.session.asked.to_do:
        statements.done(table.session)
        table.changed(None, automatic=True)


def by_hand(table: Table, _value: str = "") -> None:
    """Say what the computer does, whatever it wants to."""
    session = table.session
    if session and session.real_table and session.real_table.computers(session.moment):
        statements.say_by_hand(session)
        table.changed(None, automatic=True)


def other_hand(table: Table, _value: str = "") -> None:
    """The computer has other tiles than were said: name them anew."""
    session = table.session
    if session and session.real_table and session.real_table.may_name_hand(session.moment):
        statements.name_hand(session)
        table.changed(None, automatic=True)


def put_right(table: Table, _value: str = "") -> None:
    """Enter the turn that is shown anew; those after it are entered again by themselves."""
    if table.session and table.session.real_table and table.session.shown_moves:
        statements.put_right(table.session)
        table.changed(None, automatic=False)


def drop_waiting(table: Table, _value: str = "") -> None:
    """Give up the turns that wait."""
    if table.session and table.session.real_table:
        statements.drop_waiting(table.session)
        table.changed(None, automatic=True)


COMMANDS: Final[dict[str, Callable[[Table, str], None]]] = {
    "turned": take_turned,
    "reveal": reveal,
    "table-done": done,
    "by-hand": by_hand,
    "other-hand": other_hand,
    "put-right": put_right,
    "drop-waiting": drop_waiting,
}
"""Name of an intent -> action with its value."""
