"""The dialog with the picture of a position."""

from __future__ import annotations

from base64 import b64encode
from typing import Final, NamedTuple

from cacao_web.game.session import Session
from cacao_web.game.texts import words
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, pgettext
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import dialog, row, select

SHAPES: Final = ("wide", "square")
THEMES: Final = ("light", "dark")


class PictureChoice(NamedTuple):
    """The choices, and their limits."""

    shape: str  # of the picture
    theme: str  # its colours
    can_send: bool  # whether other apps take pictures
    is_over: bool  # whether the game is over, so that there is a film of it


def title(session: Session) -> str:
    """The line above the scores."""
    game = session.shown
    if not game.is_over:
        return words.played(game.rules)
    names = [session.sitters[seat].said for seat in game.winners()]
    return words.won_by(names)


def picture(drawn: str, chosen: PictureChoice, *, failed: bool) -> Markup:
    """The picture, its options, and what can be done with it.

    Args:
        drawn: the picture as SVG; empty while it is drawn.
        chosen: what was chosen.
        failed: whether it could not be drawn.
    """
    shapes = [("wide", _("wide, for messages")), ("square", _("square"))]
    themes = [
        ("light", pgettext("colours of a picture", "light")),
        ("dark", pgettext("colours of a picture", "dark")),
    ]
    send = widgets.button("picture-send", _("Share…"), icon="share", css="primary")
    buttons = [
        send if chosen.can_send else None,
        widgets.button("picture-save", _("Save picture"), icon="file",
                       css="" if chosen.can_send else "primary"),
        widgets.button("picture-copy", _("Copy picture")),
        widgets.button("film-save", _("Save as an animation"), icon="play")
        if chosen.is_over else None,
        widgets.button("print-sheet", _("Print…")) if chosen.is_over else None,
    ]  # fmt: skip
    return dialog(
        _("Picture of this game"),
        _shown(drawn, failed=failed),
        h(
            "form",
            None,
            row(_("Shape"), select("shape", _("Shape"), shapes, chosen.shape)),
            row(_("Colours"), select("picture-theme", _("Colours"), themes, chosen.theme)),
        ),
        _about_film() if chosen.is_over else None,
        h("div", {"class": "buttons last"}, buttons if drawn else None),
    )


def _about_film() -> Markup:
    note = _("The animation is a file that plays the whole game in any browser, without this page.")
    return h("p", {"class": "soft"}, note)


def _shown(drawn: str, *, failed: bool) -> Markup:
    if failed:
        note = _("The picture could not be drawn. Check that you are online, then try again.")
        return h("p", {"class": "problem", "role": "alert"}, note)
    if not drawn:
        return h("p", {"class": "soft", "role": "status"}, _("Drawing the picture…"))
    source = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
    return h("img", {"class": "picture-card", "src": source, "alt": _("The board with all scores")})
