"""The dialog with the settings of this device."""

from __future__ import annotations

from collections.abc import Iterable

from cacao_web.saves.settings import Settings
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h
from cacao_web.ui.widgets import check, dialog, row, select, submit


def settings(
    present: Settings, languages: Iterable[tuple[str, str]], kept: Iterable[Markup]
) -> Markup:
    """All settings.

    Args:
        present: the present settings.
        languages: code and own name of each.
        kept: status of the use without a network.
    """
    device = ("", _("as the device has it"))
    themes = [device, ("light", _("light")), ("dark", _("dark"))]
    motions = [device, ("on", _("on")), ("off", _("off"))]
    tempos = [
        device,
        ("slow", _("slow")),
        ("normal", _("normal")),
        ("fast", _("fast")),
        ("instant", _("at once")),
    ]
    return dialog(
        _("Settings"),
        h(
            "form",
            {"id": "settings", "data-form": "close"},
            row(
                _("Language"),
                select("language", _("Language"), [device, *languages], present.language),
            ),
            row(_("Theme"), select("theme", _("Theme"), themes, present.theme)),
            row(_("Motion"), select("motion", _("Motion"), motions, present.motion)),
            row(_("Speed of computers"), select("tempo", _("Speed"), tempos, present.tempo)),
            check("sound", _("Sound"), present.sound),
            check("confirm", _("Confirm each tile before it lies"), present.confirm),
            check("labels", _("Coordinates on the board"), present.labels),
            kept,
            submit(_("Done")),
        ),
    )
