"""The choice of a computer's level: a slider with a name and a sentence."""

from __future__ import annotations

from cacao_core import ai
from cacao_web.game.setup import levels
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h


def slider(name: str, level: str, label: str, suits: str = "", command: str = "level") -> Markup:
    """The slider; its value is the number of a level, from 0.

    Args:
        name: of the field, and its id.
        level: the chosen one.
        label: of the slider, for screen readers.
        suits: the level that fits the person; empty if none is proposed.
        command: of the button that chooses that one.
    """
    at, last = ai.LEVELS.index(level), len(ai.LEVELS) - 1
    level_name = levels.level_name(level)
    box = {"type": "range", "name": name, "id": name, "min": 0, "max": last, "step": 1,
           "value": at, "aria-label": label, "aria-valuetext": level_name,
           "aria-describedby": f"{name}-character"}  # fmt: skip
    return h(
        "div",
        {"class": "level-choice"},
        _scale(last, ai.LEVELS.index(suits) if suits else None),
        h("input", box),
        h(
            "output",
            {"for": name},
            h("b", None, level_name),
            _suits(name, level, suits, command),
        ),
        h("p", {"class": "soft character", "id": f"{name}-character"}, levels.character(level)),
    )


def _scale(last: int, mark: int | None) -> Markup:
    """A tick for each level, and a mark at the one that fits."""
    ticks = []
    for at in range(last + 1):
        x = f"{at / last:.2%}"
        ticks.append(h("line", {"x1": x, "x2": x, "y1": 25, "y2": 31}))
    fits = None
    if mark is not None:
        fits = h("circle", {"cx": f"{mark / last:.2%}", "cy": 4, "r": 4.5})
    return h("svg", {"class": "scale", "aria-hidden": "true"}, ticks, fits)


def _suits(name: str, level: str, suits: str, command: str) -> Markup | None:
    """Says that the chosen level fits, or offers a button that chooses the one that does."""
    if not suits:
        return None
    begins = suits == levels.FIRST  # most people who see it have not played yet
    if suits == level:
        text = _("good to begin with") if begins else _("suits you")
        return h("small", {"class": "suited"}, text)
    label = _("good to begin with: {level}") if begins else _("suits you: {level}")
    label = label.format(level=levels.level_name(suits))
    return widgets.button(command, label, value=f"{name} {ai.LEVELS.index(suits)}", css="quiet",
                          id=f"{name}-suits")  # fmt: skip


def level_of(text: str) -> str | None:
    """The level of a slider's value; None if it is damaged."""
    number = int(text) if text.isascii() and text.isdigit() else len(ai.LEVELS)
    return ai.LEVELS[number] if number < len(ai.LEVELS) else None
