"""The part of games with other devices in the dialog at the end: the check, and who has to know."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_web.features.together import model
from cacao_web.game.matches import rounds
from cacao_web.game.session import Session
from cacao_web.game.texts import people
from cacao_web.shell.endings import ResultPart
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h, join


def part(session: Session, match: Sequence[ResultPart]) -> ResultPart:
    """The result of the check; with the points of the match that the game belongs to, if any."""
    device = model.dealer(session).device
    waits = model.names(session, device.waits_for)
    cheats = [model.cheating(one, session) for one in device.cheats]
    stood_in = model.names(
        session, [seat for seat, _moves in (*device.passed_on, *device.given_on)]
    )
    content = _checked(device.is_verified, waits, cheats, stood_in)
    if session.reach.wanted_by:
        by = session.said(session.reach.wanted_by)
        content = _unaware(people.wanting_rematch(by, rounds.goes_on(session)), content)
    urgent = None
    if session.reach.next_by:
        by = session.said(session.reach.next_by)
        begun = session.reach.next_begun
        told = people.watching_rematch(by, rounds.goes_on(session), begun)
        content = _unaware(told, content)
        label = people.watching_next()
        urgent = widgets.button(Command.WATCH_NEXT, label, icon="play", css="primary")
    if urged := session.mode.urged(session.game):
        content = _unaware(people.urged(session.said(urged)), content)
        urgent = _send_last()
    result = match[0]._replace(told=join(match[0].told, content)) if match else ResultPart(content)
    return result._replace(urgent=urgent)


def _unaware(text: str, content: Markup) -> Markup:
    """At the end: who has not seen it, before what is said of the check."""
    return join(h("p", {"class": "urged", "role": "status"}, h("b", None, text)), content)


def _send_last() -> Markup:
    """The button that shows the last link."""
    return widgets.button("send-on", _("Send the last link"), icon="share", css="primary",
                          autofocus=True)  # fmt: skip


def _checked(is_verified: bool, waits: str, cheats: Sequence[str], stood_in: str) -> Markup:
    """The outcome of the check at the end of the game.

    Args:
        is_verified: whether everything is proved.
        waits: names of those whose message is missing.
        cheats: sentences about things that no honest device sends.
        stood_in: names of those for whom computers have played on.
    """
    if is_verified:
        good = _("Checked: nobody could see or influence a hidden tile in this game.")
        if stood_in:
            good = _("Checked, except for the tiles of {name}: nobody could see or influence any "
                     "other hidden tile in this game.").format(name=stood_in)  # fmt: skip
        sentence = h("p", {"class": "checked"}, widgets.symbol("icon-check", "glyph"), good)
        return join(sentence, [h("p", {"class": "soft"}, text) for text in cheats])
    text = _("The deal is checked when the last message from {name} arrives.").format(name=waits)
    return h("p", {"class": "soft"}, text)
