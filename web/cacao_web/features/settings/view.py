"""The dialog with the settings of this device."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_core.names import LONGEST_NAME
from cacao_web.saves.settings import Settings
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import button, check, dialog, row, select, submit


def settings(
    present: Settings,
    languages: Iterable[tuple[str, str]],
    across: Iterable[Markup],
    kept: Iterable[Markup],
) -> Markup:
    """All settings.

    Args:
        present: the present settings.
        languages: code and own name of each.
        across: the parts about games across the internet.
        kept: status of the use without a network.
    """
    device = ("", _("same as the device"))
    themes = [device, ("light", _("light")), ("dark", _("dark"))]
    sizes = [device, ("larger", _("larger")), ("largest", _("largest"))]
    motions = [device, ("on", _("on")), ("off", _("off"))]
    tempos = [
        ("", _("normal; instant without motion")),
        ("slow", _("slow")),
        ("normal", _("normal")),
        ("fast", _("fast")),
        ("instant", _("instant")),
    ]
    return dialog(
        _("Settings"),
        h(
            "form",
            {"id": "settings", "data-form": "close"},
            row(_("Your name"), _name(present.name)),
            row(
                _("Language"),
                select("language", _("Language"), [device, *languages], present.language),
            ),
            row(_("Theme"), select("theme", _("Theme"), themes, present.theme)),
            row(_("Text size"), select("text_size", _("Text size"), sizes, present.text_size)),
            row(_("Motion"), select("motion", _("Motion"), motions, present.motion)),
            row(_("Speed of computer players"), select("tempo", _("Speed"), tempos, present.tempo)),
            check("sound", _("Sound"), present.sound),
            check("confirm", _("Confirm before placing"), present.confirm),
            check("labels", _("Coordinates on the board"), present.labels),
            check("notation", _("Show notation"), present.notation),
            across,
            h("p", None, button("keys", _("Keyboard shortcuts"), icon="list", id="to-keys")),
            kept,
            submit(_("Done")),
        ),
    )


def _name(now: str) -> Markup:
    """The name of the person, for every game."""
    field = {
        "name": "name",
        "value": now,
        "maxlength": LONGEST_NAME,
        "placeholder": _("for every game"),
        "autocomplete": "off",
    }
    return h("input", field)
