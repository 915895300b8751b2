"""The dialogs about watching."""

from __future__ import annotations

from cacao_core.fair import Device
from cacao_web.features.together import view
from cacao_web.features.together.parting import giving_view
from cacao_web.features.together.relay import texts
from cacao_web.features.together.view import Link
from cacao_web.game.dealer import Dealer
from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog


def offer(device: Device, may_be_late: bool) -> Markup:
    """The offer to watch a game.

    Args:
        device: the one that watches.
        may_be_late: whether it may have been invited to play: its link is for both.
    """
    late = _("All seats are taken.") if may_be_late else None
    game = words.played(device.rules)
    may_ask = any(map(device.may_ask_for, range(device.players)))
    sentence = _("{game}, played by {players}.").format(game=game, players=all_of(device.names))
    return dialog(
        texts.watching(),
        h("p", None, sentence, " ", late),
        h("p", None, _("You can watch: you see the board as everybody sees it. Tiles in hand stay "
                       "hidden until the end.")),
        h("div", {"class": "buttons last"},
          giving_view.offer() if may_ask else None,
          widgets.button("watch", _("Watch"), icon="play", css="primary big", autofocus=True)),
    )  # fmt: skip


def link(session: Session, dealer: Dealer, address: Link) -> Markup:
    """The link by which others watch."""
    follows = _("Whoever opens this link sees the game up to now. For later turns, send a new one.")
    if session.mode.is_carried:
        follows = _("Whoever opens this link sees the game, and every turn to come.")
    hidden = _("They see the board as everybody sees it. Tiles in hand stay hidden until the end, "
               "and nobody gets a seat by this link.")  # fmt: skip
    late = _("They see each turn one turn later, as was chosen before the game.")
    return dialog(
        _("Let others watch"),
        h("p", None, follows),
        h("p", {"class": "soft"}, hidden, " ", late if dealer.is_late else None),
        view.sending(address),
    )
