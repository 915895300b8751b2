"""The dialog of somebody who is invited."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.fair import Glimpse
from cacao_core.names import LONGEST_NAME
from cacao_core.rules import SHORT
from cacao_core.tiles import Seat
from cacao_web.board import art
from cacao_web.browser.containers import SOME_APP
from cacao_web.features.together import model, view
from cacao_web.features.together.joining.form import Form
from cacao_web.game.matches import points
from cacao_web.game.players import Sitter
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of, ngettext
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.widgets import dialog, submit


def join_in(
    glimpse: Glimpse,
    sitters: Sequence[Sitter],
    form: Form,
    container: str = "",
    is_carried: bool = False,
    waiting: Sequence[str] = (),
) -> Markup:
    """The invitation, as seen by somebody who has opened it.

    Args:
        glimpse: what the invitation says.
        form: what has been entered.
        container: the app whose own browser shows it, see ``browser.containers``.
        is_carried: whether a carrier brings the messages without a person.
        waiting: the names of those who have asked for the free seats, and have no answer.
    """
    host = ", ".join(sitters[seat].said for seat in glimpse.seats[:1])
    others = [seat for seat in range(glimpse.players) if seat not in glimpse.free_seats]
    sentence = _("A game of Cacao for {n}, with {players}.").format(
        n=glimpse.players, players=all_of([sitters[seat].said for seat in others])
    )
    several = len(glimpse.free_seats) > 1
    return dialog(
        _("{name} invites you").format(name=host),
        _contained(container) if container else None,
        h("p", None, sentence),
        _played(glimpse),
        _match(glimpse),
        _asked_before(waiting) if waiting else None,
        h(
            "form",
            {"data-form": "join", "class": "joining"},
            h("p", None, _("Who plays on this device?") if several else _("Your name:")),
            [_chair(sitters[seat], seat, form, several) for seat in glimpse.free_seats],
            None if is_carried else view.shown_tile(form.shows_tile),
            h("p", {"class": "problem", "role": "alert"}, form.problem) if form.problem else None,
            h("p", {"class": "soft"}, _("In a match, names stay.")) if form.is_named else None,
            submit(_("Ask as well") if waiting else _("Join")),
        ),
    )  # fmt: skip


def _asked_before(waiting: Sequence[str]) -> Markup:
    """Others want the free seats, and the host has not answered."""
    asked = ngettext("{name} has asked for the last seat, and waits for an answer.",
                     "{name} have asked for the last seats, and wait for an answer.",
                     len(waiting), name=all_of(waiting))  # fmt: skip
    text = _("You can ask as well. Or look again later: once the game has begun, you can watch it.")
    again = widgets.button("relay-go-on", _("Look again"), id="look-again")
    return join(h("p", {"id": "asked-before"}, asked, " ", text),
                h("div", {"class": "buttons"}, again))  # fmt: skip


def _played(glimpse: Glimpse) -> Markup | None:
    """The name of the game, unless it is that of the rulebook; modules with a sentence each."""
    rules = glimpse.rules
    if rules == SHORT:
        sentence = _("It is a short game: {n} turns each.").format(n=rules.turns(glimpse.players))
        return h("p", None, sentence)
    if not rules.modules:
        return None
    modules = h(
        "details",
        {"class": "played", "id": "played"},
        h("summary", None, words.rules_named(rules)),
        h("dl", None, [_module(module.name) for module in rules.modules]),
    )
    return join(modules, _huts(glimpse.huts) if glimpse.huts else None)


def _huts(chosen: tuple[str, ...]) -> Markup:
    """The huts that lie up, as the host has chosen."""
    names = ", ".join(map(words.more().hut_name, chosen))
    sentence = _("The huts are chosen, not drawn: {huts}.").format(huts=names)
    return h("p", {"id": "chosen-huts"}, sentence)


def _match(glimpse: Glimpse) -> Markup | None:
    """The place of the game in a match; at its beginning, with the points."""
    before = model.match_in(glimpse.options, glimpse.players)
    if before is None:
        return None
    note = None if before else h("p", {"class": "soft"}, points.told(glimpse.players))
    return join(h("p", {"id": "match"}, h("b", None, points.title(len(before) + 1))), note)


def _module(module: str) -> Markup:
    """A module, and what it brings."""
    texts = words.more()
    name, text = texts.module_name(module), texts.module_told(module)
    return join(h("dt", None, name), h("dd", None, text))


def _contained(app: str) -> Markup:
    """The advice in the browser of another app, which may forget the game."""
    text = _("This page is open inside {app}, which may forget the game together with this window.")
    if app == SOME_APP:
        text = _("This page is open inside another app, which may forget the game together with "
                 "this window.")  # fmt: skip
    text = text.format(app=app)
    how = _("To keep it, open the invitation in your browser: by the menu of this window, or with "
            "the link.")  # fmt: skip
    copy = widgets.button("invitation-copy", _("Copy link"), id="invitation-copy")
    return h("div", {"class": "contained", "role": "note"}, h("p", None, text, " ", how),
             h("div", {"class": "buttons"}, copy))  # fmt: skip


def _chair(sitter: Sitter, seat: Seat, form: Form, several: bool) -> Markup:
    name = {"name": f"name-{seat}", "value": form.names[seat], "maxlength": LONGEST_NAME,
            "placeholder": _("Name"), "aria-label": _("Name of player {n}").format(n=seat + 1),
            "autocomplete": "off",
            "autofocus": seat in form.seats and not form.names[seat],
            "readonly": form.is_named}  # fmt: skip
    box = {"type": "checkbox", "name": f"seat-{seat}", "checked": seat in form.seats,
           "aria-label": sitter.said}  # fmt: skip
    tick = h("input", box) if several else None
    return h("div", {"class": "row chair-in"}, tick, art.emblem(sitter.colour), h("input", name))
