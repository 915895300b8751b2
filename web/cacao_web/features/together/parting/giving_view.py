"""The dialogs in which somebody with a new device asks for a seat, and the others give it."""

from __future__ import annotations

from cacao_core.fair import Asked, Device
from cacao_web.board.regions import parting
from cacao_web.features.together import model, view
from cacao_web.features.together.view import Link
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog


def ask(session: Session, device: Device, link: Link, is_carried: bool) -> Markup:
    """The question who somebody was, or what follows once the others are asked.

    Args:
        device: of the person who asks.
        link: by which others are asked.
        is_carried: whether they are asked without a link.
    """
    title = _("Ask for your seat")
    if device.asks_for:
        follows = _("The others are asked when they open the game.")
        if not is_carried:
            follows = _("Send this link to the others. Whoever opens it on a device of this game "
                        "is asked.")  # fmt: skip
        asked = parting.asking(session)
        return dialog(title, h("p", None, asked, " ", follows),
                      None if is_carried else view.sending(link))  # fmt: skip
    text = _("Have you lost the device on which you played? Say who you were. The others are asked "
             "whether you play on here. Hidden tiles are dealt again for you then.")  # fmt: skip
    leaders = [seats[0] for seats in device.devices if device.may_ask_for(seats[0])]
    seats = [_was(session, seat) for seat in leaders]
    return dialog(title, h("p", None, text), h("div", {"class": "buttons"}, seats))


def _was(session: Session, seat: int) -> Markup:
    label = _("I was {name}").format(name=model.names(session, [seat]))
    return widgets.button("ask-for-seat", label, value=str(seat))


def give(session: Session, one: Asked) -> Markup:
    """The question whether a new device gets a seat."""
    name = model.names(session, one.seats[:1])
    says = _("Somebody has opened this game on another device and says: “I was {name}, and my "
             "device is gone.” Nobody can prove that: ask {name} before you agree.")  # fmt: skip
    parts = [_("{name} plays on there, and hidden tiles are dealt again. The lost device has no "
               "seat any more.").format(name=name)]  # fmt: skip
    if missing := model.names(session, parting.still_to_agree(session)):
        parts.append(_("These have to agree: {others}.").format(others=missing))
    parts.append(_("You cannot take this back. If {name} plays before all have agreed, the game "
                   "goes on as before.").format(name=name))  # fmt: skip
    no = _("If you say no, the other device reads that you did not agree. You can still agree "
           "later.")  # fmt: skip
    if not session.mode.is_carried:
        no = _("If you say no, tell {name} yourself: by link, the other device does not learn of "
               "it. You can still agree later.").format(name=name)  # fmt: skip
    return dialog(
        _("A new device for {name}").format(name=name),
        h("p", None, says.format(name=name)),
        h("p", None, " ".join(parts)),
        h("p", None, no),
        h("div", {"class": "buttons last"},
          widgets.button("give-now", _("Give the seat"), css="primary"),
          widgets.button("refuse-seat", _("No"))),
    )  # fmt: skip


def offer() -> Markup:
    """The offer to ask for a seat, to somebody who may watch."""
    return widgets.button(Command.ASK_SEAT, _("I have played here…"))
