"""The offer of a new version, and whether the page works without a network."""

from __future__ import annotations

from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def offer() -> Markup:
    """A text about the new version, and the button that updates to it."""
    button = widgets.button("update", _("Update"), icon="again")
    return h("p", {"class": "offer"}, h("span", None, _("A new version is ready.")), button)


def status(sentence: str, offered: Markup | None, waits: bool, installable: bool) -> Markup:
    """The part of the settings about use without a network.

    Args:
        sentence: whether the page works without a network, in words.
        offered: the offer of a new version, if updating is possible now.
        waits: whether a new version waits for the end of the game.
        installable: whether there is a button to install the page.
    """
    later = _("A new version is ready. You can update after this game.")
    return h(
        "div",
        {"class": "kept"},
        h("p", {"id": "kept", "class": "soft", "role": "status"}, sentence),
        h("p", {"class": "soft"}, later) if waits else None,
        offered,
        widgets.button("install", _("Install as an app")) if installable else None,
    )
