"""The game of those at a table, to be written down."""

from __future__ import annotations

from cacao_core import Deal
from cacao_web.features.companion.people import plainly
from cacao_web.features.companion.table import Table
from cacao_web.game.options import Options
from cacao_web.game.origin import About
from cacao_web.game.players import PERSON, Sitter
from cacao_web.game.session import Session
from cacao_web.game.setup.names import named
from cacao_web.saves.saves import new_id


def session(table: Table) -> Session:
    """A new game of unknown tiles; the first seat is that of whoever starts."""
    first = max(table.starter, 0)
    seats = sitters(table)
    options = Options(hide_hands=False, confirm=False)
    deal = Deal.unknown(len(seats))
    begun = Session.new(new_id(), deal, (*seats[first:], *seats[:first]), options)
    begun.about = About(real=True)
    return begun


def sitters(table: Table) -> tuple[Sitter, ...]:
    """Who sits at the table; computers without a name have their usual ones."""
    return named(
        Sitter(name or (plainly(colour) if kind == PERSON else ""), kind, colour)
        for name, colour, kind in zip(table.names, table.colours, table.kinds, strict=True)
    )
