"""The standings of a match: campaign points for places, and the button to the next game."""

from __future__ import annotations

from cacao_web.board import art
from cacao_web.features.matches.model import Kept
from cacao_web.features.matches.series import Match, Standing
from cacao_web.game import points
from cacao_web.game.points import GAMES
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h


def standing(kept: Kept, number: int) -> Markup:
    """The standings of a match at the end of one of its games.

    Args:
        kept: the match, with the result of that game at least.
        number: number of the game, from 1.
    """
    match = kept.match
    table = match.standings()
    title = _("Match, game {n} of {m}").format(n=number, m=GAMES)
    notes = [
        _note(note) for note in (_tie(table), _next(kept), points.told(len(kept.players))) if note
    ]
    return h(
        "section",
        {"class": "contest"},
        h("h3", None, title),
        h("div", {"class": "scroll"}, _table(kept, table)),
        notes,
    )


def _note(text: str) -> Markup:
    return h("p", {"class": "soft"}, text)


def winner(kept: Kept) -> str:
    """The winner of a match, or nothing before its end."""
    if not kept.match.is_over:
        return ""
    table = kept.match.standings()
    names = [kept.players[row.player].said for row in table if row.place == 1]
    if len(names) == 1:
        return _("{name} wins the match").format(name=names[0])
    return _("The match is shared: {names}").format(names=all_of(names))


def _table(kept: Kept, table: list[Standing]) -> Markup:
    """A line for each player: points and gold of each game, and the sums."""
    games = len(kept.match.games)
    heads = [_("Player"), *(_("Game {n}").format(n=n + 1) for n in range(games)),
             _("Points"), _("Gold")]  # fmt: skip
    return h(
        "table",
        {"class": "scores match"},
        h("caption", {"class": "hidden"}, _("Points and gold for each game")),
        h("thead", None, h("tr", None, [h("th", {"scope": "col"}, head) for head in heads])),
        h("tbody", None, [_row(kept, row) for row in table]),
    )


def _row(kept: Kept, row: Standing) -> Markup:
    player = kept.players[row.player]
    place = h("span", {"class": "place"}, _("{n}.").format(n=row.place))
    name = h("th", {"scope": "row"}, place, art.emblem(player.colour), " ", player.said)
    games = [
        h("td", None, points, _gold(total))
        for points, total in zip(row.points, row.totals, strict=True)
    ]
    points, gold = row.rank
    css = f"seat-{player.colour}" + (" won" if row.place == 1 else "")
    total = h("td", {"class": "total"}, points)
    return h("tr", {"class": css}, name, games, total, h("td", None, words.number(gold)))


def _gold(total: int) -> Markup:
    """The gold of a game, as a number with a coin."""
    said = h("span", {"class": "hidden"}, _("{n} gold").format(n=words.number(total)))
    shown = h("span", {"aria-hidden": "true"}, words.number(total))
    return h("small", None, said, shown, widgets.symbol("good-gold"))


def _tie(table: list[Standing]) -> str:
    """The tie-break among those with equal points, if there are any."""
    ranks = [row.rank for row in table]
    points = [rank[0] for rank in ranks]
    if len(set(ranks)) < len(ranks):
        return _("Equal points and equal gold over all games: a shared place.")
    if len(set(points)) < len(points):
        return _("Equal points: the gold from all games decides.")
    return ""


def _next(kept: Kept) -> str:
    """The start player of the next game, or nothing after the last one."""
    if kept.match.is_over:
        return ""
    name = kept.players[kept.match.starter].said
    if _shared(kept.match):
        return _("{name} starts the next game: the first of the winners in turn order.").format(
            name=name
        )
    return _("{name} has won and starts the next game.").format(name=name)


def _shared(match: Match) -> bool:
    return match.games[-1].count(max(match.games[-1])) > 1


def onward(id: str, kept: Kept) -> Markup:
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
