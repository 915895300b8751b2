"""The dialogs in which a person waits no longer for somebody, or resigns."""

from __future__ import annotations

from cacao_web.board.forms import level as levels
from cacao_web.board.regions import parting
from cacao_web.features.together import model
from cacao_web.game.matches import rounds
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Child, Markup, h
from cacao_web.ui.widgets import dialog

LEVEL = "stand-in-level"
"""The field for the level of computers that play on."""


def loss(session: Session, is_handed_on: bool) -> str:
    """The sentence about what is lost if this device deletes a game; empty if nothing is."""
    if session.about.before is not None and rounds.counts(session):
        return _("This game belongs to a match. Without it, this device cannot count the "
                 "points of that match any more.")  # fmt: skip
    if session.game.is_over or is_handed_on or model.dealer(session).device.has_passed_on:
        return ""
    return _("For the others this cannot be undone: whoever is connected sees at once that you "
             "have left, and nobody can finish the game without this device.")  # fmt: skip


def end(session: Session, level: str) -> Markup:
    """The ways on if somebody is silent: the others agree to one, or the person goes on alone.

    Args:
        level: of the computers that play on.
    """
    device = model.dealer(session).device
    since = people.since(session.reach.since)
    label = _("Level of the computers")
    return dialog(
        _("Do not wait any longer"),
        h("p", None, since) if since else None,
        _choice(_stand_in(session), Command.STAND_IN, _("Let a computer play on"))
        if device.may_pass_on
        else None,
        _choice(_new_device(session), "watchers", _("Let others watch…"))
        if device.successor
        else None,
        _choice(_end(session), "end-now", _("End the game")),
        _choice(_alone(session), Command.GO_ALONE, _("Go on against computers")),
        h("p", None, label),
        levels.slider(LEVEL, level, label),
        h("div", {"class": "buttons last"}, widgets.button("close", _("Cancel"))),
    )


def _stand_in(session: Session) -> str:
    """The consequences if a computer plays on."""
    text = _("A computer plays on for {name}. Hidden tiles are dealt again for it, and the game "
             "counts for nobody.")  # fmt: skip
    parts = [text.format(name=_silent(session))]
    if missing := model.names(session, parting.still_to_agree(session)):
        parts.append(_("These have to agree: {others}.").format(others=missing))
    parts.append(_("You cannot take this back. If {name} plays before all have agreed, the game "
                   "goes on as before.").format(name=_silent(session)))  # fmt: skip
    return " ".join(parts)


def _new_device(session: Session) -> str:
    """The way of somebody who has lost the device."""
    text = _("If {name} has lost the device: with the link for watchers, {name} can ask for the "
             "seat on a new one, and you all agree.")  # fmt: skip
    return text.format(name=_silent(session))


def _end(session: Session) -> str:
    """The consequences if the game ends."""
    silent = _silent(session)
    missing = model.names(session, parting.still_to_agree(session))
    text = _("The game ends where it stands, without a result, and nobody is blamed. {name} reads "
             "that when the game is opened there.")  # fmt: skip
    if session.mode.reached_by_link:
        text = _("The game ends where it stands, without a result, and nobody is blamed. {name} "
                 "reads that when your next link is opened there.")  # fmt: skip
    text = text.format(name=silent)
    if missing:
        text = _("The game ends where it stands when these agree too: {others}. It has no result, "
                 "and nobody is blamed. If {name} plays before that, it goes on.")  # fmt: skip
        text = text.format(others=missing, name=silent)
    device = model.dealer(session).device
    successor = device.successor
    if successor and not (successor == device.seats or device.may_pass_on or device.agreed_by):
        host = model.names(session, successor[:1])
        text += " " + _("{name} can also let a computer play on.").format(name=host)
    return text


def _alone(session: Session) -> str:
    """The consequences of going on alone."""
    text = _("You go on alone: in a copy, computers play for all others, and everything hidden is "
             "dealt again.")  # fmt: skip
    if len(model.dealer(session).device.devices) == 2:
        text += " " + _("This game ends without a result.")
    return text


def _silent(session: Session) -> str:
    return model.names(session, session.mode.waited_for(session.game))


def resign(session: Session) -> Markup:
    """The question whether to leave the game."""
    device = model.dealer(session).device
    others = [seats[0] for seats in device.devices if seats != device.seats]
    name = model.names(session, others)
    text = _("The game ends where it stands, without a result. {name} reads that you have "
             "resigned.").format(name=name)  # fmt: skip
    if len(others) > 1:
        text = _("{name} play on until it is your turn, and may end the game then. Until they do, "
                 "you can come back.").format(name=name)  # fmt: skip
    return dialog(
        _("Resign"),
        h("p", None, text),
        h(
            "div",
            {"class": "buttons last"},
            widgets.button("resign-now", _("Resign"), css="primary"),
            widgets.button("close", _("Cancel")),
        ),
    )


def _choice(text: str, command: str, label: str) -> Child:
    """One of several ways on."""
    return h(
        "div",
        {"class": "way-out"},
        h("p", None, text),
        widgets.button(command, label),
    )
