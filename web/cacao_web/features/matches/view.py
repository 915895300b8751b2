"""The standings of a match: campaign points for places, and the button to the next game."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.board.results import standings
from cacao_web.features.matches.model import StoredMatch
from cacao_web.game.matches import points
from cacao_web.game.matches.rounds import MatchSoFar
from cacao_web.game.matches.series import Match
from cacao_web.game.players import Sitter
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def standing(stored: StoredMatch, number: int) -> Markup:
    """The standings of a match at the end of one of its games.

    Args:
        stored: the match, with the result of that game at least.
        number: number of the game, from 1.
    """
    return table(stored.players, stored.match, number)


def table(players: Sequence[Sitter], match: Match, number: int, goes_on: bool = True) -> Markup:
    """The standings of a match at the end of its game with a number, from 1."""
    heading = h("h3", None, points.title(number))
    scores = standings.standings(players, match, goes_on)
    return h("section", {"class": "contest"}, heading, scores)


def winner(stored: StoredMatch) -> str:
    """The winner of a match, or nothing before its end."""
    return standings.winner(stored.players, stored.match)


def is_won(stored: StoredMatch) -> bool:
    """Whether the match is over, and somebody at this device has won it."""
    return any(one.is_person for one in standings.winners(stored.players, stored.match))


def onward(command: str, id: str, match: Match) -> Markup:
    """The button to the next game, or to another match, with a command and its value."""
    label, icon = (_("Another match"), "again") if match.is_over else (_("Next game"), "play")
    return widgets.button(command, label, icon=icon, css="primary", value=id, autofocus=True)


def again() -> Markup:
    """The button that plays a game of a match again."""
    label = _("Play this game of the match again")
    return widgets.button("next-round", label, icon="again", css="primary", autofocus=True)


def void(number: int, before: MatchSoFar | None) -> Markup:
    """A game with other devices that counts for nobody, and the match before it, if it is known."""
    if before and before.match.games:
        return table(before.players, before.match, number, goes_on=False)
    return h("section", {"class": "contest"}, h("h3", None, points.title(number)))


def uncounted(number: int, outrun: bool) -> Markup:
    """A game with other devices that does not count for its match, or nobody here can tell.

    Args:
        number: of the game in the match, from 1.
        outrun: whether that game of the match was played before.
    """
    reason = _("This game counts for nothing: that game of the match was played before.")
    if not outrun:
        reason = _("The games before this one are not all here, or do not belong to it. So this "
                   "device cannot tell the points of the match.")  # fmt: skip
    heading = h("h3", None, points.title(number))
    return h("section", {"class": "contest"}, heading, h("p", None, reason))


def ordinary() -> Markup:
    """The end of a game whose match cannot be read, or does not contain it."""
    text = _("This game belonged to a match whose record is damaged or gone: it counts as an "
             "ordinary game.")  # fmt: skip
    return h("p", {"class": "contest"}, text)
