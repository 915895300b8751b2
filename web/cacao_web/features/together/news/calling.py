"""Calls to somebody whose turn it is, as dialogs offer them; and an event for the calendar."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from cacao_web.ui import widgets
from cacao_web.ui.i18n import _
from cacao_web.ui.markup import Markup, h

_LONGEST: Final = 75
"""Bytes of a line in a calendar (RFC 5545 3.1)."""


class Calling(NamedTuple):
    """The help that this browser has for somebody who waits."""

    may_ask: bool = False  # whether the person may want notifications, and has not said so yet
    installs: bool = False  # whether they need this page among the apps of the device
    can_remind: bool = False  # whether nothing calls while the page is closed


def call(calling: Calling) -> Markup | None:
    """The buttons for whoever does not want to look again and again."""
    notify = widgets.button("notify-me", _("Notify me when it is my turn"), icon="sound",
                            id="notify-me")  # fmt: skip
    remind = widgets.button("remind-me", _("Remind me tomorrow at seven"), icon="file",
                            id="remind-me")  # fmt: skip
    how = _("This device can notify you once this page is on its home screen: Share, then Add to "
            "Home Screen.")  # fmt: skip
    if not any(calling):
        return None
    return h(
        "div",
        {"class": "buttons"},
        notify if calling.may_ask else None,
        remind if calling.can_remind else None,
        h("p", {"class": "soft"}, how) if calling.installs else None,
    )


def reminder(title: str, address: str, token: str, today: date, now: datetime) -> str:
    """An event for calendars (RFC 5545), tomorrow at seven in the evening of wherever one is.

    Args:
        address: which opens it in this browser.
        today: here.
        now: in UTC.
    """
    summary = _("Cacao: {title}").format(title=title)
    return "".join(
        f"{_folded(line)}\r\n"
        for line in (
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Cacao//Cacao//EN",
            "BEGIN:VEVENT",
            f"UID:{token}-{today:%Y%m%d}@cacao",
            f"DTSTAMP:{now:%Y%m%dT%H%M%SZ}",
            f"DTSTART:{today + timedelta(days=1):%Y%m%d}T190000",
            "DURATION:PT15M",
            f"SUMMARY:{_escaped(summary)}",
            f"DESCRIPTION:{_escaped(address)}",
            f"URL:{address}",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            f"DESCRIPTION:{_escaped(summary)}",
            "TRIGGER:PT0S",
            "END:VALARM",
            "END:VEVENT",
            "END:VCALENDAR",
        )
    )


def _escaped(text: str) -> str:
    for sign in "\\,;":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """A line of at most 75 bytes, and what follows it."""
    parts, rest = [""], line
    for sign in rest:
        if len(f"{parts[-1]}{sign}".encode()) > _LONGEST - bool(parts[1:]):
            parts.append("")
        parts[-1] += sign
    return "\r\n ".join(parts)
