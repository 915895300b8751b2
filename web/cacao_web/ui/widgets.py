"""Parts of screens and dialogs: icons, buttons, fields, and the frame of a dialog."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cacao_web.ui import help, i18n
from cacao_web.ui.commands import is_there
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Child, Markup, h, join

TITLE: Final = "dialog-title"
"""Id of the title of a dialog; it can have the focus."""


def use(symbol: str, x: float, y: float, size: float, **attributes: str) -> Markup:
    """A symbol in a square."""
    place = {"href": f"#{symbol}", "x": x, "y": y, "width": size, "height": size}
    return h("use", {**place, **attributes})


def symbol(name: str, css: str = "good") -> Markup:
    """A small square picture beside text that says the same."""
    box = {"class": css, "viewBox": "0 0 24 24", "aria-hidden": "true"}
    return h("svg", box, use(name, 0, 0, 24))


def moment(when: str) -> Markup:
    """The date of a time, which is given in ISO 8601, UTC."""
    return h("time", {"datetime": when}, i18n.moment(when))


def button(
    command: str,
    label: str,
    *,
    icon: str = "",
    css: str = "",
    value: str | None = None,
    **attributes: object,
) -> Markup:
    """A command button with a text, and an icon before it.

    With an id it keeps the focus: no other button takes its place on the page. There is none for a
    command of a feature that is not there.
    """
    if not is_there(command):
        return Markup("")
    data = {"type": "button", "data-command": command, "data-value": value, "class": css or None}
    picture = symbol(f"icon-{icon}", "glyph") if icon else None
    return h("button", {**data, **attributes}, picture, label)


def icon_button(
    command: str,
    label: str,
    icon: str,
    *,
    value: object = None,
    disabled: bool = False,
    idle: bool = False,
) -> Markup:
    """A command button that shows an icon only; an idle one only says why it does nothing now."""
    if not is_there(command):
        return Markup("")
    attributes = {
        "type": "button",
        "data-command": command,
        "data-value": value,
        "class": "round",
        "aria-label": label,
        "title": label,
        "disabled": disabled,
        "aria-disabled": "true" if idle else None,
    }
    return h("button", attributes, symbol(f"icon-{icon}", "glyph"))


def dialog(
    title: str, *content: Child, about: tuple[str, str] | None = None, calm: bool = False
) -> Markup:
    """The frame of all dialogs.

    Args:
        title: its title.
        content: its content.
        about: a related entry of the rule book, and its subject.
        calm: whether its title has the focus first, so that no key that was meant for something
            else presses a button.
    """
    close = icon_button("close", _("Close"), "close")
    heading = h("h2", {"id": TITLE, "tabindex": -1, "autofocus": calm}, title)
    return join(h("header", None, heading, help.sign(*about) if about else None, close), *content)


def select(
    name: str,
    label: str,
    options: Iterable[tuple[str, str]],
    chosen: str,
    *,
    described: str | None = None,
) -> Markup:
    """A list with a single choice; each option is a value and a text.

    Args:
        name: of the field.
        label: its label for screen readers.
        options: to choose from.
        chosen: value of the chosen option.
        described: id of an element with a description.
    """
    choices = [
        h("option", {"value": value, "selected": value == chosen}, text) for value, text in options
    ]
    box = {"id": f"field-{name}", "name": name, "aria-label": label, "aria-describedby": described}
    return h("select", box, choices)


def submit(label: str) -> Markup:
    """The button that submits a form; it has the focus first, and stays visible."""
    button = {"type": "submit", "class": "primary big", "autofocus": True}
    return h("div", {"class": "way-on"}, h("button", button, label))


def row(label: str, field: Markup) -> Markup:
    """A field with its label before it."""
    return h("label", {"class": "row"}, h("span", None, label), field)


def check(name: str, label: str, checked: bool) -> Markup:
    box = h("input", {"type": "checkbox", "name": name, "checked": checked})
    return h("label", {"class": "check"}, box, h("span", None, label))


def without_expansions() -> str:
    """The sentence where games of a kind are always those of the rulebook."""
    return _("Expansions are not played here.")


def without_hints() -> Markup:
    """The sentence where a game that counts is set up."""
    return h("p", {"class": "soft"}, _("This game counts, so there are no hints in it."))
