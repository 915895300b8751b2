"""The views of a game's relay: the invitation, those who want to join, the opened game."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.features.together import view
from cacao_web.features.together.news.calling import call
from cacao_web.features.together.relay import texts
from cacao_web.features.together.view import Link
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, isolated, ngettext
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog


def invite(
    session: Session,
    link: Link,
    waiting: Sequence[Markup],
    address: str,
) -> Markup:
    """The invitation for everybody.

    Args:
        link: the invitation.
        waiting: those who want to join.
        address: of the relay.
    """
    text = _("Send this link to everybody who plays, or let them scan it. Whoever opens it enters "
             "a name and joins, now or later: you may close this page meanwhile.")  # fmt: skip
    about = _("The moves travel by {relay}, which sees neither names nor tiles. Nobody can see or "
              "influence hidden tiles, and at the end everything is checked.")  # fmt: skip
    return dialog(
        _("Invite"),
        waiting,
        h("p", None, text),
        view.sending(link, open_code=not waiting),
        view.present(session),
        call(link.calling),
        h("p", {"class": "soft"}, about.format(relay=isolated(address))),
        view.may_watch(session),
        h("div", {"class": "buttons"},
          widgets.button("invite", _("Without the relay…"), icon="live", value="next")),
    )  # fmt: skip


def arriving(title: str, address: str, asks: bool, problem: str, waits: bool) -> Markup:
    """An address is being opened.

    Args:
        title: of the dialog.
        address: of the relay.
        asks: whether the person has to allow it.
        problem: why it has failed; empty if it has not.
        waits: whether the page tries again by itself.
    """
    name = isolated(address)
    if asks:
        return dialog(
            title,
            h("p", None, _("This game travels by {relay}: a mailbox on the internet that keeps "
                           "the moves until everybody has read them. It is not the relay of "
                           "this page. It learns your network address and when you play, but "
                           "neither names nor tiles.").format(relay=name)),
            h("div", {"class": "buttons last"},
              widgets.button("relay-go-on", _("Go on"), css="primary big", autofocus=True)),
        )  # fmt: skip
    if problem:
        again = widgets.button("relay-go-on", _("Try again"), css="primary", autofocus=True)
        return dialog(
            title,
            h("p", {"class": "problem", "role": "alert"}, problem),
            h("div", {"class": "buttons last"},
              None if waits else again, widgets.button("close", _("Close"))),
        )  # fmt: skip
    return dialog(
        title,
        h("p", {"role": "status"}, _("Looking up the game at {relay}…").format(relay=name)),
    )


def too_early() -> Markup:
    """The game that somebody wants to watch waits for its players."""
    again = widgets.button("relay-go-on", _("Look again"), css="primary", autofocus=True)
    return dialog(
        texts.watching(),
        h("p", {"role": "status"},
          _("This game has not begun yet. Once it has, you can watch it.")),
        h("div", {"class": "buttons last"}, again, widgets.button("close", _("Close"))),
    )  # fmt: skip


def seat(link: Link, in_match: bool) -> Markup:
    """The link with which somebody gets back in, from any browser; perhaps in a match."""
    match = _("The points of the match come along only with “All my games…”.")
    return dialog(
        _("A link back to this game"),
        h("p", None, _("With this link you get back into this game, from any browser: on another "
                       "device, or if this one forgets the game. Keep it to yourself: whoever has "
                       "it sees your tiles and plays for you, and that cannot be undone.")),
        view.sending(link, open_code=True),
        h("p", {"class": "soft"}, match) if in_match else None,
        view.save_seat(),
        h("div", {"class": "buttons"},
          widgets.button("all-seats", _("All my games…"), icon="people")),
    )  # fmt: skip


def all_seats(link: Link, count: int, in_match: bool) -> Markup:
    """One link with all seats of this person, given how many; perhaps some of them in a match."""
    sentence = ngettext("With this link you get back into {n} game with others, from any browser.",
                        "With this link you get back into {n} games with others, from any browser.",
                        count)  # fmt: skip
    secret = _("Keep it to yourself: whoever has it sees your tiles and plays for you, and that "
               "cannot be undone. Games that begin later are not in it.")  # fmt: skip
    match = _("The finished games of a match that goes on are among them.")
    return dialog(
        _("All my games"),
        h("p", None, sentence, f" {match}" if in_match else None),
        h("p", None, secret),
        view.sending(link),
        view.save_seat(),
    )
