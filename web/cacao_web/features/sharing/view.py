"""The dialogs about links: sharing a game, opening one, and questions about a known game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cacao_web.board import art
from cacao_web.features.sharing.qr import qr_code
from cacao_web.game.link import Wish
from cacao_web.game.players import Sitter
from cacao_web.saves.codec import Saved
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import check, dialog, row, select, submit


class Choices(NamedTuple):
    """The options of a link.

    Attributes:
        wish: the chosen options.
        opens: where it opens: ``now``, ``start`` or ``upto`` the shown position.
        looks_back: whether an earlier position is shown.
        by_link: whether the people may be at different devices.
        always_by_link: whether they certainly are.
    """

    wish: Wish
    opens: str
    looks_back: bool
    by_link: bool
    always_by_link: bool


def share(link: str, choices: Choices, record: str, can_share: bool) -> Markup:
    """The game as a link, a QR code and text."""
    field = {"readonly": True, "value": link, "aria-label": _("Link to this game"), "id": "link"}
    text = {"readonly": True, "rows": 8, "aria-label": _("Record of this game"), "id": "record"}
    send = widgets.button("send", _("Share…"), icon="share", css="primary") if can_share else None
    return dialog(
        _("Share this game"),
        h("p", None, _("Whoever opens this link can go on from there. It holds the deal and all "
                       "moves up to there, is sent to no server, and changes nothing here.")),
        h("div", {"class": "row"}, h("input", field)),
        h("div", {"class": "buttons"}, widgets.button("copy", _("Copy link"), css="primary"), send),
        _options(choices),
        h("details", {"id": "qr"}, h("summary", None, _("QR code")),
          qr_code(link, _("The link as a QR code"))),
        h("details", {"id": "record-text"}, h("summary", None, _("Record as text")),
          h("textarea", text, record),
          widgets.button("save-text", _("Save as a file"), icon="file")),
    )  # fmt: skip


def _options(choices: Choices) -> Markup:
    places = [("now", _("the game as it stands")), ("start", _("a replay, from the beginning"))]
    if choices.looks_back:
        places.append(("upto", _("only what you are looking at")))
    apart = choices.by_link and not choices.always_by_link
    several = _("We sit at different devices: who opens it says who they are")
    return h(
        "form",
        {"id": "share-options"},
        row(_("What it opens"), select("opens", _("What it opens"), places, choices.opens)),
        check("names", _("With the players' names"), choices.wish.names),
        check("by_link", several, choices.wish.by_link) if apart else None,
    )


def opening(text: str, problem: str) -> Markup:
    """The dialog where a link or a record can be pasted, or a file chosen."""
    area = {"name": "link", "rows": 6, "spellcheck": "false", "aria-label": _("Link or record")}
    file = {
        "type": "file",
        "name": "file",
        "accept": "text/*,.json,.cacao",
        "aria-label": _("File"),
    }
    told = _("Paste a link or the text of a record, or choose a file with one, or with saved "
             "games. A file can also be dropped anywhere on the page.")  # fmt: skip
    return dialog(
        _("Open a game"),
        h(
            "form",
            {"data-form": "open-pasted"},
            h("p", None, told),
            h("textarea", area, text),
            h("input", file),
            h("p", {"class": "problem", "role": "alert"}, problem) if problem else None,
            submit(_("Open")),
        ),
    )


def who(sitters: Sequence[Sitter]) -> Markup:
    """The question which of the people the reader is."""
    people = [(seat, sitter) for seat, sitter in enumerate(sitters) if sitter.is_person]
    return dialog(
        _("Who are you?"),
        h("p", None, _("This game is played by link: everyone plays at a device of their own; "
                       "the page offers the link for whoever decides next.")),
        h(
            "div",
            {"class": "people"},
            [
                h("button", {"type": "button", "class": "big", "data-command": "be",
                             "data-value": seat, "id": f"be-{seat}"},
                  art.emblem(sitter.colour), sitter.name)
                for seat, sitter in people
            ],
        ),
        h("div", {"class": "buttons"}, widgets.button("be", _("All of them play here"), value="")),
    )  # fmt: skip


def known(saved: Saved, link: int, own: int, kinship: str) -> Markup:
    """A link to another point of a saved game, or to another course of it.

    Args:
        saved: the saved game.
        link: the turn of the link; of a fork, the last turn that both have in common.
        own: number of turns of the saved game.
        kinship: ``OLDER``, ``NEWER`` or ``FORK``.
    """
    told = {
        "OLDER": _("This link is from an earlier point of a game that you have: turn {n}. Your "
                   "game has come to turn {m}."),
        "NEWER": _("This link is from a later point of a game that you have: turn {n}. Your game "
                   "has come to turn {m}."),
        "FORK": _("You have this game already. Up to turn {n} both are the same; after that the "
                  "link goes another way than your game, which has {m} turns."),
    }[kinship]  # fmt: skip
    again = {
        "OLDER": _("Play from there, as a copy"),
        "NEWER": _("Open the link as a copy"),
        "FORK": _("Open the link as a copy"),
    }[kinship]
    newer = kinship == "NEWER"
    there = widgets.button("look-there", _("Look at that point"))
    if newer:
        label = _("Go on where the link is")
        there = widgets.button("go-on-there", label, css="primary", autofocus=True)
    mine = widgets.button("keep-own", _("Go on with my game"), css="" if newer else "primary",
                      autofocus=not newer)  # fmt: skip
    buttons = [there, mine] if newer else [mine, there]
    return dialog(
        saved.session.title,
        h("p", None, told.format(n=link, m=own)),
        h("div", {"class": "buttons last"}, buttons, widgets.button("take-copy", again)),
    )
