"""The mistakes that come back, as a dialog."""

from __future__ import annotations

from datetime import date

from cacao_web.game.learning.repetition import INTERVALS, Deck, Mistake
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h


def kept(deck: Deck, today: date) -> Markup:
    """All mistakes, with what is due."""
    due = deck.due(today)
    days = all_of([str(days) for days in INTERVALS])
    about = _("Turns that cost you a lot come back here as puzzles, after {days} days, until you "
              "have solved each of them often enough. A wrong answer starts it "
              "over.").format(days=days)  # fmt: skip
    return widgets.dialog(
        _("Your mistakes"),
        h("p", {"class": "soft"}, about),
        _start(due) if due else _none_due(deck, today),
        h("ul", {"class": "own-mistakes"}, [_entry(one, today) for one in _ordered(deck, today)])
        if deck.kept
        else None,
        _learned(deck.learned) if deck.learned else None,
        h("div", {"class": "buttons last"}, widgets.button(Command.PUZZLES, _("All puzzles"),
                                                           icon="prev")),
    )  # fmt: skip


def _ordered(deck: Deck, today: date) -> list[Mistake]:
    return sorted(deck.kept, key=lambda one: one.due(today))


def _start(due: list[Mistake]) -> Markup:
    sentence = ngettext("{n} mistake to practise.", "{n} mistakes to practise.", len(due))
    start = widgets.button("own-mistakes-begin", _("Start"), icon="play", css="primary",
                           autofocus=True)  # fmt: skip
    return h("section", {"class": "puzzle-way"}, h("p", None, h("b", None, sentence)), start)


def _none_due(deck: Deck, today: date) -> Markup:
    if not deck.kept:
        return h("p", None, _("There are none. Finish a game, and analyse it."))
    following = min(one.due(today) for one in deck.kept)
    return h(
        "p", None, _("Nothing to practise today."), " ", words_of_wait((following - today).days)
    )


def _learned(count: int) -> Markup:
    sentence = ngettext("{n} mistake is done for good.", "{n} mistakes are done for good.",
                        count)  # fmt: skip
    return h("p", {"class": "soft"}, sentence)


def words_of_wait(days: int) -> str:
    """The time when something comes back."""
    if days <= 0:
        return _("Ready now.")
    return ngettext("Comes back in {n} day.", "Comes back in {n} days.", days)


def _entry(mistake: Mistake, today: date) -> Markup:
    """A mistake with what it gave away; a click puts it on the board."""
    wait = words_of_wait((mistake.due(today) - today).days).rstrip(".")
    right = ngettext("solved once", "solved {n} times in a row", mistake.box)
    parts = [wait] if mistake.box == 0 else [wait, right]
    when = widgets.moment(mistake.when) if mistake.when else None
    go = {"type": "button", "class": "turn", "data-command": "own-mistake",
          "data-value": mistake.id}  # fmt: skip
    title = h("b", None, _title(mistake))
    label = _("Delete: {what}").format(what=_title(mistake))
    delete = widgets.icon_button("own-mistake-delete", label, "trash", value=mistake.id)
    facts = h("small", None, when, " · " if when else None, " · ".join(parts))
    return h("li", None, h("button", go, title, facts), delete)


def _title(mistake: Mistake) -> str:
    gold = max(1, round(loss(mistake)))
    return ngettext("Gave away about {n} gold", "Gave away about {n} gold", gold)


def loss(mistake: Mistake) -> float:
    """Gold that the turn gave away; 0 if what is stored does not say."""
    try:
        return float(mistake.turn["best"]["margin"] - mistake.turn["played"]["margin"])
    except (KeyError, TypeError):
        return 0.0
