"""One person against given computers: for the daily game and the ladder."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cacao_core.tiles import MAX_PLAYERS, Seat
from cacao_web.game.options import Options
from cacao_web.game.players import PERSON, Sitter, colour_name
from cacao_web.game.setup.form import NOBODY, Setup
from cacao_web.game.texts import words


def seated(form: Setup, levels: Sequence[str], seat: Seat) -> tuple[Sitter, ...]:
    """The players in turn order: the person at a seat, with the name that the settings know.

    Raises:
        CacaoError: the name is not valid; the message is for the person.
    """
    players = len(levels) + 1
    kinds = [PERSON, *levels, *[NOBODY] * (MAX_PLAYERS - players)]
    start = -seat % players
    own = Setup(kinds, colours=form.colours, first=str(start), name=form.name)
    return own.sitters(random.Random())


def options(form: Setup) -> Options:
    """The options of the form, but undoing whole turns is not allowed."""
    return form.options._replace(undo_turns=False)


def unknown(form: Setup, levels: Sequence[str], seat: Seat) -> tuple[Sitter, ...]:
    """The same with computers named after their colours: nobody knows how strong they are."""
    return tuple(map(_called, seated(form, levels, seat)))


def _called(sitter: Sitter) -> Sitter:
    if sitter.is_person:
        return sitter
    return sitter._replace(name=words.capital(colour_name(sitter.colour)))
