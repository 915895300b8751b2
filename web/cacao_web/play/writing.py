"""Writing down a game at a real table: tiles that were turned up, and turns that are put right."""

from __future__ import annotations

from cacao_web.play.table import Table


def take_turned(table: Table, edges: str) -> None:
    """Choose the tile that somebody has placed, turned as it lies."""
    if table.session:
        table.session.take_turned(edges)
        table.drawing.chosen()


def reveal(table: Table, code: str) -> None:
    """Name a jungle tile that was turned up."""
    if table.session and table.session.awaits_tiles:
        table.session.reveal(code)
        table.changed(None, automatic=True)


def put_right(table: Table, _value: str = "") -> None:
    """Enter the turn that is shown anew; those after it are entered again by themselves."""
    if table.session and table.session.is_written and table.session.shown_moves:
        table.session.put_right()
        table.changed(None, automatic=False)


def drop_waiting(table: Table, _value: str = "") -> None:
    """Give up the turns that wait."""
    if table.session and table.session.is_written:
        table.session.drop_waiting()
        table.changed(None, automatic=True)
