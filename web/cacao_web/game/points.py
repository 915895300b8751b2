"""The points of a match: what each place in its games is worth, and how that is put into words."""

from __future__ import annotations

from typing import Final

from cacao_web.ui.i18n import _

POINTS: Final = {
    2: ((1, 0), (2, 0), (3, 0)),
    3: ((7, 5, 3), (8, 5, 2), (9, 5, 1)),
    4: ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)),
}
"""Number of players -> for each game of a match, campaign points of first, second … place."""
GAMES: Final = 3


def told(players: int) -> str:
    """What the places of all games give, and who wins the match."""
    first, second, third = (_row(players, number) for number in range(1, GAMES + 1))
    return _("Points by place: {first} in the first game, {second} in the second, {third} in the "
             "third. Whoever has the most after three games wins the match.").format(
        first=first, second=second, third=third)  # fmt: skip


def told_of(players: int, number: int) -> str:
    """What the places of a game give; games are counted from 1."""
    return _("Points by place: {points}").format(points=_row(players, number))


def _row(players: int, number: int) -> str:
    return "/".join(map(str, POINTS[players][number - 1]))
