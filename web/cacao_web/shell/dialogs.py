"""The dialog that lies over the page."""

from __future__ import annotations

from collections.abc import Callable

from cacao_web.browser.page import Page
from cacao_web.ui.markup import Markup


class Dialogs:
    """At most one dialog, by its name.

    Args:
        page: shows it.
        draw: what is in the dialog of a name.
        closed: called when none is shown any more.

    Attributes:
        open: name of the dialog that is shown; empty if none is.
    """

    def __init__(
        self, page: Page, draw: Callable[[str], Markup | None], closed: Callable[[], None]
    ) -> None:
        self.open = ""
        self._page = page
        self._draw = draw
        self._closed = closed

    def show(self, name: str) -> None:
        """Show a dialog, or draw it anew."""
        self.open = name
        self._page.show_dialog(self._draw(name))

    def show_from_top(self, name: str) -> None:
        """Show a dialog that begins at its top, whatever was shown before."""
        self._page.show_dialog(None)
        self.show(name)

    def redraw(self, name: str = "") -> None:
        """Draw a dialog anew if it is the one that is shown; without a name, whichever is."""
        if self.open and name in ("", self.open):
            self.show(self.open)

    def close(self, _value: str = "") -> None:
        """Take the dialog away."""
        self.open = ""
        self._page.show_dialog(None)
        self._closed()
