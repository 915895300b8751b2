"""The standings of a match: campaign points for places, and the button to the next game."""

from __future__ import annotations

from cacao_web.board import standings
from cacao_web.features.matches.model import StoredMatch
from cacao_web.game.series import GAMES
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def standing(kept: StoredMatch, number: int) -> Markup:
    """The standings of a match at the end of one of its games.

    Args:
        kept: the match, with the result of that game at least.
        number: number of the game, from 1.
    """
    title = _("Match, game {n} of {m}").format(n=number, m=GAMES)
    table = standings.standings(kept.players, kept.match)
    return h("section", {"class": "contest"}, h("h3", None, title), table)


def winner(kept: StoredMatch) -> str:
    """The winner of a match, or nothing before its end."""
    return standings.winner(kept.players, kept.match)


def is_won(kept: StoredMatch) -> bool:
    """Whether the match is over, and somebody at this device has won it."""
    return any(one.is_person for one in standings.winners(kept.players, kept.match))


def onward(id: str, kept: StoredMatch) -> Markup:
    """The button to the next game, or to another match."""
    command, label, icon = "next-game", _("Next game"), "play"
    if kept.match.is_over:
        command, label, icon = "another-match", _("Another match"), "again"
    return widgets.button(command, label, icon=icon, css="primary", value=id, autofocus=True)


def ordinary() -> Markup:
    """The end of a game whose match cannot be read, or does not contain it."""
    text = _("This game belonged to a match whose record is damaged or gone: it counts as an "
             "ordinary game.")  # fmt: skip
    return h("p", {"class": "contest"}, text)
