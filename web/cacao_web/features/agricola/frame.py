"""The frame of its screens."""

from __future__ import annotations

from typing import Final

from cacao_web.ui import widgets
from cacao_web.ui.frame import Frame
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h

frame: Final = Frame("agricola")


def card(choice: Markup, name: str, id: str) -> Markup:
    """A choice that stands for a card, and beside it what leads to its entry in the look-up."""
    look = widgets.icon_button("agricola-go", _("Look up: {name}").format(name=name), "help",
                               value=f"entry/{id}")  # fmt: skip
    return h("div", {"class": "printed-card"}, choice, look)
