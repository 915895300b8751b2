"""The game of those at a table, to be written down."""

from __future__ import annotations

from cacao_core import Deal
from cacao_web.features.companion.people import plainly
from cacao_web.features.companion.table import Table
from cacao_web.game.options import Options
from cacao_web.game.origin import About
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from cacao_web.saves.saves import new_id


def session(table: Table) -> Session:
    """A new game of unknown tiles; the first seat is that of whoever starts."""
    players = len(table.names)
    first = max(table.starter, 0)
    seats = [(first + seat) % players for seat in range(players)]
    sitters = tuple(
        Sitter(table.names[seat] or plainly(table.colours[seat]), colour=table.colours[seat])
        for seat in seats
    )
    options = Options(hide_hands=False, confirm=False)
    begun = Session.new(new_id(), Deal.unknown(players), sitters, options)
    begun.about = About(real=True)
    return begun
