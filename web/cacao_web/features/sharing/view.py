"""The dialogs about links: sharing a game, opening one, and questions about a known game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cacao_web.board import art
from cacao_web.game.players import Sitter
from cacao_web.game.setup.link import LinkWish
from cacao_web.saves.codec import Saved
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.qr import qr_code
from cacao_web.ui.widgets import check, dialog, row, select, submit

_ROOM: Final = 1000
"""Characters of comments and variations that a link has room for, roughly: they are compressed."""


class Choices(NamedTuple):
    """The options of a link."""

    wish: LinkWish  # the chosen options
    opens: str  # where it opens: ``now``, ``start`` or ``upto`` the shown position
    looks_back: bool  # whether an earlier position is shown
    by_link: bool  # whether the people may be at different devices
    always_by_link: bool  # whether they certainly are
    is_over: bool = False  # whether the game is over
    is_checked: bool = False  # whether its tiles were dealt by several devices, and checked
    has_notes: bool = False  # whether there are comments or variations
    has_room: bool = False  # whether there is room for them in a link


def share(link: str, choices: Choices, record: str, can_share: bool) -> Markup:
    """The game as a link, a QR code and text."""
    field = {"readonly": True, "value": link, "aria-label": _("Link to this game"), "id": "link"}
    text = {"readonly": True, "rows": 8, "aria-label": _("Record of this game"), "id": "record"}
    return dialog(
        _("Share this game"),
        h("p", {"id": "share-friend", "role": "status"}, h("b", None, _friend(choices))),
        h("p", {"class": "soft"}, _("The link contains the deal and the moves. It is not sent to "
                                    "any server."), " ", _by_a_seed(choices), _checked(choices)),
        h("div", {"class": "row"}, h("input", field)),
        _sending(can_share),
        _options(choices),
        h("p", {"class": "soft"}, _too_long()) if choices.has_notes and not choices.has_room
        else None,
        h("div", {"class": "buttons"},
          widgets.button(Command.PICTURE, _("Picture…"), id="picture")),
        h("details", {"id": "qr", "data-stays": "yes"}, h("summary", None, _("QR code")),
          qr_code(link, _("The link as a QR code"))),
        h("details", {"id": "record-text", "data-stays": "yes"},
          h("summary", None, _("Record as text")),
          h("textarea", text, record),
          widgets.button("save-text", _("Save as a file"), icon="file")),
    )  # fmt: skip


def _sending(can_share: bool) -> Markup:
    """The buttons that send a link: first the share sheet, on a device that has one."""
    send = widgets.button("send", _("Share…"), icon="share", css="primary")
    copy = widgets.button("copy", _("Copy link"), css="" if can_share else "primary")
    return h("div", {"class": "buttons"}, send if can_share else None, copy)


def _by_a_seed(choices: Choices) -> str | None:
    """The secrets that a link of a game between devices gives away."""
    by_link = choices.by_link and choices.wish.by_link
    return seeded() if by_link or choices.always_by_link else None


def _checked(choices: Choices) -> str | None:
    """The secrets that a link of a game with other devices gives away, after its end."""
    sentence = _("The game is over and its deal is checked, so nothing in it is secret any more.")
    return sentence if choices.is_checked else None


def seeded() -> str:
    """The warning for people who play by such a link."""
    return _(
        "The tiles of this game were shuffled from a seed: a program could read hidden tiles from "
        "its links. A new game with other devices is dealt so that nobody can."
    )


def hand_over(link: str, name: str, can_share: bool) -> Markup:
    """The link for the person at another device whose turn it is, and nothing more.

    Link and record hold the seed that the deal is made of, so they are for that person only.
    """
    field = {"readonly": True, "value": link, "aria-label": _("Link to this game"), "id": "link"}
    return dialog(
        _("Share this game"),
        h("p", None, _("Send this link to {name}, whose turn it is.").format(name=name)),
        h("p", {"class": "soft"}, seeded()),
        h("div", {"class": "row"}, h("input", field)),
        _sending(can_share),
        h("details", {"id": "qr", "data-stays": "yes"}, h("summary", None, _("QR code")),
          qr_code(link, _("The link as a QR code"))),
    )  # fmt: skip


def your_turn() -> Markup:
    """There is nothing to share: the game goes on here first."""
    text = _("It is your turn. When somebody elsewhere has to decide, you will find the link for "
             "them here. Nothing else can be shared before the end, because a link or a record "
             "gives away which tiles are still to come.")  # fmt: skip
    return dialog(_("Share this game"), h("p", None, text))


def _friend(choices: Choices) -> str:
    """The effect of the link for the person who opens it."""
    if choices.always_by_link or (choices.by_link and choices.wish.by_link):
        return _(
            "Your friend joins in: the link asks who they are, and from then on each of you plays "
            "on your own device."
        )
    if choices.opens == "start":
        return _(
            "Your friend sees the game from the beginning, and can play on from any turn in a "
            "copy. Your game stays as it is."
        )
    if choices.is_over and choices.opens == "now":
        return _("Your friend sees the finished game, and can play on from any turn in a copy.")
    return _(
        "Your friend takes over a copy of the game and decides for all people in it. Your game "
        "stays as it is."
    )


def _too_long() -> str:
    """The limit of comments and variations, and their place if they are longer."""
    sentence = _("The comments and variations are too long for a link: there is room for about {n} "
                 "characters. They go with the file: see the record as text.")  # fmt: skip
    return sentence.format(n=_ROOM)


def _options(choices: Choices) -> Markup:
    places = [("now", _("the game as it stands")), ("start", _("a replay from the beginning"))]
    if choices.looks_back:
        places.append(("upto", _("only what you are looking at")))
    apart = choices.by_link and not choices.always_by_link
    noted = _("Include comments and variations (up to about {n} characters)").format(n=_ROOM)
    several = _("We play on different devices: whoever opens the link says who they are")
    return h(
        "form",
        {"id": "share-options"},
        row(_("The link opens"), select("opens", _("The link opens"), places, choices.opens)),
        check("names", _("Include the players’ names"), choices.wish.names),
        check("notes", noted, choices.wish.notes) if choices.has_room else None,
        check("by_link", several, choices.wish.by_link) if apart else None,
    )


def opening(text: str, problem: str) -> Markup:
    """The dialog where a link or a record can be pasted, or a file chosen."""
    area = {"name": "link", "rows": 6, "spellcheck": "false", "aria-label": _("Link or record")}
    note = _("Paste a link or the text of a record, or choose a file with a link, a record or "
             "saved games. You can also drop a file anywhere on the page.")  # fmt: skip
    return dialog(
        _("Open a link or file"),
        h(
            "form",
            {"data-form": "open-pasted"},
            h("p", None, note),
            h("textarea", area, text),
            _drop_zone(),
            h("p", {"class": "problem", "role": "alert"}, problem) if problem else None,
            submit(_("Open")),
        ),
    )


def _drop_zone() -> Markup:
    """The place for a file; the browser's own control, which it covers, takes keys and files."""
    file = {"type": "file", "name": "file", "accept": "text/*,.json,.cacao", "id": "open-file"}
    return h(
        "label",
        {"class": "drop-zone"},
        h("input", file),
        h("span", {"class": "drop-button"}, widgets.symbol("icon-file", "glyph"),
          _("Choose a file")),
        h("span", {"class": "soft"}, _("or drop it here")),
    )  # fmt: skip


