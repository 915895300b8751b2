"""The points of a match: what each place in its games is worth, and how that is put into words."""

from __future__ import annotations

from cacao_web.game.matches.series import GAMES, match_points
from cacao_web.ui.i18n import _


def told(players: int) -> str:
    """The points for the places of all games, and the winner of the match."""
    first, second, third = (_row(players, number) for number in range(1, GAMES + 1))
    return _("Points by place: {first} in the first game, {second} in the second, {third} in the "
             "third. Whoever has the most after three games wins the match.").format(
        first=first, second=second, third=third)  # fmt: skip


def told_of(players: int, number: int) -> str:
    """The points for the places of a game; games are counted from 1."""
    return _("Points by place: {points}").format(points=_row(players, number))


def title(number: int) -> str:
    """The place of a game in a match; games are counted from 1."""
    return _("Match, game {n} of {m}").format(n=number, m=GAMES)


def _row(players: int, number: int) -> str:
    return "/".join(map(str, match_points(players, number)))
