"""One person against computers that somebody else has chosen: the daily game, the ladder."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cacao_core.tiles import MAX_PLAYERS, Seat
from cacao_web.game.options import Options
from cacao_web.game.players import PERSON, Sitter
from cacao_web.game.setup import NOBODY, Setup


def seated(form: Setup, levels: Sequence[str], seat: Seat) -> tuple[Sitter, ...]:
    """The players in turn order, the person at a seat, called as in the form for new games.

    Raises:
        CacaoError: the name does not fit; in words for the person.
    """
    players = len(levels) + 1
    kinds = [PERSON, *levels, *[NOBODY] * (MAX_PLAYERS - players)]
    name = form.names[0] if form.kinds[0] == PERSON else ""
    start = -seat % players
    own = Setup(kinds, [name, "", "", ""], form.colours, first=str(start))
    return own.sitters(random.Random())


def options(form: Setup) -> Options:
    """As the form for new games says; but whole turns stay where they are, for it counts."""
    return form.options._replace(undo_turns=False)
