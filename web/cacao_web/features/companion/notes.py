"""The game of those at a table, to be written down."""

from __future__ import annotations

from typing import Final

from cacao_core import Deal, Record
from cacao_web.features.companion.people import plainly
from cacao_web.features.companion.table import ScorePad
from cacao_web.game.origin import About, Origin
from cacao_web.game.players import PERSON, Sitter
from cacao_web.game.real_table import statements
from cacao_web.game.session import Session
from cacao_web.game.setup.names import named
from cacao_web.saves.saves import new_id

ABOUT: Final = About(origin=Origin("companion", "table"), real=True)


def session(table: ScorePad) -> Session:
    """A new game of unknown tiles; the first seat is that of whoever starts."""
    first = max(table.starter, 0)
    seats = sitters(table)
    return _begun((*seats[first:], *seats[:first]), table)


def _begun(seats: tuple[Sitter, ...], table: ScorePad) -> Session:
    deal = Deal.unknown(len(seats), table.rules, table.expansion.sides())
    session = Session.new(new_id(), deal, seats)
    statements.write_down(session)
    return session


def laid(table: ScorePad, purpose: str) -> Session:
    """A table that is laid as it lies, to go on from there or to count its temples."""
    from cacao_web.game.real_table import laying  # noqa: PLC0415  # rarely needed

    seats = sitters(table)
    if purpose == "score":
        seats = tuple(seat._replace(kind=PERSON) for seat in seats)
    begun = _begun(seats, table)
    begun.record = laying.begun(begun.record, purpose)
    return begun


def is_listed(session: Session) -> bool:
    """Whether it is a game that was played at a table to its end, not one that went on from it."""
    return session.mode.is_written and session.game.is_over and not session.about.replayed


def only_counts(session: Session) -> bool:
    """Whether a table is laid only to count its temples."""
    from cacao_web.game.real_table import laying  # noqa: PLC0415  # rarely needed

    return session.asked.laying and laying.purpose(session.record) == "score"


def hut_numbers(record: Record) -> list[tuple[int, int]]:
    """The numbers that the hermit and the road worker count, by seat."""
    from cacao_core.modules.huts import HUTS  # noqa: PLC0415  # base games do without
    from cacao_web.game.real_table import laying  # noqa: PLC0415  # rarely needed

    game = laying.shown(record)
    seats = range(record.deal.players)
    return [(HUTS["HE"].bonus(game, seat), HUTS["RW"].bonus(game, seat)) for seat in seats]


def sitters(table: ScorePad) -> tuple[Sitter, ...]:
    """The people at the table; computers without a name have their usual ones."""
    return named(
        Sitter(name or (plainly(colour) if kind == PERSON else ""), kind, colour)
        for name, colour, kind in zip(table.names, table.colours, table.kinds, strict=True)
    )
