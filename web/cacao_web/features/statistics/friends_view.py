"""The tables of games with friends, for each pair and group of people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cacao_web.game.texts import words
from cacao_web.shell.friends import FriendGroup, FriendRow
from cacao_web.ui import ledger, widgets
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h, join


def tables(groups: Sequence[FriendGroup], matches: Iterable[Markup | None]) -> Markup | None:
    """All tables, who has played last first; None if nobody has played with friends.

    Args:
        groups: the pairs and groups.
        matches: the latest match of each, see :func:`match`.
    """
    if not groups:
        return None
    note = _("Games with other devices that were played to the end. A shared victory counts as a "
             "part of a win. Games that were ended early do not count, nor those of people "
             "without a name.")  # fmt: skip
    return join(
        h("h3", None, _("With friends")),
        *map(_table, groups, matches),
        h("p", {"class": "soft note"}, note),
    )


def match(mark: str, table: Markup) -> Markup:
    """A match: who leads or has won, and the table when it is unfolded."""
    return h("details", {"class": "last-match"}, h("summary", None, mark), table)


def _table(group: FriendGroup, match: Markup | None) -> Markup:
    number = ngettext("{n} game", "{n} games", group.games)
    last = join(number, ", ", _("the last one:"), " ", widgets.moment(group.last))
    names = all_of([_name(row) for row in group.rows])
    heads = [_("Player"), _("Won"), _("Gold")]
    caption = h("caption", None, h("b", None, names), " ", h("small", None, last))
    rows = [_row(row, group.games) for row in group.rows]
    table = ledger.table("ledger group", heads, rows, caption=caption)
    return join(ledger.scrolled(table), match)


def _name(row: FriendRow) -> str:
    """The person's name, as in the match below; "You" for the one here who has given none."""
    return row.name or _("You")


def _row(row: FriendRow, games: int) -> Markup:
    """A person's wins and average gold; of a single game, its whole number."""
    return ledger.row(_name(row), [words.shortest(row.wins), words.average(row.gold, games)])
