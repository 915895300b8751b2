"""The names of the people at a table."""

from __future__ import annotations

from cacao_web.board import art
from cacao_web.features.companion.table import ScorePad
from cacao_web.game.players import colour_name
from cacao_web.game.texts import words
from cacao_web.ui.i18n import isolated
from cacao_web.ui.markup import Markup, join


def plainly(colour: str) -> str:
    """The name of somebody who has given none."""
    return words.capital(colour_name(colour))


def label(table: ScorePad, seat: int) -> str:
    """The name at a seat, or else its colour."""
    return isolated(table.names[seat]) or plainly(table.colours[seat])


def shown(table: ScorePad, seat: int) -> Markup:
    """The name with the emblem."""
    return join(art.emblem(table.colours[seat]), " ", label(table, seat))
