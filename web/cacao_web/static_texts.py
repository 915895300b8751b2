"""The texts of index.html, which are there before Python is; here for the translators' template."""

from __future__ import annotations

from typing import Final


def N_(text: str) -> str:
    """Mark a text for extraction; it is translated where it is shown."""
    return text


STATIC_TEXTS: Final = (
    N_(
        "An unofficial fan implementation, made without the publisher. No account, no "
        "server, no tracking."
    ),
    N_("Close"),
    N_("Continue"),
    N_("First screen"),
    N_("Hints"),
    N_("Jungle display"),
    N_("Larger (+)"),
    N_("Light or dark"),
    N_("Log"),
    N_("New game"),
    N_("Nothing has happened yet."),
    N_("Open a link or file"),
    N_("Place your workers, gather cacao, sell it dear. For 2 to 4 people and computers."),
    N_("Players"),
    N_("Playing area"),
    N_(
        "Reload the page; if that does not help, try a newer version of Chrome, Edge, "
        "Firefox or Safari, and let the page store data."
    ),
    N_("Settings"),
    N_("Share"),
    N_("Show the whole board (0)"),
    N_("Smaller (-)"),
    N_("Starting Python…"),
    N_("The game could not start."),
    N_("Village boards"),
    N_("What is left, and the log"),
    N_("Your move"),
    N_("Zoom"),
)
