"""The texts of index.html, which are there before Python is; here for the translators' template."""

from __future__ import annotations

from typing import Final


def N_(text: str) -> str:
    """Mark a text for extraction; it is translated where it is shown."""
    return text


STATIC_TEXTS: Final = (
    N_(
        "A part of it arrived damaged. Try again; if that does not help, this site has "
        "to be put up anew."
    ),
    N_("A part of it did not arrive. Look whether you are online, then try again."),
    N_(
        "An unofficial fan implementation, made without the publisher. No account, no "
        "server, no tracking."
    ),
    N_("Cacao in the browser"),
    N_("Close"),
    N_("Continue"),
    N_("Daily game"),
    N_("First screen"),
    N_("Guided first game"),
    N_("Hints"),
    N_("Jungle display"),
    N_("Ladder"),
    N_("Language"),
    N_("Larger (+)"),
    N_("Learn to play"),
    N_("Light or dark"),
    N_("Loading…"),
    N_("Log"),
    N_("New game"),
    N_("Nothing has happened yet."),
    N_("Nothing has moved for a while. You can go on waiting, or try again."),
    N_("Open a link or file"),
    N_("Opening the game…"),
    N_("Place your workers, gather cacao, sell it dear. For 2 to 4 people and computers."),
    N_("Players"),
    N_("Playing area"),
    N_("Rules"),
    N_("Settings"),
    N_("Share"),
    N_("Show the whole board (0)"),
    N_("Smaller (-)"),
    N_("Something unexpected happened. Try again; if that does not help, try another browser."),
    N_("Starting Python…"),
    N_("Statistics"),
    N_("The game could not start."),
    N_("There is not enough memory for Python. Close other tabs or programs, then try again."),
    N_(
        "This browser does not let the page run WebAssembly, which Python needs. A "
        "strict security setting (such as a lockdown mode) may switch it off: allow it "
        "for this page, or use another browser."
    ),
    N_(
        "This browser is too old for it. Update it, or open the page in a newer "
        "Chrome, Edge, Firefox or Safari."
    ),
    N_("Try again"),
    N_("Village boards"),
    N_("What is left, and the log"),
    N_("What happens"),
    N_("Your move"),
    N_("Zoom"),
)
