"""The dialogs of games with other devices: inviting, joining, answering, sending on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cacao_core.tiles import Seat
from cacao_web.board import art
from cacao_web.features.together import model
from cacao_web.features.together.news.calling import Calling, call
from cacao_web.game.players import Sitter
from cacao_web.game.presence import Presence
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, ngettext
from cacao_web.ui.markup import Markup, h, join
from cacao_web.ui.qr import qr_code
from cacao_web.ui.widgets import check, dialog


class Link(NamedTuple):
    """A link to be sent."""

    address: str  # the whole address; empty while it is being made
    can_share: bool  # whether the device has a share sheet
    calling: Calling = Calling()  # how this browser calls the person


# --- Inviting ------------------------------------------------------------------------------------


def invite(
    session: Session,
    seat: Seat,
    open_seats: Sequence[Seat],
    link: Link,
    shows_tile: bool,
    waiting: Sequence[Markup] = (),
) -> Markup:
    """The invitation for a seat.

    Args:
        seat: who is invited.
        open_seats: all who are not connected.
        link: the invitation.
        shows_tile: whether others see the tile that is tried, not only its space.
        waiting: those who want to join.
    """
    name = session.sitters[seat].said
    sentence = _("{name} opens this link or scans the code, and sends an answer back: open that on "
                 "this device.")  # fmt: skip
    return dialog(
        _("Invite {name}").format(name=name),
        waiting,
        _whom(session, seat, open_seats) if len(open_seats) > 1 else None,
        h("p", None, sentence.format(name=name)),
        sending(link, open_code=True),
        _answer_field(),
        _waits(session.reach.since if session.mode.is_joining else "",
               _("You can send it again, or close this: the game is among your saved games.")),
        present(session),
        call(link.calling),
        h("form", {"id": "together-options"}, shown_tile(shows_tile)),
        h("p", {"class": "soft"}, _("On one network you play live. Anywhere else you go on by "
                                    "link. There is no server: nobody can see or influence "
                                    "hidden tiles, and at the end everything is checked.")),
    )  # fmt: skip


def _whom(session: Session, chosen: Seat, seats: Sequence[Seat]) -> Markup:
    """One button for each seat that can be invited."""
    return h(
        "div",
        {"class": "buttons whom", "role": "group", "aria-label": _("Whom you invite")},
        [_who(session.sitters[seat], seat, seat == chosen) for seat in seats],
    )


def _who(sitter: Sitter, seat: Seat, chosen: bool) -> Markup:
    box = {
        "type": "button",
        "data-command": "invite",
        "data-value": seat,
        "id": f"whom-{seat}",
        "aria-pressed": "true" if chosen else "false",
    }
    return h("button", box, art.emblem(sitter.colour), sitter.said)


def sending(link: Link, open_code: bool = False) -> Markup:
    """A link as text and code, with the buttons that send it."""
    field = {
        "readonly": True,
        "value": link.address or _("One moment…"),
        "aria-label": _("Link to this game"),
        "id": "link",
    }
    ready = not bool(link.address)
    send = widgets.button("together-send", _("Share…"), icon="share", css="primary", disabled=ready)
    copy = widgets.button("together-copy", _("Copy link"), disabled=ready,
                          css="" if link.can_share else "primary")  # fmt: skip
    code = qr_code(link.address, _("The link as a QR code")) if link.address else None
    return join(
        h("div", {"class": "row"}, h("input", field)),
        h("div", {"class": "buttons"}, send if link.can_share else None, copy),
        h("details", {"id": "qr", "open": open_code}, h("summary", None, _("QR code")), code),
    )


def _answer_field() -> Markup:
    """The field where an answer can be pasted."""
    area = {"name": "answer", "aria-label": _("The answer, or any other link of this game"),
            "placeholder": _("Paste the answer here"), "autocomplete": "off"}  # fmt: skip
    return h(
        "form",
        {"data-form": "together-take", "class": "row", "id": "take-answer"},
        h("input", area),
        h("button", {"type": "submit"}, _("Open")),
    )


def shown_tile(wanted: bool) -> Markup:
    label = _("Live: while I choose, show the others my tile too, not only the space")
    return check("ghost", label, wanted)


def present(session: Session) -> Markup:
    """The presence of everybody."""
    players = [
        _player(session.sitters[seat], where)
        for seat, where in sorted(session.reach.presence.items())
    ]
    return h("ul", {"class": "present", "aria-live": "polite"}, players)


def _compare(session: Session) -> Markup | None:
    """The characters to compare, with three or more devices."""
    device = session.dealer.device if session.dealer else None
    if device is None or len(device.devices) < 3 or not device.fingerprint:
        return None
    return compare(device.fingerprint, "soft")


def compare(code: str, css: str = "") -> Markup:
    """The characters to compare, and what they are for."""
    sentence = _("All devices of this game show the same ten characters: {code}. Compare them if "
                 "you like: they differ if somebody has come between the devices.")  # fmt: skip
    return h("p", {"class": css or None}, sentence.format(code=code))


def _player(sitter: Sitter, where: Presence) -> Markup:
    label = h("span", None, people.place(where))
    return h("li", {"class": f"at-{where}"}, art.emblem(sitter.colour), h("b", None, sitter.said),
             label)  # fmt: skip


# --- Answering -----------------------------------------------------------------------------------


def reply(session: Session, link: Link, since: str) -> Markup:
    """The answer to an invitation, for the device that has invited.

    Args:
        link: the answer.
        since: when the answer was made (ISO 8601, UTC).
    """
    name = model.inviter(session)
    text = _("Almost there: {name} has to open this answer. Send it back, or let {name} scan the "
             "code.")  # fmt: skip
    if not session.mode.is_joining:
        text = _("You play live as soon as {name} has opened this answer. Until then the game goes "
                 "on by link.")  # fmt: skip
    return dialog(
        _("Your answer to {name}").format(name=name),
        h("p", None, text.format(name=name)),
        sending(link, open_code=True),
        _waits(since, _("You can send it again, or close the page: the game is among your saved "
                        "games.")),
        present(session),
        call(link.calling),
    )  # fmt: skip


def _waits(since: str, otherwise: str) -> Markup:
    """Since when somebody is awaited, and what else can be done."""
    since_when = people.since(since)
    return h("p", {"class": "soft"}, " ".join((since_when, otherwise)) if since_when else otherwise)


# --- Going on by link ----------------------------------------------------------------------------


def send_on(session: Session, names: str, link: Link) -> Markup:
    """The link for whoever has to act next."""
    sentence = _("Whoever opens this link on a device of this game sees all that has happened.")
    if names:
        sentence = _("Send this link to {name}.").format(name=names)
    is_closed = session.dealer is not None and session.dealer.device.is_closed
    is_over = session.game.is_over or is_closed
    end = _("Whoever opens it sees the end, and their device checks the deal.")
    if is_closed:
        end = _("Whoever opens it sees how the game stands.")
    stands = _("The link contains no hidden tiles. What you have decided cannot be taken back "
               "once this link exists.")  # fmt: skip
    return dialog(
        _("The last link") if is_over else _("Go on by link"),
        h("p", None, sentence),
        h("p", {"class": "soft"}, end if is_over else stands),
        sending(link),
        _answer_field(),
        present(session),
        call(link.calling),
        _compare(session),
        may_watch(session),
        h("div", {"class": "buttons"},
          None if is_over else widgets.button("invite", _("Play live…"), icon="live"),
          widgets.button("move", _("Move to another device…"), icon="share"),
          None if session.mode.is_joining else widgets.button("watchers", _("Let others watch…")),
          widgets.button("resign", _("Resign…")) if may_resign(session) else None),
    )  # fmt: skip


def may_watch(session: Session) -> Markup | None:
    """A line for those who play: somebody may be watching."""
    note = _("Whoever has the link of this game can watch it. Tiles in hand stay hidden from them.")
    return h("p", {"class": "soft"}, note) if session.mode.is_carried else None


def may_resign(session: Session) -> bool:
    """Whether somebody here may leave the game."""
    return session.dealer is not None and session.dealer.device.may_leave


def move(link: Link, in_match: bool) -> Markup:
    """The link with which the game goes on elsewhere.

    Args:
        in_match: whether games before it count for a match.
    """
    match = _("The finished games of the match stay here. Your other device cannot tell its points "
              "or begin its next game: the devices of the others do.")  # fmt: skip
    return dialog(
        _("Move to another device"),
        h("p", None, _("Open this link on your other device, and play on only there. Keep it to "
                       "yourself: whoever has it sees your tiles and plays for you.")),
        sending(link, open_code=True),
        h("p", {"class": "soft"}, match) if in_match else None,
        save_seat(),
        h("div", {"class": "buttons last"},
          widgets.button("moved", _("It is open there"))),
    )  # fmt: skip


def save_seat() -> Markup:
    """The button that saves the link with a seat as a file."""
    return h("div", {"class": "buttons"},
             widgets.button("seat-file", _("Save as a file"), icon="file"))  # fmt: skip


def move_here(names: str, is_carried: bool) -> Markup:
    """The game comes from another device, perhaps with a carrier that has the news."""
    return dialog(
        _("Play on this device"),
        h("p", None, _("You play on here for {name}, and no longer on the other device.").format(
            name=names)),
        None if is_carried else h("p", {"class": "soft"}, _(
            "This device does not know the latest turns yet: open the others’ newest link "
            "here, or play live.")),
        h("div", {"class": "buttons last"},
          widgets.button("move-here", _("Go on here"), css="primary big", autofocus=True)),
    )  # fmt: skip


def move_all_here(count: int) -> Markup:
    """Games come from another device, given how many."""
    sentence = ngettext("{n} game comes here. You play on here, and no longer on the other device.",
                        "{n} games come here. You play on here, and no longer on the other device.",
                        count)  # fmt: skip
    return dialog(
        _("Play on this device"),
        h("p", None, sentence),
        h("div", {"class": "buttons last"},
          widgets.button("move-here", _("Go on here"), css="primary big", autofocus=True)),
    )  # fmt: skip


def remarks(sentences: Sequence[str], is_muted: bool) -> Markup:
    return dialog(
        _("Say something"),
        h("div", {"class": "remarks"}, [
            h("button", {"type": "button", "class": "big", "data-command": "say",
                         "data-value": number}, text)
            for number, text in enumerate(sentences)
        ]),
        h("form", {"id": "remark-options"},
          check("mute", _("Do not show what others say"), is_muted)),
    )  # fmt: skip


# --- What is said --------------------------------------------------------------------------------


def taken() -> Markup:
    """Another tab has taken the link."""
    return dialog(
        _("This game is open in another tab"),
        h("p", None, _("The link was opened there. You can close this tab.")),
        h("div", {"class": "buttons last"}, widgets.button("home", _("Home"), icon="home")),
    )  # fmt: skip


def open_elsewhere(id: str) -> Markup:
    """The game is played in another tab."""
    return dialog(
        _("This game is open in another tab"),
        h("p", None, _("A game with other devices can be played in one tab only. You can close "
                       "this one.")),
        h("div", {"class": "buttons last"},
          widgets.button("take-over", _("Go on here"), css="primary", value=id),
          widgets.button("home", _("Home"), icon="home")),
    )  # fmt: skip


def told(title: str, text: str) -> Markup:
    """A sentence that nobody must miss."""
    close = widgets.button("close", _("Close"), css="primary")
    return dialog(title, h("p", None, text), h("div", {"class": "buttons last"}, close))
