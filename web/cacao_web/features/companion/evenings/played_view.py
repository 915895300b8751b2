"""The screens of games that were played: the list, a game, and a match."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby
from typing import Final

from cacao_core.names import LONGEST_NAME
from cacao_web.board import art
from cacao_web.board.results import scores, standings
from cacao_web.features.companion import view
from cacao_web.features.companion.evenings import contests, dates, written
from cacao_web.features.companion.evenings.entry import EveningEntry
from cacao_web.features.companion.evenings.played import PlayedEvenings
from cacao_web.features.companion.frame import frame
from cacao_web.features.companion.people import plainly
from cacao_web.game.matches.series import GAMES
from cacao_web.game.session import Session
from cacao_web.game.setup.expansion import Expansion
from cacao_web.game.texts import words
from cacao_web.shell.controller import Evenings
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command, is_there
from cacao_web.ui.i18n import _, isolated, moment, ngettext
from cacao_web.ui.markup import Markup, h, join

ALL: Final = "played/all"
_FIRST: Final = 30
"""Games that are listed at first."""
_CHIPS: Final = 8


def day_name(day: str) -> str:
    """A date as people write it; at noon it is the same day nearly everywhere."""
    return moment(f"{day}T12:00:00Z")


def label(entry: EveningEntry, seat: int) -> str:
    """The name at a seat, or else its colour."""
    place = entry.seats[seat]
    return isolated(place.name) or plainly(place.colour)


# --- The list ------------------------------------------------------------------------------------


def listing(
    played: PlayedEvenings, going: Sequence[Session], others: Sequence[Evenings], whole: bool
) -> Markup:
    """All games, the latest first, by day; before them those that are still being written down.

    Args:
        played: the games.
        going: the latter.
        others: those of another game, such as Agricola.
        whole: whether also old games are listed.
    """
    own = [(one.day, _item(played, one)) for one in reversed(played.games)]
    items = chain(own, *(one.items for one in others))
    games = sorted(items, key=lambda item: item[0], reverse=True)
    some = games if whole else games[:_FIRST]
    rest = len(games) - len(some)
    more = ngettext("{n} more game", "{n} more games", rest)
    days = [
        h("section", None, h("h3", None, day_name(day)),
          h("div", {"class": "doors"}, [item for _day, item in group]))
        for day, group in groupby(some, key=lambda item: item[0])
    ]  # fmt: skip
    empty = _("Nothing here yet. Write a game down, or count its score: the page keeps it here.")
    return frame.screen(
        _("Played games"),
        _odd(len(played.odd)),
        _going(going),
        days or h("p", None, empty),
        h("div", {"class": "buttons"},
          widgets.button("companion-go", more, value=ALL) if rest else None,
          widgets.button("companion-go", _("Add a game"), icon="plus", value=view.NEW)),
        [one.more for one in others],
        _files(bool(own), bool(games)),
        back="doors",
        onward=("years/0/", _("The years")) if own else None,
        can_undo=bool(played.past),
    )  # fmt: skip


def _odd(number: int) -> Markup | None:
    sentence = ngettext(
        "{n} entry cannot be read. It stays here, for a later version of the page.",
        "{n} entries cannot be read. They stay here, for a later version of the page.",
        number,
    )
    return h("p", {"class": "problem"}, sentence) if number else None


def _going(sessions: Sequence[Session]) -> Markup | None:
    if not sessions:
        return None
    doors = [
        h("button", {"type": "button", "class": "door", "data-command": Command.RESUME,
                     "data-value": one.id, "disabled": not is_there(Command.RESUME)},
          widgets.symbol("icon-play", "glyph"), h("span", None, h("b", None, one.title)))
        for one in sessions
    ]  # fmt: skip
    return h("section", None, h("h3", None, _("Still being written down")),
             h("div", {"class": "doors"}, doors))  # fmt: skip


def _item(played: PlayedEvenings, entry: EveningEntry) -> Markup:
    """A game: everybody with their gold, the best first."""
    order = [seat for seats in entry.ranking for seat in seats]
    people = [
        (join(art.emblem(entry.seats[seat].colour), " ", label(entry, seat)),
         entry.scores[seat].total, seat in entry.winners)
        for seat in order
    ]  # fmt: skip
    facts = (isolated(entry.place), _in_match(played, entry), entry.note)
    return frame.was_played(f"played/{entry.id}", people, *facts)


def _in_match(played: PlayedEvenings, entry: EveningEntry) -> str:
    contest = contests.found(played, entry.match)
    if contest is None or entry not in contest.games:
        return ""
    return _("Match, game {n} of {m}").format(n=contest.number(entry), m=GAMES)


def _files(table: bool, any: bool) -> Markup:
    """Ways out to a file, and in; with whether there are games for a table, and any games."""
    file = {"type": "file", "name": "file", "accept": "text/*,.json,.csv", "id": "played-file"}
    save = [
        widgets.button("companion-tap", label, icon="file", value=value)
        for value, label, has in (
            ("save:csv", _("Save as CSV"), table), ("save:json", _("Save as JSON"), any)
        )
        if has
    ]  # fmt: skip
    return join(
        h("h3", None, _("Files")),
        h("p", {"class": "soft"}, _("CSV opens in a spreadsheet. JSON has everything, also for "
                                    "another device.")),
        h("div", {"class": "buttons"}, save) if any else None,
        h("label", {"class": "drop-zone"}, h("input", file),
          h("span", {"class": "drop-button"}, widgets.symbol("icon-file", "glyph"),
            _("Bring games from a file"))),
    )  # fmt: skip


def which_day(text: str) -> Markup:
    """The question what comes first in the dates of a file, given one of them."""
    days = [
        widgets.button("companion-tap", day_name(dates.iso(text, first)), value=f"dates:{first}")
        for first in (dates.DAY_FIRST, dates.MONTH_FIRST)
    ]
    question = _("This file has dates such as {date}. Which day is that?").format(date=text)
    return frame.screen(
        _("Day or month first?"), h("p", None, question), h("div", {"class": "buttons"}, days),
        back="played/list",
    )  # fmt: skip


# --- A game --------------------------------------------------------------------------------------


def game(played: PlayedEvenings, entry: EveningEntry, today: str) -> Markup:
    """A game: its result, and what can be written about it."""
    seats = range(len(entry.seats))
    names = [label(entry, seat) for seat in seats]
    shown = [join(art.emblem(entry.seats[seat].colour), " ", names[seat]) for seat in seats]
    colours = [seat.colour for seat in entry.seats]
    return frame.screen(
        scores.verdict(names, entry.scores),
        _rules(entry),
        scores.table(shown, colours, entry.scores, numbered=True),
        _about(played, entry, today),
        _matches(played, entry),
        _people(entry),
        h("div", {"class": "buttons"},
          widgets.button("companion-tap", _("Open the game"), icon="play", value="open:game")
          if entry.link else
          widgets.button("companion-tap", _("Correct the score"), icon="list", value="pad:score"),
          widgets.button("companion-tap", _("Delete"), icon="trash", value="delete:game")),
        back=view.PLAYED,
        onward=(view.PLAYED, _("Done")),
        can_undo=bool(played.past),
    )  # fmt: skip


def _rules(entry: EveningEntry) -> Markup | None:
    """The name of the game, in games with modules."""
    rules = Expansion.of_text(entry.expansion).usual_rules(len(entry.seats))
    return h("p", {"class": "soft"}, words.rules_named(rules)) if rules.modules else None


def _about(played: PlayedEvenings, entry: EveningEntry, today: str) -> list[Markup | None]:
    places = [one for one in written.places(played.games) if one != entry.place][:_CHIPS]
    chips = [widgets.button("companion-tap", one, value=f"place:{one}", css="chip")
             for one in places]  # fmt: skip
    group = frame.group(_("Where you have played before"), chips, css="chips") if chips else None
    return [frame.about(entry.day, entry.place, entry.note, today), group]


def _matches(played: PlayedEvenings, entry: EveningEntry) -> Markup | None:
    """The match that it belongs to; its people may have begun one."""
    if not contests.everybody(played, entry):
        return None
    open = contests.open_for(played, entry)
    buttons = [frame.choice(_("None"), "match:", not entry.match)]
    for contest in open:
        begun = _("The one from {day}").format(day=day_name(contest.games[0].day))
        buttons.append(frame.choice(begun, f"match:{contest.id}", contest.id == entry.match))
    if not any(one.id == entry.match for one in open):
        buttons.append(frame.choice(_("A new one"), "match:new", False))
    standing = widgets.button("companion-go", _("Standings"), icon="list",
                              value=f"match/{entry.match}")  # fmt: skip
    mine = contests.found(played, entry.match)
    return join(
        frame.group(_("Match of three games"), buttons, css="starters"),
        h("div", {"class": "buttons"}, standing) if mine and entry in mine.games else None,
    )


def _people(entry: EveningEntry) -> Markup:
    """The names, which may be put right."""
    fields = [
        h("div", {"class": "person was"}, art.emblem(seat.colour),
          h("input", {"name": f"name-{at}", "value": seat.name, "maxlength": LONGEST_NAME,
                      "placeholder": plainly(seat.colour), "autocomplete": "off",
                      "aria-label": _("Name of player {n}").format(n=at + 1)}))
        for at, seat in enumerate(entry.seats)
    ]  # fmt: skip
    return frame.group(_("Who played"), fields, css="people")


# --- A match -------------------------------------------------------------------------------------


def match(played: PlayedEvenings, contest: contests.Contest) -> Markup:
    """The standings of a match, its games, and the way to the next one."""
    match = contest.match(played)
    number = len(contest.games)
    title = standings.winner(contest.players, match)
    onward = (f"next/{contest.id}", _("Count the next game"))
    return frame.screen(
        title or _("Match, game {n} of {m}").format(n=number, m=GAMES),
        h("div", {"class": "contest"}, standings.standings(contest.players, match)),
        h("div", {"class": "doors"}, [_item(played, one) for one in contest.games]),
        back=f"played/{contest.games[-1].id}",
        onward=(view.PLAYED, _("Done")) if contest.is_over else onward,
        can_undo=bool(played.past),
    )