def who(sitters: Sequence[Sitter]) -> Markup:
    """The question which of the people the reader is."""
    people = [(seat, sitter) for seat, sitter in enumerate(sitters) if sitter.is_person]
    return dialog(
        _("Who are you?"),
        h("p", None, _("This game is played by link: everyone plays on their own device, and the "
                       "page gives you the link for whoever decides next.")),
        h("p", {"class": "soft"}, seeded()),
        h(
            "div",
            {"class": "seat-choice"},
            [
                h("button", {"type": "button", "class": "big", "data-command": "be",
                             "data-value": seat, "id": f"be-{seat}"},
                  art.emblem(sitter.colour), sitter.said)
                for seat, sitter in people
            ],
        ),
        h("div", {"class": "buttons"}, widgets.button("be", _("Everyone plays here"), value="")),
    )  # fmt: skip


def known(saved: Saved, link: int, own: int, kinship: str) -> Markup:
    """A link to another point of a saved game, or to another course of it.

    Args:
        saved: the saved game.
        link: the turn of the link; of a fork, the last turn that both have in common.
        own: number of turns of the saved game.
        kinship: ``OLDER``, ``NEWER`` or ``FORK``.
    """
    sentence = {
        "OLDER": _("This link is from an earlier point in a game that you have: turn {n}. Your "
                   "game is at turn {m}."),
        "NEWER": _("This link is from a later point in a game that you have: turn {n}. Your game "
                   "is at turn {m}."),
        "FORK": _("You already have this game. Both are the same up to turn {n}; after that, the "
                  "link takes a different course from your game, which has {m} turns."),
    }[kinship]  # fmt: skip
    again = {
        "OLDER": _("Play from there as a copy"),
        "NEWER": _("Open the link as a copy"),
        "FORK": _("Open the link as a copy"),
    }[kinship]
    newer = kinship == "NEWER"
    there = widgets.button("look-there", _("Look at that point"))
    if newer:
        label = _("Go on from the link")
        there = widgets.button("go-on-there", label, css="primary", autofocus=True)
    mine = widgets.button("keep-own", _("Go on with my game"), css="" if newer else "primary",
                      autofocus=not newer)  # fmt: skip
    buttons = [there, mine] if newer else [mine, there]
    return dialog(
        saved.session.title,
        h("p", None, sentence.format(n=link, m=own)),
        h("div", {"class": "buttons last"}, buttons, widgets.button("take-copy", again)),
    )
