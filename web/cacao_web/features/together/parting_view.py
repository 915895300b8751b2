"""The dialogs in which a person ends a game that does not go on, or resigns."""

from __future__ import annotations

from cacao_web.board.regions import parting
from cacao_web.features.together import model
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog


def end(session: Session) -> Markup:
    """The question whether to end a game in which somebody is silent."""
    silent = model.names(session, session.mode.waited_for(session.game))
    missing = model.names(session, parting.still_to_agree(session))
    told = _("The game ends where it stands, without a result, and nobody is blamed. {name} reads "
             "that when the game is opened there.").format(name=silent)  # fmt: skip
    if missing:
        told = _("The game ends where it stands when these agree too: {others}. It has no result, "
                 "and nobody is blamed. If {name} plays before that, it goes on.")  # fmt: skip
        told = told.format(others=missing, name=silent)
    return _question(_("End this game"), words.since(session.reach.since), told,
                     widgets.button("end-now", _("End the game"), css="primary"))  # fmt: skip


def resign(session: Session) -> Markup:
    """The question whether to leave the game."""
    device = model.dealer(session).device
    others = [seats[0] for seats in device.devices if seats != device.seats]
    name = model.names(session, others)
    told = _("The game ends where it stands, without a result. {name} reads that you have "
             "resigned.").format(name=name)  # fmt: skip
    if len(others) > 1:
        told = _("{name} play on until it is your turn, and may end the game then. Until they do, "
                 "you can come back.").format(name=name)  # fmt: skip
    return _question(_("Resign"), "", told,
                     widgets.button("resign-now", _("Resign"), css="primary"))  # fmt: skip


def _question(title: str, since: str, told: str, yes: Markup) -> Markup:
    """A dialog with a sentence and the answers."""
    no = widgets.button("close", _("Cancel"))
    return dialog(
        title,
        h("p", None, since) if since else None,
        h("p", None, told),
        h("div", {"class": "buttons last"}, yes, no),
    )
