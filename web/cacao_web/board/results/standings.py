"""The standings of a match: points and gold of each player, who wins, and who starts next."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.board import art
from cacao_web.game.matches import points
from cacao_web.game.matches.series import Match, MatchStanding
from cacao_web.game.players import Sitter, is_nameless
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, ngettext, numeral
from cacao_web.ui.markup import Markup, h, join


def standings(players: Sequence[Sitter], match: Match, goes_on: bool = True) -> Markup:
    """A table of a match with at least one game, and what follows from it.

    Args:
        players: by their numbers in the match.
        match: its games so far.
        goes_on: whether its next game comes now.
    """
    table = match.standings()
    tie, leads = _tie(table), "" if match.is_over else lead(players, match)
    later = _next(players, match) if goes_on else ""
    notes = (f"{leads}." if leads else "", tie, later, points.told(len(players)))
    return join(
        h("div", {"class": "scroll"}, _table(players, table, len(match.games))),
        [h("p", {"class": "soft"}, note) for note in notes if note],
    )


def winners(players: Sequence[Sitter], match: Match) -> list[Sitter]:
    """The winners of a match; nobody before its end."""
    if not match.is_over:
        return []
    return [players[row.player] for row in match.standings() if row.place == 1]


def winner(players: Sequence[Sitter], match: Match) -> str:
    """The winner of a match, in words, or nothing before its end."""
    best = winners(players, match)
    names = [_said(players, one) for one in best]
    if not names:
        return ""
    if len(best) == 1 and _is_you(players, best[0]):
        return _("You win the match")
    if len(names) == 1:
        return _("{name} wins the match").format(name=names[0])
    return _("The match is shared: {names}").format(names=all_of(names))


def lead(players: Sequence[Sitter], match: Match) -> str:
    """The players who lead a match, in words, or its winner; nothing before the first game."""
    if match.is_over or not match.games:
        return winner(players, match)
    best = [players[row.player] for row in match.standings() if row.place == 1]
    names = [_said(players, one) for one in best]
    return ngettext("{name} leads", "{name} lead", len(names), name=all_of(names))


def _is_you(players: Sequence[Sitter], player: Sitter) -> bool:
    """Whether a player is the only person here."""
    return player.is_person and sum(one.is_person for one in players) == 1


def _said(players: Sequence[Sitter], player: Sitter) -> str:
    """A player's name; the only person here, who has given none, is told that it is theirs."""
    if _is_you(players, player) and is_nameless(player.name):
        return _("{name} (you)").format(name=player.said)
    return player.said


def _table(players: Sequence[Sitter], table: list[MatchStanding], games: int) -> Markup:
    """A line for each player: points and gold of each game, the sums, and how many were won."""
    heads = [_("Player"), *(_("Game {n}").format(n=n + 1) for n in range(games)),
             _("Points"), _("Gold"), _("Won")]  # fmt: skip
    return h(
        "table",
        {"class": "scores match"},
        h("caption", {"class": "hidden"}, _("Points and gold for each game")),
        h("thead", None, h("tr", None, [h("th", {"scope": "col"}, head) for head in heads])),
        h("tbody", None, [_row(players, row) for row in table]),
    )


def _row(players: Sequence[Sitter], row: MatchStanding) -> Markup:
    player = players[row.player]
    place = h("span", {"class": "place"}, _("{n}.").format(n=row.place))
    name = h("th", {"scope": "row"}, place, art.emblem(player.colour), " ",
             _said(players, player))  # fmt: skip
    games = [
        h("td", None, points, _gold(total))
        for points, total in zip(row.points, row.totals, strict=True)
    ]
    points, gold = row.rank
    css = f"seat-{player.colour}" + (" won" if row.place == 1 else "")
    total = h("td", {"class": "total"}, points)
    sums = [h("td", None, number) for number in (numeral(gold), row.won)]
    return h("tr", {"class": css}, name, games, total, sums)


def _gold(total: int) -> Markup:
    """The gold of a game, as a number with a coin."""
    text = h("span", {"class": "hidden"}, _("{n} gold").format(n=numeral(total)))
    shown = h("span", {"aria-hidden": "true"}, total)
    return h("small", None, text, shown, widgets.symbol("good-gold"))


def _tie(table: list[MatchStanding]) -> str:
    """The tie-break among those with equal points, if there are any."""
    ranks = [row.rank for row in table]
    points = [rank[0] for rank in ranks]
    if len(set(ranks)) < len(ranks):
        return _("Equal points and equal gold over all games: a shared place.")
    if len(set(points)) < len(points):
        return _("Equal points: the gold from all games decides.")
    return ""


def _next(players: Sequence[Sitter], match: Match) -> str:
    """The start player of the next game, or nothing after the last one."""
    if match.is_over:
        return ""
    name = _said(players, players[match.starter])
    if _shared(match):
        return _("{name} starts the next game: the first of the winners in turn order.").format(
            name=name
        )
    return _("{name} has won and starts the next game.").format(name=name)


def _shared(match: Match) -> bool:
    return match.games[-1].count(max(match.games[-1])) > 1
