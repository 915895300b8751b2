"""The tray while an earlier position is shown."""

from __future__ import annotations

from cacao_core.moves import turns_begun
from cacao_web.game.session import Session
from cacao_web.ui import widgets
from cacao_web.ui.commands import Command
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def travel(session: Session) -> Markup:
    """Controls to go through the turns: slider, steps, replay, back to the game, branch."""
    done, total = map(turns_begun, (session.shown_moves, session.record.moves))
    slider = {
        "type": "range",
        "name": "slide",
        "id": "slide",
        "min": 0,
        "max": total,
        "value": done,
        "aria-label": _("Turn"),
    }
    play = widgets.icon_button("replay", _("Play automatically (P)"), "play")
    if session.look.replaying:
        play = widgets.icon_button("replay", _("Pause (P)"), "pause")
    return h(
        "div",
        {"class": "travel"},
        h("input", slider),
        h(
            "div",
            {"class": "actions"},
            widgets.icon_button(
                "before", _("Previous turn"), "prev", disabled=not session.shown_moves
            ),
            play,
            widgets.icon_button("after", _("Next turn"), "next"),
            _onward(session),
            widgets.button("now", _("Back to the game"), css="primary", id="now"),
        ),
    )


def _onward(session: Session) -> Markup | None:
    """The button that goes on from the position that is shown."""
    if session.mode.is_written:
        from cacao_web.board.regions import notary  # noqa: PLC0415  # rarely needed

        return notary.put_right(session)
    return widgets.button(Command.BRANCH, _("Continue from here"), icon="plus", id="branch")
